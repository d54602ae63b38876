"""Injured Queen: what must hold between the answers to a board and to boards derived from it."""

from collections.abc import Sequence

from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.record import Relation


def _every_row(instance: Instance) -> tuple[Instance, ...]:
    """The boards with the first free column fixed in each row."""
    if not instance.free:
        return ()
    return tuple(instance.fixing(instance.free[0], row) for row in range(instance.n))


def _sum(instance: Instance, answer: Answer, parts: Sequence[Answer]) -> str | None:
    counts = [part.count for part in parts]
    if answer.count is None or None in counts:
        return None
    total = sum(count for count in counts if count is not None)
    if answer.count == total:
        return None
    return f"the count is {answer.count}, its parts add up to {total}"


def _same(instance: Instance, answer: Answer, images: Sequence[Answer]) -> str | None:
    for image in images:
        if None not in (answer.count, image.count) and answer.count != image.count:
            return f"the count is {answer.count}, that of the mirrored board {image.count}"
    return None


def _left_right(instance: Instance) -> tuple[Instance, ...]:
    return (Instance(instance.rows[::-1]),)


def _up_down(instance: Instance) -> tuple[Instance, ...]:
    top = instance.n - 1
    return (Instance(tuple(None if row is None else top - row for row in instance.rows)),)


SPLIT = Relation("split on a free column", _every_row, _sum)
RELATIONS = (
    SPLIT,
    Relation("left-right mirror", _left_right, _same),
    Relation("up-down mirror", _up_down, _same),
)
