"""Where the cells and points of a picture are in its drawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from doublecount.problems.picture import Cell, Paint, Picture, Place
from doublecount.reports.shapes import Box
from doublecount.reports.text import visible

UNIT = 32
"""Height of a unit square in the drawing's own coordinates."""
TALL = 46
"""Height of a cell with scores, below which a move's number has its place."""
WIDE = 48
"""Side of a cell between points, which leaves room for their numbers."""
LETTER = 9.6
"""Width of a character of the cell font."""
SMALL_LETTER = 7.3
"""Width of a character of names, numbers of points and legends."""
MARGIN = 4
LEGIBLE_CELLS = 2_500
"""Up to this size cells carry their texts."""


@dataclass(frozen=True)
class Grid:
    """Where the cells of a picture are."""

    picture: Picture
    width: float
    """Of a cell."""
    height: float

    @classmethod
    def of(cls, picture: Picture) -> "Grid":
        """Choose the size of the cells by what is in them."""
        seen = picture.cells if picture.height * picture.width <= LEGIBLE_CELLS else ()
        longest = max(map(_text_width, seen), default=0)
        tall = any(cell.scores and cell.badge for cell in picture.cells)
        unit = WIDE if picture.points else UNIT
        return cls(picture, max(unit, longest), TALL if tall else unit)

    @cached_property
    def painted(self) -> Mapping[Paint, list[Cell]]:
        """The cells by their paints, those without a cell included."""
        cells: dict[Paint, list[Cell]] = {paint: [] for paint in Paint}
        for cell in self.picture.cells:
            cells[cell.paint].append(cell)
        return cells

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board."""
        return self.picture.width * self.width, self.picture.height * self.height

    @property
    def legible(self) -> bool:
        """Whether the cells carry their texts."""
        return self.picture.height * self.picture.width <= LEGIBLE_CELLS

    @property
    def lattice(self) -> bool:
        """Whether edges are drawn, in place of the grid's own lines."""
        return bool(self.picture.edges or self.picture.points)

    def point(self, row: float, column: float) -> tuple[float, float]:
        """Return x and y of a point of the grid."""
        return column * self.width, row * self.height

    def box(self, cell: Cell | Place) -> Box:
        """Return the box of a cell."""
        return Box(*self.point(cell.row, cell.column), self.width, self.height)

    def head(self, cell: Cell) -> Box:
        """Return the part of a cell that is above its scores; the whole cell if it has none."""
        box = self.box(cell)
        return Box(box.x, box.y, box.width, self.height - 16 if cell.scores else self.height)

    @property
    def extent(self) -> Box:
        """The board with its names and a margin."""
        left = top = float(MARGIN)
        if self.legible and self.picture.rows:
            left += max(len(name) for name in self.picture.rows) * SMALL_LETTER + 4
        if self.legible and self.picture.columns:
            top += 16
        if self.legible and self.picture.numbered:
            digits = len(str((self.picture.height + 1) * (self.picture.width + 1)))
            left, top = left + 5 + SMALL_LETTER * digits, top + 9
        width, height = self.size
        return Box(-left, -top, width + left + MARGIN, height + top + MARGIN)


def _text_width(cell: Cell) -> float:
    if cell.scores:
        return min(sum(len(visible(score)) for score in cell.scores), 40) * 8.5 + 22
    texts = [] if cell.sign else [cell.text]
    return max(min(len(visible(text)), 40) * LETTER + 8 for text in [*texts, cell.badge])
