"""Black & White: the DP against brute force on every pattern of givens of small boards; SAT at 6x6."""

from itertools import product

import pytest
from tests.exhaustive.colourings import matching, valid_colourings

from doublecount.dp.black_white import solutions, solve
from doublecount.models.black_white import sat
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import blank, cut_into_rows
from doublecount.problems.black_white.rules import check


def assert_counted_on_every_pattern(height, width):
    valid = valid_colourings(height, width)
    patterns = 0
    for pattern in product("#o.", repeat=height * width):
        patterns += 1
        right = {cut_into_rows(cells, width) for cells in matching(pattern, valid)}
        instance = Instance(cut_into_rows("".join(pattern), width))
        answer = solve(instance)
        assert answer.count == len(right), instance
        assert answer.colouring in (right or {None}), instance
        assert set(solutions(instance)) == right, instance
    assert patterns == 3 ** (height * width)


@pytest.mark.parametrize("length", range(1, 7))
def test_every_pattern_of_one_row_or_column_is_counted_as_by_brute_force(length):
    assert_counted_on_every_pattern(1, length)
    assert_counted_on_every_pattern(length, 1)


@pytest.mark.parametrize("sides", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)])
def test_every_pattern_of_two_rows_or_columns_is_counted_as_by_brute_force(sides):
    assert_counted_on_every_pattern(*sides)


def test_every_pattern_of_3x3_is_counted_as_by_brute_force():
    assert_counted_on_every_pattern(3, 3)


@pytest.mark.parametrize("sides", [(3, 4), (4, 4), (2, 8), (5, 3)])
def test_the_blank_board_has_exactly_the_colourings_of_brute_force(sides):
    valid = {cut_into_rows(cells, sides[1]) for cells in valid_colourings(*sides)}
    assert set(solutions(blank(*sides))) == valid


def test_sat_enumerates_the_blank_6x6_board():
    answer = sat.run(blank(6, 6), 10**6).answer
    assert answer.count == 7736
    assert answer.solutions == set(solutions(blank(6, 6)))
    assert check(blank(6, 6), Answer(7736, None, answer.solutions)) is None
