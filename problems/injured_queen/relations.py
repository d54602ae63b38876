"""Injured Queen: what must hold between the answers to a board and to boards derived from it."""

from collections.abc import Callable

from doublecount.problems.counting import rest_of_whole, same_count, sum_of_parts
from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.record import Relation


def _every_row(place: int) -> Callable[[Instance], tuple[Instance, ...]]:
    """The boards with one free column, the first (0) or the last (-1), fixed in each row."""

    def derive(instance: Instance) -> tuple[Instance, ...]:
        if not instance.free:
            return ()
        return tuple(instance.fixing(instance.free[place], row) for row in range(instance.n))

    return derive


def _last_fixed_elsewhere(instance: Instance) -> tuple[Instance, ...]:
    """The boards with the last fixed queen freed, and in each other row."""
    fixed = [column for column, row in enumerate(instance.rows) if row is not None]
    if not fixed:
        return ()
    others = [row for row in range(instance.n) if row != instance.rows[fixed[-1]]]
    return tuple(instance.fixing(fixed[-1], row) for row in (None, *others))


def _left_right(instance: Instance) -> tuple[Instance, ...]:
    return (Instance(instance.rows[::-1]),)


def _up_down(instance: Instance) -> tuple[Instance, ...]:
    top = instance.n - 1
    return (Instance(tuple(None if row is None else top - row for row in instance.rows)),)


def _half_turn(instance: Instance) -> tuple[Instance, ...]:
    return _left_right(*_up_down(instance))


SPLIT: Relation[Instance, Answer] = Relation("split on a free column", _every_row(0), sum_of_parts)
RELATIONS: tuple[Relation[Instance, Answer], ...] = (
    SPLIT,
    Relation("split on the last free column", _every_row(-1), sum_of_parts),
    Relation("last fixed queen freed", _last_fixed_elsewhere, rest_of_whole),
    Relation("left-right mirror", _left_right, same_count),
    Relation("up-down mirror", _up_down, same_count),
    Relation("half turn", _half_turn, same_count),
)


def images(instance: Instance) -> tuple[Instance, ...]:
    """Return the board, its two mirror images, and both mirrorings together."""
    left_right, up_down = _left_right(instance), _up_down(instance)
    return (instance, *left_right, *up_down, *_up_down(*left_right))
