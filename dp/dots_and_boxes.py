"""Dots and boxes: one table over all sets of lines that may still be drawn.

What is still to be won depends on the set of drawn lines only, and whoever moves wants the same. Let
closed(S) be the number of boxes that a set S of further lines closes, and value(S) the mover's points minus
the other's from S on. Under the strict rule it is the maximum over the lines not in S of
closed(S + line) - closed(S) - value(S + line); under the standard rule it is + value(S + line) where the line
closes a box. The table holds standing(S) = closed(S) - value(S), for which this becomes

    standing(S) = 2 closed(S) - max over line of standing(S + line),    standing(all) = closed(all),

under the standard rule with 2 closed(S + line) - standing(S + line) where the line closes a box.

Sets are bit masks: bit i stands for the i-th free line in sorted order. A layer is all sets of one size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.cache import stored
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import TOM, Line, Rules, winner_of
from doublecount.problems.game import Worth
from doublecount.problems.record import Solver

MOST_FREE = 24
"""A table of 2^24 bytes. A free line is a side of two boxes at most, so no entry exceeds 48."""
OWN_TABLE_FREE = 16
"""Positions with more free lines share one table of their whole grid, where the grid is small enough."""
LOW_LINES = 16
"""The lowest bits of a mask, whose subsets are handled layer by layer; those of the others one by one."""
LOWEST = -128
SMALL_FILE = 1000
"""Bytes. The fast lane is for more."""

Table = NDArray[np.int8]


@dataclass(frozen=True)
class Standings:
    """``table[mask]`` is the standing of a set of the ``free`` lines; ``boxes`` are masks of free sides."""

    free: tuple[Line, ...]
    boxes: tuple[int, ...]
    table: Table
    rules: Rules

    def moves(self, drawn: int) -> dict[Line, int]:
        """Return for each line not in ``drawn`` the mover's points minus the other's from there on."""
        before = self.closed(drawn)
        moves = {}
        for bit, line in enumerate(self.free):
            after = drawn | 1 << bit
            if after != drawn:
                standing, closed = int(self.table[after]), self.closed(after)
                again = self.rules == "standard" and closed > before
                moves[line] = (2 * closed - standing if again else standing) - before
        return moves

    def closed(self, drawn: int) -> int:
        """Return how many of the boxes a set of lines closes."""
        return sum(drawn & box == box for box in self.boxes)


def fits(instance: Instance) -> str | None:
    """Return None, or why there are too many sets of lines."""
    return f"more than {MOST_FREE} free lines" if instance.free_count > MOST_FREE else None


def solve(instance: Instance) -> Answer:
    """Return winner, margin and all best lines.

    The table takes 2^k bytes and O(k 2^k) steps for k free lines. Raises ValueError if the game does not fit.
    """
    standings, drawn = _standings(instance)
    moves = standings.moves(drawn)
    value = max(moves.values(), default=0)
    margin = lead(instance) + (value if instance.mover == TOM else -value)
    return Answer(winner_of(margin), margin, tuple(line for line, net in moves.items() if net == value))


def values(instance: Instance) -> Worth:
    """Return the worth of every set of further lines, bit k for the k-th free line, as ``solve`` reads it.

    Raises ValueError if the game does not fit.
    """
    standings, drawn = _standings(instance)
    bits = [1 << standings.free.index(line) for line in instance.free]

    def worth(further: int) -> int:
        lines = drawn + sum(bit for place, bit in enumerate(bits) if further >> place & 1)
        return standings.closed(lines) - int(standings.table[lines])

    return worth


def _standings(instance: Instance) -> tuple[Standings, int]:
    """Return the table from which a game is answered, and the mask of its lines there."""
    reason = fits(instance)
    if reason:
        raise ValueError(reason)
    if instance.free_count > OWN_TABLE_FREE and fits(instance.with_lines(())) is None:
        standings = whole_grid(instance.rows, instance.columns, instance.rules)
        return standings, _mask(standings.free, instance.lines)
    return standings_after(instance), 0


def whole_grid(rows: int, columns: int, rules: Rules = "strict") -> Standings:
    """Return the table of a grid with nothing drawn, which serves every position on it; it is kept."""
    return _whole_grid(Instance((), rows, columns, rules), standing_table)


def whole_grid_at_hand(rows: int, columns: int, rules: Rules = "strict") -> Standings | None:
    """Return the same table if it need not be built."""

    def refuse(_: int, __: Sequence[int], ___: bool) -> Table:
        raise LookupError("not stored")

    try:
        return _whole_grid(Instance((), rows, columns, rules), refuse)
    except LookupError:
        return None


def _whole_grid(empty: Instance, fill: Callable[[int, Sequence[int], bool], Table]) -> Standings:
    boxes = _free_sides(empty)
    name = f"dots-and-boxes-{empty.rows}x{empty.columns}-{empty.rules}"
    arrays = stored(name, lambda: {"standing": fill(len(empty.free), boxes, empty.rules == "standard")})
    return Standings(empty.free, boxes, arrays["standing"], empty.rules)


def standings_after(instance: Instance) -> Standings:
    """Build the table of all positions that can follow."""
    boxes = _free_sides(instance)
    table = standing_table(len(instance.free), boxes, instance.rules == "standard")
    return Standings(instance.free, boxes, table, instance.rules)


def lead(instance: Instance) -> int:
    """Return Tom's points minus Jerry's after the lines drawn so far."""
    last_turn = {line: turn for turn, line in enumerate(instance.lines)}
    turns = [
        max(last_turn[side] for side in box)
        for box in _boxes(instance.rows, instance.columns)
        if last_turn.keys() >= box
    ]
    return sum(1 if instance.drawers[turn] == TOM else -1 for turn in turns)


def _free_sides(instance: Instance) -> tuple[int, ...]:
    """Return the masks of the free sides of every box that is not closed yet."""
    drawn = set(instance.lines)
    open_boxes = (box - drawn for box in _boxes(instance.rows, instance.columns))
    return tuple(_mask(instance.free, box) for box in open_boxes if box)


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


def standing_table(lines: int, boxes: Sequence[int], again: bool = False) -> Table:
    """Fill the table of standings, indexed by mask; ``again``: who closes a box draws the next line too.

    ``boxes`` are masks of lines. 2^lines bytes, and twice that while it is filled; O(lines 2^lines) steps.
    """
    return _Filling(lines, boxes, again).fill()


class _Filling:
    """A table being filled.

    A mask is split into a row (its high bits) and a column (its lowest ``LOW_LINES`` bits). The columns are
    put in order of falling size, so that those of one size are a slice: the slices are filled one after the
    other, and within a slice the rows from the fullest to the empty one, a whole slice at a time.
    """

    def __init__(self, lines: int, boxes: Sequence[int], again: bool) -> None:
        self.boxes, self.again = boxes, again
        self.low = min(lines, LOW_LINES)
        self.high = range(lines - self.low)
        self.order, self.place, self.layers = _by_falling_size(self.low)
        closed = closed_boxes(lines, boxes).reshape(-1, 1 << self.low)
        self.double = (2 * closed).take(self.order, axis=1)
        self.standing = np.full_like(self.double, LOWEST)
        self.standing[-1, 0] = closed[-1, -1]  # no line is left: the "maximum" for which standing = closed

    def fill(self) -> Table:
        """Fill layer by layer; return the table in order of masks."""
        for layer in self.layers:
            self.draw_low_lines(layer)
            for row in reversed(range(len(self.standing))):
                self.draw_high_lines(row, layer)
                self.standing[row, layer] = self.double[row, layer] - self.standing[row, layer]
        return self.standing.take(self.place, axis=1).reshape(-1)

    def draw_low_lines(self, layer: slice) -> None:
        """Take the maximum over one more low line; where it is drawn already, nothing may come of it."""
        for line in range(self.low):
            columns = self.order[layer] | 1 << line
            after = self.standing.take(self.place[columns], axis=1)
            if self.again:
                closes = self.closes(line, np.arange(len(after)), columns) & (columns != self.order[layer])
                after = np.where(closes, self.double.take(self.place[columns], axis=1) - after, after)
            np.maximum(self.standing[:, layer], after, out=self.standing[:, layer])

    def draw_high_lines(self, row: int, layer: slice) -> None:
        """Take the maximum over one more high line, in one row."""
        for line in self.high:
            further = row | 1 << line
            if further != row:
                after = self.standing[further, layer]
                if self.again:
                    closes = self.closes(self.low + line, np.array([further]), self.order[layer])[0]
                    after = np.where(closes, self.double[further, layer] - after, after)
                np.maximum(self.standing[row, layer], after, out=self.standing[row, layer])

    def closes(self, line: int, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Tell for sets that have ``line`` whether it closes a box in them. Shape rows x columns."""
        closing = np.zeros((len(rows), len(columns)), dtype=np.bool_)
        for box in self.boxes:
            if box >> line & 1:
                in_row, in_column = box >> self.low, box & (1 << self.low) - 1
                closing |= ((rows & in_row) == in_row)[:, None] & ((columns & in_column) == in_column)
        return closing


@cache
def _by_falling_size(lines: int) -> tuple[NDArray[np.intp], NDArray[np.intp], list[slice]]:
    """All masks from the fullest to the empty one, the place of each mask in that order, the layers in it."""
    sizes = np.array([mask.bit_count() for mask in range(1 << lines)])
    order = np.argsort(-sizes, kind="stable")
    place = np.argsort(order)
    bounds = [0, *np.cumsum(np.bincount(sizes)[::-1]).tolist()]
    return order, place, [slice(start, stop) for start, stop in pairwise(bounds)]


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file with many positions, byte for byte as ``solve`` would; None for any other."""
    if len(data) < SMALL_FILE:
        return None
    from doublecount.dp.lanes import dots_and_boxes

    return dots_and_boxes.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, values=values, answer_text=answer_text)
