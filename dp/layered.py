"""Layered state graphs: what the production solvers of the counting problems walk through.

A board is worked off in layers (cells, pieces); a state is all that the rest of the board needs to know
about what was done so far; a choice leads from a state of one layer to a state of the next. The shape
depends on the size of the board only, so a graph is compiled once per size; an instance merely allows or
forbids its arcs. Evaluation is then array arithmetic: see ``counting``.

States are integers, those of a layer one sorted array; all of them move at once.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.int64]
Arcs = NDArray[np.int32]
Moves = Callable[[int, States], States]
"""``moves(layer, states)`` returns the states after each choice, shape (choices, states), or ``DEAD``."""

DEAD = -1
"""Stands for "no arc": the choice is against the rules, or cannot be completed."""
CHUNK = 1 << 15
"""States moved at a time."""


@dataclass(frozen=True)
class LayeredGraph:
    """``arcs[layer][choice, state]`` is the state of the next layer, or ``DEAD``.

    States of a layer are numbered from 0. The first layer has one state, unless nothing can be completed:
    then it has none. The last arcs lead to the states of a final layer, which has no arcs. Layers that are
    equal are one and the same array where that was noticed.
    """

    arcs: tuple[Arcs, ...]

    @property
    def states(self) -> tuple[int, ...]:
        """The number of states of each layer, the final layer left out."""
        return tuple(layer.shape[1] for layer in self.arcs)


def explore(
    start: int, layers: int, moves: Moves, kind: Callable[[int], Hashable] = lambda layer: layer
) -> LayeredGraph:
    """Build the graph of all states reachable from ``start``; see ``merged`` for what to keep of it.

    States of the final layer are those that ``moves`` of the last layer returns: a state in which the board
    is not completed rightly must not be among them. Layers of one ``kind`` have the same moves: one that has
    the same states as the last of its kind shares its arcs. O(sorting the arcs).
    """
    known: dict[Hashable, tuple[States, Arcs, States]] = {}
    arcs: list[Arcs] = []
    states = np.array([start], dtype=np.int64)
    for layer in range(layers):
        before = known.get(kind(layer))
        if before is None or not np.array_equal(before[0], states):
            before = (states, *numbered(moved(moves, layer, states)))
            known[kind(layer)] = before
        _, table, states = before
        arcs.append(table)
    return LayeredGraph(tuple(arcs))


def moved(moves: Moves, layer: int, states: States) -> States:
    """Return ``moves(layer, states)``, worked off in chunks that fit in the processor's cache."""
    if len(states) <= CHUNK:
        return moves(layer, states)
    chunks = (states[first : first + CHUNK] for first in range(0, len(states), CHUNK))
    return np.concatenate([moves(layer, chunk) for chunk in chunks], axis=1)


def in_order(keys: States) -> tuple[States, NDArray[np.intp]]:
    """Return keys in order, and the place that each had before.

    The stable method merges runs: states come from states in order, so there are few, and it takes a fifth
    of the time of the default one.
    """
    places = np.argsort(keys, kind="stable")
    return keys[places], places


def numbered(keys: States) -> tuple[Arcs, States]:
    """Return the number of each key among the different ones but ``DEAD``, in order, and these."""
    flat = keys.ravel()
    alive = np.flatnonzero(flat != DEAD)
    ordered, places = in_order(flat[alive])
    first = firsts(ordered)
    numbers = np.full(keys.size, DEAD, dtype=np.int32)
    numbers[alive[places]] = np.cumsum(first, dtype=np.int32) - np.int32(1)
    return numbers.reshape(keys.shape), ordered[first]


def firsts(ordered: States) -> NDArray[np.bool_]:
    """Return which of some ordered keys differ from the one before."""
    first = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


def merged(graph: LayeredGraph) -> LayeredGraph:
    """Remove states that cannot be completed and merge those with equal futures, from the back.

    Two states of a layer are equal when every choice leads from both to the same state (or from both to
    none). All states of the final layer count as equal. States with more arcs get lower numbers. A layer of
    two choices has at most 2^30 states.
    """
    known: dict[int, tuple[Arcs, Arcs, Arcs]] = {}
    smaller: list[Arcs] = []
    finals = 1 + int(graph.arcs[-1].max(initial=DEAD))
    renumber = np.append(np.zeros(finals, dtype=np.int32), np.int32(DEAD))
    for layer in reversed(graph.arcs):
        before = known.get(id(layer))
        if before is None or not np.array_equal(before[0], renumber):
            before = (renumber, *_merge_layer(layer, renumber))
            known[id(layer)] = before
        _, kept, renumber = before
        smaller.append(kept)
    return LayeredGraph(tuple(reversed(smaller)))


def _merge_layer(layer: Arcs, renumber: Arcs) -> tuple[Arcs, Arcs]:
    """Return the arcs of the states kept, and the new number of each old state (``DEAD`` last).

    A future is the row of following states, packed into one integer below the number of arcs that lack;
    futures are numbered like states.
    """
    bits = int(renumber.max(initial=0) + 1).bit_length()
    assert bits * len(layer) + len(layer).bit_length() < 63
    futures, lacking = np.zeros((2, layer.shape[1]), dtype=np.int64)
    for following in layer:
        target = renumber[following] + 1
        futures <<= bits
        futures |= target
        lacking += target == 0
    futures |= lacking << bits * len(layer)
    futures[lacking == len(layer)] = DEAD
    numbers, kept = numbered(futures)
    shifts = bits * np.arange(len(layer) - 1, -1, -1)
    arcs = ((kept >> shifts[:, None]) & ((1 << bits) - 1)) - 1
    return arcs.astype(np.int32), np.append(numbers, np.int32(DEAD))


def coloured(graph: LayeredGraph) -> LayeredGraph:
    """Turn choices "alike or different" into colours; state 2s + c is state s after a cell of colour c.

    The first layer keeps one state, as if a cell of colour 0 came before the first.
    """
    known: dict[int, Arcs] = {}
    for arcs in graph.arcs:
        if id(arcs) not in known:
            known[id(arcs)] = _coloured_layer(arcs)
    layers = [known[id(arcs)] for arcs in graph.arcs]
    layers[0] = np.ascontiguousarray(layers[0][:, :1])
    return LayeredGraph(tuple(layers))


def _coloured_layer(arcs: Arcs) -> Arcs:
    black = np.where(arcs == DEAD, DEAD, 2 * arcs)
    white = np.where(arcs == DEAD, DEAD, 2 * arcs + 1)
    after_black, after_white = np.stack((black[0], white[1])), np.stack((black[1], white[0]))
    return np.stack((after_black, after_white), axis=2).reshape(2, -1).astype(np.int32)


def coloured_moves(moves: Moves) -> Moves:
    """Do to moves what ``coloured`` does to a graph: state 2s + c is state s after a cell of colour c."""

    def by_colour(layer: int, states: States) -> States:
        alike, differs = moves(layer, states >> 1)
        is_black = states & 1 == 0
        black, white = np.where(is_black, alike, differs), np.where(is_black, differs, alike)
        return np.stack(
            (np.where(black == DEAD, DEAD, 2 * black), np.where(white == DEAD, DEAD, 2 * white + 1))
        )

    return by_colour
