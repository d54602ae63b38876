"""Layered state graphs: what the production solvers walk through.

A board is worked off in layers (cells, pieces); a state is all that the rest of the board needs to know
about what was done so far; a choice leads from a state of one layer to a state of the next. The shape
depends on the size of the board only, so a graph is compiled once per size; an instance merely allows,
forbids or weighs its arcs. Evaluation is then array arithmetic: see ``counting``; the games take maxima
in the same way.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

State = TypeVar("State", bound=Hashable)
Arcs = NDArray[np.int32]

DEAD = -1
"""Stands for "no arc": the choice is against the rules, or cannot be completed."""


@dataclass(frozen=True)
class LayeredGraph:
    """``arcs[layer][choice, state]`` is the state of the next layer, or ``DEAD``.

    States of a layer are numbered from 0. The first layer has one state, unless nothing can be completed:
    then it has none. The last arcs lead to the states of a final layer, which has no arcs.
    """

    arcs: tuple[Arcs, ...]

    @property
    def states(self) -> tuple[int, ...]:
        """The number of states of each layer, the final layer left out."""
        return tuple(layer.shape[1] for layer in self.arcs)


def explore(
    start: State,
    layers: int,
    choices: int,
    moves: Callable[[int, State], Iterable[tuple[int, State]]],
    kind: Callable[[int], Hashable] = lambda layer: layer,
) -> tuple[LayeredGraph, list[tuple[State, ...]]]:
    """Build the graph of all states reachable from ``start``, and list the states of all layers in order.

    ``moves(layer, state)`` yields (choice, next state) for every choice that the rules allow. States of
    the final layer are those that ``moves`` of the last layer yields: a state in which the board is not
    completed rightly must not be yielded. Layers of one ``kind`` have the same moves: they share their arcs
    where they have the same states. O(different arcs) calls and dictionary steps.
    """
    known: dict[Hashable, tuple[Arcs, tuple[State, ...]]] = {}
    arcs: list[Arcs] = []
    all_states: list[tuple[State, ...]] = [(start,)]
    for layer in range(layers):
        key = kind(layer), all_states[-1]
        if key not in known:
            known[key] = _explore_layer(all_states[-1], choices, partial(moves, layer))
        table, following = known[key]
        arcs.append(table)
        all_states.append(following)
    return LayeredGraph(tuple(arcs)), all_states


def _explore_layer(
    states: tuple[State, ...], choices: int, moves: Callable[[State], Iterable[tuple[int, State]]]
) -> tuple[Arcs, tuple[State, ...]]:
    number: dict[State, int] = {}
    table = np.full((choices, len(states)), DEAD, dtype=np.int32)
    for index, state in enumerate(states):
        for choice, following in moves(state):
            table[choice, index] = number.setdefault(following, len(number))
    return table, tuple(number)


def merged(graph: LayeredGraph) -> LayeredGraph:
    """Remove states that cannot be completed and merge those with equal futures, from the back.

    Two states of a layer are equal when every choice leads from both to the same state (or from both to
    none). All states of the final layer count as equal.
    """
    known: dict[tuple[int, bytes], tuple[Arcs, Arcs]] = {}
    smaller: list[Arcs] = []
    finals = 1 + max((int(layer.max(initial=DEAD)) for layer in graph.arcs[-1:]), default=DEAD)
    renumber = np.append(np.zeros(finals, dtype=np.int32), np.int32(DEAD))
    for layer in reversed(graph.arcs):
        key = id(layer), renumber.tobytes()
        if key not in known:
            known[key] = _merge_layer(layer, renumber)
        kept, renumber = known[key]
        smaller.append(kept)
    return LayeredGraph(tuple(reversed(smaller)))


def _merge_layer(layer: Arcs, renumber: Arcs) -> tuple[Arcs, Arcs]:
    """Return the arcs of the states kept, and the new number of each old state (``DEAD`` last)."""
    futures = renumber[layer]
    alive = (futures != DEAD).any(axis=0)
    kept, numbers = np.unique(futures[:, alive], axis=1, return_inverse=True)
    renumbered = np.full(layer.shape[1] + 1, DEAD, dtype=np.int32)
    renumbered[:-1][alive] = numbers.ravel()
    return np.ascontiguousarray(kept), renumbered
