"""Black & White by Graphillion: the borders between the colours, all of them held in one decision diagram.

Take the sides of cells as the edges of a graph and the grid points as its nodes. The border of a colouring
is the sides between cells of different colours. Around an inner point the colours change as often as they
change back, so an even number of its four sides are border: not none, that is a 2 x 2 block of one colour;
not all four, for in a checkerboard the two black cells, connected elsewhere, would part the white ones. So
two, and the border consists of paths from edge to edge of the board and of cycles, which pass all inner
points. One such curve parts the board in two; with a second one some colour would fall apart. Conversely one
path or cycle through all inner points is the border of two colourings, both valid, and each the other's
negative. With a cell given, of one.

Cells that are given side by side say whether the side between them is border. Those further apart say whether
the border is crossed an even or odd number of times on the way from one to the other.
"""

import os
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Colouring
from doublecount.problems.record import Model, Outcome

MOST_WIDTH = 10
MOST_CELLS = 400
UNIT = "states of the frontier, estimated"
THREADS = "OMP_NUM_THREADS"

Cell = tuple[int, int]
Side = tuple[int, int]
"""The numbers of its two grid points, the smaller one first."""
Rows = tuple[str, ...]


def library() -> Any:
    """Return the class of sets of graphs; more threads than one only wait for each other on small boards."""
    if THREADS in os.environ:
        from graphillion import GraphSet
    else:
        os.environ[THREADS] = "1"  # read when the library is loaded
        from graphillion import GraphSet

        del os.environ[THREADS]
    return GraphSet


def upright(rows: Rows) -> Rows:
    """Return the board with its longer side down: the diagram grows with the width."""
    return rows if len(rows) >= len(rows[0]) else tuple(map("".join, zip(*rows, strict=True)))


def side(one: Cell, other: Cell, width: int) -> Side:
    """Return the side between two neighbouring cells; point (r, c) is the top left corner of cell (r, c)."""
    row, column = max(one, other)
    first = row * (width + 1) + column
    return (first, first + 1) if one[1] == other[1] else (first, first + width + 1)


def neighbours(rows: Rows) -> Iterator[tuple[Cell, Cell]]:
    """Yield each two cells that share a side, row by row."""
    for row, text in enumerate(rows):
        for column in range(len(text)):
            if column:
                yield (row, column - 1), (row, column)
            if row:
                yield (row - 1, column), (row, column)


def links(rows: Rows) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of given cells, near ones first, that tie all of them together; none more than needed."""
    given = [(r, c) for r, text in enumerate(rows) for c, symbol in enumerate(text) if symbol != FREE]
    group = {cell: {cell} for cell in given}
    by_distance = sorted(combinations(given, 2), key=lambda two: (_distance(*two), two))
    for one, other in by_distance:
        if group[one] is not group[other]:
            joined = group[one] | group[other]
            group |= dict.fromkeys(joined, joined)
            yield one, other


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def way(one: Cell, other: Cell) -> list[Cell]:
    """Return the cells from one to the other, first along its row, then along the other's column."""
    step_c, step_r = (1 if other[k] >= one[k] else -1 for k in (1, 0))
    along = [(one[0], column) for column in range(one[1], other[1], step_c)]
    return [*along, *((row, other[1]) for row in range(one[0], other[0], step_r)), other]


def borders(rows: Rows) -> Any:
    """Return the set of all borders of colourings that have the colours given; None if there is none."""
    graphs, width = library(), len(rows[0])
    open_sides = [side(*two, width) for two in neighbours(rows) if not _alike(rows, *two)]
    inner = [r * (width + 1) + c for r in range(1, len(rows)) for c in range(1, width)]
    touched = [point for two in open_sides for point in two]
    if any(touched.count(point) < 2 for point in inner):
        return None
    graphs.set_universe(open_sides, traversal="as-is")
    degrees = {point: range(2) for point in touched} | dict.fromkeys(inner, 2)
    found = graphs.graphs(vertex_groups=[inner], degree_constraints=degrees)
    for one, other in links(rows):
        crossed = [side(*two, width) for two in pairwise(way(one, other))]
        crossed = [each for each in crossed if each in {*open_sides}]
        found = _of_parity(found, crossed, rows[one[0]][one[1]] != rows[other[0]][other[1]])
    return found


def _alike(rows: Rows, one: Cell, other: Cell) -> bool:
    """Are both cells given, of one colour?"""
    colours = {rows[row][column] for row, column in (one, other)}
    return len(colours) == 1 and colours != {FREE}


def _of_parity(found: Any, sides: list[Side], odd: bool) -> Any:
    """Return those borders that have an odd, or an even, number of the sides."""
    parted = [found, library()()]
    for each in sides:
        without, with_it = ([part.excluding(each) for part in parted], [p.including(each) for p in parted])
        parted = [without[0] | with_it[1], without[1] | with_it[0]]
    return parted[odd]


def painted(rows: Rows, border: set[Side]) -> Rows:
    """Return the colouring with this border, black in the first cell unless a given cell says otherwise."""
    width = len(rows[0])
    black = {(0, 0): True}
    for one, other in neighbours(rows):  # the first of the two is painted before the other
        black[other] = black[one] != (side(one, other, width) in border)
    given = next(((cell, rows[cell[0]][cell[1]]) for cell in black if rows[cell[0]][cell[1]] != FREE), None)
    swapped = given is not None and black[given[0]] != (given[1] == BLACK)
    return tuple(
        "".join(BLACK if black[row, column] != swapped else WHITE for column in range(width))
        for row in range(len(rows))
    )


def counted(rows: Rows) -> tuple[int, Rows | None]:
    """Return the number of colourings of an upright board, and one of them."""
    found = borders(rows)
    if not found:
        return 0, None
    free = all(symbol == FREE for text in rows for symbol in text)
    return found.len() * (2 if free else 1), painted(rows, {*map(_sorted, found.choice())})


def _sorted(ends: tuple[int, ...]) -> Side:
    return min(ends), max(ends)


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Count the borders; the library can't be interrupted, so the work is estimated beforehand."""
    rows, meter = upright(instance.rows), Meter(budget)
    try:
        meter.spend(len(rows) * 3 ** len(rows[0]))
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    count, found = counted(rows)
    colouring: Colouring | None = found
    if found is not None and rows != instance.rows:
        colouring = tuple(map("".join, zip(*found, strict=True)))
    return answered(Answer(count, colouring), meter.spent)


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large, or too narrow to have inner points."""
    shorter = min(instance.height, instance.width)
    if shorter < 2:
        return "a single row has no inner points"
    if shorter > MOST_WIDTH:
        return f"more than {MOST_WIDTH} cells along the shorter side"
    return f"more than {MOST_CELLS} cells" if instance.height * instance.width > MOST_CELLS else None


MODEL = Model(
    name="graphillion",
    technique="Graphillion counts the borders between the colours: paths and cycles through all inner points",
    run=run,
    budget=MOST_CELLS // MOST_WIDTH * 3**MOST_WIDTH,
    unit=UNIT,
    fits=fits,
    size_limit=f"2 to {MOST_WIDTH} cells along the shorter side, {MOST_CELLS} cells",
    shares=frozenset({"graphillion"}),
    library="graphillion",
    extra="count",
)
