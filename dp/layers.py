"""Compiled layers of a state graph: their arcs as arrays that can be stored, and counts led through them.

Here states are numbered from 1, and state 0 of each layer stands for none: its arc leads to state 0. Arcs of
a state are in the order of their choices. The graph must tell by a state how it was reached: state s, from 1,
by choice (s - 1) % choices only, as ``layered.coloured`` has it.

Counts are exact. No count of an instance exceeds that of the instance that allows everything, so each layer
has the smallest machine integers that hold those; where 63 bits do not, it holds Python integers.
"""

from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layered import Arcs, LayeredGraph

Counts = NDArray[Any]
"""Unsigned or int64, or object holding Python integers."""

SMALL = 1 << 22
"""Graphs with fewer arcs are kept as NumPy wants its indices."""
_EXACT = 1 + 1e-6
"""More than the relative error of a sum of floats over thousands of layers."""


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


def onward(layer: Layer, reached: Counts, size: int) -> Counts:
    """Return in how many ways the ``size`` states of the next layer are reached, given those of a layer."""
    after: Counts = np.zeros(size, dtype=reached.dtype)
    np.add.at(after, layer.arcs[: layer.size], reached)
    for states, places in layer.others:
        np.add.at(after, layer.arcs[places], reached[states])
    after[0] = 0
    return after


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


def loaded(arrays: Mapping[str, NDArray[Any]]) -> list[Layer]:
    """Return the layers that ``compiled`` made into arrays; the last one, the final layer, has no arcs."""
    flat, sizes = arrays["arcs"], arrays["sizes"]
    if flat.size < SMALL:
        flat = flat.astype(np.intp)
    ends = np.cumsum(sizes.sum(axis=1))[:-1]
    parts = zip(np.split(flat, ends), sizes.tolist(), strict=True)
    different = [Layer(arcs, row[0], _others(row), np.dtype(object)) for arcs, row in parts]
    *dtypes, final = [_smallest(most) for most in arrays["most"].tolist()]
    layers = [
        different[number]._replace(dtype=dtype)
        for number, dtype in zip(arrays["layers"].tolist(), dtypes, strict=True)
    ]
    return [*layers, Layer(flat[:0], 1 + int(arrays["finals"][0]), (), final)]


def _others(sizes: list[int]) -> tuple[tuple[slice, slice], ...]:
    """Return ``Layer.others``, given how many states have a first arc, a second, …"""
    places = pairwise(accumulate(sizes))
    return tuple((slice(end - start), slice(start, end)) for start, end in places if start < end)


def _smallest(most: float) -> np.dtype[Any]:
    """Return the type of the counts of a layer in which none exceeds ``most``."""
    for dtype, bits in ((np.uint8, 8), (np.uint16, 16), (np.uint32, 32), (np.int64, 63)):
        if most * _EXACT < 2**bits - 1:
            return np.dtype(dtype)
    return np.dtype(object)
