"""Yin-Yang puzzles: solving, hints, new puzzles, and what the command says."""

import json
from itertools import product
from random import Random

import pytest
from click.testing import CliRunner

from doublecount.cli.main import group
from doublecount.dp import black_white
from doublecount.dp.black_white.restricted import explore
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.colouring import random_colouring
from doublecount.problems.black_white.instance import FREE, other
from doublecount.problems.black_white.rules import broken_rule
from doublecount.puzzles import solving
from doublecount.puzzles.deduction import RULES, ContradictionError, deduced, painted, settled
from doublecount.puzzles.difficulty import difficulty
from doublecount.puzzles.hints import forced, hints
from doublecount.puzzles.make import made
from doublecount.puzzles.solving import contradiction, givens, has_solution, solved

ADDRESS = "yinyang/5/5/016612300"
SIDES = [(1, 7), (6, 1), (2, 6), (3, 3), (3, 7), (5, 4), (4, 6), (6, 5)]


def some_givens(seed, height, width, number, wrong=0):
    """A random colouring with so many cells given, ``wrong`` of them in the other colour."""
    rng = Random(seed)
    colouring = random_colouring(rng, height, width)
    board = Instance((FREE * width,) * height)
    for place, cell in enumerate(rng.sample(range(height * width), number)):
        row, column = divmod(cell, width)
        colour = colouring[row][column]
        board = board.painting(row, column, other(colour) if place < wrong else colour)
    return board


def boards(wrong=0):
    return [some_givens(seed, *sides, sum(sides) // 2, wrong) for seed, sides in product(range(6), SIDES)]


def puzzle(*words, text=None):
    return CliRunner().invoke(group, ["puzzle", *words], input=text)


def told(*words, text=None):
    done = puzzle(*words, "--json", text=text)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_exploring_a_board_finds_what_the_graph_of_its_size_does(wrong):
    for board in boards(wrong):
        found = explore(board, 1 << 20)
        assert found.whole
        assert sorted(found.solutions()) == sorted(black_white.solutions(board))
        assert found.count() == black_white.count(board)
        marginals = black_white.marginals(board)
        assert found.possible() == [[(black > 0, white > 0) for black, white in row] for row in marginals]


def test_a_part_of_the_states_finds_some_of_the_colourings_and_says_so():
    board = some_givens(3, 7, 6, 6)
    part = explore(board, 20)
    assert not part.whole
    assert {*part.solutions()} < {*black_white.solutions(board)}
    assert part.first(1)


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_simple_rules_say_nothing_that_a_solution_denies(wrong):
    for board in boards(wrong):
        number = black_white.count(board)
        try:
            known = settled(painted(board))[0].board()
        except ContradictionError:
            assert number == 0
            continue
        assert black_white.count(known) == number


@pytest.mark.parametrize(
    ("rows", "rule", "after"),
    [
        (("##", "#."), "BLOCK", ("##", "#o")),
        (("#..", ".o.", "..."), None, None),
        (("#o.", "o..", "..."), "CROSSING", None),
        (("#.#", "...", ".o."), "BORDER", ("###", "...", ".o.")),
        ((".o..", "o...", "....", "#..."), "CUT_OFF", ("oo..", "o...", "....", "#...")),
    ],
)
def test_each_rule_tells_its_textbook_case(rows, rule, after):
    board = painted(Instance(rows))
    told = {name.name: tells(board) for name, tells in RULES}
    told = {name: cells for name, cells in told.items() if (cells[0] | cells[1]) & board.free}
    assert (rule in told) if rule else not told
    if after:
        black, white = told[rule]
        assert board.adding(black & board.free, white & board.free).board().rows == after


def test_exploring_and_rules_answer_as_the_graph_does(monkeypatch):
    every = [board for wrong in (0, 1) for board in boards(wrong)]
    right = [solved(board) for board in every]
    monkeypatch.setattr(solving, "SMALL_CELLS", 0)
    for board, by_graph in zip(every, right, strict=True):
        found = solved(board)
        assert (found.count, len(found.solutions)) == (by_graph.count, len(by_graph.solutions))
        assert all(broken_rule(board, colouring) is None for colouring in found.solutions)
        assert has_solution(board) == bool(by_graph.count)


def test_a_part_of_the_states_proves_several_but_never_none_or_unique(monkeypatch):
    monkeypatch.setattr(solving, "SMALL_CELLS", 0)
    monkeypatch.setattr(solving, "MOST_STATES", (1,))
    for board in boards():
        try:
            found = solved(board)
        except solving.UndecidedError:
            continue
        assert min(black_white.count(board), 2) == len(found.solutions)


def test_a_contradiction_has_no_given_to_spare():
    tried = 0
    for board in boards(wrong=2):
        if solved(board).count:
            continue
        cells = contradiction(board)
        less = Instance((FREE * board.width,) * board.height)
        for row, column in cells:
            less = less.painting(row, column, board.rows[row][column])
        assert cells
        assert black_white.count(less) == 0
        assert all(black_white.count(less.painting(*cell, FREE)) for cell in cells)
        tried += 1
    assert tried > 10


def test_hints_count_the_forced_cells_and_name_one_of_them():
    for board in boards():
        number, found = black_white.count(board), hints(board)
        marginals = black_white.marginals(board)
        expected = {(r, c) for r, c in board.free if 0 in marginals[r][c]}
        assert {*forced(board)[0]} == expected
        assert found.forced == len(expected)
        assert (found.first is None) == (not expected)
        if found.first:
            assert black_white.count(board.painting(*found.first.cell, found.first.colour)) == number


def test_following_the_hints_solves_a_puzzle():
    new = made(6, 6, 3)
    board = new.board
    while (found := hints(board)).first:
        board = board.painting(*found.first.cell, found.first.colour)
    assert board.rows == new.filled


def minimal(board):
    return all(black_white.count(board.painting(*cell, FREE)) > 1 for cell in givens(board))


@pytest.mark.parametrize("seed", range(100))
def test_a_new_puzzle_is_unique_and_minimal(seed):
    new = made(6, 6, seed)
    assert (black_white.count(new.board), minimal(new.board)) == (1, True)
    assert black_white.solve(new.board).colouring == new.filled
    assert made(6, 6, seed) == new


@pytest.mark.parametrize("sides", [(1, 1), (1, 6), (2, 2), (5, 1), (4, 7), (7, 4), (3, 9), (11, 10)])
def test_new_puzzles_of_any_shape_are_unique_and_minimal(sides):
    new = made(*sides, 5)
    assert (new.board.height, new.board.width) == sides
    assert (black_white.count(new.board), minimal(new.board)) == (1, True)


@pytest.mark.parametrize("seed", range(5))
def test_a_symmetric_puzzle_has_pairs_none_of_which_can_go(seed):
    new = made(6, 7, seed, symmetric=True)
    given_cells = {*givens(new.board)}
    assert given_cells == {(5 - r, 6 - c) for r, c in given_cells}
    assert black_white.count(new.board) == 1
    for r, c in given_cells:
        assert black_white.count(new.board.painting(r, c, FREE).painting(5 - r, 6 - c, FREE)) > 1


def test_difficulty_adds_up():
    for seed in range(5):
        board = made(6, 6, seed).board
        hard = difficulty(board)
        assert hard.givens == board.givens
        assert hard.left_by_rules == deduced(painted(board))[0].free.bit_count()
        assert 36 - hard.givens >= hard.left_by_rules >= hard.trials
        assert hard.left_by_trials == settled(painted(board))[0].free.bit_count()


def test_check_says_unique_several_or_none():
    assert "1 solution: unique" in puzzle("check", ADDRESS).stdout
    several = puzzle("check", "-", text="...\n#.o\n")
    assert (several.exit_code, "4 solutions: several" in several.stdout) == (0, True)
    none = puzzle("check", "-", text="#o#\no.o\n#o#\n")
    assert none.exit_code == 0
    assert "0 solutions: none" in none.stdout
    assert none.stdout.count("  row ") >= 3


def test_check_names_the_cells_in_which_two_solutions_differ():
    found = told("check", "-", text="...\n#.o\n")
    one, two = found["solutions"]
    assert found["differ"] == [
        [r, c] for r, c in product((1, 2), (1, 2, 3)) if one[r - 1][c - 1] != two[r - 1][c - 1]
    ]
    assert (found["count"], found["verdict"]) == ("4", "several")


def test_check_says_whether_the_answer_filled_in_is_right():
    right = told("make", "--size", "4x5", "--seed", "1")
    rows = [" ".join({"#": "b", "o": "w", ".": "-"}[cell] for cell in row) for row in right["board"]]
    solution = [" ".join({"#": "b", "o": "w"}[cell] for cell in row) for row in right["solution"]]
    text = "\n".join(["[problem]", *rows, "[solution]", *solution])
    assert told("check", "-", text=text)["filled"] == "right"
    wrong = text[:-1] + {"w": "b", "b": "w"}[text[-1]]
    assert told("check", "-", text=wrong)["filled"] not in (None, "right")


def test_a_large_puzzle_with_few_givens_has_several_solutions():
    board = some_givens(5, 20, 20, 60)
    found = told("check", "-", text="\n".join(board.rows))
    assert (found["verdict"], found["count"], found["by"]) == ("several", None, solving.PART)
    assert all(broken_rule(board, tuple(rows)) is None for rows in found["solutions"])


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["check", "yinyang/5/5/0166"], 2, "<address>:1:17: expected a body"),
        (["check", "yinyang/v:/5/5/016612300"], 2, "variant"),
        (["check", "no such file"], 2, "No such file"),
        (["make", "--size", "8"], 2, "rows and columns"),
        (["make", "--size", "0x8"], 2, "rows and columns"),
        (["make", "--size", "21x20"], 2, "400 cells"),
        (["convert", ADDRESS], 2, "--to"),
        (["check", "-"], 2, "expected at most 1000 cells"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(words, code, says):
    done = puzzle(*words, text="." * 1001 + "\n")
    assert (done.exit_code, says in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_an_undecided_puzzle_has_its_own_exit_code(monkeypatch):
    monkeypatch.setattr(solving, "SMALL_CELLS", 0)
    monkeypatch.setattr(solving, "MOST_STATES", (1,))
    done = puzzle("check", "-", text="\n".join(some_givens(1, 12, 12, 20).rows))
    assert (done.exit_code, "not decided" in done.stderr) == (4, True)


def test_convert_goes_around_all_formats_and_says_when_the_answer_is_lost(tmp_path):
    made_file = puzzle("make", "--size", "5x7", "--seed", "2", "--to", "janko").stdout
    text = made_file
    for to in ("pzprv3", "janko"):
        done = puzzle("convert", "-", "--to", to, text=text)
        assert (done.exit_code, done.stderr) == (0, "")
        text = done.stdout
    assert text == made_file
    done = puzzle("convert", "-", "--to", "url", text=text)
    assert "answer filled in is left out" in done.stderr
    path = tmp_path / "puzzle.txt"
    path.write_text(done.stdout)
    assert told("convert", str(path), "--to", "plain")["answer_lost"] is False


def test_hint_tells_a_cell_and_a_reason_and_counts_filled_cells_as_givens():
    assert told("hint", "-", text="##\n#.\n")["hint"] == {
        "row": 2,
        "column": 2,
        "colour": "white",
        "why": "else a 2x2 block would have one colour",
    }
    filled = "pzprv3/yinyang/2/2/2 2 /. . /. . /2 . /"
    assert told("hint", "-", text=filled)["hint"]["column"] == 2
    assert "0 cells forced now" in puzzle("hint", "-", text="...\n...\n").stdout
    assert "no solution" in puzzle("hint", "-", text="##\n##\n").stdout
