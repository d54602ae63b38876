"""Wooden Chess as a game: a position is how many pieces lie in each row, the first row first."""

from collections.abc import Callable, Mapping
from math import comb

from doublecount.problems.game import Game, Step
from doublecount.problems.wooden_chess.instance import Answer, Cell, Instance

Rows = tuple[int, ...]


def _steps(instance: Instance) -> Callable[[Rows], list[Step]]:
    def steps(rows: Rows) -> list[Step]:
        scores = instance.b if sum(rows) % 2 else instance.a
        ends = zip((instance.m, *rows), rows, strict=False)  # a row may become as long as the one above
        return [
            Step((row, filled), scores[row][filled], (*rows[:row], filled + 1, *rows[row + 1 :]))
            for row, (above, filled) in enumerate(ends)
            if filled < above
        ]

    return steps


def _answer(_: Instance, worth: int, __: Mapping[Cell, int]) -> Answer:
    """The first player moves first."""
    return Answer(worth)


GAME = Game[Instance, Answer](
    start=lambda instance: (0,) * instance.n,
    positions=lambda instance: comb(instance.n + instance.m, instance.n),
    steps=_steps,
    answer=_answer,
    move_to_json=lambda cell: [cell[0] + 1, cell[1] + 1],
)
