"""One instance after the other on a small graph, where calls take longer than the arithmetic in them.

Only the layers from the first to the last that the instance restricts are worked off: how many ways lead to
the first is the same for all instances (``entrances``), and so is what comes after the last. The arrays are
laid out once, so that a layer takes two calls. States and counts are those of ``layers``.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.entrances import Entrance, beyond, start
from doublecount.dp.layers import Counts, Layer


class Step(NamedTuple):
    """What leads from the counts of a layer to those of the one before."""

    widened: tuple[Counts, Counts] | None
    """To and from where the counts are copied first, if the sums take wider integers."""
    take: Callable[..., object]
    """That of the counts."""
    arcs: NDArray[np.intp]
    found: Counts
    """Where the counts at the end of each arc go."""
    sums: list[tuple[Counts, Counts]]
    """For each further arc: the sums of the states that have it, and what is added to them."""


class Desk:
    """Arrays for the counts of one instance at a time."""

    def __init__(self, layers: list[Layer], choices: int) -> None:
        self.counts = [np.zeros(layers[-1].size, dtype=layers[-1].dtype)]
        self.steps: list[Step] = []
        """From the last layer to the first."""
        for layer in layers[-2::-1]:
            self._lay(layer, self.counts[-1])
        self.counts.reverse()
        self.count = [counts.item for counts in self.counts]
        self.reached = [[counts[1 + c :: choices] for c in range(choices)] for counts in self.counts]

    def _lay(self, layer: Layer, following: Counts) -> None:
        wide = following if following.dtype == layer.dtype else following.astype(layer.dtype)
        widened = None if wide is following else (wide, following)
        found = np.zeros(len(layer.arcs), dtype=layer.dtype)
        counts = found[: layer.size]
        sums = [(counts[states], found[places]) for states, places in layer.others]
        self.steps.append(Step(widened, wide.take, layer.arcs, found, sums))
        self.counts.append(counts)

    def go(self, last: int, first: int) -> None:
        """Work off the layers from ``last``, exclusive, back to ``first``."""
        add, end = np.add, len(self.steps)
        for widened, take, arcs, found, sums in self.steps[end - last : end - first]:
            if widened:
                np.copyto(*widened)
            take(arcs, 0, found, "clip")
            for some, more in sums:
                add(some, more, some)


class Alone:
    """Answers single instances; ``free`` are the ways of all layers where everything is allowed."""

    def __init__(self, layers: list[Layer], choices: int, free: list[Counts]) -> None:
        self._layers, self._choices, self._free = layers, choices, free
        self._moves = [
            (layer.arcs.tolist(), [places.start for _, places in layer.others]) for layer in layers[:-1]
        ]
        self._entrances = [start(layers[0])]
        self._desks: list[Desk] = []

    def total(self, forbidden: list[int]) -> int:
        """Return the number of ways; ``forbidden`` are layer x choices + choice, in order. O(arcs)."""
        return self._answer(forbidden, lambda *_: None)[0]

    def answer(self, forbidden: list[int]) -> tuple[int, list[int] | None]:
        """Return the number of ways, and the choices of the first; None if there is none. O(arcs)."""
        return self._answer(forbidden, self._first)

    def _answer(
        self, forbidden: list[int], witness: Callable[[list[int], Desk], list[int] | None]
    ) -> tuple[int, list[int] | None]:
        """Take a desk that nobody uses, so that threads do not meet."""
        try:
            desk = self._desks.pop()
        except IndexError:
            desk = Desk(self._layers, self._choices)
        first = self._count(forbidden, desk)
        total = int(self._entrance(first).ways.dot(desk.counts[first]))
        found = witness(forbidden, desk) if total else None
        self._desks.append(desk)
        return total, found

    def _count(self, forbidden: list[int], desk: Desk) -> int:
        """Leave the ways of the restricted layers on the desk; return the first of these layers."""
        first, end = self._restricted(forbidden)
        np.copyto(desk.counts[end], self._free[end])
        for place in reversed(forbidden):
            number, choice = divmod(place, self._choices)
            desk.go(end, number + 1)
            desk.reached[number + 1][choice].fill(0)
            end = number + 1
        desk.go(end, first)
        return first

    def _restricted(self, forbidden: list[int]) -> tuple[int, int]:
        """Return the first layer that is restricted, and the one after the last."""
        return (forbidden[0] // self._choices, 1 + forbidden[-1] // self._choices) if forbidden else (0, 0)

    def _first(self, forbidden: list[int], desk: Desk) -> list[int]:
        """Return the choices of the first way, given the ways of the restricted layers."""
        first, end = self._restricted(forbidden)
        order = self._entrances[first].order
        state: int = order.item((desk.counts[first].take(order) != 0).argmax())
        states = self._way_to(first, state)
        for (arcs, others), alive in zip(
            self._moves[first:end], desk.count[first + 1 : end + 1], strict=True
        ):
            target = arcs[state]
            for place in others:
                if alive(target):
                    break
                target = arcs[place + state]
            states.append(state := target)
        states += [state := arcs[state] for arcs, _ in self._moves[end:]]
        return [(state - 1) % self._choices for state in states]

    def _way_to(self, number: int, state: int) -> list[int]:
        """Return the states after each choice of the first way to a state of a layer."""
        states = []
        for entrance in self._entrances[number:0:-1]:
            states.append(state)
            state = entrance.origin.item(state)
        return states[::-1]

    def _entrance(self, number: int) -> Entrance:
        entrances = self._entrances
        if len(entrances) <= number:
            entrances = entrances.copy()
            for layer, after in pairwise(self._layers[len(entrances) - 1 : number + 1]):
                entrances.append(beyond(layer, entrances[-1], after.size))
            self._entrances = entrances
        return entrances[number]
