"""Overlapping Squares: small boards decided by trying all stacks, from the square on top down.

A square shows every edge on which no later one lies, so each stack is followed only as long as what it
shows is what the picture shows there; a square that shows nothing is left out, as the picture stays the
same without it. What no square covers must be blank. Written from ``painted`` alone.
"""

from collections.abc import Iterable
from functools import cache

from doublecount.problems.overlapping_squares.instance import (
    EDGES,
    FULL,
    MOST_SQUARES,
    NO_STACK,
    SQUARES,
    Answer,
    Instance,
    Position,
    Square,
)
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.problems.record import Exhausted

MOST_STACKS = 10_000
"""About 30 ms."""
ALL = frozenset(EDGES)


class TooManyError(Exception):
    """More stacks than may be tried."""


@cache
def outlines() -> tuple[tuple[Square, int, int], ...]:
    """For every square the edges that it covers and, among them, those that it shows, as bit masks."""
    table = []
    for square in SQUARES:
        shown = mask(painted(BLANK, square).marked)
        kept = mask(painted(Instance(FULL), square).marked)
        table.append((square, mask(ALL) & ~kept | shown, shown))
    return tuple(table)


def mask(edges: Iterable[Position]) -> int:
    """One bit for each of the edges."""
    return sum(1 << EDGES.index(edge) for edge in edges)


class Search:
    """All stacks that show a picture on the edges that count."""

    def __init__(self, instance: Instance, counts: frozenset[Position] = ALL) -> None:
        self.picture, self.counts = mask(instance.marked), mask(counts)
        self.tried = 0

    def stack(self, height: int) -> tuple[Square, ...] | None:
        """A stack of exactly so many squares, the first placed first; raises ``TooManyError``."""
        return self._below(0, height)

    def _below(self, covered: int, height: int) -> tuple[Square, ...] | None:
        if height == 0:
            return () if not self.picture & self.counts & ~covered else None
        for square, covers, shown in outlines():
            new = covers & ~covered
            if new and not (shown ^ self.picture) & new & self.counts:
                self.tried += 1
                if self.tried > MOST_STACKS:
                    raise TooManyError
                under = self._below(covered | new, height - 1)
                if under is not None:
                    return (*under, square)
        return None


def exhaust(instance: Instance) -> Exhausted[Answer] | None:
    """Try stacks of one square, of two, …: the first that fits has the fewest."""
    search = Search(instance)
    try:
        for height in range(1, len(SQUARES) + 1):
            order = search.stack(height)
            if order is not None:
                possible = height <= MOST_SQUARES
                answer = Answer(possible, height, order if possible else None)
                return Exhausted(answer, f"{search.tried} stacks from the top down")
    except TooManyError:
        return None
    return Exhausted(Answer(possible=False, fewest=NO_STACK), f"{search.tried} stacks from the top down")
