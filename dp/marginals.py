"""In how many ways through a layered graph each choice is made, layer by layer."""

import numpy as np

from doublecount.dp.counting import Allowed, Counter
from doublecount.dp.layers import Counts, onward


def marginals(counter: Counter, allowed: Allowed, ways: list[Counts]) -> list[list[int]]:
    """Return for each layer and choice the number of ways that make it there; exact.

    ``ways`` are those of one instance, ``allowed`` has shape (layers, choices). A choice that is made in no
    way is impossible; one made in all of them is forced. O(arcs).
    """
    # A state that can be completed is reached in no more ways than there are in all.
    dtype = object if ways[0].dtype.hasobject else np.int64
    reached: Counts = np.array([0, 1], dtype=dtype)
    made = []
    for layer, choices, following in zip(counter.layers[:-1], allowed, ways[1:], strict=True):
        after = onward(layer, reached, len(following))
        for choice in np.flatnonzero(~choices):
            after[1 + choice :: counter.choices] = 0
        through = after * following
        made.append([int(through[1 + c :: counter.choices].sum()) for c in range(counter.choices)])
        reached = after
    return made
