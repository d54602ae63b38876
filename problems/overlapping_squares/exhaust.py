"""Overlapping Squares: small boards decided by trying all stacks, from the square on top down.

A square shows every edge on which no later one lies, so each stack is followed only as long as what it
shows is what the picture shows there; a square that shows nothing is left out, as the picture stays the
same without it. What no square covers must be blank. Written from ``painted`` alone.
"""

from collections.abc import Container
from functools import lru_cache

from doublecount.problems.overlapping_squares.instance import NO_STACK, Answer, Instance, Position, Square
from doublecount.problems.overlapping_squares.rules import painted
from doublecount.problems.record import Exhausted

MOST_STACKS = 10_000
"""About 30 ms."""
MOST_PLACES = 40
"""Places for a square; on larger boards nothing is tried."""


class TooManyError(Exception):
    """More stacks than may be tried."""


@lru_cache(maxsize=16)
def outlines(blank: Instance) -> tuple[tuple[Square, int, int], ...]:
    """For every square on a blank board the edges that it covers and, among them, those that it shows.

    One bit for each edge of the board.
    """
    table, full = [], Instance(blank.full)
    everything = mask(full)
    for square in blank.squares:
        shown = mask(painted(blank, square))
        table.append((square, everything & ~mask(painted(full, square)) | shown, shown))
    return tuple(table)


def mask(picture: Instance, left_out: Container[Position] = ()) -> int:
    """The edges drawn, one bit for each edge of the board."""
    marked = {*picture.marked}
    return sum(1 << n for n, edge in enumerate(picture.edges) if edge in marked and edge not in left_out)


class Search:
    """All stacks that show a picture on the edges that count."""

    def __init__(self, instance: Instance, left_out: Container[Position] = ()) -> None:
        """``left_out``: edges that do not count."""
        self.picture, self.counts = mask(instance), mask(Instance(instance.full), left_out)
        self.outlines = outlines(instance.with_edges(()).with_limit(1))
        self.tried = 0

    def stack(self, height: int) -> tuple[Square, ...] | None:
        """A stack of exactly so many squares, the first placed first; raises ``TooManyError``."""
        return self._below(0, height)

    def _below(self, covered: int, height: int) -> tuple[Square, ...] | None:
        if height == 0:
            return () if not self.picture & self.counts & ~covered else None
        for square, covers, shown in self.outlines:
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
    if instance.places > MOST_PLACES:
        return None
    search = Search(instance)
    answer = Answer(possible=False, fewest=NO_STACK)
    try:
        for height in range(1, instance.places + 1):
            order = search.stack(height)
            if order is not None:
                possible = height <= instance.limit
                answer = Answer(possible, height, order if possible else None)
                break
    except TooManyError:
        return None
    return Exhausted(answer, f"{search.tried} stacks from the top down")
