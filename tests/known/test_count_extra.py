"""Black & White by Graphillion, Injured Queen by Ganak, at full size: known values and the solver's.

The models of the extra ``count``. Where a library is not installed its tests are skipped: Graphillion has
no wheels for the newest Python.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from doublecount.models.black_white import border
from doublecount.models.injured_queen import ganak
from doublecount.problems.black_white import Instance as Board
from doublecount.problems.black_white.instance import blank
from doublecount.problems.black_white.rules import check
from doublecount.problems.injured_queen import Instance as Status
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

graphillion = pytest.mark.skipif(find_spec("graphillion") is None, reason="graphillion is not installed")
pyganak = pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
LINES = [line.split("\t") for line in (Path(__file__).parent / "values.tsv").read_text().splitlines()]


def known(wanted, most):
    """The known values up to a size, with their sides; those beyond the size are slow."""
    for kind, key, value, *_ in (line for line in LINES if len(line) == 4):
        if kind == wanted:
            sides = [*map(int, re.findall(r"\d+", key))]
            marks = [pytest.mark.slow] if max(sides) > most else []
            yield pytest.param(*sides, int(value), id=key, marks=marks)


def borders(rows):
    found = border.run(Board(rows), 10**9).answer
    assert check(Board(rows), found) is None
    return found.count


@graphillion
@pytest.mark.parametrize(
    ("height", "width", "value"), [one for one in known("yinyang_blank", 9) if min(one.values[:2]) > 1]
)
def test_known_values_of_blank_boards(height, width, value):
    assert borders(blank(height, width).rows) == borders(blank(width, height).rows) == value


def colourings(height, width, symbols):
    """All boards of a size with these symbols."""
    for cells in product(symbols, repeat=height * width):
        text = "".join(cells)
        yield tuple(text[row * width : (row + 1) * width] for row in range(height))


@graphillion
@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 3)])
def test_all_patterns_of_givens_have_the_solver_s_count(height, width):
    solve = catalogue.solver("black-white").solve
    for rows in colourings(height, width, "#o."):
        assert borders(rows) == solve(Board(rows)).count, rows


@graphillion
def test_every_complete_board_is_counted_as_the_rules_decide():
    valid = sum(borders(rows) for rows in colourings(3, 3, "#o"))
    assert valid == borders(("...",) * 3) == 34


@graphillion
def test_givens_far_apart_split_the_count_of_the_blank_board():
    whole = borders(("." * 6,) * 7)
    corner = ["#.....", *["......"] * 6]
    halves = [borders((*corner[:6], f".....{colour}")) for colour in "#o"]
    assert borders(tuple(corner)) == sum(halves) == whole // 2
    assert halves[0] != halves[1]


@graphillion
def test_full_size_boards_with_givens_have_the_solver_s_count():
    problem = catalogue.problem("black-white")
    drawn = (draw(problem, 31, index, judge_only=True).instance for index in range(60))
    large = [one for one in drawn if min(one.height, one.width) >= 6]
    assert len(large) > 10
    for board in large:
        assert borders(board.rows) == problem.load_solver().solve(board).count, board


@graphillion
@pytest.mark.parametrize(
    ("rows", "why"),
    [(("." * 5,), "inner points"), (("." * 11,) * 11, "shorter side"), (("..",) * 201, "400 cells")],
)
def test_boards_that_it_does_not_try_are_named(rows, why):
    assert why in border.fits(Board(rows))
    assert border.fits(Board(("." * 8,) * 8)) is None


@graphillion
@pytest.mark.parametrize("threads", [None, "3"])
def test_the_library_is_loaded_with_one_thread_and_the_environment_left_as_it_was(threads):
    code = (
        "import os\nfrom doublecount.models.black_white import border\nborder.library()\n"
        "print(os.environ.get('OMP_NUM_THREADS'))"
    )
    environment = {name: value for name, value in os.environ.items() if name != border.THREADS}
    environment |= {border.THREADS: threads} if threads else {}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{threads}\n"


@pyganak
@pytest.mark.parametrize(("n", "value"), [*known("injured_queen_blank", 17)])
def test_known_values_of_free_columns(n, value):
    board = Status((None,) * n)
    assert ganak.MODEL.fits(board) is None
    assert ganak.run(board, ganak.MODEL.budget).answer.count == value


@pyganak
def test_all_small_statuses_have_the_solver_s_count():
    solve = catalogue.solver("injured-queen").solve
    for n in range(1, 4):
        for rows in product((None, *range(n)), repeat=n):
            assert ganak.run(Status(rows), 5000).answer.count == solve(Status(rows)).count, rows


@pyganak
@pytest.mark.parametrize("rows", [(0, 0, 0), (None, None), (2, 1, None, None)])
def test_the_counter_prints_nothing_where_there_is_no_placement(rows, capfd):
    assert ganak.run(Status(rows), 5000).answer.count == 0
    assert capfd.readouterr() == ("", "")


@pyganak
def test_a_status_of_too_many_columns_is_named():
    assert ganak.MODEL.fits(Status((None,) * 21)) == "more than 20 columns"
