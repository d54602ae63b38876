"""Counting on a layered graph: how many ways there are to complete each state, and which.

A way is a sequence of choices, one a layer; ways are in lexicographic order. An instance says which choices
each layer allows. States and counts are those of ``layers``.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.entrances import Entrance, beyond, start
from doublecount.dp.layers import SMALL, Counts, Layer, before, loaded

Allowed = NDArray[np.bool_]
"""``allowed[layer, choice]`` or, for a batch of instances, ``allowed[layer, choice, instance]``."""
Choices = NDArray[np.uint8]

FEW = 1 << 14
"""Graphs with so few states take longer for calls than for arithmetic: what all instances share is kept."""
ALIGNMENT = 64
"""Arrays of a batch begin at multiples of so many bytes."""


class Counter:
    """Counts ways on one compiled graph, for any number of instances."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what ``layers.compiled`` made."""
        self.layers = loaded(arrays)
        self.choices = arrays["sizes"].shape[1]
        self.states = sum(layer.size for layer in self.layers)
        self.bytes = sum(layer.size * layer.dtype.itemsize for layer in self.layers)
        self.most_bytes = max(len(layer.arcs) * layer.dtype.itemsize for layer in self.layers)
        self._free: list[Counts] = []
        self._entrances = [start(self.layers[0])]

    def total(self, allowed: Allowed) -> int:
        """Return the number of ways of an instance; O(arcs)."""
        _, entrance, ways = self._from_first_restriction(allowed)
        return int(entrance.ways.dot(ways[0]))

    def answer(self, allowed: Allowed) -> tuple[int, list[int] | None]:
        """Return the number of ways of an instance and the choices of the first, if any; O(arcs)."""
        number, entrance, ways = self._from_first_restriction(allowed)
        total = int(entrance.ways.dot(ways[0]))
        if total == 0:
            return 0, None
        state = entrance.order.item((ways[0].take(entrance.order) != 0).argmax())
        states = self._way_to(number, state) + self._way_from(number, state, ways)
        return total, [(state - 1) % self.choices for state in states]

    def _way_to(self, number: int, state: int) -> list[int]:
        """Return the states after each choice of the first way to a state of a layer."""
        states = []
        for entrance in self._entrances[number:0:-1]:
            states.append(state)
            state = entrance.origin.item(state)
        return states[::-1]

    def _way_from(self, number: int, state: int, ways: list[Counts]) -> list[int]:
        """Return the states after each choice of the first way from a state of a layer.

        ``ways`` are those of the layers from this one on.
        """
        states = []
        for layer, following in zip(self.layers[number:-1], ways[1:], strict=True):
            target = layer.arcs.item(state)
            for _, places in layer.others:
                if following.item(target):
                    break
                target = layer.arcs.item(places.start + state)
            state = target
            states.append(state)
        return states

    def ways(self, allowed: Allowed) -> list[Counts]:
        """Return for each layer the number of ways to complete each of its states; the final layer last.

        The arrays are indexed by the state; with a batch, then by the instance. Nobody may write to them.
        A state to which the instance does not allow to come counts zero. O(arcs x instances).
        """
        if allowed.ndim == 2:
            return self._ways_from(0, np.flatnonzero(~allowed).tolist())
        return self._ways_of_many(allowed)

    def _from_first_restriction(self, allowed: Allowed) -> tuple[int, Entrance, list[Counts]]:
        """Return the first layer that an instance restricts, its entrance, and the ways from there on.

        Where that is not worth while, or nothing is restricted, it is the first layer of all.
        """
        forbidden = np.flatnonzero(~allowed).tolist()
        number = forbidden[0] // self.choices if forbidden and self.states <= FEW else 0
        return number, self._entrance(number), self._ways_from(number, forbidden)

    def _entrance(self, number: int) -> Entrance:
        entrances = self._entrances
        if len(entrances) <= number:
            entrances = entrances.copy()
            for layer, after in pairwise(self.layers[len(entrances) - 1 : number + 1]):
                entrances.append(beyond(layer, entrances[-1], after.size))
            self._entrances = entrances
        return entrances[number]

    def _ways_from(self, first: int, forbidden: list[int]) -> list[Counts]:
        """Return the ways of an instance of the layers from ``first`` on.

        ``forbidden`` are layer x choices + choice in order. Begins at the last of these layers.
        """
        restricted = 1 + forbidden[-1] // self.choices if forbidden else first
        ways = self._free_from(restricted)
        if forbidden:
            ways[-1] = ways[-1].copy()
        for number in range(restricted - 1, first - 1, -1):
            following = ways[-1]
            while forbidden and forbidden[-1] >= number * self.choices:
                following[1 + forbidden.pop() % self.choices :: self.choices] = 0
            ways.append(before(self.layers[number], following))
        return ways[::-1]

    def _free_from(self, first: int) -> list[Counts]:
        """Return the ways from layer ``first`` on where everything is allowed, the final layer first."""
        ways = self._free[: len(self.layers) - first]
        if len(ways) < len(self.layers) - first:
            ways = ways or [self._last(())]
            for layer in reversed(self.layers[first : -len(ways)]):
                ways.append(before(layer, ways[-1]))
            if self.states < SMALL:
                self._free = ways.copy()
        return ways

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
