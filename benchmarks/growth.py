"""How the states of black-white grow with the board: reachable, of these live, and these merged.

python benchmarks/growth.py WIDTH      prints a list of rows for 2 x 2 to WIDTH x WIDTH, as JSON
"""

import json
import sys

import numpy as np

from doublecount.dp.black_white.curve import START, Moves
from doublecount.dp.layered import DEAD, LayeredGraph, explore, merged


def live(graph: LayeredGraph) -> list[int]:
    """Return for each layer how many states can be completed."""
    completes = np.ones(1 + int(graph.arcs[-1].max()), dtype=np.bool_)
    numbers = []
    for arcs in reversed(graph.arcs):
        completes = ((arcs != DEAD) & completes[arcs]).any(axis=0)
        numbers.append(int(completes.sum()))
    return numbers[::-1]


def row(width: int) -> dict[str, int]:
    """Return states in all layers together, and in the largest one, of a square board."""
    moves = Moves(width, width)
    graph = explore(START, width * width, moves, moves.kind)
    layers = {"reachable": graph.states, "live": live(graph), "merged": merged(graph).states}
    totals = {name: sum(states) for name, states in layers.items()}
    return {"width": width, **totals, "largest layer": max(layers["reachable"])}


if __name__ == "__main__":
    print(json.dumps([row(width) for width in range(2, int(sys.argv[1]) + 1)]))
