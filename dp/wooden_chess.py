"""Wooden Chess: the layers are the moves, the states of a layer the staircases with so many pieces.

The filled cells form a staircase at the top left. Its border, walked from the bottom left corner of the
board to the top right, is a row of n steps up and m steps to the right: n ones and m zeros from the lowest
bit. A piece goes where a step up is followed by one to the right, and exchanges the two: a one at bit p
moves to bit p + 1, which adds ``1 << p``. So the graph of C(n + m, n) staircases is compiled without a
dictionary, once per size; a board is then worth the maximum or minimum over the moves, from the last layer
to the first.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.problems.record import Solver
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Line, Scores

MOST_STEPS = 24
"""Rows plus columns. 12 x 12 has 2,704,156 staircases and takes some 300 MB while it is compiled."""
KEPT_STEPS = 20
"""Graphs up to this size are small enough to keep many."""

Masks = NDArray[np.int64]
Values = NDArray[Any]
"""int64, or object holding Python integers where a total of scores could exceed 63 bits."""


@dataclass(frozen=True)
class Moves:
    """The k-th moves of the first states of a layer: ``following[state]`` and the filled ``cell[state]``.

    ``following`` is a state of the next layer, ``cell`` is row x m + column.
    """

    following: NDArray[np.int32]
    cell: NDArray[np.uint8]


Graph = tuple[tuple[Moves, ...], ...]
"""``graph[layer][k]``: states with more moves come first, so those that have a k-th are the first ones."""


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    if instance.n + instance.m > MOST_STEPS:
        return f"more than {MOST_STEPS} rows and columns together"
    return None


def staircases(n: int, m: int) -> tuple[Masks, Masks, Masks]:
    """Return borders, corners and numbers of pieces of all staircases in the order of a graph's states.

    A corner is a bit of a border at which a piece can be put. Fewer pieces come first, then more corners,
    then lower borders. O((n + m) C(n + m, n)) array steps, 2^(n + m) words of memory.
    """
    steps = n + m
    borders = np.flatnonzero(np.bitwise_count(np.arange(1 << steps, dtype=np.uint32)) == n)
    corners = borders & ~(borders >> 1) & ((1 << (steps - 1)) - 1)
    pieces = np.full_like(borders, -n * (n - 1) // 2)
    for bit in range(steps):
        pieces += ((borders >> bit) & 1) * bit
    # Both parts of the key fit in 16 bits, which NumPy sorts in linear time.
    order = np.argsort((16 * pieces + 15 - np.bitwise_count(corners)).astype(np.int16), kind="stable")
    return borders[order], corners[order], pieces[order]


def compile_graph(n: int, m: int) -> Graph:
    """Build the graph of all staircases: the moves at their lowest corners, at their second lowest, …"""
    borders, corners, pieces = staircases(n, m)
    number = np.empty(1 << (n + m), dtype=np.int32)
    number[borders] = np.arange(len(borders)) - np.searchsorted(pieces, pieces)
    layers: list[list[Moves]] = [[] for _ in range(n * m)]
    while (movable := corners != 0).any():
        borders, corners, pieces = borders[movable], corners[movable], pieces[movable]
        corner = corners & -corners
        corners ^= corner
        ups = np.bitwise_count(borders & (corner - 1))
        cell = (n - 1 - ups) * m + np.bitwise_count(corner - 1) - ups
        following = number[borders + corner]
        bounds = pairwise(np.searchsorted(pieces, np.arange(n * m + 1)).tolist())
        for layer, (start, end) in zip(layers, bounds, strict=True):
            if start < end:
                layer.append(Moves(following[start:end], cell[start:end]))
    return tuple(map(tuple, layers))


_small = lru_cache(maxsize=64)(compile_graph)
_large = lru_cache(maxsize=2)(compile_graph)


def graph_of(n: int, m: int) -> Graph:
    """Return the graph of a size, compiled at its first use; a bounded number is kept."""
    return (_small if n + m <= KEPT_STEPS else _large)(n, m)


def _gains(instance: Instance) -> tuple[Values, Values]:
    """Return what filling each cell adds to the value: by the first player, by the second."""
    dtype = np.int64 if instance.total_a + instance.total_b < 2**63 else object

    def flat(scores: Scores) -> Values:
        return np.array(scores, dtype=dtype).ravel()

    return flat(instance.a), -flat(instance.b)


def values(graph: Graph, gains: tuple[Values, Values]) -> list[Values]:
    """Return for each layer the values of its states, the full board's last: what is still to be won.

    The first player moves in layers 0, 2, … O(arcs).
    """
    following: Values = np.zeros(1, dtype=gains[0].dtype)
    layers = [following]
    for layer in reversed(range(len(graph))):
        best, gain = (np.minimum if layer % 2 else np.maximum), gains[layer % 2]
        first, *others = graph[layer]
        value = following[first.following] + gain[first.cell]
        for moves in others:
            part = value[: len(moves.cell)]
            best(part, following[moves.following] + gain[moves.cell], out=part)
        following = value
        layers.append(following)
    return layers[::-1]


def best_line(graph: Graph, gains: tuple[Values, Values], layers: list[Values], m: int) -> Line:
    """Follow best moves from the empty board; among several the one in the first row. O(moves x n)."""
    state = 0
    line = []
    for layer, choices in enumerate(graph):
        cell, state = min(
            (int(moves.cell[state]), int(moves.following[state]))
            for moves in choices
            if state < len(moves.cell)
            and layers[layer + 1][moves.following[state]] + gains[layer % 2][moves.cell[state]]
            == layers[layer][state]
        )
        line.append(divmod(cell, m))
    return tuple(line)


def solve(instance: Instance) -> Answer:
    """Return the value of the game and a line of best play."""
    graph, gains = graph_of(instance.n, instance.m), _gains(instance)
    layers = values(graph, gains)
    return Answer(int(layers[0][0]), best_line(graph, gains, layers, instance.m))


SOLVER = Solver(solve=solve, fits=fits)
