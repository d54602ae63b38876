"""Wooden Chess: the layers are the moves, the states of a layer the staircases with so many pieces.

The filled cells form a staircase at the top left. Its border, walked from the bottom left corner of the
board to the top right, is a row of n steps up and m steps to the right: n ones and m zeros from the lowest
bit. A piece goes where a step up is followed by one to the right, and exchanges the two: a one at bit p
moves to bit p + 1, which adds ``1 << p``. So the graph of C(n + m, n) staircases is compiled without a
dictionary, once per size; a board is then worth the maximum or minimum over the moves, from the last layer
to the first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.cache import Arrays, stored
from doublecount.problems.record import Solver
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Line

MOST_STEPS = 24
"""Rows plus columns. 12 x 12 has 2,704,156 staircases and takes some 150 MB while it is compiled."""
KEPT_STEPS = 20
"""Graphs up to this size are small enough to keep many, and to store them in the cache folder."""
STORED_STEPS = 14
"""Smaller graphs are compiled in less time than a file is read."""
BATCH = 16
"""Boards of which all values are kept at once: more would leave the processor's cache."""
CHUNK = 1 << 14
"""States moved at once while a graph is compiled."""
AT_ONCE = 1 << 17
"""Layers with so many moves times boards are evaluated in one step, larger ones part by part."""
LEAST = 4
"""Moves that a state has at least, so that the best of four takes two steps for a whole layer. On 10 x 10 one
state in eleven has fewer."""

Masks = NDArray[np.int32]
Values = NDArray[Any]
"""States or cells x boards: int32 or int64 where no total of scores exceeds it, else Python integers."""
Scores = tuple[Values, Values]
"""The scores of each cell (row x m + column): the first player's, the second's."""


@dataclass(frozen=True)
class Moves:
    """The moves of a layer: first those at the states' lowest corners, then at their second lowest, …

    States with more moves come first, so that those that have a k-th move are the first ``movers[k]``. A
    state with fewer than ``LEAST`` moves has its uppermost again. ``following`` is a state of the next layer,
    ``cell`` the filled cell: row x m + column.
    """

    following: NDArray[np.integer]
    cell: NDArray[np.integer]
    movers: tuple[int, ...]

    @cached_property
    def parts(self) -> list[slice]:
        """The places of the first moves, of the second ones, …"""
        return [slice(*bounds) for bounds in pairwise(accumulate(self.movers, initial=0))]

    @cached_property
    def upwards(self) -> list[tuple[int, int]]:
        """Where the parts begin and end, those at higher corners first."""
        return [(part.start, part.stop) for part in reversed(self.parts)]


Graph = tuple[Moves, ...]
"""The moves of each layer."""


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    if instance.n + instance.m > MOST_STEPS:
        return f"more than {MOST_STEPS} rows and columns together"
    return None


def staircases(n: int, m: int) -> tuple[Masks, Masks, NDArray[np.int16]]:
    """Return borders, corners and numbers of pieces of all staircases in the order of a graph's states.

    A corner is a bit of a border at which a piece can be put. Fewer pieces come first, then more corners.
    O(C(n + m, n)) array steps.
    """
    steps, half = n + m, (n + m) // 2
    masks = np.arange(1 << (steps - half), dtype=np.int32)
    ones = np.bitwise_count(masks)
    low_masks, low_ones = masks[: 1 << half], ones[: 1 << half]
    borders = np.concatenate(
        [np.add.outer(masks[ones == n - k] << half, low_masks[low_ones == k]).ravel() for k in range(n + 1)]
    )
    corners = borders & ~(borders >> 1) & ((1 << (steps - 1)) - 1)
    # The sum of the places of all ones, by the binary digits of the places.
    pieces = np.full(len(borders), -n * (n - 1) // 2, dtype=np.int16)
    for digit in range(steps.bit_length()):
        places = sum(1 << place for place in range(steps) if place >> digit & 1)
        pieces += np.bitwise_count(borders & places).astype(np.int16) << digit
    # The key fits in 16 bits, which NumPy sorts in linear time.
    order = np.argsort(16 * pieces + 15 - np.bitwise_count(corners), kind="stable")
    return borders[order], corners[order], pieces[order]


def numbering(n: int, m: int) -> Callable[[Masks], Masks]:
    """Return what numbers the borders of a size in ascending order from 0.

    By two small tables, since one of all 2^(n + m) words would take longer to fill than all the rest.
    """
    half = (n + m) // 2
    ones = np.bitwise_count(np.arange(1 << (n + m - half)))
    lower = ones[: 1 << half]
    rank = np.empty(1 << half, dtype=np.int32)
    for k in range(half + 1):
        rank[lower == k] = np.arange(comb(half, k))
    sizes = np.array([comb(half, n - k) if k <= n else 0 for k in range(n + m - half + 1)])
    first = np.append(0, sizes[ones].cumsum()[:-1]).astype(np.int32)
    return lambda borders: first[borders >> half] + rank[borders & ((1 << half) - 1)]


def compile_arcs(n: int, m: int) -> Arrays:
    """Return ``following`` and ``cell`` of all moves, layer by layer, and ``movers``: layers x most moves."""
    borders, corners, pieces = staircases(n, m)
    starts = np.searchsorted(pieces, np.arange(n * m + 1, dtype=pieces.dtype)).astype(np.int32)
    number_of = numbering(n, m)
    state = np.empty(len(borders), dtype=np.int32)
    state[number_of(borders)] = np.arange(len(borders), dtype=np.int32) - starts[pieces]
    most = max(LEAST, min(n, m))
    entries = np.maximum(np.bitwise_count(corners[:-1]), LEAST)
    movers = np.stack(
        [np.add.reduceat(entries > k, starts[:-1], dtype=np.int32) for k in range(most)], axis=1
    )
    ends = movers.cumsum().reshape(movers.shape).tolist()
    following = np.empty(ends[-1][-1], dtype=np.int32)
    cell = np.empty(ends[-1][-1], dtype=np.uint8)
    for some in _runs(starts.tolist()):
        states = slice(starts[some.start], starts[some.stop])
        for k, (after, cells) in enumerate(_moves(borders[states], corners[states], n, m)):
            reached = state[number_of(after)]
            stop = 0
            for end, count in zip(ends[some.start : some.stop], movers[some, k].tolist(), strict=True):
                start, stop = stop, stop + count
                place = slice(end[k] - count, end[k])
                following[place], cell[place] = reached[start:stop], cells[start:stop]
    return {"following": following, "cell": cell, "movers": movers}


def _runs(starts: list[int]) -> Iterator[range]:
    """Yield runs of layers that have some ``CHUNK`` states together."""
    first = 0
    for layer in range(1, len(starts)):
        if layer == len(starts) - 1 or starts[layer + 1] - starts[first] > CHUNK:
            yield range(first, layer)
            first = layer


def _moves(borders: Masks, corners: Masks, n: int, m: int) -> Iterator[tuple[Masks, NDArray[np.uint8]]]:
    """Yield the borders after the moves of some states, and the cells filled, as ``Moves`` has them."""
    corner = corners
    for k in range(max(LEAST, min(n, m))):
        if k >= LEAST:
            movable = corners != 0
            borders, corners, corner = borders[movable], corners[movable], corner[movable]
        corner = np.where(corners, corners & -corners, corner)
        corners = corners & ~corner
        below = corner - 1
        ups = np.bitwise_count(borders & below)
        yield borders + corner, (n - 1 - ups) * m + np.bitwise_count(below) - ups


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


@lru_cache(maxsize=64)
def _small(n: int, m: int) -> Graph:
    """Return a graph for many boards: larger, with indices as NumPy wants them."""
    return tuple(
        Moves(moves.following.astype(np.intp), moves.cell.astype(np.intp), moves.movers)
        for moves in compile_graph(n, m)
    )


_large = lru_cache(maxsize=2)(compile_graph)


def graph_of(n: int, m: int, once: bool = False) -> Graph:
    """Return the graph of a size, compiled at its first use; a bounded number is kept.

    One that is wanted ``once`` is not made ready for many boards, which takes as long as a board or two.
    """
    if n + m > KEPT_STEPS:
        return _large(n, m)
    return compile_graph(n, m) if once else _small(n, m)


def smallest_dtype(total: int) -> type:
    """Return the type of values when all scores of a board sum up to at most ``total``."""
    return np.int32 if total < 2**31 else np.int64 if total < 2**63 else object


def _scores(instances: Sequence[Instance]) -> Scores:
    """Return the scores of boards of one size, a column a board."""
    dtype = smallest_dtype(max(instance.total_a + instance.total_b for instance in instances))
    tables: Values = np.array([(instance.a, instance.b) for instance in instances], dtype=dtype)
    a, b = np.ascontiguousarray(tables.reshape(len(instances), 2, -1).transpose(1, 2, 0))
    return a, b


def room(graph: Graph, like: Values, keep: bool) -> list[Values]:
    """Return memory for the values of each layer, the full board's last. Each has the shape states x boards.

    If the values are not to be kept, each layer overwrites the last but one, which stays near the processor.
    """
    sizes = [moves.movers[0] for moves in graph] + [1]
    starts = [0, *accumulate(sizes[:-1])] if keep else [layer % 2 * max(sizes) for layer in range(len(sizes))]
    states = np.empty((sum(sizes) if keep else 2 * max(sizes), like.shape[1]), dtype=like.dtype)
    return [states[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def evaluate(graph: Graph, both: Values, layers: list[Values]) -> None:
    """Fill in the values of all layers.

    ``both`` is what a cell is worth to both players together, cells x boards: all the second player's scores
    count as his from the start, so that his moves win nothing, those of the first player both scores. The
    first player moves in layers 0, 2, … No value exceeds the sum of ``both``. O(arcs x boards).
    """
    boards = both.shape[1]
    whole = [len(moves.cell) * boards <= AT_ONCE for moves in graph]
    most = max(
        len(moves.cell) if at_once else moves.movers[0] for moves, at_once in zip(graph, whole, strict=True)
    )
    memory, spare = np.empty((2, most, boards), dtype=both.dtype)
    layers[-1][...] = 0
    for layer in reversed(range(len(graph))):
        moves, here, after = graph[layer], layers[layer], layers[layer + 1]
        best, won = ((np.maximum, both), (np.minimum, None))[layer % 2]
        if whole[layer]:
            worth = _worth(moves, slice(0, len(moves.cell)), after, won, memory, spare)
            half, size = LEAST // 2 * len(here), len(here)
            best(worth[:half], worth[half : 2 * half], out=worth[:half])
            best(worth[:size], worth[size:half], out=here)
            rest = (worth[part] for part in moves.parts[LEAST:])
        else:
            _worth(moves, moves.parts[0], after, won, here, spare)
            rest = (_worth(moves, part, after, won, memory, spare) for part in moves.parts[1:])
        for other in rest:
            some = here[: len(other)]
            best(some, other, out=some)


def _worth(
    moves: Moves, part: slice, after: Values, won: Values | None, memory: Values, spare: Values
) -> Values:
    """Return, in ``memory``, what some moves are worth: what follows, and what is won, if anything."""
    size = part.stop - part.start
    # Every index is in range: "clip" only spares NumPy a check of its own.
    worth = after.take(moves.following[part], 0, memory[:size], "clip")
    if won is not None:
        worth += won.take(moves.cell[part], 0, spare[:size], "clip")
    return worth


def best_line(graph: Graph, both: Values, layers: list[Values], board: int, m: int) -> Line:
    """Follow best moves from the empty board; among several the one in the first row. O(moves x n)."""
    won = both[:, board].tolist()
    nothing = [0] * len(won)
    state = 0
    line = []
    for layer, moves in enumerate(graph):
        worth, gain = layers[layer].item(state, board), (won, nothing)[layer % 2]
        cell_of, state_of, value_of = moves.cell.item, moves.following.item, layers[layer + 1].item
        for start, stop in moves.upwards:
            place = start + state
            if place < stop:
                cell, following = cell_of(place), state_of(place)
                if value_of(following, board) + gain[cell] == worth:
                    break
        line.append(divmod(cell, m))
        state = following
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
    graph, (a, b) = graph_of(n, m), _scores(instances)
    both = a + b
    layers = room(graph, both, keep=True)
    evaluate(graph, both, layers)
    return [
        Answer(int(value), best_line(graph, both, layers, board, m))
        for board, value in enumerate((layers[0][0] - b.sum(axis=0)).tolist())
    ]


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file as ``solve`` would, byte for byte; None if anything is unusual."""
    from doublecount.dp.lanes import wooden_chess

    return wooden_chess.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, solve_many=solve_many, answer_text=answer_text)
