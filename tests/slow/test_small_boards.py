"""Black & White: every party against brute force on all small boards, by a search that nothing else uses.

Patterns of givens are looked at up to symmetries of the board and exchange of the colours.
"""

from itertools import product
from random import Random

import pytest

from doublecount.dp.black_white import SOLVER
from doublecount.models.black_white import MODELS
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import blank, cut_into_rows
from doublecount.problems.black_white.rules import broken_law
from doublecount.problems.record import Status

pytestmark = pytest.mark.slow
BUDGET = 10**7
SHAPES = [(h, w) for h in range(1, 17) for w in range(h, 17) if h * w <= 16]
EXCHANGED = str.maketrans("#o", "o#")
PARTIES = {
    "dp": SOLVER.solve,
    **{model.name: (lambda instance, run=model.run: answered(run(instance, BUDGET))) for model in MODELS},
}


def answered(outcome):
    assert outcome.status is Status.ANSWERED, outcome
    return outcome.answer


def valid_colourings(height, width):
    """All colourings that the rules allow, as texts of all cells."""
    paintings = ("".join(cells) for cells in product("#o", repeat=height * width))
    return [cells for cells in paintings if broken_law(cut_into_rows(cells, width)) is None]


def images(rows):
    """The pattern under symmetries that keep its shape, in both colourings."""
    turned = [rows, rows[::-1]]
    turned += [tuple(row[::-1] for row in one) for one in turned]
    if len(rows) == len(rows[0]):
        turned += [tuple(map("".join, zip(*one, strict=True))) for one in turned]
    return [*turned, *(tuple(row.translate(EXCHANGED) for row in one) for one in turned)]


def patterns(height, width):
    """One pattern of each class."""
    for cells in product("#o.", repeat=height * width):
        rows = cut_into_rows("".join(cells), width)
        if rows == min(images(rows)):
            yield rows


def assert_counted(instance, valid, party):
    pattern = "".join(instance.rows)
    matching = [c for c in valid if all(p in (".", q) for p, q in zip(pattern, c, strict=True))]
    answer = PARTIES[party](instance)
    assert answer.count == len(matching), instance
    if answer.solutions is not None:
        assert {"".join(one) for one in answer.solutions} == set(matching), instance


@pytest.mark.parametrize("party", PARTIES)
def test_all_blank_boards_of_up_to_16_cells_are_counted_as_by_brute_force(party):
    for height, width in SHAPES:
        valid = valid_colourings(height, width)
        assert_counted(blank(height, width), valid, party)
        assert_counted(blank(width, height), valid_colourings(width, height), party)


@pytest.mark.parametrize("party", PARTIES)
def test_all_patterns_of_up_to_9_cells_are_counted_as_by_brute_force(party):
    looked_at = 0
    for height, width in [shape for shape in SHAPES if shape[0] * shape[1] <= 9]:
        valid = valid_colourings(height, width)
        for rows in patterns(height, width):
            assert_counted(Instance(rows), valid, party)
            looked_at += 1
    assert looked_at == 10_018


@pytest.mark.parametrize("party", PARTIES)
def test_random_patterns_of_10_to_12_cells_are_counted_as_by_brute_force(party):
    rng = Random(1)
    shapes = [shape for shape in SHAPES if 10 <= shape[0] * shape[1] <= 12]
    valid = {shape: valid_colourings(*shape) for shape in shapes}
    for _ in range(10_000):
        height, width = shape = rng.choice(shapes)
        density = rng.random()
        cells = "".join(rng.choice("#o") if rng.random() < density else "." for _ in range(height * width))
        assert_counted(Instance(cut_into_rows(cells, width)), valid[shape], party)
