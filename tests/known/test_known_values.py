"""Published and independently computed values, from ``values.tsv``."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from doublecount.dp import black_white, dots_and_boxes, injured_queen, overlapping_squares
from doublecount.dp.wooden_chess.staircases import staircases
from doublecount.problems.black_white import Instance as Board
from doublecount.problems.black_white.rules import check
from doublecount.problems.dots_and_boxes import Instance as Game
from doublecount.problems.injured_queen import Instance as Status


@cache
def rows():
    lines = (Path(__file__).parent / "values.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def values(kind):
    return {key: int(value) for row_kind, key, value, _ in rows() if row_kind == kind}


def sizes(kind, slow_beyond):
    params = []
    for key, value in values(kind).items():
        sides = [*map(int, re.findall(r"\d+", key))]
        marks = [pytest.mark.slow] if max(sides) > slow_beyond else []
        params.append(pytest.param(*sides, value, id=key, marks=marks))
    return params


@cache
def blank(height, width):
    board = Board(("." * width,) * height)
    answer = black_white.solve(board)
    assert check(board, answer) is None
    assert answer.colouring is not None
    return answer.count


def test_every_row_has_a_source_and_is_used_here():
    used = {
        "yinyang_blank", "A068381", "A003763", "injured_queen_blank", "overlap_pictures_min_squares",
        "overlap_pictures_total", "dots_boxes_strict", "dots_boxes_standard", "chess_states",
    }  # fmt: skip
    assert {row[0] for row in rows()} == used
    assert all(row[3] for row in rows())


@pytest.mark.parametrize(("height", "width", "count"), sizes("yinyang_blank", slow_beyond=9))
def test_blank_boards_of_black_white(height, width, count):
    assert blank(height, width) == blank(width, height) == count


@pytest.mark.parametrize(("n", "paths"), sizes("A068381", slow_beyond=9))
def test_square_blank_boards_are_paths_and_cycles(n, paths):
    cycles = values("A003763")[f"n={n // 2}"] if n % 2 else 0
    assert blank(n, n) == paths + 2 * cycles


@pytest.mark.parametrize(("half", "cycles"), sizes("A003763", slow_beyond=4))
def test_boards_with_a_border_of_one_colour_are_cycles(half, cycles):
    inner = "#" + "." * (2 * half - 1) + "#"
    border = "#" * (2 * half + 1)
    assert black_white.solve(Board((border, *[inner] * (2 * half - 1), border))).count == cycles


@pytest.mark.parametrize("n", range(3, 60))
def test_thin_blank_boards_follow_their_formulas(n):
    assert blank(1, n) == blank(n, 1) == 2 * n
    assert blank(2, n) == blank(n, 2) == 18
    assert blank(3, n) == blank(n, 3) == 2 * n * n + 2 * n + 10


@pytest.mark.parametrize(("n", "count"), sizes("injured_queen_blank", slow_beyond=99))
def test_boards_without_a_fixed_queen(n, count):
    assert injured_queen.solve(Status((None,) * n)).count == count


def test_pictures_by_their_fewest_squares():
    heights = Counter(entry[0] for entry in overlapping_squares.table().values())
    for key, count in values("overlap_pictures_min_squares").items():
        assert heights[int(key)] == count
    totals = values("overlap_pictures_total")
    assert sum(count for height, count in heights.items() if 1 <= height <= 6) == totals["<=6"] - 1
    assert heights.total() == totals["any"]


@pytest.mark.parametrize("rules", ["strict", "standard"])
def test_empty_boards_of_dots_and_boxes(rules):
    for key, margin in values(f"dots_boxes_{rules}").items():
        rows, columns = map(int, re.findall(r"\d+", key))
        assert dots_and_boxes.solve(Game((), rows, columns, rules)).margin == margin
        assert dots_and_boxes.solve(Game((), columns, rows, rules)).margin == margin


@pytest.mark.parametrize(("n", "m", "states"), sizes("chess_states", slow_beyond=99))
def test_the_staircases_of_a_board(n, m, states):
    masks, _, _ = staircases(n, m)
    assert len({*masks.tolist()}) == states
