"""What the counting problems share: answers with ``count`` and ``solutions``, checked and compared."""

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar

Witness = TypeVar("Witness", bound=Hashable)


class Counted(Protocol):
    """An answer of a counting problem."""

    @property
    def count(self) -> int | None:
        """The number of solutions."""

    @property
    def solutions(self) -> frozenset[Hashable] | None:
        """All solutions."""


def check_solutions(
    answer: Counted, witness: Witness | None, broken_rule: Callable[[Witness], str | None]
) -> str | None:
    """Check the witness, every listed solution, and that their number fits the count."""
    listed = answer.solutions or frozenset()
    for solution in [*([] if witness is None else [witness]), *sorted(listed)]:  # type: ignore[type-var]
        broken = broken_rule(solution)  # type: ignore[arg-type]
        if broken:
            return broken
    if answer.count == 0 and (witness is not None or listed):
        return "a solution is given although the count is 0"
    if answer.solutions is not None and answer.count not in (None, len(listed)):
        return f"{len(listed)} solutions are listed, the count is {answer.count}"
    return None


def refuted_by_solutions(
    one: Counted, witness: Witness | None, other: Counted, broken_rule: Callable[[Witness], str | None]
) -> str | None:
    """Say why valid solutions in ``one`` prove ``other`` wrong: it counts fewer, or its list lacks one.

    A count below zero is wrong whatever the solutions.
    """
    claimed = {*(one.solutions or ()), *([] if witness is None else [witness])}
    valid = {solution for solution in claimed if broken_rule(solution) is None}
    if other.count is not None and other.count < 0:
        return f"it counts {other.count}, less than none"
    if other.count is not None and len(valid) > other.count:
        return f"there are at least {len(valid)} valid solutions, it counts {other.count}"
    if other.solutions is not None and not valid <= other.solutions:
        return (
            f"its list of {len(other.solutions)} solutions lacks {len(valid - other.solutions)} valid one(s)"
        )
    return None


def sum_of_parts(_: object, answer: Counted, parts: Sequence[Counted]) -> str | None:
    """Relation: the count is the sum of the counts of the parts."""
    total = 0
    for part in parts:
        if part.count is None:
            return None
        total += part.count
    if answer.count in (None, total):
        return None
    return f"the count is {answer.count}, its parts add up to {total}"


def rest_of_whole(_: object, answer: Counted, others: Sequence[Counted]) -> str | None:
    """Relation: the first of the others counts what the answer and all further ones count together."""
    whole, *rest = (other.count for other in others)
    if answer.count is None or whole is None or None in rest:
        return None
    total = answer.count + sum(part for part in rest if part is not None)
    return (
        None
        if whole == total
        else f"the count is {answer.count}, with the rest {total}, of the whole {whole}"
    )


def same_count(_: object, answer: Counted, images: Sequence[Counted]) -> str | None:
    """Relation: all counts are equal."""
    for image in images:
        if answer.count is not None and image.count is not None and answer.count != image.count:
            return f"the count is {answer.count}, that of the derived board {image.count}"
    return None
