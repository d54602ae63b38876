"""Dots and boxes as a game: a position is the set of further lines drawn, bit k for the k-th free line."""

from collections.abc import Callable, Mapping

from doublecount.problems.dots_and_boxes.instance import (
    TOM,
    Answer,
    Instance,
    Line,
    boxes_beside,
    sides,
    winner_of,
)
from doublecount.problems.dots_and_boxes.rules import points_made
from doublecount.problems.game import Game, Step


def _steps(instance: Instance) -> Callable[[int], list[Step]]:
    bits = {line: 1 << place for place, line in enumerate(instance.free)}
    needed = {
        line: [
            sum(bits.get(side, 0) for side in sides(instance, box)) for box in boxes_beside(instance, line)
        ]
        for line in bits
    }

    def steps(drawn: int) -> list[Step]:
        found = []
        for line, bit in bits.items():
            if not drawn & bit:
                after = drawn | bit
                closed = sum(after & box == box for box in needed[line])
                found.append(Step(line, closed, after, closed > 0 and instance.rules == "standard"))
        return found

    return steps


def _answer(instance: Instance, worth: int, moves: Mapping[Line, int]) -> Answer:
    tom, jerry = points_made(instance)
    margin = tom - jerry + (worth if instance.mover == TOM else -worth)
    best = tuple(line for line, value in sorted(moves.items()) if value == worth)
    return Answer(winner_of(margin), margin, best)


GAME = Game[Instance, Answer](
    start=lambda _: 0,
    positions=lambda instance: 1 << instance.free_count,
    steps=_steps,
    answer=_answer,
    move_to_json=list,
)
