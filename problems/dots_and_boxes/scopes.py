"""Dots and boxes: all positions of the judge's grid shortly before the end."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import comb

from doublecount.problems.dots_and_boxes.instance import Instance
from doublecount.problems.record import Scope

LINES = Instance(()).free


def late(most_free: int) -> Iterator[Instance]:
    """Yield all positions with at most so many lines left, the lines drawn in sorted order."""
    for count in range(most_free + 1):
        for free in combinations(LINES, count):
            yield Instance(tuple(line for line in LINES if line not in free))


SCOPES = tuple(
    Scope(
        f"free{most}",
        f"sets of lines that leave at most {most} of the {len(LINES)} free, each drawn in sorted order",
        partial(late, most),
        sum(comb(len(LINES), free) for free in range(most + 1)),
    )
    for most in (2, 3, 4)
)
