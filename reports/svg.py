"""Draws a ``Picture`` as inline SVG: classes only, the style sheet board.css decides the looks.

A unit square is ``UNIT`` high, and as wide as its longest text needs. All shapes of one paint share one
path, so a board of thousands of cells stays small.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from doublecount.problems.picture import Cell, Edge, Paint, Picture, Place, Sample, Sign
from doublecount.reports.shapes import MARKS, SIGNS, Box, brackets, diamond, frame, number, rectangle
from doublecount.reports.text import visible

UNIT = 32
"""Height of a unit square in the drawing's own coordinates."""
TALL = 46
"""Height of a cell with scores, below which a move's number has its place."""
WIDE = 44
"""Side of a cell between points, which leaves room for their numbers."""
LETTER = 9.6
"""Width of a character of the cell font."""
SMALL_LETTER = 7.3
"""Width of a character of names, numbers of points and legends."""
MARGIN = 4
GAP = 6
"""Between the board and its legend, and the lines of it."""
MOST_CELLS = 10_000
LEGIBLE_CELLS = 2_500
"""Up to this size cells carry their texts."""
LARGEST = 420
"""Pixels of the longer side of a large board."""

_GLYPHS = {".": "·"}


@dataclass(frozen=True)
class _Grid:
    """Where the cells of a picture are."""

    picture: Picture
    width: float
    """Of a cell."""
    height: float

    @classmethod
    def of(cls, picture: Picture) -> "_Grid":
        longest = max((_text_width(cell) for cell in picture.cells), default=0)
        tall = any(cell.scores and cell.badge for cell in picture.cells)
        unit = WIDE if picture.points else UNIT
        return cls(picture, max(unit, longest), TALL if tall else unit)

    @property
    def size(self) -> tuple[float, float]:
        return self.picture.width * self.width, self.picture.height * self.height

    @property
    def legible(self) -> bool:
        return self.picture.height * self.picture.width <= LEGIBLE_CELLS

    @property
    def lattice(self) -> bool:
        """Whether edges are drawn, in place of the grid's own lines."""
        return bool(self.picture.edges or self.picture.points)

    def point(self, row: float, column: float) -> tuple[float, float]:
        return column * self.width, row * self.height

    def box(self, cell: Cell | Place) -> Box:
        return Box(*self.point(cell.row, cell.column), self.width, self.height)

    def head(self, cell: Cell) -> Box:
        """The part of a cell that is above its scores; the whole cell if it has none."""
        box = self.box(cell)
        return Box(box.x, box.y, box.width, self.height - 16 if cell.scores else self.height)


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


def drawn(
    picture: Picture, marked: frozenset[Place] = frozenset(), legend: bool = False
) -> tuple[Box, Markup]:
    """Return the shapes of a picture, the board's top-left corner in (0, 0), and the box that holds them."""
    grid = _Grid.of(picture)
    parts = [*_shapes(grid), *_names(grid), *_differences(grid, marked)]
    extent = _extent(grid)
    for sample in picture.legend if legend else ():
        below, line = _sample(sample, extent.y + extent.height + GAP)
        wide = max(extent.width, below.width - extent.x)
        extent = Box(extent.x, extent.y, wide, below.y + below.height - extent.y)
        parts.append(line)
    return extent, Markup("").join(parts)


def _shapes(grid: _Grid) -> Iterator[Markup]:
    yield from _squares(grid)
    yield from _lines(grid)
    yield from _signs(grid)
    yield from _texts(grid)


def _extent(grid: _Grid) -> Box:
    """The board with its names and a margin."""
    left = top = float(MARGIN)
    if grid.legible and grid.picture.rows:
        left += max(len(name) for name in grid.picture.rows) * SMALL_LETTER + 4
    if grid.legible and grid.picture.columns:
        top += 16
    if grid.picture.numbered:
        left, top = left + 12, top + 12
    width, height = grid.size
    return Box(-left, -top, width + left + MARGIN, height + top + MARGIN)


def _text_width(cell: Cell) -> float:
    if cell.scores:
        return min(sum(len(visible(score)) for score in cell.scores), 40) * 8.5 + 22
    texts = [] if cell.sign else [cell.text]
    return max(min(len(visible(text)), 40) * LETTER + 8 for text in [*texts, cell.badge])


def _path(kind: str, paint: Paint | None, data: Iterable[str]) -> Markup:
    """A path of class ``kind`` and the paint's name; empty when there is nothing to draw."""
    steps = "".join(data)
    name = f"{kind} {paint.value}" if paint else kind
    return Markup('<path class="{}" d="{}"/>').format(name, steps) if steps else Markup("")


def _squares(grid: _Grid) -> Iterator[Markup]:
    """Fields of each paint, then the grid's own lines, then the marks of each paint."""
    cells = grid.picture.cells
    for paint in Paint:
        yield _path("cell", paint, map(rectangle, _runs(grid, paint)))
    if not grid.lattice:
        (across, down), rows, columns = grid.size, grid.picture.height, grid.picture.width
        levels = (f"M0 {number(grid.point(row, 0)[1])}h{number(across)}" for row in range(rows + 1))
        walls = (f"M{number(grid.point(0, column)[0])} 0v{number(down)}" for column in range(columns + 1))
        yield _path("grid", None, [*levels, *walls])
        yield _path("border", None, _borders(grid))
    for paint in Paint:
        mine = [cell for cell in cells if cell.paint is paint]
        if mark := MARKS.get(paint):
            yield _path("mark", paint, (mark(grid.head(cell)) for cell in mine if not cell.sign))
        yield _path("given", paint, (frame(grid.box(cell)) for cell in mine if cell.given))


def _runs(grid: _Grid, paint: Paint) -> Iterator[Box]:
    """The cells of one paint, neighbours in a row taken together."""
    places = sorted({(cell.row, cell.column) for cell in grid.picture.cells if cell.paint is paint})
    keyed = groupby(enumerate(places), lambda entry: (entry[1][0], entry[1][1] - entry[0]))
    for _, group in keyed:
        (_, (row, first)), *rest = group
        yield Box(*grid.point(row, first), grid.width * (1 + len(rest)), grid.height)


def _borders(grid: _Grid) -> Iterator[str]:
    """The sides at which black and white cells meet."""
    if not grid.legible:
        return
    black = {(cell.row, cell.column) for cell in grid.picture.cells if cell.paint is Paint.BLACK}
    white = {(cell.row, cell.column) for cell in grid.picture.cells if cell.paint is Paint.WHITE}
    for row, column in sorted(black | white):
        here = black if (row, column) in black else white
        other = white if here is black else black
        if (row, column + 1) in other:
            yield _edge(Edge(row, column + 1, False), grid)
        if (row + 1, column) in other:
            yield _edge(Edge(row + 1, column, True), grid)


def _lines(grid: _Grid) -> Iterator[Markup]:
    """Points and edges; faint lines lie below, special ones on top."""
    edges = grid.picture.edges
    for paint in (Paint.FAINT, *(paint for paint in Paint if paint is not Paint.FAINT)):
        yield _path("edge", paint, (_edge(edge, grid) for edge in edges if edge.paint is paint))
    yield _path("tick", None, (_tick(edge, grid) for edge in edges if edge.paint is Paint.LAST))
    if grid.picture.points:
        rows, columns = range(grid.picture.height + 1), range(grid.picture.width + 1)
        places = (grid.point(row, column) for row in rows for column in columns)
        yield _path("point", None, (f"M{number(x)} {number(y)}h0" for x, y in places))


def _edge(edge: Edge, grid: _Grid) -> str:
    x, y = grid.point(edge.row, edge.column)
    step = f"h{number(grid.width)}" if edge.horizontal else f"v{number(grid.height)}"
    return f"M{number(x)} {number(y)}{step}"


def _tick(edge: Edge, grid: _Grid) -> str:
    """A short stroke across the middle of the last line drawn."""
    x, y = grid.point(edge.row, edge.column)
    if edge.horizontal:
        return f"M{number(x + grid.width / 2)} {number(y - 6)}v12"
    return f"M{number(x - 6)} {number(y + grid.height / 2)}h12"


def _signs(grid: _Grid) -> Iterator[Markup]:
    """The signs of each kind and paint; on a large board the rare ones only."""
    for sign, shape in SIGNS.items():
        if not grid.legible and sign is not Sign.QUEEN:
            continue
        for paint in Paint:
            mine = [cell for cell in grid.picture.cells if cell.sign is sign and cell.paint is paint]
            yield _path(f"sign {sign.value}", paint, (shape(grid.box(cell)) for cell in mine))


def _texts(grid: _Grid) -> Iterator[Markup]:
    """The cells' texts, grouped by paint."""
    if not grid.legible:
        return
    for paint in Paint:
        mine = [cell for cell in grid.picture.cells if cell.paint is paint]
        yield _group("text", paint, [_text(grid, cell) for cell in mine if _label(cell)])
        for player, name in enumerate((Paint.FIRST_PLAYER, Paint.SECOND_PLAYER)):
            kind = "score" if paint in (name, Paint.FREE) else "score lost"
            scores = [_score(grid, cell, player) for cell in mine if len(cell.scores) > player]
            yield _group(kind, paint, scores)


def _group(kind: str, paint: Paint, texts: Iterable[Markup]) -> Markup:
    joined = Markup("").join(texts)
    return Markup('<g class="{} {}">{}</g>').format(kind, paint.value, joined) if joined else joined


def _label(cell: Cell) -> str:
    """What is written in the middle of a cell."""
    if cell.badge or cell.scores:
        return cell.badge
    return "" if cell.sign else cell.text.strip()


def _text(grid: _Grid, cell: Cell) -> Markup:
    x, y = grid.head(cell).middle
    label = _label(cell)
    return written(_GLYPHS.get(label, visible(label[:40])), x, y + 5.6)


def _score(grid: _Grid, cell: Cell, player: int) -> Markup:
    """The score of the first player at the lower left of a cell, that of the second at the lower right."""
    box = grid.box(cell)
    x = box.x + box.width * (0.27, 0.73)[player]
    return written(visible(cell.scores[player][:20]), x, box.y + box.height - 5)


def written(text: str, x: float, y: float) -> Markup:
    """A text whose base line passes through (x, y)."""
    return Markup('<text x="{}" y="{}">{}</text>').format(number(x), number(y), escape(text))


def _names(grid: _Grid) -> Iterator[Markup]:
    """Names of rows and columns, numbers of points."""
    if not grid.legible:
        return
    picture = grid.picture
    rows = [(name, grid.point(row + 0.5, 0)) for row, name in enumerate(picture.rows)]
    names = Markup("").join(written(visible(name), x - 6, y + 4.4) for name, (x, y) in rows)
    yield Markup('<g class="name row">{}</g>').format(names) if names else names
    columns = [(name, grid.point(0, column + 0.5)) for column, name in enumerate(picture.columns)]
    names = Markup("").join(written(visible(name), x, y - 6) for name, (x, y) in columns)
    yield Markup('<g class="name">{}</g>').format(names) if names else names
    if picture.numbered:
        wide = picture.width + 1
        points = ((point, *divmod(point, wide)) for point in range((picture.height + 1) * wide))
        placed = ((point + 1, grid.point(row, column)) for point, row, column in points)
        numbers = (written(str(point), x - 5, y - 5) for point, (x, y) in placed)
        yield Markup('<g class="name row">{}</g>').format(Markup("").join(numbers))


def _differences(grid: _Grid, marked: frozenset[Place]) -> Iterator[Markup]:
    """Corners around the marked cells and diamonds on the marked edges, on a halo that sets them off."""
    data = [_difference(grid, place) for place in sorted(marked)]
    yield _path("halo", None, data)
    yield _path("differs", None, data)


def _difference(grid: _Grid, place: Place) -> str:
    x, y = grid.point(place.row, place.column)
    if place.kind == "cell":
        return brackets(grid.box(place))
    right, down = (grid.width / 2, 0) if place.kind == "across" else (0, grid.height / 2)
    return diamond(x + right, y + down, 7)


def _sample(sample: Sample, top: float) -> tuple[Box, Markup]:
    """A line of a legend, and the box that it takes: the shape, and what it means."""
    edges = (sample.edge,) if sample.edge else ()
    grid = _Grid.of(Picture(1, 1, (sample.cell,) if sample.cell else (), edges))
    shapes = Markup("").join(_shapes(grid))
    y = top if sample.cell else top + grid.height / 2
    words = written(visible(sample.words), grid.width + 10, top + grid.height / 2 + 4.4)
    line = '<g transform="translate(0 {})">{}</g><g class="name words">{}</g>'
    width = grid.width + 10 + len(visible(sample.words)) * SMALL_LETTER + MARGIN
    return Box(0, top, width, grid.height), Markup(line).format(number(y), shapes, words)
