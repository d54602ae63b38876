"""Overlapping Squares: the table of all pictures, audited by painting stacks of squares.

A stack is painted plainly: each cell belongs to the square placed last over it, or to none. A picture is then
the cut of a plain graph: an edge is drawn where the cells on its two sides, the outside included, belong to
different owners. By breadth-first search over stacks all pictures are found with their fewest squares. It is
shown that the solver's table has exactly these, with these numbers; that its last square and picture before
make the picture; that its masks make of a picture and a further square what painting makes of the stack;
and that two stacks which show one picture show one picture after any further square, too.
"""

from collections.abc import Sequence
from itertools import islice

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Fault, Kind, Sampling, Size
from doublecount.dp.overlapping_squares import moves, table
from doublecount.problems.overlapping_squares.instance import HEIGHT, SQUARES, WIDTH

Cell = tuple[int, int]
Stack = tuple[int, ...]
"""Numbers of squares, the first placed first; squares are numbered row by row."""
NOTHING: Stack = ()
Owners = NDArray[np.int8]
"""Stacks x cells, those around the board included."""
ON_TOP = 127
"""The owner of what a further square covers."""


def refuses(size: Size) -> str | None:
    """Return None, or why a size can't be audited."""
    return None if size == (HEIGHT, WIDTH) else f"the table is of {HEIGHT}x{WIDTH} alone"


def sides() -> nx.Graph:
    """Return the graph of neighbouring cells, those around the board included; edges know their bit.

    The bits are those of the solver's documentation: first the upper sides of cells, row by row, those at the
    bottom of the board last; then the left sides, those at its right end among them.
    """
    graph = nx.Graph()
    for row in range(HEIGHT + 1):
        for column in range(WIDTH):
            graph.add_edge((row - 1, column), (row, column), bit=WIDTH * row + column)
    for row in range(HEIGHT):
        for column in range(WIDTH + 1):
            bit = WIDTH * (HEIGHT + 1) + (WIDTH + 1) * row + column
            graph.add_edge((row, column - 1), (row, column), bit=bit)
    return graph


class Painting:
    """Paints stacks, many at a time."""

    def __init__(self) -> None:
        """List the edges of the plain graph, and the cells of each square."""
        graph = sides()
        place = {cell: number for number, cell in enumerate(graph)}
        edges = list(graph.edges(data="bit"))
        self.one = [place[one] for one, _, _ in edges]
        self.other = [place[other] for _, other, _ in edges]
        self.bits = np.array([1 << bit for _, _, bit in edges], dtype=np.int64)
        self.cells = [
            [place[row + down, column + right] for down in (0, 1) for right in (0, 1)]
            for row, column in SQUARES
        ]
        self.places = len(place)

    def owners(self, stacks: Sequence[Stack]) -> Owners:
        """Return for each cell whose it is: 0 nobody's, else the place in the stack, from 1, of the last."""
        owners = np.zeros((len(stacks), self.places), dtype=np.int8)
        for row, stack in zip(owners, stacks, strict=True):
            for place, square in enumerate(stack, start=1):
                row[self.cells[square]] = place
        return owners

    def pictures(self, owners: Owners) -> list[int]:
        """Return the edges that are drawn, as bits."""
        drawn = owners[:, self.one] != owners[:, self.other]
        return [int(picture) for picture in drawn @ self.bits]

    def above(self, stacks: Sequence[Stack]) -> list[tuple[int, ...]]:
        """Return for each stack the pictures after each further square."""
        columns, before = [], self.owners(stacks)
        for cells in self.cells:
            owners = before.copy()
            owners[:, cells] = ON_TOP
            columns.append(self.pictures(owners))
        return list(zip(*columns, strict=True))


class Comparison:
    """The solver's table beside the pictures that are painted."""

    def __init__(self, ledger: Ledger) -> None:
        """Fetch the table that the solver uses."""
        self.ledger, self.painting = ledger, Painting()
        self.table, self.moves = table(), moves()
        self.lowest: dict[int, Stack] = {}
        """For each picture a stack of the fewest squares."""
        self.other: dict[int, Stack] = {}
        """Another stack with the same picture, where one was met."""
        self.after: dict[int, tuple[int, ...]] = {}
        """The pictures after each further square."""

    def all_pictures(self) -> None:
        """Paint all stacks of fewest squares with one square more, by breadth-first search."""
        (blank,) = self.painting.pictures(self.painting.owners([NOTHING]))
        self.lowest[blank] = NOTHING
        layer = [blank]
        while layer:
            known = len(self.lowest)
            self.after.update(zip(layer, self._above(layer), strict=True))
            for picture in layer:
                self._reach(picture)
                self.ledger.look(len(SQUARES))
                self._moves(picture)
                self._entry(picture)
            layer = list(islice(self.lowest, known, None))
        for picture in sorted(self.table.keys() - self.lowest.keys()):
            self.fault(Kind.KEPT, picture, None, "a picture of the table is made by no stack")

    def _above(self, pictures: Sequence[int]) -> list[tuple[int, ...]]:
        return self.painting.above([self.lowest[picture] for picture in pictures])

    def _reach(self, picture: int) -> None:
        """Take down the stacks that come of a picture by one square more."""
        for square, higher in enumerate(self.after[picture]):
            stack = (*self.lowest[picture], square)
            if self.lowest.setdefault(higher, stack) is not stack:
                self.other[higher] = stack

    def _moves(self, picture: int) -> None:
        """Compare what the masks of each square make of a picture."""
        for square, (kept, outline) in enumerate(self.moves):
            if picture & kept | outline != self.after[picture][square]:
                self.fault(Kind.MOVE, picture, square, "a further square makes another picture")

    def _entry(self, picture: int) -> None:
        """Compare the fewest squares of a picture, and the step by which the table comes to it."""
        if picture not in self.table:
            self.fault(Kind.REMOVED, picture, None, "a picture that a stack makes is not in the table")
            return
        fewest, square, before = self.table[picture]
        stack = self.lowest[picture]
        if fewest != len(stack):
            self.fault(Kind.STATE, picture, None, f"{fewest} squares are the fewest, painted {len(stack)}")
        if not stack:
            return
        steps = self.after.get(before)
        right = steps is not None and 0 <= square < len(steps) and steps[square] == picture
        if not right or len(self.lowest[before]) != len(stack) - 1:
            self.fault(Kind.MOVE, picture, None, "the last square and the picture before do not make it")

    def other_stacks(self) -> None:
        """Two stacks with one picture must show one picture after each further square, too."""
        after = self.painting.above(list(self.other.values()))
        for picture, pictures in zip(self.other, after, strict=True):
            self.ledger.merged += 1
            if pictures != self.after[picture]:
                self.fault(Kind.FUTURES, picture, None, "two stacks show it, but not the same afterwards")

    def fault(self, kind: Kind, picture: int, square: int | None, what: str) -> None:
        """Take down what is wrong with a picture, or with a further square."""
        stack = self.lowest.get(picture)
        way = "no stack" if stack is None else " ".join(_named(one) for one in stack) or "the blank board"
        further = "" if square is None else f" (square {_named(square)})"
        self.ledger.fault(lambda: Fault(kind, f"{what}{further}", way, "\n".join(_rows(picture))))


def _named(square: int) -> str:
    row, column = SQUARES[square]
    return f"{row + 1},{column + 1}"


def _rows(picture: int) -> list[str]:
    """Draw a picture as the judge does."""
    canvas = [[" "] * (2 * WIDTH + 1) for _ in range(HEIGHT + 1)]
    for one, other, bit in sides().edges(data="bit"):
        if picture >> bit & 1:
            row, column = max(one, other)
            upright = one[0] == other[0]
            canvas[row + upright][2 * column + (not upright)] = "|" if upright else "_"
    return ["".join(row).rstrip() for row in canvas]


def look(_: Size, __: Sampling, ledger: Ledger) -> None:
    """Audit the table of the judge's board. O(pictures x squares x edges)."""
    compared = Comparison(ledger)
    ledger.expect(len(compared.table), len(compared.table))
    compared.all_pictures()
    compared.other_stacks()
    ledger.notes.append(f"{len(compared.other):,} pictures by a second stack as well")


AUDITOR = Auditor(full=(HEIGHT, WIDTH), refuses=refuses, look=look)
