"""Overlapping Squares: CP-SAT and SAT against the DP, one picture of each symmetry class and mutated ones."""

from functools import cache
from random import Random

import pytest

from doublecount.dp import overlapping_squares as dp
from doublecount.models.overlapping_squares import cp_sat, sat
from doublecount.problems.overlapping_squares import PROBLEM
from doublecount.problems.overlapping_squares.instance import EDGES, SQUARES
from doublecount.problems.overlapping_squares.rules import BLANK, painted

BOTH = pytest.mark.parametrize("model", [cp_sat.MODEL, sat.MODEL], ids=lambda model: model.name)


@cache
def classes():
    """One picture of each symmetry class of the pictures that a stack makes."""
    symmetries = PROBLEM.relations[0].derive
    found, seen, layer = [], {BLANK}, [BLANK]
    while layer:
        found += layer
        following = []
        for picture in layer:
            for square in SQUARES:
                higher = painted(picture, square)
                if higher not in seen:
                    seen |= {higher, *symmetries(higher)}
                    following.append(higher)
        layer = following
    assert len(seen) == 13464
    return found


def assert_agreement(model, instance):
    outcome, expected = model.run(instance, model.budget), dp.solve(instance)
    assert outcome.answer is not None, (outcome, instance)
    assert (outcome.answer.possible, outcome.answer.fewest) == (expected.possible, expected.fewest), instance
    assert PROBLEM.check(instance, outcome.answer) is None, instance


@pytest.mark.slow
@BOTH
def test_a_model_finds_the_fewest_squares_of_every_picture_up_to_symmetry(model):
    for instance in classes():
        assert_agreement(model, instance)


@pytest.mark.slow
@BOTH
def test_a_model_finds_the_fewest_squares_of_mutated_pictures(model):
    rng = Random(7)
    for _ in range(2000):
        instance = rng.choice(classes())
        for edge in rng.sample(EDGES, rng.randint(1, 3)):
            instance = instance.flipped(edge)
        assert_agreement(model, instance)
