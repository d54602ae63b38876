"""Black & White by brute force: every painting of the free cells; networkx decides what is connected."""

from collections.abc import Iterator

import networkx as nx

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import COLOURS, Colouring
from doublecount.problems.record import Model, Outcome

MOST_FREE_CELLS = 16
MOST_CELLS = 400
UNIT = "paintings looked at"

Cell = tuple[int, int]


def complete_paintings(instance: Instance, meter: Meter) -> Iterator[Colouring]:
    """Yield all paintings without a 2 x 2 block of one colour; blocks are looked at once painted."""
    cells = [list(row) for row in instance.rows]
    if any(_in_bad_block(cells, row, column) for row in range(len(cells)) for column in range(len(cells[0]))):
        return
    yield from _painted_on(cells, list(instance.free), meter)


def _painted_on(cells: list[list[str]], free: list[Cell], meter: Meter) -> Iterator[Colouring]:
    meter.spend()
    if not free:
        yield tuple("".join(row) for row in cells)
        return
    (row, column), left = free[0], free[1:]
    old = cells[row][column]
    for colour in COLOURS:
        cells[row][column] = colour
        if not _in_bad_block(cells, row, column):
            yield from _painted_on(cells, left, meter)
    cells[row][column] = old


def _in_bad_block(cells: list[list[str]], row: int, column: int) -> bool:
    """Is the cell in a 2 x 2 block of one colour, all painted?"""
    for top in range(max(row - 1, 0), min(row + 1, len(cells) - 1)):
        for left in range(max(column - 1, 0), min(column + 1, len(cells[0]) - 1)):
            block = cells[top][left : left + 2] + cells[top + 1][left : left + 2]
            if len(set(block)) == 1 and block[0] in COLOURS:
                return True
    return False


def is_connected(board: "nx.Graph[Cell]", painting: Colouring) -> bool:
    """Have the black and the white cells one connected part each, at most?"""
    alike: nx.Graph[Cell] = nx.Graph()
    alike.add_nodes_from(board)
    alike.add_edges_from((a, b) for a, b in board.edges if painting[a[0]][a[1]] == painting[b[0]][b[1]])
    colours = {colour for row in painting for colour in row}
    return bool(nx.number_connected_components(alike) == len(colours))


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """List all paintings of the free cells and keep the valid ones."""
    meter = Meter(budget)
    board: nx.Graph[Cell] = nx.grid_2d_graph(instance.height, instance.width)
    try:
        found = frozenset(
            painting for painting in complete_paintings(instance, meter) if is_connected(board, painting)
        )
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(Answer(len(found), min(found, default=None), found), meter.spent)


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    if instance.height * instance.width > MOST_CELLS:
        return f"more than {MOST_CELLS} cells"
    return f"more than {MOST_FREE_CELLS} free cells" if len(instance.free) > MOST_FREE_CELLS else None


MODEL = Model(
    name="brute-force",
    technique="every painting of the free cells; networkx counts the connected parts",
    run=run,
    budget=8000,
    unit=UNIT,
    fits=fits,
    size_limit=f"{MOST_FREE_CELLS} free cells; {MOST_CELLS} cells",
    shares=frozenset({"networkx"}),
)
