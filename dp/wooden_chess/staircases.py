"""The graph of a size: the layers are the moves, the states of a layer the staircases with so many pieces.

The filled cells form a staircase at the top left. Its border, walked from the bottom left corner of the
board to the top right, is a row of n steps up and m steps to the right: n ones and m zeros from the lowest
bit. A piece goes where a step up is followed by one to the right, and exchanges the two: a one at bit p
moves to bit p + 1, which adds ``1 << p``. So the graph of C(n + m, n) staircases is compiled without a
dictionary, once per size.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.cache import Arrays, stored

KEPT_STEPS = 20
"""Graphs up to this size are small enough to keep many, and to store them in the cache folder."""
STORED_STEPS = 14
"""Smaller graphs are compiled in less time than a file is read."""
CHUNK = 1 << 14
"""States moved at once while a graph is compiled."""
LEAST = 4
"""Moves that a state has at least, so that the best of four takes two steps for a whole layer. On 10 x 10 one
state in eleven has fewer."""

Masks = NDArray[np.int32]


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
