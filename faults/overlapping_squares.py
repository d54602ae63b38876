"""Overlapping Squares: planted faults."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from doublecount.dp.overlapping_squares import solve
from doublecount.problems.fault import Bank, Fault, case_by_case, in_checker, in_model, in_program, in_solver
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import (
    EDGES,
    MOST_SQUARES,
    NO_STACK,
    SQUARES,
    Position,
    Square,
)

Picture = frozenset[Position]
ARRAY = 20
"""Edges that the array of a planted program has room for."""


@cache
def area(square: Square) -> tuple[Picture, Picture]:
    """Return the outline of a square and the edges inside, in characters of the text."""
    top, left = square[0], 2 * square[1]
    below = [(top + 1, left), (top + 1, left + 4), (top + 2, left), (top + 2, left + 4)]
    sides = [(top, left + 1), (top, left + 3), (top + 2, left + 1), (top + 2, left + 3)]
    inside = [(top + 1, left + 1), (top + 1, left + 2), (top + 1, left + 3), (top + 2, left + 2)]
    return frozenset(below + sides), frozenset(inside)


def painted(order: Sequence[Square], hides: bool = True) -> Picture:
    """Return the edges to be seen when squares are placed in this order."""
    seen: Picture = frozenset()
    for square in order:
        outline, inside = area(square)
        seen = (seen - inside if hides else seen) | outline
    return seen


def answer(fewest: int, order: Sequence[Square] | None = None, most: int = MOST_SQUARES) -> Answer:
    """Return the answer in which all facts fit this number of squares."""
    return Answer(NO_STACK < fewest <= most, fewest, tuple(order) if order else None)


def two_squares(instance: Instance) -> Answer:
    """Stop after two squares."""
    right = solve(instance)
    return Answer(False, NO_STACK) if right.fewest and right.fewest > 2 else right


def stray_edge(instance: Instance) -> Answer:
    """Overlook one edge too many at the right end of the board."""
    ends = [edge for edge in instance.marked if edge[1] == 8]
    return _with_one_changed(instance, ends)


def missing_edge(instance: Instance) -> Answer:
    """Overlook that an edge of the bottom of the board is missing."""
    return _with_one_changed(
        instance, [edge for edge in EDGES if edge[0] == 4 and edge not in instance.marked]
    )


def _with_one_changed(instance: Instance, edges: Sequence[Position]) -> Answer:
    """Answer rightly what a stack makes, and else for the picture with one of these edges changed."""
    pictures = (instance, *map(instance.flipped, edges))
    answers = [replace(solve(picture), order=None) for picture in pictures]
    return next((one for one in answers if one.possible), answers[0])


def covered_unseen(instance: Instance) -> Answer:
    """Take squares off one after the other, but only those of which nothing was covered."""
    picture, taken = frozenset(instance.marked), 0
    for square in SQUARES:
        outline, inside = area(square)
        if outline <= picture and not inside & picture:
            picture, taken = picture - outline, taken + 1
    return Answer(False, NO_STACK) if picture else answer(taken)


def last_edge_unread(instance: Instance) -> Answer:
    """Keep 39 edges of 40."""
    return solve(Instance.of(edge for edge in instance.marked if edge != EDGES[-1]))


@cache
def _transparent() -> dict[Picture, int]:
    fewest: dict[Picture, int] = {}
    for chosen in sorted(product((False, True), repeat=len(SQUARES)), key=sum):
        squares = [square for square, there in zip(SQUARES, chosen, strict=True) if there]
        fewest.setdefault(painted(squares, hides=False), len(squares))
    return fewest


def transparent(instance: Instance) -> Answer:
    """Let squares hide nothing."""
    return answer(_transparent().get(frozenset(instance.marked), NO_STACK))


def centre_never_last(instance: Instance) -> Answer:
    """Never place the square in the middle of the board last."""
    right = solve(instance)
    tops = [square for square in SQUARES if _on_top(instance, square)]
    return Answer(False, NO_STACK) if tops == [(1, 1)] else right


def _on_top(instance: Instance, square: Square) -> bool:
    outline, inside = area(square)
    return outline <= {*instance.marked} and not inside & {*instance.marked}


def no_sticks(instances: Sequence[Instance]) -> Iterator[Answer]:
    """Forget to take back the flag "no stack makes it" before the next case."""
    failed = False
    for instance in instances:
        right = solve(instance)
        yield Answer(False) if failed else right
        failed = not right.possible


def first_number_only(instances: Sequence[Instance]) -> Iterator[Answer | str]:
    """Number all cases 1."""
    for instance in instances:
        yield f"Case 1: {'Yes' if solve(instance).possible else 'No'}\n"


def short_array(instance: Instance) -> Answer:
    """Keep edges in an array that is too short."""
    assert len(instance.marked) <= ARRAY, "list assignment index out of range"
    return solve(instance)


def checked(instance: Instance, answer: Answer, most: int = MOST_SQUARES, rows: int = 5) -> str | None:
    """Check an order of at most so many squares, by so many rows of the picture that it makes."""
    if answer.order is None:
        return None
    made, wanted = (
        {edge for edge in one if edge[0] < rows} for one in (painted(answer.order), instance.marked)
    )
    if not 1 <= len(answer.order) <= most:
        return "too many squares, or none"
    return None if made == wanted else "another picture"


def witnesses(instance: Instance) -> list[tuple[Answer, bool]]:
    """An order that makes the picture, if there is one, its neighbours, and single squares."""
    order = solve(instance).order or ()
    orders = [order, order[::-1], order[1:], order[:-1], (*order[:1] * (7 - len(order)), *order)]
    orders += [
        (*order[:k], square, *order[k + 1 :]) for k in range(len(order)) for square in ((0, 0), (2, 2))
    ]
    orders += [(square,) for square in SQUARES]
    return [
        (Answer(order=one), one != () and len(one) <= 6 and painted(one) == {*instance.marked})
        for one in dict.fromkeys(orders)
    ]


def drawn(edges: Collection[Position]) -> str:
    """Return the picture with these edges as a JSON line."""
    return json.dumps({"rows": Instance.of(edges).rows})


CORNER = drawn(painted([(0, 0)]))
COVERED = drawn(painted([(0, 0), (0, 1)]))
ONE_EDGE = drawn([(0, 1)])

FAULTS: tuple[Fault[Instance, Answer], ...] = (
    in_solver(
        "two-squares",
        "the search ends after two squares",
        drawn(painted([(0, 0), (0, 1), (0, 2)])),
        two_squares,
    ),
    in_solver(
        "covered-squares-unseen", "squares that are covered in part are not seen", COVERED, covered_unseen
    ),
    in_solver("last-edge-unread", "the last edge is not read", drawn(painted([(2, 2)])), last_edge_unread),
    in_model("painting", "transparent-squares", "squares hide nothing", COVERED, transparent),
    in_model(
        "cp-sat",
        "centre-never-last",
        "the square in the middle is never placed last",
        drawn(painted([(1, 1)])),
        centre_never_last,
    ),
    in_model(
        "sat",
        "stray-edge",
        "one edge too many at the right end is overlooked",
        drawn({*painted([(0, 0)]), (1, 8)}),
        stray_edge,
        rare=True,
    ),
    in_model(
        "sat",
        "missing-edge",
        "one edge that is missing at the bottom is overlooked",
        drawn(painted([(2, 0)]) - {(4, 4)}),
        missing_edge,
        rare=True,
    ),
    in_program(
        "first-number-only",
        "all cases are numbered 1",
        f"{ONE_EDGE}\n{ONE_EDGE}",
        first_number_only,
        kind="malformed-output",
    ),
    in_program(
        "no-sticks",
        "after a No the next case is No",
        f"{ONE_EDGE}\n{CORNER}",
        no_sticks,
        kind="order-dependent",
    ),
    in_program(
        "short-array",
        "an array has room for 20 edges",
        drawn(EDGES[: ARRAY + 1]),
        case_by_case(short_array),
        kind="crash",
    ),
    in_checker(
        "seven-squares-accepted",
        "an order of seven squares is accepted",
        CORNER,
        lambda instance, answer: checked(instance, answer, most=7),
    ),
    in_checker(
        "last-row-unchecked",
        "the last row of the picture is not compared",
        drawn([(2, 1), (2, 3), (3, 0), (3, 4)]),
        lambda instance, answer: checked(instance, answer, rows=4),
    ),
)
BANK = Bank(FAULTS, witnesses)
