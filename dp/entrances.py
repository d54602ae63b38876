"""What all instances share before the first layer that they restrict: the ways to each state, and the first.

A graph has one entrance a layer. States are numbered as in ``layers``: from 1, and 0 stands for none.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layers import Counts, Layer, onward


class Entrance(NamedTuple):
    """How the states of a layer are reached."""

    ways: Counts
    """In how many ways; int64 or Python integers."""
    order: NDArray[np.intp]
    """The states that are reached, in the order of the first way to each."""
    origin: NDArray[np.intp]
    """The state of the layer before, on the first way to each."""


def start(layer: Layer) -> Entrance:
    """Return the entrance of the first layer: ways begin in its state 1, if it has any."""
    states = np.arange(layer.size)
    ways = states.astype(object if layer.dtype.hasobject else np.int64)
    return Entrance(ways, states[1:], np.zeros(layer.size, dtype=np.intp))


def beyond(layer: Layer, entrance: Entrance, size: int) -> Entrance:
    """Return the entrance of the next layer, which has ``size`` states, 0 included; O(arcs)."""
    table = np.zeros((layer.size, 1 + len(layer.others)), dtype=np.intp)
    table[:, 0] = layer.arcs[: layer.size]
    for column, (states, places) in enumerate(layer.others, start=1):
        table[states, column] = layer.arcs[places]
    targets = table[entrance.order].ravel()
    numbers, first = np.arange(len(targets)), np.zeros(size, dtype=np.intp)
    first[targets[::-1]] = numbers[::-1]  # of equal indices the last wins
    firsts = np.flatnonzero((first[targets] == numbers) & (targets > 0))
    order, origin = targets[firsts], np.zeros(size, dtype=np.intp)
    origin[order] = entrance.order[firsts // table.shape[1]]
    return Entrance(onward(layer, entrance.ways, size), order, origin)
