"""Counting on a layered graph: how many ways there are to complete each state, and which.

A way is a sequence of choices, one a layer. ``allowed[layer, choice]`` says whether an instance allows it.
Counts are machine integers where no count on the graph can exceed 63 bits, Python integers otherwise.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layered import LayeredGraph

Counts = NDArray[Any]
"""int64, or object holding Python integers."""
Allowed = NDArray[np.bool_]


class Counter:
    """Counts ways on one compiled graph, for any number of instances."""

    def __init__(self, graph: LayeredGraph) -> None:
        self.graph = graph
        choices = max(layer.shape[0] for layer in graph.arcs)
        everything = np.ones((len(graph.arcs), choices), dtype=np.bool_)
        self._dtype: type = object
        most = max((max(layer, default=0) for layer in self.ways(everything)), default=0)
        self._dtype = np.int64 if most < 2**63 else object

    def ways(self, allowed: Allowed) -> list[Counts]:
        """Return for each layer the number of ways to complete each of its states; the final layer last.

        ``allowed`` has shape (layers, choices). Each array has one element more than the layer has
        states, a zero: ``DEAD`` indexes it. O(arcs).
        """
        finals = 1 + int(self.graph.arcs[-1].max(initial=-1))
        following: Counts = np.append(np.ones(finals, dtype=self._dtype), np.zeros(1, dtype=self._dtype))
        layers = [following]
        for arcs, choices in zip(reversed(self.graph.arcs), allowed[::-1], strict=True):
            counts: Counts = np.zeros(arcs.shape[1] + 1, dtype=self._dtype)
            for choice in np.flatnonzero(choices[: arcs.shape[0]]):
                counts[:-1] += following[arcs[choice]]
            following = counts
            layers.append(counts)
        return layers[::-1]

    def count(self, allowed: Allowed) -> int:
        """Return the number of ways from the first layer."""
        return int(self.ways(allowed)[0][:-1].sum())

    def walk(self, allowed: Allowed) -> Iterator[tuple[int, ...]]:
        """Yield all ways as tuples of choices, in lexicographic order; never meets a dead end.

        O(arcs) before the first, O(layers x choices) between two.
        """
        return self.walk_along(allowed, self.ways(allowed))

    def walk_along(self, allowed: Allowed, ways: list[Counts]) -> Iterator[tuple[int, ...]]:
        """As ``walk``, with the counts of ``ways(allowed)`` at hand."""
        if not ways[0][:-1].any():
            return
        layers = len(self.graph.arcs)
        chosen: list[int] = []
        open_moves = [self._moves(0, 0, allowed, ways)]
        while open_moves:
            move = next(open_moves[-1], None)
            if move is None:
                open_moves.pop()
                if chosen:
                    chosen.pop()
            elif len(chosen) == layers - 1:
                yield (*chosen, move[0])
            else:
                chosen.append(move[0])
                open_moves.append(self._moves(len(chosen), move[1], allowed, ways))

    def _moves(
        self, layer: int, state: int, allowed: Allowed, ways: list[Counts]
    ) -> Iterator[tuple[int, int]]:
        """Yield (choice, next state) for the choices that can be completed."""
        for choice, following in enumerate(self.graph.arcs[layer][:, state].tolist()):
            if allowed[layer, choice] and ways[layer + 1][following]:
                yield choice, following
