"""New Yin-Yang puzzles before a SAT model, which shares nothing with whatever made them."""

from itertools import islice

import pytest

from doublecount.models import sat
from doublecount.models.black_white import sat as model
from doublecount.models.outcomes import Meter
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, cut_into_rows
from doublecount.puzzles import solving
from doublecount.puzzles.make import made
from doublecount.puzzles.solving import givens

BUDGET = 10**6


def two(board):
    """At most two colourings."""
    grid = model.grid(board)
    found = sat.board_models(
        model.clauses(board), sorted(grid), Meter(BUDGET), lambda one: model.cuts(grid, one)
    )
    return [
        cut_into_rows("".join(BLACK if black else WHITE for black in blacks), board.width)
        for blacks in islice(found, 2)
    ]


def assert_unique_and_minimal(height, width, seed):
    new = made(height, width, seed)
    assert two(new.board) == [new.filled]
    assert all(len(two(new.board.painting(*cell, FREE))) == 2 for cell in givens(new.board))


@pytest.mark.parametrize(("height", "width", "seed"), [(6, 6, 1), (5, 8, 2), (8, 8, 3), (8, 8, 4)])
def test_sat_finds_new_puzzles_unique_and_minimal(height, width, seed):
    assert_unique_and_minimal(height, width, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_sat_finds_8x8_puzzles_of_a_hundred_seeds_unique_and_minimal(seed):
    assert_unique_and_minimal(8, 8, seed)


@pytest.mark.parametrize("seed", range(3))
def test_sat_agrees_with_rules_and_exploring(seed, monkeypatch):
    monkeypatch.setattr(solving, "SMALL_CELLS", 0)
    new = made(7, 6, seed)
    found = solving.solved(new.board)
    assert found.by != solving.GRAPH
    assert found.solutions == tuple(two(new.board)) == (new.filled,)
    less = new.board.painting(*givens(new.board)[seed], FREE)
    assert len(solving.solved(less).solutions) == len(two(less)) == 2
