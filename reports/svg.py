"""Draws a ``Picture`` as inline SVG: classes only, the style sheet board.css decides the looks.

All shapes of one paint share one path, so a board of thousands of cells stays small.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup

from doublecount.problems.picture import MOST_CELLS, Cell, Edge, Paint, Picture, Place, Sample, Sign
from doublecount.reports.grid import MARGIN, SMALL_LETTER, Grid
from doublecount.reports.lettering import names, texts
from doublecount.reports.markup import path, written
from doublecount.reports.shapes import MARKS, SIGNS, Box, brackets, diamond, frame, number, rectangle
from doublecount.reports.text import visible

GAP = 6
"""Between the board and its legend, and the lines of it."""
LARGEST = 420
"""Pixels of the longer side of a large board."""


def draw(
    picture: Picture,
    title: str,
    scale: float = 1.0,
    marked: frozenset[Place] = frozenset(),
    legend: bool = False,
) -> Markup:
    """Return one ``<svg>`` element; ``title`` names it for screen readers and as a tooltip.

    ``scale`` is in pixels per unit of the drawing; a large board is drawn smaller. The cells and edges in
    ``marked`` (see ``problems.picture.differing``) get a shape of their own. ``legend`` adds the picture's
    legend below the board.

    A picture of more than ``MOST_CELLS`` cells gives a sentence instead.
    """
    if picture.height * picture.width > MOST_CELLS:
        size = f"{picture.height} × {picture.width}"
        return Markup('<p class="undrawn">A board of {} cells, too large to draw here.</p>').format(size)
    extent, content = drawn(picture, marked, legend)
    scale = min(scale, LARGEST / max(extent.width, extent.height))
    return Markup(
        '<svg class="board" role="img" width="{}" height="{}" viewBox="{}"><title>{}</title>{}</svg>'
    ).format(
        number(extent.width * scale),
        number(extent.height * scale),
        " ".join(map(number, (extent.x, extent.y, extent.width, extent.height))),
        visible(title),
        content,
    )


@lru_cache(maxsize=256)  # parties that agree show the same picture
def drawn(
    picture: Picture, marked: frozenset[Place] = frozenset(), legend: bool = False
) -> tuple[Box, Markup]:
    """Return the shapes of a picture, the board's top-left corner in (0, 0), and the box that holds them."""
    grid = Grid.of(picture)
    parts = [*_shapes(grid), *names(grid), *_differences(grid, marked)]
    extent = grid.extent
    if legend and picture.legend:
        below, shapes = explained(picture.legend)
        shift = number(extent.y + extent.height + GAP)
        parts.append(Markup('<g transform="translate(0 {})">{}</g>').format(shift, shapes))
        wide = max(extent.width, below.width - extent.x)
        extent = Box(extent.x, extent.y, wide, extent.height + GAP + below.height)
    return extent, Markup("").join(parts)


def explained(samples: Iterable[Sample]) -> tuple[Box, Markup]:
    """Return the lines of a legend, the first one in (0, 0), and the box that holds them."""
    lines: list[Markup] = []
    width = height = 0.0
    for sample in samples:
        box, line = _sample(sample, height)
        lines.append(line)
        width, height = max(width, box.width), height + box.height + GAP
    return Box(0, 0, width, height), Markup("").join(lines)


def _shapes(grid: Grid) -> Iterator[Markup]:
    yield from _squares(grid)
    yield from _lines(grid)
    yield from _signs(grid)
    yield from texts(grid)


def _squares(grid: Grid) -> Iterator[Markup]:
    """Fields of each paint, then the grid's own lines, then the marks of each paint."""
    for paint, mine in grid.painted.items():
        yield path(f"cell {paint.value}", map(rectangle, _runs(grid, mine)))
    if not grid.lattice:
        (across, down), rows, columns = grid.size, grid.picture.height, grid.picture.width
        levels = (f"M0 {number(grid.point(row, 0)[1])}h{number(across)}" for row in range(rows + 1))
        walls = (f"M{number(grid.point(0, column)[0])} 0v{number(down)}" for column in range(columns + 1))
        yield path("grid", [*levels, *walls])
        yield path("border", _borders(grid))
    for paint, mine in grid.painted.items():
        if mark := MARKS.get(paint):
            yield path(f"mark {paint.value}", (mark(grid.head(cell)) for cell in mine if not cell.sign))
        yield path(f"given {paint.value}", (frame(grid.box(cell)) for cell in mine if cell.given))


def _runs(grid: Grid, cells: Iterable[Cell]) -> Iterator[Box]:
    """The boxes of cells, neighbours in a row taken together."""
    places = sorted({(cell.row, cell.column) for cell in cells})
    keyed = groupby(enumerate(places), lambda entry: (entry[1][0], entry[1][1] - entry[0]))
    for _, run in keyed:
        (_, (row, first)), *rest = run
        yield Box(*grid.point(row, first), grid.width * (1 + len(rest)), grid.height)


def _borders(grid: Grid) -> Iterator[str]:
    """The sides at which black and white cells meet."""
    if not grid.legible:
        return
    black, white = ({(c.row, c.column) for c in grid.painted[paint]} for paint in (Paint.BLACK, Paint.WHITE))
    for row, column in sorted(black | white):
        here = black if (row, column) in black else white
        other = white if here is black else black
        if (row, column + 1) in other:
            yield _edge(Edge(row, column + 1, False), grid)
        if (row + 1, column) in other:
            yield _edge(Edge(row + 1, column, True), grid)


def _lines(grid: Grid) -> Iterator[Markup]:
    """Points and edges; faint lines lie below, special ones on top."""
    edges = grid.picture.edges
    for paint in (Paint.FAINT, *(paint for paint in Paint if paint is not Paint.FAINT)) if edges else ():
        yield path(f"edge {paint.value}", (_edge(edge, grid) for edge in edges if edge.paint is paint))
    yield path("tick", (_tick(edge, grid) for edge in edges if edge.paint is Paint.LAST))
    if grid.picture.points:
        rows, columns = range(grid.picture.height + 1), range(grid.picture.width + 1)
        places = (grid.point(row, column) for row in rows for column in columns)
        kind = "point" if grid.picture.numbered else "point small"
        yield path(kind, (f"M{number(x)} {number(y)}h0" for x, y in places))


def _edge(edge: Edge, grid: Grid) -> str:
    x, y = grid.point(edge.row, edge.column)
    step = f"h{number(grid.width)}" if edge.horizontal else f"v{number(grid.height)}"
    return f"M{number(x)} {number(y)}{step}"


def _tick(edge: Edge, grid: Grid) -> str:
    """A short stroke across the middle of the last line drawn."""
    x, y = grid.point(edge.row, edge.column)
    if edge.horizontal:
        return f"M{number(x + grid.width / 2)} {number(y - 6)}v12"
    return f"M{number(x - 6)} {number(y + grid.height / 2)}h12"


def _signs(grid: Grid) -> Iterator[Markup]:
    """The signs of each kind and paint; on a large board the rare ones only."""
    for sign, shape in SIGNS.items():
        if not grid.legible and sign is not Sign.QUEEN:
            continue
        for paint, mine in grid.painted.items():
            boxes = (grid.box(cell) for cell in mine if cell.sign is sign)
            yield path(f"sign {sign.value} {paint.value}", map(shape, boxes))


def _differences(grid: Grid, marked: frozenset[Place]) -> Iterator[Markup]:
    """Corners around the marked cells and diamonds on the marked edges, on a halo that sets them off."""
    data = [_difference(grid, place) for place in sorted(marked)]
    yield path("halo", data)
    yield path("differs", data)


def _difference(grid: Grid, place: Place) -> str:
    x, y = grid.point(place.row, place.column)
    if place.kind == "cell":
        return brackets(grid.box(place))
    right, down = (grid.width / 2, 0) if place.kind == "across" else (0, grid.height / 2)
    return diamond(x + right, y + down, 7)


def _sample(sample: Sample, top: float) -> tuple[Box, Markup]:
    """A line of a legend, and the box that it takes: the shape, and what it means."""
    edges = (sample.edge,) if sample.edge else ()
    grid = Grid.of(Picture(1, 1, (sample.cell,) if sample.cell else (), edges))
    shapes = Markup("").join(_shapes(grid))
    y = top if sample.cell else top + grid.height / 2
    words = written(visible(sample.words), grid.width + 10, top + grid.height / 2 + 4.4)
    line = '<g transform="translate(0 {})">{}</g><g class="name words">{}</g>'
    width = grid.width + 10 + len(visible(sample.words)) * SMALL_LETTER + MARGIN
    return Box(0, top, width, grid.height), Markup(line).format(number(y), shapes, words)
