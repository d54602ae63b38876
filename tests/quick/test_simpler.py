"""The steps that shrink: where each is needed, and what all tiny instances are."""

import pytest

from doublecount.dp.wooden_chess import solve
from doublecount.problems.black_white import PROBLEM as BOARDS
from doublecount.problems.black_white import Instance as Board
from doublecount.problems.black_white.instance import blank
from doublecount.problems.injured_queen import PROBLEM as QUEENS
from doublecount.problems.injured_queen import Instance as Statuses
from doublecount.problems.wooden_chess import PROBLEM as CHESS
from doublecount.problems.wooden_chess import Instance as Scores
from doublecount.verify import catalogue

TINY = {
    "black-white": 3 + 2 * 9 + 2 * 27,
    "injured-queen": 2 + 9 + 64,
    "overlapping-squares": 0,
    "wooden-chess": (1 + 2 + 3) + 2 * (1 + 4 + 10) + 2 * (1 + 6 + 21) + 2 * (1 + 8 + 36) + (1 + 8 + 36 + 120),
    "dots-and-boxes": 0,
}


def shrunk(problem, instance, holds):
    """Where taking the first simpler instance on which it holds ends, and how many were tried."""
    tried = 0
    while True:
        for simpler in problem.simpler(instance):
            assert problem.size(simpler) < problem.size(instance)
            tried += 1
            if holds(simpler):
                instance = simpler
                break
        else:
            return instance, tried


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_tiny_instances_are_all_there_are_the_simplest_first(name):
    problem = catalogue.problem(name)
    tiny = list(problem.tiny())
    assert len(tiny) == len({*tiny}) == TINY[name]
    assert sorted(tiny, key=problem.size) == tiny
    assert list(problem.read_jsonl(problem.write_jsonl(tiny), "tiny")) == tiny if tiny else True


@pytest.mark.parametrize(
    ("rows", "holds", "smallest"),
    [
        (
            ("..", "#.", "..", "..", "..", "#.", ".."),
            lambda one: one.height % 2 and one.height >= 3 and one.width == 2,
            blank(3, 2),
        ),
        (
            ("#..", "..."),
            lambda one: one.height % 2 == 0 and one.width % 2 and one.givens,
            Board(("#", ".")),
        ),
        (
            ("....", "....", "....", "...#"),
            lambda one: one.givens and (one.height == one.width == 4 or one.height == 1),
            Board(("#",)),
        ),
        (
            ("....", "....", "....", "..#."),
            lambda one: one.givens and one.height == one.width >= 2,
            Board(("..", "#.")),
        ),
        (("." * 10,) * 3, lambda one: one.height * one.width >= (16 if one.height == 4 else 30), blank(4, 4)),
    ],
    ids=["two rows", "two columns", "a single row", "a row and a column", "other shapes"],
)
def test_boards_are_shrunk_past_those_one_line_smaller(rows, holds, smallest):
    found, _ = shrunk(BOARDS, Board(rows), holds)
    assert BOARDS.size(found) == BOARDS.size(smallest)


def test_nothing_is_simpler_than_the_blank_board_of_one_cell():
    assert list(BOARDS.simpler(blank(1, 1))) == []


def test_a_queen_is_moved_up_where_that_makes_a_board_of_the_middle_row_simpler():
    def in_the_middle(board):
        return board.n % 2 == 1 and board.n > 1 and (board.n - 1) // 2 in board.rows

    for rows in ((0, None, 2), (None, 1, None, 3, 2)):
        found, _ = shrunk(QUEENS, Statuses(rows), in_the_middle)
        assert QUEENS.size(found) == (3, 1, 1)
    assert max(row or 0 for one in QUEENS.simpler(Statuses((None, 4, 0, None, 2))) for row in one.rows) == 4


def test_ranks_take_scores_that_hold_each_other_up_down_at_once():
    def in_order(board):
        scores = [*board.a[0], *board.b[0]]
        return len(scores) == 8 and scores == sorted({*scores})

    high = Scores(((90_001, 90_011, 90_021, 90_031),), ((90_041, 90_051, 90_061, 90_071),))
    found, tried = shrunk(CHESS, high, in_order)
    assert found == Scores(((0, 1, 2, 3),), ((4, 5, 6, 7),))
    assert tried < 150
    assert high not in CHESS.simpler(found)
    assert found not in CHESS.simpler(found)


@pytest.mark.parametrize(
    "board",
    [
        Scores(((14_906, 0, 17_862),), ((0, 0, 0),)),
        Scores(((0,), (0,)), ((0,), (32_769,))),
        Scores(((60_000, 3, 60_000),), ((0, 60_000, 9),)),
        Scores(((9_000, 0, 9_000), (0, 9_000, 0), (9_000, 0, 9_000)), ((0,) * 3,) * 3),
    ],
    ids=["added up", "the second player's", "more than a cell may hold", "spread out"],
)
def test_scores_that_are_too_large_only_together_end_in_one_cell(board):
    def overflows(one):
        return abs(solve(one).value) > 32_767 and CHESS.limits.allows(one)

    found, tried = shrunk(CHESS, board, overflows)
    assert found == Scores(((32_768,),), ((0,),))
    assert tried < 200


def test_what_rests_on_the_sum_of_a_line_keeps_it():
    def heavy(one):
        return one.n == 2 and any(sum(row) >= 100 for row in one.a)

    found, _ = shrunk(CHESS, Scores(((30, 20, 50), (1, 0, 7)), ((1, 2, 3), (4, 5, 6))), heavy)
    assert sorted(found.a) == [(0,), (100,)]
    assert found.total_b == 0
