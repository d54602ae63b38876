"""Checks a solver's table of values of a game, position by position, against moves made by the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from doublecount.problems.game import Game, Worth


class WrongTableError(Exception):
    """A table that contradicts itself; says where."""


@dataclass(frozen=True)
class Table:
    """A table in which every position that can follow is worth what the best of its moves is."""

    positions: int
    worth: int
    """Of the start, to who moves next."""
    moves: Mapping[Any, int]
    """What each move from the start is worth to who makes it."""


def checked(game: Game[Any, Any], instance: Any, worth: Worth) -> Table:
    """Check all positions that can follow; raises WrongTableError.

    A position without a move is worth nothing, any other what its best move earns plus what follows. So
    by induction from the last positions every value is right. O(moves of all positions).
    """
    start, steps = game.start(instance), game.steps(instance)
    values = {start: worth(start)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        options = steps(position)
        for step in options:
            if step.position not in values:
                values[step.position] = worth(step.position)
                waiting.append(step.position)
        best = max((step.worth(values[step.position]) for step in options), default=0)
        if values[position] != best:
            raise WrongTableError(f"position {position!r} is worth {best}, its value is {values[position]}")
    moves = {step.move: step.worth(values[step.position]) for step in steps(start)}
    return Table(len(values), values[start], moves)
