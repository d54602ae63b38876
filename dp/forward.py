"""Counting without a graph: layer by layer from the start, for boards whose graph would not fit in memory.

Only one layer is kept: its states and in how many ways each is reached. Counts are exact and unbounded: they
are cut into limbs of ``LIMB`` bits, as many as they need.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.counting import Allowed
from doublecount.dp.layered import DEAD, Moves, States, firsts, in_order, moved

LIMB = 56
MOST_ARCS = 1 << (63 - LIMB)
"""So many limbs add up below 2^63; fewer arcs must lead to one state."""

Limbs = list[NDArray[np.int64]]
"""The count of state i is the sum of ``limbs[k][i] << LIMB * k``; every limb but the last is in use."""


Progress = Callable[[int, int], object]
"""Told after each layer how many are done, and of how many."""


def nobody(done: int, layers: int) -> None:
    """Be told of progress, and ignore it."""


def count(
    start: int,
    layers: int,
    moves: Moves,
    allowed: Allowed | None = None,
    progress: Progress = nobody,
) -> int:
    """Return the number of ways from ``start`` through all layers, by choices that are allowed.

    ``allowed`` has shape (layers, choices); None allows everything. O(sorting the arcs); memory for the
    arcs of the largest layer.
    """
    states, counts = np.array([start], dtype=np.int64), [np.ones(1, dtype=np.int64)]
    for layer in range(layers):
        following = moved(moves, layer, states)
        if allowed is not None:
            following[~allowed[layer]] = DEAD
        states, counts = _gathered(following, counts)
        progress(layer + 1, layers)
    return sum(int(value) << LIMB * place for place, limb in enumerate(counts) for value in limb.tolist())


def _gathered(following: States, counts: Limbs) -> tuple[States, Limbs]:
    """Return the different states that are reached, and the sums of the counts of those before."""
    alive = [np.flatnonzero(states != DEAD) for states in following]
    ordered, places = in_order(
        np.concatenate([row[kept] for row, kept in zip(following, alive, strict=True)])
    )
    sources = np.concatenate(alive)[places]
    begins = np.flatnonzero(firsts(ordered))
    if not len(begins):
        return ordered, [np.zeros(0, dtype=np.int64)]
    assert np.diff(begins, append=len(ordered)).max() < MOST_ARCS
    sums = [np.add.reduceat(limb[sources], begins) for limb in counts]
    return ordered[begins], _carried(sums)


def _carried(limbs: Limbs) -> Limbs:
    """Move what exceeds a limb to the next, in place; add a limb where the last one exceeds."""
    for place, limb in enumerate(limbs):
        carry = limb >> LIMB
        if carry.any():
            limb &= (1 << LIMB) - 1
            if place + 1 == len(limbs):
                limbs.append(carry)
                break
            limbs[place + 1] += carry
    return limbs
