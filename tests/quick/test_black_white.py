"""Black & White: rules by hand-made boards, formats with every complaint, known counts."""

from random import Random

import pytest

from doublecount.dp.black_white import SOLVER, fits, solutions, solve
from doublecount.models import cp_sat as running
from doublecount.models.black_white import brute_force, cp_sat
from doublecount.problems.black_white import PROBLEM, Answer, Instance
from doublecount.problems.black_white.colouring import random_colouring
from doublecount.problems.black_white.instance import blank
from doublecount.problems.black_white.rules import broken_law, broken_rule, check, decide, refutes
from doublecount.problems.picture import as_text
from doublecount.problems.record import Status
from doublecount.problems.text import InputError
from doublecount.verify import catalogue

# Counts of blank boards: two independent programs; up to 4x5 also four public Yin-Yang solvers.
BLANK = {
    (1, 1): 2,
    (1, 2): 4,
    (1, 6): 12,
    (1, 10): 20,
    (2, 2): 12,
    (2, 3): 18,
    (2, 10): 18,
    (3, 3): 34,
    (3, 4): 50,
    (3, 10): 230,
    (4, 4): 96,
    (4, 5): 220,
    (4, 6): 420,
    (4, 7): 924,
    (4, 8): 1780,
    (5, 5): 660,
    (5, 6): 1948,
    (5, 8): 16460,
    (5, 9): 47128,
    (6, 6): 7736,
    (6, 7): 36352,
    (6, 8): 143164,
    (7, 7): 230568,
    (7, 8): 1428028,
    (7, 9): 8921002,
    (8, 8): 11974112,
    (9, 9): 1609039928,
}
COMB = ("#####", "#o#o#", "#o#o#", "#o#o#", "ooooo")
SMALL = Instance(("...", "#.o"))


def board(*rows):
    return Instance(rows)


def read(text):
    return list(PROBLEM.read(text, "in"))


def complaint(text):
    with pytest.raises(InputError) as caught:
        read(text)
    error = caught.value
    return error.line, error.column, error.expected, error.found


def output_complaint(text, *instances):
    with pytest.raises(InputError) as caught:
        PROBLEM.read_answers(text, instances)
    error = caught.value
    return error.line, error.column, error.expected, error.found


# The instance


@pytest.mark.parametrize("rows", [(), ("",), ("##", "#"), ("#x",), ("# ",), ("\uff03",), ("#", "#\n")])
def test_a_board_that_is_not_a_rectangle_of_known_symbols_is_refused(rows):
    with pytest.raises(ValueError):
        Instance(rows)


def test_the_error_shows_the_row_that_caused_it():
    with pytest.raises(ValueError, match="row 1 has 1 cells, expected 2: '#'"):
        board("##", "#")


def test_free_cells_are_listed_row_by_row():
    assert board("#.", ".o").free == ((0, 1), (1, 0))
    assert board("#.", ".o").givens == 2


# Rules


@pytest.mark.parametrize(
    "colouring",
    [
        ("#",),
        ("##o",),
        ("####",),
        ("o", "o", "#"),
        ("#o", "#o"),
        ("##", "#o"),
        ("###", "#o#", "###"),
        ("ooo", "###"),
        ("####", "#oo#", "#o##", "#ooo"),
        COMB,
    ],
)
def test_these_colourings_obey_the_laws(colouring):
    assert broken_law(colouring) is None


@pytest.mark.parametrize(
    ("colouring", "broken"),
    [
        (("##", "##"), "the 2 x 2 block from row 1, column 1 is all black"),
        (("##oo", "#ooo"), "the 2 x 2 block from row 1, column 3 is all white"),
        (("###", "#o#", "oo#", "oo#"), "the 2 x 2 block from row 3, column 1 is all white"),
        (("oooo", "o##o", "oo##", "#o##"), "the 2 x 2 block from row 3, column 3 is all black"),
    ],
)
def test_a_block_of_one_colour_breaks_a_rule_wherever_it_is(colouring, broken):
    assert broken_law(colouring) == broken


@pytest.mark.parametrize(
    ("colouring", "broken"),
    [
        (("#o", "o#"), "the black cells are not connected"),
        (("#o#",), "the black cells are not connected"),
        (("o", "#", "o"), "the white cells are not connected"),
        (("ooo", "###", "#oo"), "the white cells are not connected"),
        (("ooo", "o#o", "oo#"), "the black cells are not connected"),
    ],
)
def test_a_colour_in_two_parts_breaks_a_rule_even_if_they_touch_in_a_corner(colouring, broken):
    assert broken_law(colouring) == broken


@pytest.mark.parametrize(
    ("colouring", "broken"),
    [
        (("ooo",), "1 rows on a board of 2"),
        (("ooo", "##"), "row 2 has 2 cells on a board of 3 columns"),
        (("ooo", "#.o"), "row 2 has cells that are neither '#' nor 'o'"),
        (("o##", "oo#"), "the cell in row 2, column 1 is given black"),
        (("o##", "###"), "the cell in row 2, column 3 is given white"),
        (("###", "#oo"), None),
    ],
)
def test_a_colouring_must_fill_the_board_and_keep_its_givens(colouring, broken):
    assert broken_rule(SMALL, colouring) == broken


def test_check_looks_at_every_colouring_and_at_their_number():
    first, second, wrong = ("###", "#oo"), ("ooo", "##o"), ("###", "##o")
    block = "the 2 x 2 block from row 1, column 1 is all black"
    assert check(SMALL, Answer(4, first)) is None
    assert check(SMALL, Answer(4, wrong)) == block
    assert check(SMALL, Answer(2, first, frozenset([first, second]))) is None
    assert check(SMALL, Answer(2, first, frozenset([first, wrong]))) == block
    assert check(SMALL, Answer(0, first)) == "a solution is given although the count is 0"
    assert check(SMALL, Answer(4, first, frozenset([first]))) == "1 solutions are listed, the count is 4"


def test_valid_colourings_refute_an_answer_that_counts_fewer():
    first, second = ("###", "#oo"), ("ooo", "##o")
    both = Answer(2, first, frozenset([first, second]))
    assert refutes(SMALL, both, Answer(1)) == "there are at least 2 valid solutions, it counts 1"
    assert refutes(SMALL, both, Answer(4)) is None
    assert refutes(SMALL, Answer(1, ("###", "##o")), Answer(0)) is None


def test_complete_boards_are_decided_by_the_rules():
    assert decide(Instance(COMB)) == Answer(1, COMB, frozenset([COMB]))
    assert decide(board("##", "##")) == Answer(0, None, frozenset())
    assert decide(SMALL) is None


# Formats


@pytest.mark.parametrize(
    "text",
    [
        "2\n2 3\n...\n#.o\n1 1\n.\n",
        "2\r\n2 3\r\n...\r\n#.o\r\n1 1\r\n.\r\n",
        "2\n2 3\n...\n#.o\n1 1\n.",
        "\n2  \n\n 2  3 \t\n...  \n#.o\t\n\n\n1 1\n.\n\n \n",
    ],
)
def test_the_reader_takes_what_real_judge_files_contain(text):
    assert read(text) == [SMALL, blank(1, 1)]


def test_a_written_file_is_read_again():
    boards = [SMALL, Instance(COMB), blank(8, 8), blank(1, 9)]
    assert PROBLEM.write([SMALL]) == "1\n2 3\n...\n#.o\n"
    assert read(PROBLEM.write(boards)) == boards
    assert read(PROBLEM.write([])) == []


ROW = "row 1 of case 1: 3 characters of '#o.'"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "found"),
    [
        ("", 1, 1, "the number of cases", "end of file"),
        ("x\n", 1, 1, "the number of cases from 0 to 1000000000", "'x'"),
        ("+1\n", 1, 1, "the number of cases from 0 to 1000000000", "'+1'"),
        ("-1\n", 1, 1, "the number of cases from 0 to 1000000000", "'-1'"),
        ("\u0661\n", 1, 1, "the number of cases from 0 to 1000000000", "'\\u0661'"),
        ("9" * 50, 1, 1, "the number of cases from 0 to 1000000000", f"'{'9' * 37}...'"),
        ("1 2\n", 1, 3, "end of line after 1 number(s)", "'2'"),
        ("1\n", 2, 1, "height and width of case 1", "end of file"),
        ("1\n2\n", 2, 2, "a width from 1 to 1000000", "end of line"),
        ("1\n2 3 4\n", 2, 5, "end of line after 2 number(s)", "'4'"),
        ("1\n0 3\n", 2, 1, "a height from 1 to 1000000", "'0'"),
        ("1\n2 007\n", 2, 3, "a width from 1 to 1000000", "'007'"),
        ("1\n2 1e3\n", 2, 3, "a width from 1 to 1000000", "'1e3'"),
        ("1\n1000000000 1000000000\n", 2, 1, "a height from 1 to 1000000", "'1000000000'"),
        ("1\n1000000 1000000\n", 2, 9, "a board of at most 1000000 cells", "'1000000 1000000'"),
        ("1\n1 3\n", 3, 1, ROW, "end of file"),
        ("1\n1 3\n#.\n", 3, 3, ROW, "end of line after 2 characters"),
        ("1\n1 3\n#.oo\n", 3, 4, "end of line after 3 characters", "'o'"),
        ("1\n1 3\n#xo\n", 3, 2, ROW, "'x'"),
        ("1\n1 3\n#.O\n", 3, 3, ROW, "'O'"),
        ("1\n1 3\n #.o\n", 3, 1, ROW, "' '"),
        ("1\n1 3\n#\uff4f.\n", 3, 2, ROW, "'\\uff4f'"),
        ("1\n1 3\n#\x00.\n", 3, 2, ROW, "'\\x00'"),
        ("1\n2 3\n#.o\n", 4, 1, "row 2 of case 1: 3 characters of '#o.'", "end of file"),
        ("1\n1 3\n#.o\n###\n", 4, 1, "end of file after 1 case(s)", "'###'"),
        ("2\n1 3\n#.o\n", 4, 1, "height and width of case 2", "end of file"),
        ("2\n1 3\n#.o\n###\n1 1\n.\n", 4, 1, "a height from 1 to 1000000", "'###'"),
        ("0\n1 1\n", 2, 1, "end of file after 0 case(s)", "'1 1'"),
    ],
)
def test_malformed_input_is_refused_with_line_and_column(text, line, column, expected, found):
    assert complaint(text) == (line, column, expected, found)


def test_good_cases_are_read_before_a_bad_one_is_refused():
    boards = PROBLEM.read("2\n2 3\n...\n#.o\n0 0\n", "in")
    assert next(boards) == SMALL
    with pytest.raises(InputError, match=r"^in:5:1: expected a height from 1 to 1000000, found '0'$"):
        next(boards)


def test_the_largest_board_the_format_takes_is_read():
    (found,) = read("1\n1000 1000\n" + ("." * 1000 + "\n") * 1000)
    assert (found.height, found.width) == (1000, 1000)


def test_answers_are_written_as_the_judge_wants_them():
    assert PROBLEM.write_answer(1, Answer(4, ("###", "#oo"))) == "4\n###\n#oo\n\n"
    assert PROBLEM.write_answer(2, Answer(0)) == "0\n\n"


@pytest.mark.parametrize(
    "text",
    ["4\n###\n#oo\n\n0\n\n", "4\n###\n#oo\n0", "\n4\r\n\r\n### \r\n#oo\r\n\r\n\r\n0\r\n\r\n\r\n"],
)
def test_a_program_s_output_may_lack_or_add_blank_lines(text):
    assert PROBLEM.read_answers(text, [SMALL, SMALL]) == [Answer(4, ("###", "#oo")), Answer(0)]


@pytest.mark.parametrize("text", ["-4\n###\n#oo\n\n0\n", "-4\n\n0\n"])
def test_a_count_below_zero_is_read_with_a_colouring_or_without(text):
    first, second = PROBLEM.read_answers(text, [SMALL, SMALL])
    assert (first.count, second) == (-4, Answer(0))
    assert first.colouring == (("###", "#oo") if "#" in text else None)


COLOURED = "row 1 of the colouring of case 1: 3 characters of '#o'"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "found"),
    [
        ("", 1, 1, "the count of case 1", "end of file"),
        ("-0\n", 1, 1, "the count of case 1", "'-0'"),
        ("-4\n###\n", 3, 1, "row 2 of the colouring of case 1", "end of file"),
        ("4 4\n", 1, 3, "end of line after 1 number(s)", "'4'"),
        ("4\n", 2, 1, "row 1 of the colouring of case 1", "end of file"),
        ("4\n###\n", 3, 1, "row 2 of the colouring of case 1", "end of file"),
        ("4\n##\n#oo\n", 2, 3, COLOURED, "end of line after 2 characters"),
        ("4\n#.#\n#oo\n", 2, 2, COLOURED, "'.'"),
        ("4\n###\n#oo\nooo\n", 4, 1, "end of output after 1 case(s)", "'ooo'"),
        ("0\n###\n#oo\n", 2, 1, "end of output after 1 case(s)", "'###'"),
        ("9" * 5000, 1, 1, "the count of case 1", f"'{'9' * 37}...'"),
    ],
)
def test_malformed_output_is_refused_with_line_and_column(text, line, column, expected, found):
    assert output_complaint(text, SMALL) == (line, column, expected, found)


def test_json_holds_the_count_as_text():
    assert PROBLEM.to_json(Answer(4, ("###", "#oo"))) == {"count": "4", "colouring": ["###", "#oo"]}
    assert PROBLEM.to_json(Answer(0)) == {"count": "0", "colouring": None}


# Pictures, limits, random colourings


def test_the_picture_tells_givens_from_cells_filled_in():
    assert as_text(PROBLEM.picture(SMALL, None)) == "...\n#.o\n# black, given; o white, given; . free\n"
    drawn = as_text(PROBLEM.picture(SMALL, Answer(4, ("###", "#oo"))))
    assert drawn == "xxx\n#-o\n# black, given; o white, given; x black, filled in; - white, filled in\n"


def test_the_judge_s_limits_are_2_to_8_rows_and_columns():
    sides = [(1, 4), (2, 2), (2, 8), (8, 8), (8, 9), (9, 8), (4, 1)]
    allowed = [size for size in sides if PROBLEM.limits.allows(blank(*size))]
    assert allowed == [(2, 2), (2, 8), (8, 8)]


@pytest.mark.parametrize("sides", [(1, 5), (4, 1), (2, 2), (2, 3), (5, 2), (3, 3), (4, 4)])
def test_random_colourings_reach_every_valid_colouring_of_a_small_board(sides):
    rng = Random(1)
    drawn = {random_colouring(rng, *sides) for _ in range(3000)}
    assert drawn == set(solutions(blank(*sides)))


def test_random_colourings_of_large_boards_are_valid():
    rng = Random(2)
    for sides in [(8, 8), (7, 8), (9, 3), (2, 20), (12, 12)]:
        assert broken_law(random_colouring(rng, *sides)) is None


# The solver


@pytest.mark.parametrize(("sides", "count"), BLANK.items())
def test_blank_boards_have_the_known_number_of_colourings(sides, count):
    for instance in (blank(*sides), blank(*sides[::-1])):
        answer = solve(instance)
        assert answer.count == count
        assert check(instance, answer) is None and answer.colouring is not None


def test_givens_are_respected():
    answer = solve(SMALL)
    assert answer.count == 4
    assert check(SMALL, answer) is None and answer.colouring is not None


@pytest.mark.parametrize(
    "rows",
    [
        ("##.", "##."),
        ("#o", "o#"),
        ("#.o.#",),
        ("#o#", "...", "o.o"),
        ("#......#", *["........"] * 6, "o......o", "........", "#......#"),
    ],
)
def test_impossible_givens_have_no_colouring(rows):
    assert solve(Instance(rows)) == Answer(0, None)


def test_the_order_of_cases_does_not_matter():
    rng = Random(3)
    boards = [stratum.make(rng) for stratum in PROBLEM.strata for _ in range(4)]
    alone = [solve(instance) for instance in boards]
    assert [solve(instance) for instance in boards[::-1]][::-1] == alone


def test_all_colourings_are_listed_once_and_the_first_is_the_answer_s():
    for instance in (blank(3, 4), blank(5, 4), blank(1, 7), SMALL):
        listed = list(solutions(instance))
        answer = solve(instance)
        assert len(listed) == len(set(listed)) == answer.count
        assert listed[0] == answer.colouring
        assert check(instance, Answer(answer.count, None, frozenset(listed))) is None


def test_long_boards_are_counted_beyond_64_bits():
    answer = solve(blank(4, 200))
    assert answer.count is not None and answer.count > 2**200
    assert check(blank(4, 200), answer) is None


def test_boards_that_would_take_too_long_are_refused_with_the_reason():
    assert SOLVER.fits(blank(14, 14)) is None
    assert SOLVER.fits(blank(12, 56)) is None
    assert SOLVER.fits(blank(1, 10_000)) is None
    assert SOLVER.fits(blank(8, 8)) is None
    assert fits(blank(15, 15)) == "more than 14 rows and columns"
    assert fits(blank(13, 29)) == "longer than 28 cells at a width of 13"
    assert fits(blank(10_001, 1)) == "longer than 10000 cells at a width of 1"


# The models


@pytest.mark.parametrize("model", catalogue.models("black-white"), ids=lambda model: model.name)
def test_every_model_counts_the_blank_4x4_board(model):
    outcome = model.run(blank(4, 4), 10**6)
    assert outcome.status is Status.ANSWERED
    assert outcome.answer.count == 96
    if outcome.answer.solutions is not None:  # a counter lists none
        assert len(outcome.answer.solutions) == 96
    assert check(blank(4, 4), outcome.answer) is None


@pytest.mark.parametrize("model", catalogue.models("black-white"), ids=lambda model: model.name)
def test_every_model_answers_boards_without_a_rule_to_break(model):
    if model.fits(blank(1, 1)):  # Graphillion leaves single rows to others
        pytest.skip(model.fits(blank(1, 1)))
    assert model.run(blank(1, 1), 100).answer.solutions == {("#",), ("o",)}
    assert model.run(blank(1, 5), 10**5).answer.count == 10
    assert model.run(blank(5, 1), 10**5).answer.count == 10


@pytest.mark.parametrize("model", catalogue.models("black-white"), ids=lambda model: model.name)
def test_every_model_says_when_its_budget_is_spent(model):
    assert model.run(blank(4, 4), 1).status is Status.OUT_OF_BUDGET


@pytest.mark.parametrize(("longest_path", "count"), [(None, 34), (7, 34), (5, 30), (4, 22)])
def test_a_bound_on_paths_that_is_too_small_loses_colourings_of_cp_sat(longest_path, count):
    model, cells = cp_sat.build(blank(3, 3), longest_path)
    assert len(running.enumerate_solutions(model, cells, 10_000).solutions) == count


def test_brute_force_refuses_more_than_16_free_cells():
    assert brute_force.fits(blank(4, 4)) is None
    assert brute_force.fits(blank(1, 17)) == "more than 16 free cells"
