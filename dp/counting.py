"""Counting on a layered graph: how many ways there are to complete each state, and which.

A way is a sequence of choices, one a layer; ways are in lexicographic order. An instance says which choices
each layer allows. The graph must tell by a state how it was reached: state k s + c of a layer is reached by
choice c of k only, as ``layered.coloured`` has it.

Counts are exact. No count of an instance exceeds that of the instance that allows everything, so each layer
has the smallest machine integers that hold those; where 63 bits do not, it holds Python integers.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layered import LayeredGraph

Counts = NDArray[Any]
"""Unsigned or int64, or object holding Python integers."""
Allowed = NDArray[np.bool_]
"""``allowed[layer, choice]`` or, for a batch of instances, ``allowed[layer, choice, instance]``."""
Choices = NDArray[np.uint8]

_EXACT = 1 + 1e-6
"""More than the relative error of a sum of floats over thousands of layers."""
_SMALL = 1 << 22
"""Graphs with fewer arcs are kept as NumPy wants its indices."""


class Counter:
    """Counts ways on one compiled graph, for any number of instances.

    ``arcs[layer][choice][state]`` is a state of the next layer. Here states are numbered from 1, and state 0
    of each layer stands for none: its arcs lead to state 0, its count is zero.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what ``compiled`` made."""
        choices, flat = int(arrays["choices"][0]), arrays["arcs"]
        if flat.size < _SMALL:
            flat = flat.astype(np.intp)
        ends = np.cumsum(choices * arrays["sizes"])[:-1]
        different = [tuple(part.reshape(choices, -1)) for part in np.split(flat, ends)]
        self.choices = choices
        self.arcs = [different[number] for number in arrays["layers"].tolist()]
        self.finals = int(arrays["finals"][0])
        self.dtypes = [_smallest(most) for most in arrays["most"].tolist()]
        self.states = sum(len(arcs[0]) for arcs in self.arcs)
        self.widest = max(len(arcs[0]) for arcs in self.arcs)

    def ways(self, allowed: Allowed) -> list[Counts]:
        """Return for each layer the number of ways to complete each of its states; the final layer last.

        The arrays are indexed by the state; with a batch, then by the instance. A state to which the instance
        does not allow to come counts zero. O(arcs x instances).
        """
        layers = [self._last(allowed)]
        everything = _everything(allowed)
        for layer in reversed(range(len(self.arcs))):
            first, *others = self.arcs[layer]
            following = self._permitted(layers[-1], layer, allowed, everything)
            counts = following.take(first, 0, None, "clip")
            for other in others:
                counts += following.take(other, 0, None, "clip")
            layers.append(counts)
        return layers[::-1]

    def totals(self, allowed: Allowed) -> list[int]:
        """Return the number of ways of each instance of a batch.

        Keeps no layer but the one at hand: memory used again takes a third of the time of fresh memory.
        O(arcs x instances).
        """
        instances = allowed.shape[2]
        room = _Room(instances * self.widest)
        following, everything = self._last(allowed), _everything(allowed)
        for layer in reversed(range(len(self.arcs))):
            first, *others = self.arcs[layer]
            shape, dtype = (len(first), instances), self.dtypes[layer]
            following = self._permitted(following, layer, allowed, everything)
            counts, part = room.array(layer % 2, shape, dtype), room.array(2, shape, dtype)
            following.take(first, 0, counts, "clip")
            for other in others:
                following.take(other, 0, part, "clip")
                counts += part
            following = counts
        return sums(following)

    def _last(self, allowed: Allowed) -> Counts:
        """Return the counts of the final layer: one for each state but state 0."""
        counts: Counts = np.ones((1 + self.finals, *allowed.shape[2:]), dtype=self.dtypes[-1])
        counts[0] = 0
        return counts

    def _permitted(self, following: Counts, layer: int, allowed: Allowed, everything: list[bool]) -> Counts:
        """Return what follows a layer as far as the instance allows it, wide enough for the layer's sums."""
        if not everything[layer]:
            forbid(following, allowed[layer])
        return following.astype(self.dtypes[layer], copy=False)

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
            elif len(chosen) == len(self.arcs) - 1:
                yield (*chosen, move[0])
            else:
                chosen.append(move[0])
                open_moves.append(self._moves(len(chosen), move[1], ways))

    def _moves(self, layer: int, state: int, ways: list[Counts]) -> Iterator[tuple[int, int]]:
        """Yield (choice, next state) for the choices that can be completed."""
        for choice, arcs in enumerate(self.arcs[layer]):
            following = int(arcs[state])
            if ways[layer + 1][following]:
                yield choice, following

    def ranked(self, ways: list[Counts], ranks: Counts, instances: NDArray[np.intp]) -> Choices:
        """Return the ways that have these places, from 0, in the order of ``walk``; shape (layers, ranks).

        ``ways`` are those of a batch, ``ranks[i]`` belongs to ``instances[i]``. What is returned for a rank
        that is not below the count is without meaning. O(layers x ranks x choices).
        """
        found: Choices = np.empty((len(self.arcs), len(ranks)), dtype=np.uint8)
        states = np.ones(len(ranks), dtype=np.intp)
        for layer, arcs in enumerate(self.arcs):
            following, choice = arcs[0][states], np.zeros(len(ranks), dtype=np.uint8)
            for number in range(1, self.choices):
                passed = ways[layer + 1][following, instances]
                later = (choice == number - 1) & (ranks >= passed)
                ranks = np.where(later, ranks - passed, ranks)
                choice += later
                following = np.where(later, arcs[number][states], following)
            states, found[layer] = following, choice
        return found


class _Room:
    """Three stretches of memory for arrays of one size or smaller, used again and again."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._stretches: dict[tuple[int, np.dtype[Any]], Counts] = {}

    def array(self, number: int, shape: tuple[int, int], dtype: np.dtype[Any]) -> Counts:
        """Return an array on a stretch; whatever was there is gone."""
        if (number, dtype) not in self._stretches:
            self._stretches[number, dtype] = np.empty(self._size, dtype=dtype)
        return self._stretches[number, dtype][: shape[0] * shape[1]].reshape(shape)


def sums(first: Counts) -> list[int]:
    """Return the counts of the instances of a batch: those of the states of the first layer together."""
    return [int(count) for count in first[1:].sum(axis=0, dtype=first.dtype).tolist()]


def _everything(allowed: Allowed) -> list[bool]:
    """Say for each layer whether all instances allow all its choices."""
    all_of_them: list[bool] = np.logical_and.reduce(allowed, axis=tuple(range(1, allowed.ndim))).tolist()
    return all_of_them


def forbid(counts: Counts, choices: Allowed) -> None:
    """Set to zero, in place, the counts of states reached by a choice that the instance does not allow."""
    for choice, allowed in enumerate(choices):
        reached = counts[1 + choice :: len(choices)]
        if allowed.ndim == 0:
            if not allowed:
                reached[:] = 0
        elif not allowed.all():
            reached[:, np.flatnonzero(~allowed)] = 0


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
    different = list({id(arcs): arcs for arcs in graph.arcs}.values())
    following = np.ones(2 + int(graph.arcs[-1].max(initial=-1)))
    following[-1] = 0
    finals, most = len(following) - 1, [1.0]
    for arcs in reversed(graph.arcs):
        counts = np.zeros(arcs.shape[1] + 1)
        with np.errstate(over="ignore"):
            for choice in arcs:
                counts[:-1] += following[choice]
        most.append(counts.max())
        following = counts
    return {
        "choices": np.array([len(graph.arcs[0])]),
        "arcs": np.concatenate([np.pad(arcs + np.int32(1), ((0, 0), (1, 0))).ravel() for arcs in different]),
        "sizes": np.array([arcs.shape[1] + 1 for arcs in different]),
        "layers": np.array(layers),
        "finals": np.array([finals]),
        "most": np.array(most[::-1]),
    }
