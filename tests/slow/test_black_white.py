"""Black & White: large blank boards of known count; every pattern of a board beyond the exhaustive suite."""

from itertools import product
from random import Random

import pytest
from tests.exhaustive.colourings import matching, valid_colourings

from doublecount.dp.black_white import count, count_many, solve
from doublecount.models.black_white import MODELS
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import blank, cut_into_rows
from doublecount.problems.black_white.relations import RELATIONS
from doublecount.problems.black_white.rules import check


@pytest.mark.slow
def test_every_pattern_of_2x5_is_counted_as_by_brute_force():
    valid = valid_colourings(2, 5)
    for pattern in product("#o.", repeat=10):
        instance = Instance(cut_into_rows("".join(pattern), 5))
        assert solve(instance).count == len(matching(pattern, valid))


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(9, 9), (10, 10), (9, 14)])
def test_boards_beyond_the_judge_s_keep_the_relations(sides):
    rng = Random(1)
    instance = blank(*sides)
    for _ in range(3):
        instance = instance.painting(rng.randrange(sides[0]), rng.randrange(sides[1]), rng.choice("#o"))
        answer = solve(instance)
        assert check(instance, answer) is None
        for relation in RELATIONS:
            images = [solve(image) for image in relation.derive(instance)]
            assert images and relation.violation(instance, answer, images) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cp-sat", "sat"])
def test_models_enumerate_the_blank_5x6_board(name):
    (model,) = [model for model in MODELS if model.name == name]
    assert model.run(blank(5, 6), 10**6).answer.count == 1948


@pytest.mark.slow
@pytest.mark.parametrize("side", [11, 12])
def test_the_choices_of_a_cell_add_up(side):
    rng = Random(side)
    cells = [
        "".join(rng.choice("#o") if rng.random() < 0.08 else "." for _ in range(side**2)) for _ in range(100)
    ]
    instances = [Instance(cut_into_rows(board, side)) for board in cells]
    black, white = (
        count_many([instance.painting(*instance.free[0], colour) for instance in instances])
        for colour in "#o"
    )
    assert count_many(instances) == [sum(parts) for parts in zip(black, white, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(13, 13), (14, 14), (13, 20)])
def test_counting_without_a_graph_agrees_with_the_graph_beyond_64_bits(sides):
    given = blank(*sides).painting(5, 7, "#").painting(2, 2, "o")
    for instance in (blank(*sides), given):
        answer = solve(instance)
        assert answer.count == count(instance) > 2**64
        assert check(instance, answer) is None
