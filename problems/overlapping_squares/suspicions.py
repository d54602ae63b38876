"""Overlapping Squares: faults and readings that wrong answers are compared with. Hints, never evidence."""

from collections.abc import Callable

from doublecount.problems.overlapping_squares.exhaust import MOST_PLACES, Search, TooManyError
from doublecount.problems.overlapping_squares.instance import Answer, Instance, Position
from doublecount.problems.overlapping_squares.rules import painted
from doublecount.problems.record import Solve, Suspicion

Answers = Callable[[Instance, Solve[Instance, Answer]], Answer | None]


def _with_limit(limit: Callable[[Instance], int]) -> Answers:
    """Yes where the fewest squares are at most so many."""

    def answer(instance: Instance, solve: Solve[Instance, Answer]) -> Answer | None:
        right = solve(instance)
        return None if right is None or right.fewest is None else Answer(0 < right.fewest <= limit(instance))

    return answer


def _but_for(left_out: Callable[[Instance, Position], bool]) -> Answers:
    """Yes where some stack makes the picture on all edges but these."""

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer | None:
        if instance.places > MOST_PLACES:
            return None
        search = Search(instance, {edge for edge in instance.edges if left_out(instance, edge)})
        try:
            return Answer(any(search.stack(height) is not None for height in range(1, instance.limit + 1)))
        except TooManyError:
            return None

    return answer


def _nothing_hidden(instance: Instance, _: Solve[Instance, Answer]) -> Answer:
    """Yes where whole outlines, none hidden, make the picture: the most that fit are all that matter."""
    blank, drawn = instance.with_edges(()), {*instance.marked}
    outlines = [{*painted(blank, square).marked} for square in instance.squares]
    return Answer(bool(drawn) and set().union(*(one for one in outlines if one <= drawn)) == drawn)


def _some_square_whole(instance: Instance, _: Solve[Instance, Answer]) -> Answer:
    return Answer(any(painted(instance, square) == instance for square in instance.squares))


def _blank_is_yes(instance: Instance, solve: Solve[Instance, Answer]) -> Answer | None:
    return solve(instance) if instance.marked else Answer(True)


BLANK_IS_YES: Suspicion[Instance, Answer] = Suspicion("the blank picture counts as Yes", _blank_is_yes)
NOTHING_HIDDEN: Suspicion[Instance, Answer] = Suspicion("squares hide nothing", _nothing_hidden)
SUSPICIONS: tuple[Suspicion[Instance, Answer], ...] = (
    Suspicion("one square fewer may be placed", _with_limit(lambda one: one.limit - 1)),
    Suspicion("one square more may be placed", _with_limit(lambda one: one.limit + 1)),
    Suspicion("any number of squares may be placed", _with_limit(lambda one: one.places)),
    Suspicion(
        "the lowest row of characters is not looked at", _but_for(lambda one, edge: edge[0] == one.height)
    ),
    Suspicion("the top row of characters is not looked at", _but_for(lambda _, edge: edge[0] == 0)),
    Suspicion(
        "the last column of characters is not looked at", _but_for(lambda one, edge: edge[1] == 2 * one.width)
    ),
    Suspicion("the first column of characters is not looked at", _but_for(lambda _, edge: edge[1] == 0)),
    Suspicion("'_' is not looked at", _but_for(lambda _, edge: edge[1] % 2 == 1)),
    Suspicion("'|' is not looked at", _but_for(lambda _, edge: edge[1] % 2 == 0)),
    Suspicion("one square that is wholly visible is enough", _some_square_whole),
)
