"""Counting on a layered graph: how many ways there are to complete each state, and which.

A way is a sequence of choices, one a layer; ways are in lexicographic order. An instance says which choices
each layer allows. States and counts are those of ``layers``.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.alone import Alone
from doublecount.dp.layers import Counts, Layer, before, loaded

Allowed = NDArray[np.bool_]
"""``allowed[layer, choice]`` or, for a batch of instances, ``allowed[layer, choice, instance]``."""
Choices = NDArray[np.uint8]

FEW = 1 << 14
"""Graphs with at most so many states go through ``alone``."""
ALIGNMENT = 64
"""Arrays of a batch begin at multiples of so many bytes."""


class Counter:
    """Counts ways on one compiled graph, for any number of instances."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what ``layers.compiled`` made."""
        self.layers = loaded(arrays)
        self.choices = arrays["sizes"].shape[1]
        self.states = sum(layer.size for layer in self.layers)
        self._asked = False
        self.bytes = sum(layer.size * layer.dtype.itemsize for layer in self.layers)
        self.most_bytes = max(len(layer.arcs) * layer.dtype.itemsize for layer in self.layers)

    def total(self, allowed: Allowed) -> int:
        """Return the number of ways of an instance; O(arcs)."""
        if self._general():
            return int(self.ways(allowed)[0].sum())
        return self._alone.total(np.flatnonzero(~allowed).tolist())

    def answer(self, allowed: Allowed) -> tuple[int, Sequence[int] | None]:
        """Return the number of ways of an instance and the choices of the first, if any; O(arcs)."""
        if self._general():
            ways = self.ways(allowed)
            return int(ways[0].sum()), next(self.walk(ways), None)
        return self._alone.answer(np.flatnonzero(~allowed).tolist())

    def _general(self) -> bool:
        """Return whether to go the general way: on large graphs, and the first time, where it is shorter."""
        first_time, self._asked = not self._asked, True
        return first_time or self.states > FEW

    @cached_property
    def _alone(self) -> Alone:
        return Alone(
            self.layers, self.choices, self.ways(np.ones((len(self.layers) - 1, self.choices), np.bool_))
        )

    def ways(self, allowed: Allowed) -> list[Counts]:
        """Return for each layer the number of ways to complete each of its states; the final layer last.

        The arrays are indexed by the state; with a batch, then by the instance.
        A state to which the instance does not allow to come counts zero. O(arcs x instances).
        """
        return (self._ways_of_one if allowed.ndim == 2 else self._ways_of_many)(allowed)

    def _ways_of_one(self, allowed: Allowed) -> list[Counts]:
        ways = [self._last(())]
        for layer, choices in zip(self.layers[-2::-1], allowed[::-1].tolist(), strict=True):
            for choice, may_be in enumerate(choices):
                if not may_be:
                    ways[-1][1 + choice :: self.choices] = 0
            ways.append(before(layer, ways[-1]))
        return ways[::-1]

    def _ways_of_many(self, allowed: Allowed) -> list[Counts]:
        """Put all layers into one stretch of memory: fresh memory takes longer than what is done in it."""
        instances = allowed.shape[2]
        room = _Room((self.bytes + self.most_bytes) * instances + ALIGNMENT * len(self.layers))
        ways = [self._last((instances,))]
        for layer, forbidden in zip(self.layers[-2::-1], reversed(_forbidden(allowed)), strict=True):
            forbid(ways[-1], forbidden)
            ways.append(before(layer, ways[-1], room.for_arcs(layer, instances)))
            room.keep(ways[-1])
        return ways[::-1]

    def totals(self, allowed: Allowed) -> list[int]:
        """Return the number of ways of each instance of a batch.

        Keeps no layer but the one at hand: memory used again takes a third of the time of fresh memory.
        O(arcs x instances).
        """
        instances = allowed.shape[2]
        room, other = [_Room(self.most_bytes * instances) for _ in range(2)]
        ways = self._last((instances,))
        for layer, forbidden in zip(self.layers[-2::-1], reversed(_forbidden(allowed)), strict=True):
            forbid(ways, forbidden)
            ways = before(layer, ways, room.for_arcs(layer, instances))
            room, other = other, room
        return sums(ways)

    def _last(self, shape: tuple[int, ...]) -> Counts:
        """Return the counts of the final layer: one for each state but state 0."""
        counts: Counts = np.ones((self.layers[-1].size, *shape), dtype=self.layers[-1].dtype)
        counts[0] = 0
        return counts

    def firsts(self, ways: list[Counts]) -> Choices:
        """Return the first way of each instance of a batch, shape (layers, instances).

        What is returned for an instance without a way is without meaning. O(layers x instances x choices).
        """
        instances = np.arange(ways[0].shape[1])
        chosen: Choices = np.empty((len(self.layers) - 1, len(instances)), dtype=np.uint8)
        states = np.ones(len(instances), dtype=np.intp)
        for number, (layer, following) in enumerate(zip(self.layers[:-1], ways[1:], strict=True)):
            targets = layer.arcs.take(states)
            for _, places in layer.others:
                counts = following.ravel().take(targets * len(instances) + instances)
                dead = np.flatnonzero(counts == 0)
                targets[dead] = layer.arcs.take(states[dead] + places.start, mode="clip")
            np.remainder(targets - 1, self.choices, out=chosen[number], casting="unsafe")
            states = targets
        return chosen

    def walk(self, ways: list[Counts]) -> Iterator[tuple[int, ...]]:
        """Yield all ways as tuples of choices, in order; never meets a dead end.

        ``ways`` are those of one instance. O(layers x choices) between two.
        """
        if not ways[0].any():
            return
        chosen: list[int] = []
        open_moves = [self._moves(0, 1, ways)]
        while open_moves:
            move = next(open_moves[-1], None)
            if move is None:
                open_moves.pop()
                if chosen:
                    chosen.pop()
            elif len(chosen) == len(self.layers) - 2:
                yield (*chosen, move[0])
            else:
                chosen.append(move[0])
                open_moves.append(self._moves(len(chosen), move[1], ways))

    def _moves(self, number: int, state: int, ways: list[Counts]) -> Iterator[tuple[int, int]]:
        """Yield (choice, next state) for the choices that can be completed."""
        layer, following = self.layers[number], ways[number + 1]
        for states, places in ((slice(layer.size), slice(0, layer.size)), *layer.others):
            target = layer.arcs.item(places.start + state) if state < states.stop else 0
            if following[target]:
                yield (target - 1) % self.choices, target

    def ranked(self, ways: list[Counts], ranks: Counts, instances: NDArray[np.intp]) -> Choices:
        """Return the ways that have these places, from 0, in the order of ``walk``; shape (layers, ranks).

        ``ways`` are those of a batch, ``ranks[i]`` belongs to ``instances[i]``. What is returned for a rank
        that is not below the count is without meaning. O(layers x ranks x choices).
        """
        chosen: Choices = np.empty((len(self.layers) - 1, len(ranks)), dtype=np.uint8)
        states = np.ones(len(ranks), dtype=np.intp)
        for number, layer in enumerate(self.layers[:-1]):
            targets, later = layer.arcs[states], np.ones(len(ranks), dtype=np.bool_)
            for having, places in layer.others:
                passed = ways[number + 1][targets, instances]
                later &= (ranks >= passed) & (states < having.stop)
                ranks = np.where(later, ranks - passed, ranks)
                targets = np.where(later, layer.arcs.take(states + places.start, mode="clip"), targets)
            np.remainder(targets - 1, self.choices, out=chosen[number], casting="unsafe")
            states = targets
        return chosen


class _Room:
    """A stretch of memory, taken from the front, for machine integers only."""

    def __init__(self, size: int) -> None:
        """Take so many bytes."""
        self._free = np.empty(size, dtype=np.uint8)

    def for_arcs(self, layer: Layer, instances: int) -> Counts | None:
        """Return an array with a row for each arc, on memory that stays free; None for Python integers."""
        if layer.dtype.hasobject:
            return None
        shape = (len(layer.arcs), instances)
        return self._free[: prod(shape) * layer.dtype.itemsize].view(layer.dtype).reshape(shape)

    def keep(self, counts: Counts) -> None:
        """Take the memory of an array at the front, and what is left of the last ``ALIGNMENT`` bytes."""
        self._free = self._free[-(-counts.nbytes // ALIGNMENT) * ALIGNMENT :]


def sums(first: Counts) -> list[int]:
    """Return the counts of the instances of a batch: those of the states of the first layer together."""
    return [int(count) for count in first[1:].sum(axis=0, dtype=first.dtype).tolist()]


def _forbidden(allowed: Allowed) -> list[list[NDArray[np.intp]]]:
    """Return for each layer and choice of a batch the instances that do not allow it."""
    layers, choices, instances = allowed.shape
    forbidding = ~allowed.reshape(layers * choices, instances)
    which = np.flatnonzero(forbidding) % max(1, instances)
    ends = np.count_nonzero(forbidding, axis=1).cumsum().tolist()
    found = [which[start:end] for start, end in pairwise([0, *ends])]
    return [found[first : first + choices] for first in range(0, len(found), choices)]


def forbid(counts: Counts, forbidden: list[NDArray[np.intp]]) -> None:
    """Set to zero, in place, the counts of states reached by a choice in instances that do not allow it."""
    for choice, instances in enumerate(forbidden):
        if len(instances):
            counts[1 + choice :: len(forbidden), instances] = 0
