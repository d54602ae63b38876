"""Injured Queen: what must hold between the answers to a board and to boards derived from it."""

from doublecount.problems.counting import same_count, sum_of_parts
from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.record import Relation


def _every_row(instance: Instance) -> tuple[Instance, ...]:
    """The boards with the first free column fixed in each row."""
    if not instance.free:
        return ()
    return tuple(instance.fixing(instance.free[0], row) for row in range(instance.n))


def _left_right(instance: Instance) -> tuple[Instance, ...]:
    return (Instance(instance.rows[::-1]),)


def _up_down(instance: Instance) -> tuple[Instance, ...]:
    top = instance.n - 1
    return (Instance(tuple(None if row is None else top - row for row in instance.rows)),)


SPLIT: Relation[Instance, Answer] = Relation("split on a free column", _every_row, sum_of_parts)
RELATIONS: tuple[Relation[Instance, Answer], ...] = (
    SPLIT,
    Relation("left-right mirror", _left_right, same_count),
    Relation("up-down mirror", _up_down, same_count),
)
