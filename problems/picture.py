"""A picture of a board as shapes on a grid; drawn as text here and as SVG in reports/.

Grid coordinates: cell (row, column) has its top-left corner at point (row, column); rows grow downwards.
"""

from dataclasses import dataclass
from enum import Enum


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


@dataclass(frozen=True)
class Cell:
    """A unit square with a short text in it."""

    row: int
    column: int
    text: str
    paint: Paint = Paint.PLAIN


@dataclass(frozen=True)
class Edge:
    """A unit line from point (row, column) to the right (``horizontal``) or downwards."""

    row: int
    column: int
    horizontal: bool
    paint: Paint = Paint.PLAIN


@dataclass(frozen=True)
class Picture:
    """``height`` x ``width`` cells; ``points`` asks for a dot at every grid point."""

    height: int
    width: int
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    points: bool = False
    caption: str = ""


_EDGE_TEXT = {Paint.FAINT: (" ", " "), Paint.BEST: ("=", '"'), Paint.LAST: ("~", "!")}


def as_text(picture: Picture) -> str:
    """Draw a picture with ASCII characters, the caption last; every line ends in a newline."""
    drawn = _lattice(picture) if picture.edges or picture.points else _table(picture)
    return "\n".join([*drawn, *([picture.caption] if picture.caption else [])]) + "\n"


def _table(picture: Picture) -> list[str]:
    """Rows of cell texts; single characters stand close, longer texts in columns."""
    wide = max((len(cell.text) for cell in picture.cells), default=1)
    rows = [["".ljust(wide)] * picture.width for _ in range(picture.height)]
    for cell in picture.cells:
        rows[cell.row][cell.column] = cell.text.rjust(wide)
    return [("" if wide == 1 else " ").join(row).rstrip() for row in rows]


def _lattice(picture: Picture) -> list[str]:
    """Points, lines between them and cell texts on one canvas; a cell is three characters wide."""
    canvas = [[" "] * (4 * picture.width + 1) for _ in range(2 * picture.height + 1)]
    if picture.points:
        for row in range(picture.height + 1):
            for column in range(picture.width + 1):
                canvas[2 * row][4 * column] = "+"
    for cell in picture.cells:
        for offset, character in enumerate(cell.text[:3].center(3)):
            canvas[2 * cell.row + 1][4 * cell.column + 1 + offset] = character
    for edge in picture.edges:
        across, down = _EDGE_TEXT.get(edge.paint, ("-", "|"))
        if edge.horizontal:
            for offset in range(1, 4):
                canvas[2 * edge.row][4 * edge.column + offset] = across
        else:
            canvas[2 * edge.row + 1][4 * edge.column] = down
    return ["".join(line).rstrip() for line in canvas]
