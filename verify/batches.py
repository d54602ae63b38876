"""Files that bring out what a program keeps from one case to the next: the same cases in another company.

Which file of a campaign is rearranged, and how, depends on its number only.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from doublecount.problems.record import AnyProblem

EVERY = 3
"""One file in so many is rearranged."""
MOST_CASES = 20
"""Of a rearranged file, or as many as the file has."""

Order = list[int]
"""Numbers of cases, from 0, as they follow each other in the rearranged file."""


def _twice(by_size: Order) -> Order:
    """Each case twice in a row."""
    return [case for case in sorted(by_size) for _ in range(2)]


def _after_the_largest(by_size: Order) -> Order:
    """Every case right after the largest, which fills tables furthest."""
    return [one for case in by_size[:-1] for one in (by_size[-1], case)]


ORDERS: Mapping[str, Callable[[Order], Order]] = {
    "reversed": lambda by_size: sorted(by_size, reverse=True),
    "each case twice": _twice,
    "each case after the largest": _after_the_largest,
    "the largest first": lambda by_size: by_size[::-1],
    "the smallest first": lambda by_size: by_size,
    "the largest again and again": lambda by_size: by_size[-1:] * MOST_CASES,
}
"""How to order cases, given their numbers from the smallest case to the largest."""


def rearranged(problem: AnyProblem, file: Sequence[Any], turn: int) -> Order:
    """Return the order in which file number ``turn`` is tried once more; empty where it is not."""
    most = min(max(MOST_CASES, len(file)), problem.limits.cases_per_file)
    if turn % EVERY or min(most, len(file)) < 2:
        return []
    by_size = sorted(range(len(file)), key=lambda case: problem.size(file[case]))
    name = [*ORDERS][turn // EVERY % len(ORDERS)]
    return ORDERS[name](by_size)[:most]
