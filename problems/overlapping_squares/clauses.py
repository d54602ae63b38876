"""Overlapping Squares in clauses: the picture after each of as many steps as there are places for a square.

In each step nothing is placed or one square, and the steps in which nothing is placed come first. That is
enough: a square that is placed again hides its earlier copy, so a lowest stack has every square once.
With S places, and squares, steps and edges counted from 0 as ``Instance`` lists them:

- square q is placed in step t if t * S + q + 1 is true,
- nothing is placed in step t if S * S + t + 1 is true,
- edge e is drawn after step t if S * S + S + e * S + t + 1 is true.
"""

from collections.abc import Mapping
from functools import lru_cache, partial

from doublecount.problems.claim import Claim, Clause, Conclusion, UnfoundedError, insist
from doublecount.problems.overlapping_squares.instance import NO_STACK, Answer, Instance, Square
from doublecount.problems.overlapping_squares.rules import broken_rule, painted

Choice = Square | None
"""What is done in a step: a square is placed, or nothing."""


def concluded(instance: Instance, claim: Claim) -> Conclusion[Answer]:
    """Return the answer that a claim comes to; raises UnfoundedError.

    The witness, where there is one, is a lowest stack, those beyond the limit included: what is refuted is
    every lower one.
    """
    if len(claim.witnesses) > 1:
        raise UnfoundedError("more than one stack is the lowest")
    order = claim.witnesses[0] if claim.witnesses else None
    if order is not None:
        broken = broken_rule(instance.with_limit(max(instance.limit, len(order))), order)
        if broken:
            raise UnfoundedError(broken)
    most = instance.places if order is None else min(len(order) - 1, instance.places)
    insist(partial(holds, instance, most), claim.stated)
    fewest = len(order) if order else NO_STACK
    possible = NO_STACK < fewest <= instance.limit
    return Conclusion(Answer(possible, fewest, order if possible else None), claim.stated)


def holds(instance: Instance, most: int, clause: Clause) -> bool:
    """Whether no lowest stack of 1 to ``most`` squares violates a clause, by a plain argument.

    Violating it would leave a step nothing to do, or place a square twice, or nothing after a square, or
    leave an edge as no choice of the step does, or as the picture does not have it. False where this does
    not show.
    """
    choices: dict[int, set[Choice]] = {}
    drawn: dict[tuple[int, int], bool] = {}
    for fact in clause:
        meaning = _meaning(instance, abs(fact))
        if meaning is None:
            return False
        step, what = meaning
        left = choices.setdefault(step, _choices(instance, most, step))
        if not isinstance(what, int):
            choices[step] = left - {what} if fact > 0 else left & {what}
        elif drawn.setdefault((what, step), fact < 0) != (fact < 0):
            return True  # it says that the edge is drawn or not
    return (
        not all(choices.values())
        or _out_of_order(choices)
        or any(not _can_be(instance, choices, drawn, *place) for place in drawn)
    )


def _meaning(instance: Instance, variable: int) -> tuple[int, Choice | int] | None:
    """The step, and the choice or the edge, that a variable stands for."""
    places = instance.places
    block, place = divmod(variable - 1, places)
    if block <= places:
        return (block, instance.squares[place]) if block < places else (place, None)
    edge = block - places - 1
    return (place, edge) if edge < len(instance.edges) else None


def _choices(instance: Instance, most: int, step: int) -> set[Choice]:
    """What a stack of 1 to ``most`` squares may have in a step."""
    squares: set[Choice] = {*instance.squares} if step >= instance.places - most else set()
    return squares if step == instance.places - 1 else {None, *squares}


def _out_of_order(choices: Mapping[int, set[Choice]]) -> bool:
    """Whether a square must be placed twice, or nothing after a square."""
    forced = [left for left in choices.values() if len(left) == 1 and None not in left]
    if any(forced.count(left) > 1 for left in forced):
        return True
    placing = [step for step, left in choices.items() if None not in left]
    return any(left == {None} and min(placing, default=step) < step for step, left in choices.items())


def _can_be(
    instance: Instance,
    choices: Mapping[int, set[Choice]],
    drawn: Mapping[tuple[int, int], bool],
    edge: int,
    step: int,
) -> bool:
    """Whether some choice of a step leaves an edge as it is said to be, from what it was before."""
    now = drawn[edge, step]
    row, column = instance.edges[edge]
    if step == instance.places - 1 and now != (instance.rows[row][column] != " "):
        return False
    before = {drawn[edge, step - 1]} if (edge, step - 1) in drawn else {True, False} if step else {False}
    effects = {_effect(instance.height, instance.width, square, edge) for square in choices[step]}
    return now in effects or (None in effects and now in before)


@lru_cache(maxsize=1 << 16)
def _effect(height: int, width: int, square: Choice, edge: int) -> bool | None:
    """Whether placing a square draws an edge (True), erases it (False) or leaves it (None)."""
    if square is None:
        return None
    blank = Instance.of((), height, width)
    on_blank, on_full = (
        blank.edges[edge] in painted(below, square).marked for below in (blank, blank.with_edges(blank.edges))
    )
    return on_blank if on_blank == on_full else None
