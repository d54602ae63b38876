"""A game as a table of values is checked: positions, moves and what they earn, by the rules."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

InstanceT = TypeVar("InstanceT")
AnswerT = TypeVar("AnswerT")

Position = Hashable
"""What the rest of a game depends on; how it is written down is said by each problem's ``game`` module."""
Worth = Callable[[Any], int]
"""What a position is worth: what who moves next earns from there on, minus what the other earns."""


@dataclass(frozen=True)
class Step:
    """One legal move."""

    move: Any
    earned: int
    """By who makes it."""
    position: Position
    """The one that follows."""
    again: bool = False
    """Who has made it moves next, too."""

    def worth(self, rest: int) -> int:
        """Return what it is worth to who makes it, if the position that follows is worth ``rest``."""
        return self.earned + (rest if self.again else -rest)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[InstanceT, AnswerT]):
    """A game of two players, each of whom plays for the own earnings minus the other's."""

    start: Callable[[InstanceT], Any]
    """The position that the instance asks about."""
    positions: Callable[[InstanceT], int]
    """How many positions can follow, this one included."""
    steps: Callable[[InstanceT], Callable[[Any], list[Step]]]
    """``steps(instance)(position)``: all legal moves; none when the game is over."""
    answer: Callable[[InstanceT, int, Mapping[Any, int]], AnswerT]
    """``answer(instance, worth, moves)``: what the worth of the start, and of each move from there to who
    makes it, say about the instance."""
    move_to_json: Callable[[Any], list[int]]
    """A move as JSON shows it: numbers that count from 1."""

    def worths(self, instance: InstanceT, worth: Worth) -> dict[Any, int]:
        """Return what each legal move of an instance is worth to who makes it, the best first.

        ``worth`` is that of the positions; moves of equal worth keep the order of ``steps``.
        """
        steps = self.steps(instance)(self.start(instance))
        found = [(step.move, step.worth(worth(step.position))) for step in steps]
        return dict(sorted(found, key=lambda pair: -pair[1]))
