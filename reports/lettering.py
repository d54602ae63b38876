"""The texts of a board: in its cells, beside its rows and columns, at its points."""

from collections.abc import Iterator

from markupsafe import Markup

from doublecount.problems.picture import Cell, Paint
from doublecount.reports.grid import Grid
from doublecount.reports.markup import group, written
from doublecount.reports.text import visible

_GLYPHS = {".": "·"}


def texts(grid: Grid) -> Iterator[Markup]:
    """Yield the cells' texts, grouped by paint."""
    if not grid.legible:
        return
    for paint, mine in grid.painted.items():
        yield group(f"text {paint.value}", [_text(grid, cell) for cell in mine if _label(cell)])
        for player, name in enumerate((Paint.FIRST_PLAYER, Paint.SECOND_PLAYER)):
            kind = "score" if paint in (name, Paint.FREE) else "score lost"
            scores = [_score(grid, cell, player) for cell in mine if len(cell.scores) > player]
            yield group(f"{kind} {paint.value}", scores)


def _label(cell: Cell) -> str:
    """What is written in the middle of a cell."""
    if cell.badge or cell.scores:
        return cell.badge
    return "" if cell.sign else cell.text.strip()


def _text(grid: Grid, cell: Cell) -> Markup:
    x, y = grid.head(cell).middle
    label = _label(cell)
    return written(_GLYPHS.get(label, visible(label[:40])), x, y + 5.6)


def _score(grid: Grid, cell: Cell, player: int) -> Markup:
    """The score of the first player at the lower left of a cell, that of the second at the lower right."""
    box = grid.box(cell)
    x = box.x + box.width * (0.27, 0.73)[player]
    y = box.y + box.height - 5 if cell.badge else box.middle[1] + 4.9
    return written(visible(cell.scores[player][:20]), x, y)


def names(grid: Grid) -> Iterator[Markup]:
    """Yield the names of rows and columns and the numbers of points."""
    if not grid.legible:
        return
    picture = grid.picture
    rows = [(name, *grid.point(row + 0.5, 0)) for row, name in enumerate(picture.rows)]
    yield group("name row", (written(visible(name), x - 6, y + 4.4) for name, x, y in rows))
    columns = [(name, *grid.point(0, column + 0.5)) for column, name in enumerate(picture.columns)]
    yield group("name", (written(visible(name), x, y - 6) for name, x, y in columns))
    if picture.numbered:
        wide = picture.width + 1
        points = [divmod(point, wide) for point in range((picture.height + 1) * wide)]
        placed = ((str(number), *grid.point(*point)) for number, point in enumerate(points, start=1))
        yield group("name row tiny", (written(number, x - 5, y - 5) for number, x, y in placed))
