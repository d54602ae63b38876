"""Overlapping Squares: the DP and the painting search against pictures painted by hand, all of them."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from doublecount.dp.overlapping_squares import SOLVER
from doublecount.models.overlapping_squares import painting
from doublecount.problems.overlapping_squares import PROBLEM, Instance
from doublecount.problems.overlapping_squares.instance import EDGES, NO_STACK

KNOWN_BY_FEWEST = {0: 1, 1: 9, 2: 56, 4: 923, 6: 3590, 7: 3680, 8: 2162, 9: 557}
"""Pictures by fewest squares, from an independent breadth-first search; 3 and 5 are not published apart."""
KNOWN_UP_TO_SIX, KNOWN_IN_ALL = 7065, 13464

BLANK = "         \n" * 5


def paint(picture, row, column):
    """Draw a square over the text, character by character."""
    grid = [list(line) for line in picture.splitlines()]
    for y in range(row + 1, row + 3):
        for x in range(2 * column, 2 * column + 5):
            grid[y][x] = " "
        grid[y][2 * column] = grid[y][2 * column + 4] = "|"
    for x in (2 * column + 1, 2 * column + 3):
        grid[row][x] = grid[row + 2][x] = "_"
    return "".join("".join(line) + "\n" for line in grid)


@cache
def pictures():
    """All pictures that a stack makes, with the height of the lowest; painted height by height."""
    fewest, layer = {BLANK: 0}, [BLANK]
    for height in range(1, 11):
        painted = {paint(below, row, column) for below in layer for row in range(3) for column in range(3)}
        layer = sorted(painted - fewest.keys())
        fewest |= dict.fromkeys(layer, height)
    assert not layer, "no picture needs ten squares: all were found"
    return fewest


@cache
def mutated(count=10_000):
    """Pictures of stacks with one to three edges drawn or erased."""
    rng = Random(12113)
    stacks = sorted(pictures())
    result = []
    for _ in range(count):
        instance = parsed(rng.choice(stacks))
        for edge in rng.sample(EDGES, rng.randint(1, 3)):
            instance = instance.flipped(edge)
        result.append(instance)
    return result


def parsed(picture):
    return Instance(tuple(picture.splitlines()))


def truth(instance):
    """The fewest squares; of the blank picture none, as at least one square is placed."""
    return pictures().get("".join(row + "\n" for row in instance.rows), 0) or NO_STACK


def model_answer(instance):
    return painting.run(instance, painting.MODEL.budget).answer


PARTIES = pytest.mark.parametrize("answer_of", [SOLVER.solve, model_answer], ids=["dp", "painting"])


def test_there_are_as_many_pictures_of_each_height_as_known():
    counts = Counter(pictures().values())
    assert {height: counts[height] for height in KNOWN_BY_FEWEST} == KNOWN_BY_FEWEST
    assert sum(count for height, count in counts.items() if height <= 6) == KNOWN_UP_TO_SIX
    assert len(pictures()) == KNOWN_IN_ALL


@PARTIES
def test_every_picture_of_a_stack_gets_its_fewest_squares_and_a_lowest_order(answer_of):
    for instance in map(parsed, pictures()):
        answer, fewest = answer_of(instance), truth(instance)
        assert (answer.possible, answer.fewest) == (1 <= fewest <= 6, fewest), instance
        assert len(answer.order or ()) == (fewest if answer.possible else 0), instance
        assert PROBLEM.check(instance, answer) is None, instance


@PARTIES
def test_mutated_pictures_get_the_same_answer_as_by_painting(answer_of):
    for instance in mutated():
        answer, fewest = answer_of(instance), truth(instance)
        assert (answer.possible, answer.fewest) == (1 <= fewest <= 6, fewest), instance


def test_mutated_pictures_are_of_both_kinds():
    kinds = Counter(truth(instance) != NO_STACK for instance in mutated())
    assert min(kinds[True], kinds[False]) > 100


def test_the_rules_decide_no_picture_wrongly():
    decided = 0
    for instance in [*map(parsed, pictures()), *mutated()]:
        answer = PROBLEM.decide(instance)
        if answer is not None:
            decided += 1
            assert answer.fewest == truth(instance), instance
            assert PROBLEM.check(instance, answer) is None, instance
    assert decided > 1000
