"""Dots and boxes: faults and other readings that wrong answers are compared with. Hints, never evidence."""

from collections.abc import Callable
from dataclasses import replace

from doublecount.problems.dots_and_boxes.exhaust import MOST_FREE, Plays, by_playing
from doublecount.problems.dots_and_boxes.instance import OTHER, Answer, Instance, winner_of
from doublecount.problems.dots_and_boxes.rules import points_made
from doublecount.problems.record import Solve, Suspicion, solved_as

Answers = Callable[[Instance, Solve[Instance, Answer]], Answer | None]


def _other_rules(instance: Instance) -> Instance:
    return replace(instance, rules="standard" if instance.rules == "strict" else "strict")


def _played(double: int = 2, other_mover: bool = False) -> Answers:
    """By playing out small games: what two boxes at once are worth, and who draws the next line."""

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer | None:
        if not 0 < instance.free_count <= MOST_FREE:
            return None
        mover = OTHER[instance.mover] if other_mover else instance.mover
        return _ending(by_playing(instance, Plays(instance, double), mover).margin or 0)

    return answer


def _ending(margin: int) -> Answer:
    return Answer(winner_of(margin), margin)


def _from_margin(change: Callable[[Instance, int], int]) -> Answers:
    """The right margin, changed."""

    def answer(instance: Instance, solve: Solve[Instance, Answer]) -> Answer | None:
        right = solve(instance)
        if right is None or right.margin is None:
            return None
        return _ending(change(instance, right.margin))

    return answer


def _lead(instance: Instance) -> int:
    tom, jerry = points_made(instance)
    return tom - jerry


def _without_last(instance: Instance) -> Instance | None:
    return instance.with_lines(instance.lines[:-1]) if instance.lines else None


EXTRA_TURN: Suspicion[Instance, Answer] = Suspicion(
    "who closes a box draws again (without, where the rules are the standard ones)", solved_as(_other_rules)
)
DOUBLE_ONCE: Suspicion[Instance, Answer] = Suspicion("two boxes at once give one point", _played(double=1))
MADE_NOT_COUNTED: Suspicion[Instance, Answer] = Suspicion(
    "the points made before do not count", _from_margin(lambda instance, margin: margin - _lead(instance))
)
SUSPICIONS: tuple[Suspicion[Instance, Answer], ...] = (
    Suspicion("Jerry draws the first line", _from_margin(lambda _, margin: -margin)),
    Suspicion("it is the other player's turn", _played(other_mover=True)),
    Suspicion(
        "the points made before are the other player's",
        _from_margin(lambda instance, margin: margin - 2 * _lead(instance)),
    ),
    Suspicion("only the points made before count", lambda instance, _: _ending(_lead(instance))),
    Suspicion("the last drawn line is left out", solved_as(_without_last)),
)
