"""Injured Queen by networkx: placements are the paths of a graph whose nodes are the allowed squares.

The graph is a directed acyclic one; the number of paths from each node is summed up against a topological
order that networkx finds and checks.
"""

from itertools import pairwise, product

import networkx as nx

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.record import Model, Outcome

START, END = "start", "end"
UNIT = "arcs"
MOST_COLUMNS = 1000


def graph(instance: Instance, meter: Meter) -> "nx.DiGraph[object]":
    """Build the graph: an arc from square to square wherever two neighbouring queens do not attack."""
    allowed = [
        [(column, row) for row in (range(instance.n) if fixed is None else [fixed])]
        for column, fixed in enumerate(instance.rows)
    ]
    arcs: nx.DiGraph[object] = nx.DiGraph()
    arcs.add_edges_from((START, square) for square in allowed[0])
    arcs.add_edges_from((square, END) for square in allowed[-1])
    for squares, following in pairwise(allowed):
        meter.spend(len(squares) * len(following))
        arcs.add_nodes_from(squares)
        arcs.add_edges_from((x, y) for x, y in product(squares, following) if abs(x[1] - y[1]) >= 2)
    return arcs


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Count the paths from start to end and follow one."""
    meter = Meter(budget)
    try:
        arcs = graph(instance, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    paths: dict[object, int] = {}
    for square in reversed(list(nx.topological_sort(arcs))):
        paths[square] = 1 if square == END else sum(paths[following] for following in arcs[square])
    placement = None
    if paths[START]:
        way = nx.shortest_path(arcs, START, END)
        placement = tuple(square[1] for square in way[1:-1])
    return answered(Answer(paths[START], placement), meter.spent)


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large for a graph of all its squares."""
    return f"more than {MOST_COLUMNS} columns" if instance.n > MOST_COLUMNS else None


MODEL = Model(
    name="networkx",
    technique="networkx orders the graph of allowed neighbouring squares; paths are counted along it",
    run=run,
    budget=2_000_000,
    unit=UNIT,
    fits=fits,
    size_limit=f"{MOST_COLUMNS} columns; about 120 free columns within the default budget",
    shares=frozenset({"networkx"}),
)
