"""A picture of a board as shapes on a grid; drawn as text here and as SVG in reports/.

Grid coordinates: cell (row, column) has its top-left corner at point (row, column); rows grow downwards.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

MOST_CELLS = 10_000
"""Larger boards are drawn by nobody; a picture of one may be without cells."""


class Paint(Enum):
    """What a shape means; the drawing decides the looks."""

    PLAIN = "plain"
    BLACK = "black"
    WHITE = "white"
    FREE = "free"
    FAINT = "faint"
    """Attacked squares, lines not drawn yet."""
    GIVEN = "given"
    """Fixed by the instance."""
    LAST = "last"
    BEST = "best"
    FIRST_PLAYER = "first-player"
    SECOND_PLAYER = "second-player"


class Sign(Enum):
    """What is drawn in a cell in place of its text, where there is room for a drawing."""

    CROSS = "cross"
    RING = "ring"
    QUEEN = "queen"
    RAY = "ray"
    """A line from the upper to the lower side."""


@dataclass(frozen=True)
class Cell:
    """A unit square with a short text in it."""

    row: int
    column: int
    text: str
    paint: Paint = Paint.PLAIN
    sign: Sign | None = None
    given: bool = False
    """Fixed by the instance, among cells that an answer filled in."""
    badge: str = ""
    """The number of a move, or of a square in a stack."""
    scores: tuple[str, ...] = ()
    """In place of the text: what the cell is worth to the first and to the second player."""

    @property
    def shown(self) -> str:
        """All its texts on one line: ``move:first/second``."""
        return ":".join(part for part in (self.badge, "/".join(self.scores) or self.text) if part)


@dataclass(frozen=True)
class Edge:
    """A unit line from point (row, column) to the right (``horizontal``) or downwards."""

    row: int
    column: int
    horizontal: bool
    paint: Paint = Paint.PLAIN


@dataclass(frozen=True)
class Sample:
    """An entry of a legend: a cell or an edge, as it looks, and what it means."""

    words: str
    cell: Cell | None = None
    edge: Edge | None = None


@dataclass(frozen=True)
class Picture:
    """``height`` x ``width`` cells; ``points`` asks for a dot at every grid point."""

    height: int
    width: int
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    points: bool = False
    caption: str = ""
    legend: tuple[Sample, ...] = ()
    """What can't be guessed, of the shapes that are there."""
    rows: tuple[str, ...] = ()
    """Names of the rows from the top, or none."""
    columns: tuple[str, ...] = ()
    """Names of the columns from the left, or none."""
    numbered: bool = False
    """With ``points``: they have numbers, from 1, row by row."""


@dataclass(frozen=True, order=True)
class Place:
    """Where a cell (``kind`` is "cell") or an edge ("across", "down") of a picture is."""

    row: int
    column: int
    kind: Literal["cell", "across", "down"] = "cell"


_EMPTY = {Paint.FREE, Paint.FAINT}
"""Paints of a cell in which nothing is put: attacked or not, that follows from the others."""


def differing(one: Picture, other: Picture) -> frozenset[Place]:
    """Return the cells and edges that look different in two pictures of one board.

    Whether an empty cell is attacked makes no difference: what attacks it does.

    Raises:
        ValueError: the boards are of different sizes.
    """
    if (one.height, one.width) != (other.height, other.width):
        raise ValueError(
            f"expected boards of one size, not {one.height} x {one.width} and {other.height} x {other.width}"
        )
    return frozenset(place for place, _ in _looks(one) ^ _looks(other))


def _looks(picture: Picture) -> set[tuple[Place, object]]:
    """What stands where; places of empty cells and of edges not drawn are left out."""
    cells = {
        (Place(cell.row, cell.column), (cell.shown, cell.paint))
        for cell in picture.cells
        if cell.paint not in _EMPTY
    }
    edges = {
        (Place(edge.row, edge.column, "across" if edge.horizontal else "down"), edge.paint)
        for edge in picture.edges
        if edge.paint is not Paint.FAINT
    }
    return cells | edges


_EDGE_TEXT = {Paint.FAINT: (" ", " "), Paint.BEST: ("=", '"'), Paint.LAST: ("~", "!")}


def as_text(picture: Picture) -> str:
    """Draw a picture with ASCII characters, legend and caption last; every line ends in a newline."""
    drawn = _lattice(picture) if picture.edges or picture.points else _table(picture)
    legend = "; ".join(f"{one.cell.shown} {one.words}" for one in picture.legend if one.cell)
    return "\n".join([*drawn, *(line for line in (legend, picture.caption) if line)]) + "\n"


def _table(picture: Picture) -> list[str]:
    """Rows of cell texts; single characters stand close, longer texts in columns."""
    wide = max((len(cell.shown) for cell in picture.cells), default=1)
    rows = [["".ljust(wide)] * picture.width for _ in range(picture.height)]
    for cell in picture.cells:
        rows[cell.row][cell.column] = cell.shown.rjust(wide)
    return [("" if wide == 1 else " ").join(row).rstrip() for row in rows]


def _lattice(picture: Picture) -> list[str]:
    """Points, lines between them and cell texts on one canvas; a cell is three characters wide."""
    canvas = [[" "] * (4 * picture.width + 1) for _ in range(2 * picture.height + 1)]
    if picture.points:
        for row in range(picture.height + 1):
            for column in range(picture.width + 1):
                canvas[2 * row][4 * column] = "+"
    for cell in picture.cells:
        for offset, character in enumerate(cell.shown[:3].center(3)):
            canvas[2 * cell.row + 1][4 * cell.column + 1 + offset] = character
    for edge in picture.edges:
        across, down = _EDGE_TEXT.get(edge.paint, ("-", "|"))
        if edge.horizontal:
            for offset in range(1, 4):
                canvas[2 * edge.row][4 * edge.column + offset] = across
        else:
            canvas[2 * edge.row + 1][4 * edge.column] = down
    return ["".join(line).rstrip() for line in canvas]
