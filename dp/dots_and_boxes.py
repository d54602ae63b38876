"""Dots and boxes: one table over all sets of lines that may still be drawn.

What is still to be won depends on the set of drawn lines only, and whoever moves wants the same. Let
closed(S) be the number of boxes that a set S of further lines closes, and value(S) the mover's points minus
the other's from S on: the maximum of closed(S + line) - closed(S) - value(S + line) over the lines not in S.
The table holds standing(S) = closed(S) - value(S), for which this becomes

    standing(S) = 2 closed(S) - max over line of standing(S + line),    standing(all) = closed(all).

Sets are bit masks: bit i stands for the i-th free line in sorted order. A layer is all sets of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import TOM, Line, winner_of
from doublecount.problems.record import Solver

MOST_FREE = 24
"""A table of 2^24 bytes. A free line is a side of two boxes at most, so no entry exceeds 48."""
OWN_TABLE_FREE = 16
"""Positions with more free lines share one table of their whole grid, where the grid is small enough."""
LOW_LINES = 16
"""The lowest bits of a mask, whose subsets are handled layer by layer; those of the others one by one."""
LOWEST = -128

Table = NDArray[np.int8]


@dataclass(frozen=True)
class Standings:
    """``table[mask]`` is the standing of a set of the ``free`` lines; ``boxes`` are masks of free sides."""

    free: tuple[Line, ...]
    boxes: tuple[int, ...]
    table: Table

    def moves(self, drawn: int) -> dict[Line, int]:
        """Return for each line not in ``drawn`` the mover's points minus the other's from there on."""
        closed = sum(drawn & box == box for box in self.boxes)
        return {
            line: int(self.table[drawn | 1 << bit]) - closed
            for bit, line in enumerate(self.free)
            if not drawn >> bit & 1
        }


def fits(instance: Instance) -> str | None:
    """Return None, or why there are too many sets of lines."""
    return f"more than {MOST_FREE} free lines" if instance.free_count > MOST_FREE else None


def solve(instance: Instance) -> Answer:
    """Return winner, margin and all best lines.

    The table takes 2^k bytes and O(k 2^k) steps for k free lines. Raises ValueError if the game does not fit.
    """
    reason = fits(instance)
    if reason:
        raise ValueError(reason)
    shared = instance.free_count > OWN_TABLE_FREE and fits(instance.with_lines(())) is None
    if shared:
        standings = whole_grid(instance.rows, instance.columns)
        drawn = _mask(standings.free, instance.lines)
    else:
        standings, drawn = standings_after(instance), 0
    moves = standings.moves(drawn)
    value = max(moves.values(), default=0)
    margin = lead(instance) + (value if instance.mover == TOM else -value)
    return Answer(winner_of(margin), margin, tuple(line for line, net in moves.items() if net == value))


@lru_cache(maxsize=2)
def whole_grid(rows: int, columns: int) -> Standings:
    """Return the table of a grid with nothing drawn, which serves every position on it."""
    return standings_after(Instance((), rows, columns))


def standings_after(instance: Instance) -> Standings:
    """Build the table of all positions that can follow."""
    free, drawn = instance.free, set(instance.lines)
    boxes = [box - drawn for box in _boxes(instance.rows, instance.columns)]
    masks = tuple(_mask(free, box) for box in boxes if box)
    return Standings(free, masks, standing_table(len(free), masks))


def lead(instance: Instance) -> int:
    """Return Tom's points minus Jerry's after the lines drawn so far."""
    last_turn = {line: turn for turn, line in enumerate(instance.lines)}
    turns = [
        max(last_turn[side] for side in box)
        for box in _boxes(instance.rows, instance.columns)
        if last_turn.keys() >= box
    ]
    return sum(-1 if turn % 2 else 1 for turn in turns)


@lru_cache(maxsize=16)
def _boxes(rows: int, columns: int) -> tuple[frozenset[Line], ...]:
    """The sides of every box."""
    width = columns + 1
    corners = [row * width + column for row in range(rows) for column in range(1, width)]
    return tuple(
        frozenset({(p, p + 1), (p + width, p + width + 1), (p, p + width), (p + 1, p + width + 1)})
        for p in corners
    )


def _mask(free: Sequence[Line], lines: Sequence[Line] | frozenset[Line]) -> int:
    return sum(1 << free.index(line) for line in lines)


def closed_boxes(lines: int, boxes: Sequence[int]) -> Table:
    """Return for each of the 2^lines sets how many of the boxes (masks of lines) it contains."""
    closed = np.zeros((2,) * lines, dtype=np.int8)
    for box in boxes:
        closed[tuple(1 if box >> line & 1 else slice(None) for line in reversed(range(lines)))] += 1
    return closed.reshape(-1)


def standing_table(lines: int, boxes: Sequence[int]) -> Table:
    """Fill the table of standings, indexed by mask.

    A mask is split into a row (its high bits) and a column (its lowest ``LOW_LINES`` bits). The columns are
    put in order of falling size, so that those of one size are a slice: the slices are filled one after the
    other, and within a slice the rows from the fullest to the empty one, a whole slice at a time.
    """
    low = min(lines, LOW_LINES)
    order, place, layers = _by_falling_size(low)
    double = (2 * closed_boxes(lines, boxes)).reshape(-1, 1 << low).take(order, axis=1)
    standing = np.full_like(double, LOWEST)
    standing[-1, 0] = double[-1, 0] // 2  # no line is left: the "maximum" that makes standing = closed
    for layer in layers:
        for line in range(low):  # where the line is drawn already, a column is compared with itself
            further = standing.take(place[order[layer] | 1 << line], axis=1)
            np.maximum(standing[:, layer], further, out=standing[:, layer])
        for row in reversed(range(len(standing))):
            best = standing[row, layer]
            for line in range(lines - low):
                if not row >> line & 1:
                    np.maximum(best, standing[row | 1 << line, layer], out=best)
            np.subtract(double[row, layer], best, out=best)
    return standing.take(place, axis=1).reshape(-1)


@cache
def _by_falling_size(lines: int) -> tuple[NDArray[np.intp], NDArray[np.intp], list[slice]]:
    """All masks from the fullest to the empty one, the place of each mask in that order, the layers in it."""
    sizes = np.array([mask.bit_count() for mask in range(1 << lines)])
    order = np.argsort(-sizes, kind="stable")
    place = np.argsort(order)
    bounds = [0, *np.cumsum(np.bincount(sizes)[::-1]).tolist()]
    return order, place, [slice(start, stop) for start, stop in pairwise(bounds)]


SOLVER = Solver(solve=solve, fits=fits)
