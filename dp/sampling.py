"""Uniform random ways through a layered graph: draw a place in their order, then look up the way there."""

from random import Random

import numpy as np

from doublecount.dp.counting import Choices, Counter
from doublecount.dp.layers import Counts


def sampled(counter: Counter, ways: list[Counts], number: int, seed: int) -> Choices:
    """Draw so many ways of an instance independently, each with the same probability.

    ``ways`` are those of one instance; the result has shape (layers, number). The same seed gives the same
    ways. Raises ValueError if there is none. O(layers x number).
    """
    total, rng = int(ways[0].sum()), Random(seed)
    if total == 0:
        raise ValueError("there is nothing to draw from: no solution")
    drawn = [rng.randrange(total) for _ in range(number)]
    ranks: Counts = np.array(drawn, dtype=np.int64 if total < 2**63 else object)
    return counter.ranked([counts[:, None] for counts in ways], ranks, np.zeros(number, dtype=np.intp))
