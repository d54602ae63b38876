"""Black & White: every party against brute force on all small boards.

Patterns of givens are looked at up to symmetries of the board and exchange of the colours.
"""

from random import Random

import pytest
from tests.exhaustive.colourings import matching, valid_colourings

from doublecount.dp.black_white import SOLVER
from doublecount.models.black_white import MODELS
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import blank, cut_into_rows
from doublecount.problems.black_white.scopes import unlike
from doublecount.problems.record import Status

pytestmark = pytest.mark.slow
BUDGET = 10**7
SHAPES = [(h, w) for h in range(1, 17) for w in range(h, 17) if h * w <= 16]
PARTIES = {
    "dp": SOLVER.solve,
    **{model.name: (lambda instance, run=model.run: answered(run(instance, BUDGET))) for model in MODELS},
}

REFUSES = {model.name: model.fits for model in MODELS}


def answered(outcome):
    assert outcome.status is Status.ANSWERED, outcome
    return outcome.answer


def assert_counted(instance, valid, party):
    if party in REFUSES and REFUSES[party](instance):
        assert min(instance.height, instance.width) == 1, (
            "nobody but Graphillion's model refuses, and rows only"
        )
        return
    right = matching("".join(instance.rows), valid)
    answer = PARTIES[party](instance)
    assert answer.count == len(right), instance
    if answer.solutions is not None:
        assert {"".join(one) for one in answer.solutions} == set(right), instance


@pytest.mark.parametrize("party", PARTIES)
def test_all_blank_boards_of_up_to_16_cells_are_counted_as_by_brute_force(party):
    for height, width in SHAPES:
        for sides in {(height, width), (width, height)}:
            assert_counted(blank(*sides), valid_colourings(*sides), party)


@pytest.mark.parametrize("party", PARTIES)
def test_all_patterns_of_up_to_9_cells_are_counted_as_by_brute_force(party):
    looked_at = 0
    for height, width in [shape for shape in SHAPES if shape[0] * shape[1] <= 9]:
        valid = valid_colourings(height, width)
        for instance in unlike(height, width):
            assert_counted(instance, valid, party)
            looked_at += 1
    assert looked_at == 10_018


@pytest.mark.parametrize("party", PARTIES)
def test_random_patterns_of_10_to_12_cells_are_counted_as_by_brute_force(party):
    rng = Random(1)
    shapes = [shape for shape in SHAPES if 10 <= shape[0] * shape[1] <= 12]
    for _ in range(10_000):
        height, width = shape = rng.choice(shapes)
        density = rng.random()
        cells = "".join(rng.choice("#o") if rng.random() < density else "." for _ in range(height * width))
        assert_counted(Instance(cut_into_rows(cells, width)), valid_colourings(*shape), party)
