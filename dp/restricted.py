"""Layered graphs of one instance: only states that its choices reach.

The more an instance forbids, the smaller the graph. A layer may be cut to a number of states, drawn at random
from a fixed seed: what is then found is right, but there may be more.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.counting import Allowed
from doublecount.dp.layered import DEAD, Arcs, Moves, States, moved, numbered

SEED = 1


@dataclass(frozen=True)
class Restricted:
    """``arcs[layer][choice, state]`` is a state of the next layer that can be completed, or ``DEAD``."""

    arcs: tuple[Arcs, ...]
    whole: bool
    """Whether every state was kept: then there are no other ways."""

    def possible(self) -> NDArray[np.bool_]:
        """Return which choices of which layers occur in a way, shape (layers, choices)."""
        return np.array([(layer != DEAD).any(axis=1) for layer in self.arcs])

    def walk(self) -> Iterator[tuple[int, ...]]:
        """Yield all ways as tuples of choices, in order; never meets a dead end."""
        if not self.arcs[0].size or not self.possible()[0].any():
            return
        todo: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while todo:
            state, chosen = todo.pop()
            if len(chosen) == len(self.arcs):
                yield chosen
                continue
            following = self.arcs[len(chosen)][:, state].tolist()
            todo += [(next_, (*chosen, c)) for c, next_ in reversed([*enumerate(following)]) if next_ != DEAD]


def explore_allowed(start: int, moves: Moves, allowed: Allowed, most: int) -> Restricted:
    """Explore from ``start`` by the choices ``allowed`` (layers, choices); ``most`` states a layer.

    O(sorting the arcs); memory for all of them.
    """
    rng, whole = np.random.default_rng(SEED), True
    arcs: list[Arcs] = []
    states = np.array([start], dtype=np.int64)
    for layer, may_be in enumerate(allowed):
        following = moved(moves, layer, states)
        following[~may_be] = DEAD
        table, states = numbered(following)
        if len(states) > most:
            table, states = _cut(table, states, most, rng)
            whole = False
        arcs.append(table)
    return Restricted(_completed(arcs), whole)


def _cut(table: Arcs, states: States, most: int, rng: np.random.Generator) -> tuple[Arcs, States]:
    """Keep so many states, drawn uniformly."""
    kept = np.sort(rng.choice(len(states), most, replace=False))
    renumber = np.full(len(states) + 1, DEAD, dtype=np.int32)  # the last one is that of DEAD
    renumber[kept] = np.arange(most, dtype=np.int32)
    return renumber[table], states[kept]


def _completed(arcs: list[Arcs]) -> tuple[Arcs, ...]:
    """Remove arcs to states that cannot be completed, from the back."""
    done: list[Arcs] = []
    alive = np.ones(1 + int(arcs[-1].max(initial=DEAD)), dtype=np.bool_)
    for layer in reversed(arcs):
        kept = np.where(np.append(alive, False)[layer], layer, np.int32(DEAD))
        alive = (kept != DEAD).any(axis=0)
        done.append(kept)
    return tuple(reversed(done))
