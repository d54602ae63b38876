"""Draws a ``Picture`` as inline SVG: classes only, the style sheet decides the looks.

A unit square is ``UNIT`` high, and as wide as its longest text needs. All shapes of one paint share one
path, so a board of thousands of cells stays small. Every paint that matters has a *mark*, a shape of its
own, so that no meaning hangs on colour alone.
"""

from collections.abc import Callable, Iterable

from markupsafe import Markup, escape

from doublecount.problems.picture import Cell, Edge, Paint, Picture
from doublecount.reports.text import visible

UNIT = 32
"""Height of a unit square in the drawing's own coordinates."""
LETTER = 9.6
"""Width of a character of the cell font."""
MARGIN = 4
MOST_CELLS = 10_000
LEGIBLE_CELLS = 2_500
"""Up to this size cells carry their texts."""
LARGEST = 420
"""Pixels of the longer side of a large board."""

_GLYPHS = {".": "·", "x": "×"}

Mark = Callable[[float, float, float], str]
"""``mark(x, y, width)``: path data of a mark in the cell whose top-left corner is (x, y)."""


def draw(picture: Picture, title: str, scale: float = 1.0) -> Markup:
    """Return one ``<svg>`` element; ``title`` names it for screen readers and as a tooltip.

    ``scale`` is in pixels per unit of the drawing; a large board is drawn smaller.

    A picture of more than ``MOST_CELLS`` cells gives a sentence instead.
    """
    if picture.height * picture.width > MOST_CELLS:
        size = f"{picture.height} × {picture.width}"
        return Markup('<p class="undrawn">A board of {} cells, too large to draw here.</p>').format(size)
    cell = _cell_width(picture)
    width, height = picture.width * cell + 2 * MARGIN, picture.height * UNIT + 2 * MARGIN
    scale = min(scale, LARGEST / max(width, height))
    return Markup(
        '<svg class="board" role="img" width="{}" height="{}" viewBox="{} {} {} {}"><title>{}</title>{}</svg>'
    ).format(
        _number(width * scale),
        _number(height * scale),
        -MARGIN,
        -MARGIN,
        _number(width),
        height,
        visible(title),
        Markup("").join([*_squares(picture, cell), *_lines(picture, cell), *_texts(picture, cell)]),
    )


def _cell_width(picture: Picture) -> float:
    longest = max((len(visible(cell.text)) for cell in picture.cells), default=1)
    return max(UNIT, min(longest, 40) * LETTER + 8)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _path(kind: str, paint: Paint | None, data: Iterable[str]) -> Markup:
    """A path of class ``kind`` and the paint's name; empty when there is nothing to draw."""
    steps = "".join(data)
    name = f"{kind} {paint.value}" if paint else kind
    return Markup('<path class="{}" d="{}"/>').format(name, steps) if steps else Markup("")


def _squares(picture: Picture, width: float) -> Iterable[Markup]:
    """Fields of each paint, then their marks, then the grid's own lines when there are no edges to see."""
    for paint in Paint:
        places = [(cell.column * width, cell.row * UNIT) for cell in picture.cells if cell.paint is paint]
        box = f"h{_number(width)}v{UNIT}h-{_number(width)}z"
        yield _path("cell", paint, (f"M{_number(x)} {y}{box}" for x, y in places))
        if mark := _MARKS.get(paint):
            yield _path("mark", paint, (mark(x, y, width) for x, y in places))


def _hatch(x: float, y: float, width: float) -> str:
    """Three strokes across a corner."""
    return "".join(f"M{_number(x + 1)} {y + step}l{step - 1} -{step - 1}" for step in (8, 15, 22))


def _frame(x: float, y: float, width: float) -> str:
    """A second frame inside the cell."""
    inner = _number(width - 7)
    return f"M{_number(x + 3.5)} {y + 3.5}h{inner}v{UNIT - 7}h-{inner}z"


def _wedge(x: float, y: float, width: float) -> str:
    """A filled corner at the top left."""
    return f"M{_number(x)} {y}h10l-10 10z"


def _bar(x: float, y: float, width: float) -> str:
    """A filled strip along the lower side."""
    return f"M{_number(x)} {y + UNIT}v-4h{_number(width)}v4z"


def _ring(x: float, y: float, width: float) -> str:
    """A circle around the text."""
    return f"M{_number(x + width / 2 - 12)} {y + UNIT / 2}a12 12 0 1 0 24 0a12 12 0 1 0 -24 0"


_MARKS: dict[Paint, Mark] = {
    Paint.FAINT: _hatch,
    Paint.GIVEN: _frame,
    Paint.LAST: _frame,
    Paint.BEST: _ring,
    Paint.FIRST_PLAYER: _wedge,
    Paint.SECOND_PLAYER: _bar,
}


def _lines(picture: Picture, width: float) -> Iterable[Markup]:
    """The frame, or points and edges; faint lines lie below, special ones on top."""
    lattice = bool(picture.edges or picture.points)
    if not lattice:
        across, down = _number(picture.width * width), picture.height * UNIT
        rows = (f"M0 {row * UNIT}h{across}" for row in range(picture.height + 1))
        columns = (f"M{_number(column * width)} 0v{down}" for column in range(picture.width + 1))
        yield _path("grid", None, [*rows, *columns])
    for paint in (Paint.FAINT, *(paint for paint in Paint if paint is not Paint.FAINT)):
        yield _path("edge", paint, (_edge(edge, width) for edge in picture.edges if edge.paint is paint))
    yield _path("tick", None, (_tick(edge, width) for edge in picture.edges if edge.paint is Paint.LAST))
    if picture.points:
        places = ((x, y) for y in range(picture.height + 1) for x in range(picture.width + 1))
        yield _path("point", None, (f"M{_number(x * width)} {y * UNIT}h0" for x, y in places))


def _edge(edge: Edge, width: float) -> str:
    step = f"h{_number(width)}" if edge.horizontal else f"v{UNIT}"
    return f"M{_number(edge.column * width)} {edge.row * UNIT}{step}"


def _tick(edge: Edge, width: float) -> str:
    """A short stroke across the middle of the last line drawn."""
    x, y = edge.column * width, edge.row * UNIT
    if edge.horizontal:
        return f"M{_number(x + width / 2)} {y - 5}v10"
    return f"M{_number(x - 5)} {y + UNIT / 2}h10"


def _texts(picture: Picture, width: float) -> Iterable[Markup]:
    """The cells' texts, grouped by paint."""
    if picture.height * picture.width > LEGIBLE_CELLS:
        return
    for paint in Paint:
        cells = [cell for cell in picture.cells if cell.paint is paint and cell.text.strip()]
        if cells:
            texts = Markup("").join(_text(cell, width) for cell in cells)
            yield Markup('<g class="text {}">{}</g>').format(paint.value, texts)


def _text(cell: Cell, width: float) -> Markup:
    shown = _GLYPHS.get(cell.text, visible(cell.text[:40]))
    x, y = cell.column * width + width / 2, cell.row * UNIT + UNIT / 2
    return Markup('<text x="{}" y="{}">{}</text>').format(_number(x), _number(y), escape(shown))
