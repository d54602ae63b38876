"""Wooden Chess by networkx: retrograde analysis of the directed graph of positions.

A position is the set of its filled cells. The graph is built by making every legal move from every position
met; networkx orders it topologically, and values are carried back from the full board.
"""

from itertools import product

import networkx as nx

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.record import Model, Outcome
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Cell

Position = frozenset[Cell]
EMPTY: Position = frozenset()
UNIT = "positions"
MOST_SIDES = 50


def graph(instance: Instance, meter: Meter) -> "nx.DiGraph[Position]":
    """Build the graph; the attribute ``cell`` of an arc is the cell that the move fills."""
    needed = {
        (row, column): {(row, left) for left in range(column)} | {(above, column) for above in range(row)}
        for row, column in product(range(instance.n), range(instance.m))
    }
    positions: nx.DiGraph[Position] = nx.DiGraph()
    positions.add_node(EMPTY)
    open_positions: list[Position] = [EMPTY]
    while open_positions:
        meter.spend()
        position = open_positions.pop()
        for cell, before in needed.items():
            if cell not in position and before <= position:
                following = position | {cell}
                if following not in positions:
                    open_positions.append(following)
                positions.add_edge(position, following, cell=cell)
    return positions


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Carry values back against the topological order, then follow the best moves forwards."""
    meter = Meter(budget)
    try:
        positions = graph(instance, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    values: dict[Position, int] = {}
    replies: dict[Position, Position] = {}
    for position in reversed(list(nx.topological_sort(positions))):
        worth = {}
        for following, move in positions[position].items():
            row, column = move["cell"]
            earned = -instance.b[row][column] if len(position) % 2 else instance.a[row][column]
            worth[following] = values[following] + earned
        if worth:
            best = min if len(position) % 2 else max
            replies[position] = best(worth, key=worth.__getitem__)
            values[position] = worth[replies[position]]
        else:
            values[position] = 0
    line, position = [], EMPTY
    while position in replies:
        line.append(positions.edges[position, replies[position]]["cell"])
        position = replies[position]
    return answered(Answer(values[EMPTY], tuple(line)), meter.spent)


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large for any budget."""
    return (
        f"more than {MOST_SIDES} rows and columns together" if instance.n + instance.m > MOST_SIDES else None
    )


MODEL = Model(
    name="networkx",
    technique="retrograde analysis of all positions in a topological order found by networkx",
    run=run,
    budget=8100,
    unit=UNIT,
    fits=fits,
    size_limit=f"{MOST_SIDES} rows and columns together; 7 x 7, 6 x 10 within the default budget",
    shares=frozenset({"networkx"}),
)
