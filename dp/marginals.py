"""In how many ways through a layered graph each choice is made, layer by layer."""

import numpy as np

from doublecount.dp.counting import Allowed, Counter, Counts, forbid


def marginals(counter: Counter, allowed: Allowed, ways: list[Counts]) -> list[list[int]]:
    """Return for each layer and choice the number of ways that make it there; exact.

    ``ways`` are those of one instance, ``allowed`` has shape (layers, choices). A choice that is made in no
    way is impossible; one made in all of them is forced. O(arcs).
    """
    # A state that can be completed is reached in no more ways than there are in all.
    dtype = object if counter.dtypes[0].hasobject else np.int64
    reached: Counts = np.array([0, 1], dtype=dtype)
    made = []
    for arcs, choices, following in zip(counter.arcs, allowed, ways[1:], strict=True):
        after: Counts = np.zeros(len(following), dtype=dtype)
        for targets in arcs:
            np.add.at(after, targets, reached)
        after[0] = 0
        forbid(after, choices)
        through = after * following
        made.append([int(through[1 + choice :: len(arcs)].sum()) for choice in range(len(arcs))])
        reached = after
    return made
