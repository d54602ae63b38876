"""Black & White by SAT: a variable a cell; networkx finds disconnected colours, which clauses then exclude.

A cut says: if two cells have one colour, so has some cell of a set that separates them on the board.
"""

from collections.abc import Callable
from typing import TypeAlias

import networkx as nx

from doublecount.models import sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Colouring, cut_into_rows
from doublecount.problems.claim import Claim
from doublecount.problems.record import Model, Outcome, Way

Board: TypeAlias = "nx.Graph[int]"
"""The cells' variables, adjacent where the cells share a side."""

MOST_CELLS = 400
MOST_FREE = 100
UNIT = "conflicts and calls"


def clauses(instance: Instance) -> list[sat.Clause]:
    """State givens and 2 x 2 blocks; cell (r, c) is black if variable r * width + c + 1 is true."""
    width = instance.width
    stated: list[sat.Clause] = []
    for number, symbol in enumerate("".join(instance.rows), start=1):
        if symbol != FREE:
            stated.append([number if symbol == BLACK else -number])
    for row in range(instance.height - 1):
        for first in range(row * width + 1, (row + 1) * width):
            block = [first, first + 1, first + width, first + width + 1]
            stated += [block, [-number for number in block]]
    return stated


def grid(instance: Instance) -> Board:
    """Return the graph of the board: its nodes are the cells' variables, side neighbours are adjacent."""
    width = instance.width
    board: Board = nx.Graph()
    board.add_nodes_from(range(1, instance.height * width + 1))
    board.add_edges_from((number, number + 1) for number in board if number % width)
    board.add_edges_from((number, number + width) for number in board if number + width in board)
    return board


def cuts(board: Board, model: frozenset[int]) -> list[sat.Clause]:
    """Return clauses that the model violates and every valid colouring obeys; none if it is valid."""
    parts = _components(board, lambda one, two: (one in model) == (two in model))
    black: list[set[int]] = []
    white: list[set[int]] = []
    for part in parts:
        (black if min(part) in model else white).append(part)
    return [
        _cut(board, part, set().union(*parts) - part, sign)
        for parts, sign in ((black, 1), (white, -1))
        if len(parts) > 1
        for part in parts
    ]


def _components(board: Board, joined: Callable[[int, int], bool]) -> list[set[int]]:
    """Return the connected parts of the board with those sides only whose two cells are ``joined``."""
    left: Board = nx.Graph()
    left.add_nodes_from(board)
    left.add_edges_from((one, two) for one, two in board.edges if joined(one, two))
    return [*nx.connected_components(left)]


def _cut(board: Board, part: set[int], others: set[int], sign: int) -> sat.Clause:
    """Demand that a cell of ``part`` and one of ``others``, if of one colour, have it between them, too.

    ``part`` is a connected part of a colour, ``others`` are the cells of that colour outside; the colour is
    that of the literals ``sign * cell``. The smallest of the separating sets around the part is taken.
    """
    around = set().union(*(board[cell] for cell in part)) - part
    areas = _components(board, lambda one, two: one not in around and two not in around)
    separators = [
        (sorted(cell for cell in around if not area.isdisjoint(board[cell])), min(area & others))
        for area in areas
        if area & others
    ]
    separator, far = min(separators, key=lambda found: (len(found[0]), found))
    return [-sign * min(part), -sign * far, *(sign * cell for cell in separator)]


def enumerated(
    instance: Instance, meter: Meter, solver: str = sat.SOLVER_NAME
) -> tuple[list[Colouring], list[sat.Clause]]:
    """Return all colourings and the cuts that it took to find them; raises OutOfBudgetError."""
    board = grid(instance)
    met: list[sat.Clause] = []

    def remembered(model: frozenset[int]) -> list[sat.Clause]:
        found = cuts(board, model)
        met.extend(found)
        return found

    models = [*sat.board_models(clauses(instance), sorted(board), meter, remembered, solver)]
    colourings = ("".join(BLACK if black else WHITE for black in blacks) for blacks in models)
    return [cut_into_rows(colouring, instance.width) for colouring in colourings], met


def run(instance: Instance, budget: int, solver: str = sat.SOLVER_NAME) -> Outcome[Answer]:
    """Enumerate all colourings."""
    meter = Meter(budget)
    try:
        found, _ = enumerated(instance, meter, solver)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(Answer(len(found), min(found, default=None), frozenset(found)), meter.spent)


def claim(instance: Instance, budget: int) -> Outcome[Claim]:
    """Enumerate all colourings, and refute with the same cuts that there is another."""
    meter = Meter(budget)
    try:
        found, met = enumerated(instance, meter)
        others = (_unlike(colouring) for colouring in found)
        proven = sat.refuted(found, [*clauses(instance), *met], others, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(proven, meter.spent)


def run_second(instance: Instance, budget: int) -> Outcome[Answer]:
    """Enumerate all colourings with the second solver, which meets other cuts."""
    return run(instance, budget, sat.SECOND_SOLVER)


def _unlike(colouring: Colouring) -> sat.Clause:
    """Demand that some cell has the other colour."""
    cells = enumerate("".join(colouring), start=1)
    return [-number if colour == BLACK else number for number, colour in cells]


MODEL = Model(
    name="sat",
    technique="a SAT solver enumerates the black cells; networkx finds cuts against disconnected colours",
    run=run,
    claim=claim,
    ways=(Way(f"by {sat.SECOND_SOLVER}", run_second),),
    budget=2000,
    unit=UNIT,
    fits=lambda instance: (
        f"more than {MOST_CELLS} cells"
        if instance.height * instance.width > MOST_CELLS
        else f"more than {MOST_FREE} free cells"
        if len(instance.free) > MOST_FREE
        else None
    ),
    size_limit=f"{MOST_CELLS} cells, {MOST_FREE} of them free; about 10^4 colourings",
    shares=frozenset({"pysat", "networkx"}),
)
