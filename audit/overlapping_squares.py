"""Overlapping Squares: the table of all pictures, audited by painting stacks of squares.

A stack is painted plainly: each cell belongs to the square placed last over it, or to none. A picture is then
the cut of a plain graph: an edge is drawn where the cells on its two sides, the outside included, belong to
different owners. By breadth-first search over stacks all pictures are found with their fewest squares. It is
shown that the solver's table has exactly these, with these numbers; that its last square and picture before
make the picture; that its masks make of a picture and a further square what painting makes of the stack;
and that two stacks which show one picture show one picture after any further square, too.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

import networkx as nx

from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Auditor, Fault, Kind, Sampling, Size
from doublecount.dp.overlapping_squares import moves, table
from doublecount.problems.overlapping_squares.instance import HEIGHT, SQUARES, WIDTH

Cell = tuple[int, int]
Stack = tuple[int, ...]
"""Numbers of squares, the first placed first; squares are numbered row by row."""
NOTHING: Stack = ()


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
    """Paints stacks."""

    def __init__(self) -> None:
        """List the edges of the plain graph."""
        self.edges = [(one, other, 1 << bit) for one, other, bit in sides().edges(data="bit")]
        self.cells = [[(row + r, column + c) for r in (0, 1) for c in (0, 1)] for row, column in SQUARES]

    def owners(self, stack: Stack) -> dict[Cell, int]:
        """Return for each cell that is covered the place in the stack of the square on top."""
        return {cell: place for place, square in enumerate(stack) for cell in self.cells[square]}

    def picture(self, owners: Mapping[Cell, int]) -> int:
        """Return the edges that are drawn."""
        return sum(bit for one, other, bit in self.edges if owners.get(one) != owners.get(other))

    def above(self, stack: Stack) -> list[int]:
        """Return the pictures after each further square."""
        owners = self.owners(stack)
        return [self.picture(owners | dict.fromkeys(cells, len(stack))) for cells in self.cells]


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
        self.after: dict[int, list[int]] = {}

    def all_pictures(self) -> None:
        """Paint all stacks of fewest squares with one square more, by breadth-first search."""
        self.lowest[self.painting.picture({})] = NOTHING
        for picture in self._in_order():
            stack = self.lowest[picture]
            self.after[picture] = self.painting.above(stack)
            for square, higher in enumerate(self.after[picture]):
                if self.lowest.setdefault(higher, (*stack, square)) != (*stack, square):
                    self.other[higher] = (*stack, square)
            self.ledger.look(len(SQUARES))
            self._moves(picture)
            self._entry(picture)
        for picture in self.table.keys() - self.lowest.keys():
            self.fault(Kind.KEPT, picture, None, "a picture of the table is made by no stack")

    def _in_order(self) -> Iterator[int]:
        """Yield the pictures in the order in which they are found, while more are."""
        layer = list(self.lowest)
        while layer:
            known = len(self.lowest)
            yield from layer
            layer = list(islice(self.lowest, known, None))

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
        for picture, stack in self.other.items():
            self.ledger.glance("stacks", self.ledger.merged, len(self.other))
            self.ledger.merged += 1
            if self.painting.above(stack) != self.after[picture]:
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
