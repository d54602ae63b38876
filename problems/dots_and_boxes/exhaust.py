"""Dots and boxes: games with few free lines decided by playing all of them to the end. No value is kept."""

from collections.abc import Callable, Iterable
from math import factorial

from doublecount.problems.dots_and_boxes.instance import (
    OTHER,
    TOM,
    Answer,
    Instance,
    Line,
    boxes_beside,
    sides,
    winner_of,
)
from doublecount.problems.dots_and_boxes.rules import points_made
from doublecount.problems.record import Exhausted

MOST_FREE = 7
"""5,040 plays, about 40 ms."""


def exhaust(instance: Instance) -> Exhausted[Answer] | None:
    """Play all games that may follow; a play is an order of the free lines."""
    if not 0 < instance.free_count <= MOST_FREE:
        return None
    plays = f"{factorial(instance.free_count)} plays"
    return Exhausted(by_playing(instance, Plays(instance), instance.mover), plays)


class Plays:
    """What the free lines of a game close. ``double`` is what closing two boxes at once is worth."""

    def __init__(self, instance: Instance, double: int = 2) -> None:
        self.free, self.extra_turn = instance.free, instance.rules == "standard"
        self.worth = (0, 1, double)
        drawn = frozenset(instance.lines)
        self._boxes: dict[Line, list[frozenset[Line]]] = {
            line: [frozenset(sides(instance, box)) - drawn - {line} for box in boxes_beside(instance, line)]
            for line in self.free
        }

    def value(self, left: frozenset[Line], mover: str, line: Line) -> int:
        """What Tom gains over Jerry from here on when ``line`` is drawn next and both play best then."""
        left -= {line}
        closed = sum(left.isdisjoint(box) for box in self._boxes[line])
        following = mover if closed and self.extra_turn else OTHER[mover]
        gain = self.worth[closed] * (1 if mover == TOM else -1)
        if not left:
            return gain
        return gain + self.choice(following)(self.value(left, following, other) for other in left)

    @staticmethod
    def choice(mover: str) -> Callable[[Iterable[int]], int]:
        """What a player does with values that count for Tom."""
        return max if mover == TOM else min


def by_playing(instance: Instance, plays: Plays, mover: str, counted: bool = True) -> Answer:
    """The answer from all plays; ``counted``: with the points made so far."""
    tom, jerry = points_made(instance) if counted else (0, 0)
    left = frozenset(plays.free)
    values = {line: plays.value(left, mover, line) for line in plays.free}
    best = plays.choice(mover)(values.values())
    margin = tom - jerry + best
    return Answer(winner_of(margin), margin, tuple(line for line, value in values.items() if value == best))
