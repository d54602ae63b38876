"""Formats of Yin-Yang puzzles: what is written can be read, and what is faulty is said with its place."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublecount.problems.black_white import Instance
from doublecount.problems.text import InputError
from doublecount.puzzles import formats
from doublecount.puzzles.puzzle import Puzzle, filled_fault

FIXED = json.loads((Path(__file__).parent / "puzzles.json").read_text())
NAMES = [form.name for form in formats.FORMATS]

# From the tests of pzpr.js (MIT): the same puzzle as an address and, solved, as a file.
ADDRESS = "yinyang/5/5/016612300"
FILE = (
    "pzprv3/yinyang/5/5/. . . . . /1 . 2 . . /2 . . . 1 /. . 2 . 1 /. . . . . "
    "/1 1 1 1 1 /. 2 . 2 1 /. 2 1 1 . /1 2 . 2 . /1 1 1 1 1 /"
)


def read(text):
    return formats.read(text, "file")


def complaint(text):
    with pytest.raises(InputError) as caught:
        read(text)
    return caught.value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fixed", FIXED, ids=lambda one: f"{one['rows']}x{one['columns']}")
def test_a_puzzle_is_the_same_in_every_format_and_written_as_it_was_read(fixed, name):
    puzzle, form = read(fixed[name])
    assert form.name == name
    assert (puzzle.board.height, puzzle.board.width) == (fixed["rows"], fixed["columns"])
    assert puzzle.board.rows == tuple(fixed["plain"].split())
    assert form.write(puzzle) == fixed[name]
    assert form.write(read(form.write(puzzle))[0]) == fixed[name]


@pytest.mark.parametrize("fixed", FIXED, ids=lambda one: f"{one['rows']}x{one['columns']}")
def test_files_that_have_an_answer_keep_it_and_it_is_right(fixed):
    puzzles = [read(fixed[name])[0] for name in ("pzprv3", "janko")]
    assert puzzles[0] == puzzles[1]
    assert filled_fault(puzzles[0]) is None


def test_there_are_twenty_fixed_puzzles_most_of_them_not_square():
    assert len(FIXED) == 20
    assert sum(one["rows"] != one["columns"] for one in FIXED) > 10


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_random_boards_survive_every_format_and_all_ways_between_two(data):
    height, width = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    rows = st.text("#o.", min_size=width, max_size=width)
    board = Instance(tuple(data.draw(st.lists(rows, min_size=height, max_size=height))))
    for one in formats.FORMATS:
        first, form = read(one.write(Puzzle(board)))
        assert (first, form) == (Puzzle(board), one)
        for other in formats.FORMATS:
            assert read(other.write(first)) == (Puzzle(board), other)


@settings(max_examples=100, deadline=None)
@given(st.text("0123456789abcdefghijklmnopqrsAZ/:. ?", max_size=12))
def test_any_body_of_an_address_is_read_to_the_letter_or_refused(body):
    text = f"https://puzz.link/p?yinyang/4/5/{body}"
    try:
        puzzle, form = read(text)
    except InputError:
        return
    assert form.write(puzzle).strip() == text.strip()


def test_pzprs_own_example_is_one_puzzle_in_both_formats():
    address, file = read(ADDRESS)[0], read(FILE)[0]
    assert address.board == file.board
    assert address.board.rows == (".....", "o.#..", "#...o", "..#.o", ".....")
    assert filled_fault(file) is None


def test_columns_come_first_in_an_address_and_rows_in_a_file():
    board = Instance(("#..o.", "....."))
    assert "yinyang/5/2/" in formats.BY_NAME["url"].write(Puzzle(board))
    assert formats.BY_NAME["pzprv3"].write(Puzzle(board)).splitlines()[2:4] == ["2", "5"]


@pytest.mark.parametrize(
    "text",
    [
        f"https://puzz.link/p?{ADDRESS}",
        f"http://pzv.jp/p.html?{ADDRESS}\r\n",
        f"  {ADDRESS}\n\n",
        FILE,
        FILE.replace("/", "\r\n"),
        FILE.replace("pzprv3/", "pzprv3.1/") + "\ninfo:{\n 'a/b': 1\n}\n",
        FILE.replace("/", "\n") + "http://pzv.jp/p.html?yinyang/5/5/016612300",
        "[problem]\n- - - - -\nw - b - -\nb - - - w\n- - b - w\n- - - - -\n",
        "begin\npuzzle yin-yang\nauthor A. N. Other\nsize 5\n[Problem]\n- - - - -\nw - b - -\nb - - - w\n"
        "- - b - w\n- - - - -\n[moves]\n1 2 3\n[end]\n",
        "_____\nW_B__\nB___W\n__B_W\n_____\n",
        "\ufeff. . . . .\nO . B . .\n# . . . w\n- - ● - ○\n. . . . .",
    ],
)
def test_what_people_keep_is_accepted(text):
    assert read(text)[0].board == read(ADDRESS)[0].board


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("yinyang/5/5/01661230", 21, "body of 9 characters"),
        ("yinyang/5/5/0166123001", 22, "end of the body after 9 characters"),
        ("yinyang/5/5/01r612300", 15, "character 3"),
        ("yinyang/5/5/0166A2300", 17, "character 5"),
        ("yinyang/5/5/01661230q", 21, "surplus 2 cell(s)"),
        ("yinyang/5/5/016612301/", 21, "surplus 2 cell(s)"),
        ("yinyang/5/5/016612300/", 22, "end of the address"),
        ("yinyang/5/5/", 13, "body of 9 characters"),
        ("yinyang/5/5", 12, "the body"),
        ("yinyang/5", 10, "the number of rows"),
        ("yinyang", 8, "the number of columns"),
        ("yinyang/v:/5/5/016612300", 9, "variant"),
        ("yinyang/0/5/0", 9, "a number of columns from 1 to"),
        ("yinyang/5/05/016612300", 11, "a number of rows from 1 to"),
        ("yinyang/5/501/0", 11, "a number of rows from 1 to"),
        ("yinyang/5//0", 11, "a number of rows from 1 to"),
        ("https://puzz.link/p?nurikabe/5/5/0", 21, "kind of puzzle"),
        ("https://puzz.link/p?", 21, "kind of puzzle"),
        ("https://puzz.link/", 1, "kind of puzzle"),
    ],
)
def test_a_faulty_address_is_refused_at_its_place(text, column, words):
    error = complaint(text)
    assert (error.line, error.column) == (1, column), error
    assert words in str(error)


def test_one_address_and_no_more_is_read():
    error = complaint(f"\n{ADDRESS}\n\n{ADDRESS}\n")
    assert (error.line, error.column, error.expected) == (4, 1, "end of file after one address")
    with pytest.raises(InputError, match="file:1:1: expected an address, found end of file"):
        formats.BY_NAME["url"].read("\n \n", "file")


LINES = FILE.split("/")


@pytest.mark.parametrize(
    ("lines", "line", "column"),
    [
        (["pzprv4", *LINES[1:]], 1, 1),
        (["pzprv3.x", *LINES[1:]], 1, 1),
        (["pzprv3", "nurikabe", *LINES[2:]], 2, 1),
        (["pzprv3", "yinyang", "five", *LINES[3:]], 3, 1),
        ([*LINES[:3], "0", *LINES[4:]], 4, 1),
        ([*LINES[:4], ". 3 . . . ", *LINES[5:]], 5, 3),
        ([*LINES[:4], ". . . . ", *LINES[5:]], 5, 8),
        ([*LINES[:4], ". . . . . .", *LINES[5:]], 5, 11),
        (LINES[:9], 10, 1),
        ([*LINES[:14], ". . . . ."], 15, 1),
        ([*LINES[:9], "1 1 1 1 - ", *LINES[10:]], 10, 9),
    ],
)
def test_a_faulty_pzprv3_file_is_refused_at_its_place(lines, line, column):
    error = complaint("\n".join(lines) + "\n")
    assert (error.line, error.column) == (line, column), error


def test_columns_count_from_the_line_where_slashes_separate():
    error = complaint(FILE.replace("1 . 2", "1 . 7"))
    assert FILE[error.column - 1] == "2"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[problem]\n- -\n- x\n", 3, 3),
        ("[problem]\n- -\n-\n", 3, 2),
        ("[problem]\n- -\n- - -\n", 3, 5),
        ("size 3\n[problem]\n- -\n- -\n", 1, 6),
        ("rows 2\ncols 3\n[problem]\n- -\n- -\n", 2, 6),
        ("size 2 2\n[problem]\n- -\n- -\n", 1, 1),
        ("puzzle masyu\n[problem]\n- -\n- -\n", 1, 1),
        ("[problem]\n- -\n- -\n[solution]\nw b\nw -\n", 6, 3),
        ("[problem]\n- -\n- -\n[solution]\nw b\n", 6, 1),
        ("[problem]\n- -\n- -\n[solution]\nw b\nw b\nb b\n", 7, 1),
        ("[problem]\n- -\n[problem]\n- -\n", 3, 1),
        ("[solution]\nw b\n", 1, 1),
        ("[problem]\n", 2, 1),
        ("[problem]\n[end]\n", 2, 1),
        ("[problem]\n- -\n- -\n[end]\n[problem]\n- -\n", 5, 1),
        ("[problem]\n- -\n- -\n[author]\nme\n[problem]\n- -\n", 6, 1),
        ("[begin]\n", 2, 1),
    ],
)
def test_a_faulty_text_of_janko_is_refused_at_its_place(text, line, column):
    error = complaint(text)
    assert (error.line, error.column) == (line, column), error


def test_an_answer_behind_other_headings_of_janko_is_read_as_well():
    puzzle, _ = formats.read("[problem]\n- w -\n[author]\nme\n[solution]\nb w b\n[other]\nx\n[end]\n", "file")
    assert puzzle.filled == ("#o#",)


def test_an_answer_of_pzprv3_may_repeat_givens_and_not_change_them():
    text = "pzprv3\nyinyang\n1\n2\n. 1\n2 {}\n"
    assert formats.read(text.format("1"), "file")[0].filled == ("#o",)
    error = complaint(text.format("2"))
    assert (error.line, error.column) == (6, 3)
    assert "given white" in str(error)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("", 1, 1), ("\n\n", 3, 1), ("#o.\n#x.\n", 2, 2), ("#o.\n#o\n", 2, 3), ("#o\n\n#o.\n", 3, 3)],
)
def test_a_faulty_grid_is_refused_at_its_place(text, line, column):
    error = complaint(text)
    assert (error.line, error.column) == (line, column), error
