"""Wooden Chess: the layers are the moves, the states of a layer the staircases with so many pieces.

The filled cells form a staircase at the top left. Its border, walked from the bottom left corner of the
board to the top right, is a row of n steps up and m steps to the right: n ones and m zeros from the lowest
bit. A piece goes where a step up is followed by one to the right, and exchanges the two: a one at bit p
moves to bit p + 1, which adds ``1 << p``. So the graph of C(n + m, n) staircases is compiled without a
dictionary, once per size; a board is then worth the maximum or minimum over the moves, from the last layer
to the first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.cache import Arrays, stored
from doublecount.problems.record import Solver
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Line, Scores

MOST_STEPS = 24
"""Rows plus columns. 12 x 12 has 2,704,156 staircases and takes some 300 MB while it is compiled."""
KEPT_STEPS = 20
"""Graphs up to this size are small enough to keep many, and to store them in the cache folder."""
STORED_STEPS = 14
"""Smaller graphs are compiled in less time than a file is read."""
BATCH = 16
"""Boards evaluated at once: more would leave the processor's cache."""

Masks = NDArray[np.int64]
Values = NDArray[Any]
"""States or cells x boards: int32 or int64 where no total of scores exceeds it, else Python integers."""
Gains = tuple[Values, Values]
"""What filling each cell (row x m + column) adds to the value: by the first player, by the second."""


@dataclass(frozen=True)
class Moves:
    """The moves of a layer: first those at the states' lowest corners, then at their second lowest, …

    States with more moves come first, so that those that have a k-th move are the first ``movers[k]``.
    ``following`` is a state of the next layer, ``cell`` the filled cell: row x m + column.
    """

    following: NDArray[np.int32]
    cell: NDArray[np.uint8]
    movers: tuple[int, ...]

    @cached_property
    def parts(self) -> list[slice]:
        """The places of the first moves, of the second ones, …"""
        return [slice(*bounds) for bounds in pairwise(accumulate(self.movers, initial=0))]

    def of(self, state: int) -> list[tuple[int, int]]:
        """Return the moves of one state as (cell, following state)."""
        places = [part.start + state for part in self.parts if state < part.stop - part.start]
        return [(int(self.cell[place]), int(self.following[place])) for place in places]


Graph = tuple[Moves, ...]
"""The moves of each layer."""


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


def compile_arcs(n: int, m: int) -> Arrays:
    """Return ``following`` and ``cell`` of all moves, layer by layer, and ``movers``: layers x most moves."""
    borders, corners, pieces = staircases(n, m)
    number = np.empty(1 << (n + m), dtype=np.int32)
    number[borders] = np.arange(len(borders)) - np.searchsorted(pieces, pieces)
    arcs: list[list[tuple[NDArray[np.int32], NDArray[np.uint8]]]] = [[] for _ in range(n * m)]
    movers = []
    while (movable := corners != 0).any():
        borders, corners, pieces = borders[movable], corners[movable], pieces[movable]
        corner = corners & -corners
        corners ^= corner
        ups = np.bitwise_count(borders & (corner - 1))
        cell = (n - 1 - ups) * m + np.bitwise_count(corner - 1) - ups
        following = number[borders + corner]
        bounds = np.searchsorted(pieces, np.arange(n * m + 1))
        movers.append(np.diff(bounds))
        for layer, (start, end) in zip(arcs, pairwise(bounds.tolist()), strict=True):
            layer.append((following[start:end], cell[start:end]))
    return {
        "following": np.concatenate([part for layer in arcs for part, _ in layer]),
        "cell": np.concatenate([part for layer in arcs for _, part in layer]).astype(np.uint8),
        "movers": np.array(movers, dtype=np.int32).T,
    }


def compile_graph(n: int, m: int) -> Graph:
    """Build the graph of all staircases, or fetch it where it is stored."""
    if STORED_STEPS <= n + m <= KEPT_STEPS:
        arcs = stored(f"wooden-chess-{n}x{m}", lambda: compile_arcs(n, m))
    else:
        arcs = compile_arcs(n, m)
    ends = arcs["movers"].sum(axis=1).cumsum().tolist()
    return tuple(
        Moves(arcs["following"][start:end], arcs["cell"][start:end], tuple(filter(None, movers)))
        for (start, end), movers in zip(pairwise([0, *ends]), arcs["movers"].tolist(), strict=True)
    )


_small = lru_cache(maxsize=64)(compile_graph)
_large = lru_cache(maxsize=2)(compile_graph)


def graph_of(n: int, m: int) -> Graph:
    """Return the graph of a size, compiled at its first use; a bounded number is kept."""
    return (_small if n + m <= KEPT_STEPS else _large)(n, m)


def smallest_dtype(total: int) -> type:
    """Return the type of values when all scores of a board sum up to at most ``total``."""
    return np.int32 if total < 2**31 else np.int64 if total < 2**63 else object


def _gains(instances: Sequence[Instance]) -> Gains:
    """Return the gains of boards of one size, a column a board."""
    dtype = smallest_dtype(max(instance.total_a + instance.total_b for instance in instances))

    def flat(scores: Iterable[Scores]) -> Values:
        return np.ascontiguousarray(np.array(list(scores), dtype=dtype).reshape(len(instances), -1).T)

    return flat(instance.a for instance in instances), -flat(instance.b for instance in instances)


def values(graph: Graph, gains: Gains) -> list[Values]:
    """Return for each layer the values of its states, the full board's last: what is still to be won.

    Each has the shape states x boards. The first player moves in layers 0, 2, … O(arcs x boards).
    """
    following: Values = np.zeros_like(gains[0][:1])
    layers = [following]
    for layer in reversed(range(len(graph))):
        moves, gain, best = graph[layer], gains[layer % 2], (np.maximum, np.minimum)[layer % 2]
        # Every index is in range: "clip" only spares NumPy a check of its own.
        worth = following.take(moves.following, axis=0, mode="clip")
        worth += gain.take(moves.cell, axis=0, mode="clip")
        first, *others = moves.parts
        following = worth[first].copy()
        for part in others:
            some = following[: part.stop - part.start]
            best(some, worth[part], out=some)
        layers.append(following)
    return layers[::-1]


def best_line(graph: Graph, gains: Gains, layers: list[Values], board: int, m: int) -> Line:
    """Follow best moves from the empty board; among several the one in the first row. O(moves x n)."""
    state = 0
    line = []
    for layer, moves in enumerate(graph):
        worth, gain, after = layers[layer][state, board], gains[layer % 2], layers[layer + 1]
        best = (move for move in moves.of(state) if after[move[1], board] + gain[move[0], board] == worth)
        cell, state = min(best)
        line.append(divmod(cell, m))
    return tuple(line)


def solve(instance: Instance) -> Answer:
    """Return the value of the game, an exact Python integer, and a line of best play.

    O(moves of all staircases). Trusts that ``fits`` accepts the board.
    """
    return _solve_alike([instance])[0]


def solve_many(instances: Sequence[Instance]) -> list[Answer]:
    """Return what ``solve`` returns for each board, in their order; those of one size ``BATCH`` at a time."""
    sizes: dict[tuple[int, int], list[int]] = {}
    for place, instance in enumerate(instances):
        sizes.setdefault((instance.n, instance.m), []).append(place)
    answers: dict[int, Answer] = {}
    for places in sizes.values():
        for start in range(0, len(places), BATCH):
            batch = places[start : start + BATCH]
            answers |= zip(batch, _solve_alike([instances[place] for place in batch]), strict=True)
    return [answers[place] for place in range(len(instances))]


def _solve_alike(instances: Sequence[Instance]) -> list[Answer]:
    """Solve boards of one size together."""
    n, m = instances[0].n, instances[0].m
    graph, gains = graph_of(n, m), _gains(instances)
    layers = values(graph, gains)
    return [
        Answer(int(value), best_line(graph, gains, layers, board, m))
        for board, value in enumerate(layers[0][0].tolist())
    ]


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file as ``solve`` would, byte for byte; None if anything is unusual."""
    from doublecount.dp.lanes import wooden_chess

    return wooden_chess.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, solve_many=solve_many, answer_text=answer_text)
