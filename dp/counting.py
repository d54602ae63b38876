"""Counting on a layered graph: how many ways there are to complete each state, and which.

A way is a sequence of choices, one a layer; ways are in lexicographic order. An instance says which choices
each layer allows. The graph must tell by a state how it was reached: state k s + c of a layer is reached by
choice c of k only, as ``layered.coloured`` has it.

Counts are exact. No count of an instance exceeds that of the instance that allows everything, so each layer
has the smallest machine integers that hold those; where 63 bits do not, it holds Python integers.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layered import Arcs, LayeredGraph

Counts = NDArray[Any]
"""Unsigned or int64, or object holding Python integers."""
Allowed = NDArray[np.bool_]
"""``allowed[layer, choice]`` or, for a batch of instances, ``allowed[layer, choice, instance]``."""
Choices = NDArray[np.uint8]

_EXACT = 1 + 1e-6
"""More than the relative error of a sum of floats over thousands of layers."""
_SMALL = 1 << 22
"""Graphs with fewer arcs are kept as NumPy wants its indices, with the counts of free layers."""

ALIGNMENT = 64
"""Arrays of a batch begin at multiples of so many bytes."""


class Layer(NamedTuple):
    """The arcs of a layer: the first of each state, then the second of those that have one, and so on.

    States with more arcs come first, if the graph is merged; so the part of each arc is a short slice.
    """

    arcs: NDArray[Any]
    size: int
    """The number of states, state 0 included: so many first arcs there are."""
    others: tuple[tuple[slice, slice], ...]
    """For each further arc: the states that have it, and the place of their arcs."""
    dtype: np.dtype[Any]


class Counter:
    """Counts ways on one compiled graph, for any number of instances.

    The arcs of a layer lead to states of the next. Here states are numbered from 1, and state 0 of each
    layer stands for none: its arc leads to state 0, its count is zero. Arcs of a state are in the order of
    their choices, and state s is reached by choice (s - 1) % ``choices``.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what ``compiled`` made."""
        flat, sizes = arrays["arcs"], arrays["sizes"]
        if flat.size < _SMALL:
            flat = flat.astype(np.intp)
        different = np.split(flat, np.cumsum(sizes.sum(axis=1))[:-1])
        parts = [(arcs, *_parts(ends)) for arcs, ends in zip(different, sizes.tolist(), strict=True)]
        *dtypes, self._final_dtype = [_smallest(most) for most in arrays["most"].tolist()]
        numbers = arrays["layers"].tolist()
        self.layers = [
            Layer(*parts[number], dtype) for number, dtype in zip(numbers, dtypes, strict=True)
        ]
        self.choices = sizes.shape[1]
        self.finals = int(arrays["finals"][0])
        self.states = sum(layer.size for layer in self.layers)
        self.bytes = sum(layer.size * layer.dtype.itemsize for layer in self.layers)
        self.most_bytes = max(len(layer.arcs) * layer.dtype.itemsize for layer in self.layers)
        self._free: list[Counts] = []

    def ways(self, allowed: Allowed) -> list[Counts]:
        """Return for each layer the number of ways to complete each of its states; the final layer last.

        The arrays, not to be written to, are indexed by the state; with a batch, then by the instance. A state
        to which the instance does not allow to come counts zero. O(arcs x instances).
        """
        return (self._ways_of_one if allowed.ndim == 2 else self._ways_of_many)(allowed)

    def _ways_of_one(self, allowed: Allowed) -> list[Counts]:
        """Begin at the last layer that the instance restricts: what comes then is the same for all."""
        forbidden = np.flatnonzero(~allowed).tolist()
        restricted = 1 + forbidden[-1] // self.choices if forbidden else 0
        ways = self._free_from(restricted)
        if forbidden:
            ways[-1] = ways[-1].copy()
        for number in range(restricted - 1, -1, -1):
            following = ways[-1]
            while forbidden and forbidden[-1] >= number * self.choices:
                following[1 + forbidden.pop() % self.choices :: self.choices] = 0
            ways.append(before(self.layers[number], following))
        return ways[::-1]

    def _free_from(self, first: int) -> list[Counts]:
        """Return the ways of the layers from ``first`` on where everything is allowed, the final one first."""
        number = len(self.layers) + 1 - first
        ways = self._free[:number]
        if len(ways) < number:
            if not ways:
                ways.append(self._last(()))
            for layer in self.layers[-len(ways) : first - 1 if first else None : -1]:
                ways.append(before(layer, ways[-1]))
            if self.states < _SMALL:
                self._free = ways.copy()
        return ways

    def _ways_of_many(self, allowed: Allowed) -> list[Counts]:
        """Put all layers into one stretch of memory: fresh memory takes longer than what is done in it."""
        instances, forbidden = allowed.shape[2], _forbidden(allowed)
        ways, room = [self._last((instances,))], _Room((self.bytes + self.most_bytes) * instances + ALIGNMENT * len(self.layers))
        for number in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[number]
            forbid(ways[-1], forbidden[number])
            ways.append(before(layer, ways[-1], room.for_arcs(layer, instances)))
            room.keep(ways[-1])
        return ways[::-1]

    def totals(self, allowed: Allowed) -> list[int]:
        """Return the number of ways of each instance of a batch.

        Keeps no layer but the one at hand: memory used again takes a third of the time of fresh memory.
        O(arcs x instances).
        """
        instances, forbidden = allowed.shape[2], _forbidden(allowed)
        rooms = [_Room(self.most_bytes * instances) for _ in range(2)]
        following = self._last((instances,))
        for number in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[number]
            forbid(following, forbidden[number])
            following = before(layer, following, rooms[number % 2].for_arcs(layer, instances))
        return sums(following)

    def _last(self, shape: tuple[int, ...]) -> Counts:
        """Return the counts of the final layer: one for each state but state 0."""
        counts: Counts = np.ones((1 + self.finals, *shape), dtype=self._final_dtype)
        counts[0] = 0
        return counts

    def first(self, ways: list[Counts]) -> list[int] | None:
        """Return the choices of the first way in the order of ``walk``, or None; O(layers x choices)."""
        if not ways[0].any():
            return None
        state, chosen = 1, []
        for layer, following in zip(self.layers, ways[1:], strict=True):
            target = layer.arcs.item(state)
            for _, places in layer.others:
                if following.item(target):
                    break
                target = layer.arcs.item(places.start + state)
            chosen.append((target - 1) % self.choices)
            state = target
        return chosen

    def firsts(self, ways: list[Counts]) -> Choices:
        """Return the first way of each instance of a batch, shape (layers, instances).

        What is returned for an instance without a way is without meaning. O(layers x instances x choices).
        """
        instances = np.arange(ways[0].shape[1])
        chosen: Choices = np.empty((len(self.layers), len(instances)), dtype=np.uint8)
        states = np.ones(len(instances), dtype=np.intp)
        for number, (layer, following) in enumerate(zip(self.layers, ways[1:], strict=True)):
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
            elif len(chosen) == len(self.layers) - 1:
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
        chosen: Choices = np.empty((len(self.layers), len(ranks)), dtype=np.uint8)
        states = np.ones(len(ranks), dtype=np.intp)
        for number, layer in enumerate(self.layers):
            targets, later = layer.arcs[states], np.ones(len(ranks), dtype=np.bool_)
            for having, places in layer.others:
                passed = ways[number + 1][targets, instances]
                later &= (ranks >= passed) & (states < having.stop)
                ranks = np.where(later, ranks - passed, ranks)
                targets = np.where(later, layer.arcs.take(states + places.start, mode="clip"), targets)
            np.remainder(targets - 1, self.choices, out=chosen[number], casting="unsafe")
            states = targets
        return chosen


def before(layer: Layer, following: Counts, room: Counts | None = None) -> Counts:
    """Return the counts of a layer, given those of the next as far as the instance allows to come there.

    ``room`` has a row for each arc; the counts are at its beginning.
    """
    arcs, size, others, dtype = layer
    if following.dtype is not dtype:
        following = following.astype(dtype)
    found: Counts = following.take(arcs, 0, room, "clip")
    counts = found[:size]
    for states, places in others:
        some = counts[states]
        np.add(some, found[places], some)
    return counts


def _parts(sizes: list[int]) -> tuple[int, tuple[tuple[slice, slice], ...]]:
    """Return ``Layer.size`` and ``Layer.others``, given how many states have a first arc, a second, …"""
    ends = list(accumulate(sizes))
    return sizes[0], tuple(
        (slice(size), slice(end - size, end)) for size, end in zip(sizes, ends, strict=True) if size
    )[1:]


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


def _smallest(most: float) -> np.dtype[Any]:
    """Return the type of the counts of a layer in which none exceeds ``most``."""
    for dtype, bits in ((np.uint8, 8), (np.uint16, 16), (np.uint32, 32), (np.int64, 63)):
        if most * _EXACT < 2**bits - 1:
            return np.dtype(dtype)
    return np.dtype(object)


def compiled(graph: LayeredGraph) -> dict[str, NDArray[Any]]:
    """Return what a ``Counter`` needs, as arrays that can be stored; equal layers once.

    ``most`` are bounds on the counts of each layer, as floats.
    """
    numbers: dict[int, int] = {}
    layers = [numbers.setdefault(id(arcs), len(numbers)) for arcs in graph.arcs]
    different = [_by_order(arcs) for arcs in {id(arcs): arcs for arcs in graph.arcs}.values()]
    finals = 1 + int(graph.arcs[-1].max(initial=-1))
    most = [np.ones(1 + finals)]
    most[0][0] = 0
    for number in reversed(layers):
        first, *others = different[number]
        counts = most[-1][first]
        with np.errstate(over="ignore"):
            for other in others:
                counts[: len(other)] += most[-1][other]
        most.append(counts)
    return {
        "arcs": np.concatenate([part for parts in different for part in parts]),
        "sizes": np.array([[len(part) for part in parts] for parts in different]),
        "layers": np.array(layers),
        "finals": np.array([finals]),
        "most": np.array([counts.max() for counts in reversed(most)]),
    }


def _by_order(arcs: Arcs) -> list[Arcs]:
    """Return the first arc of each state, the second, …; each up to the last state that has it.

    States are numbered from 1 as in ``Counter``; 0 where there is no such arc.
    """
    rows = [np.append(np.int32(0), row + np.int32(1)) for row in arcs]
    for end in range(len(rows) - 1, 0, -1):
        for upper, lower in pairwise(range(end + 1)):
            lacks = rows[upper] == 0
            rows[upper] = np.where(lacks, rows[lower], rows[upper])
            rows[lower][lacks] = 0
    return [rows[0], *(row[: 1 + np.flatnonzero(row).max(initial=-1)] for row in rows[1:])]
