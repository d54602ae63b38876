"""Overlapping Squares: rules by hand-made pictures, formats with every complaint, known answers."""

import pytest

from doublecount.dp.overlapping_squares import SOLVER
from doublecount.models.overlapping_squares import MODELS
from doublecount.problems.overlapping_squares import PROBLEM, Answer, Instance
from doublecount.problems.overlapping_squares.instance import FULL, NO_STACK
from doublecount.problems.overlapping_squares.relations import mirrored, transposed
from doublecount.problems.overlapping_squares.rules import BLANK, broken_rule, painted
from doublecount.problems.picture import as_text
from doublecount.problems.record import Status
from doublecount.problems.text import InputError

SAMPLE = """\
         #
 _ _ _   #
| |_ _|  #
|_|   |  #
  |_ _|  #
         #
   _ _   #
  |   |  #
  |_ _|  #
         #
 _ _ _ _ #
|_|_|_|_|#
|_|_|_|_|#
|_|_|_|_|#
|_|_|_|_|#
   _ _   #
 _|   |_ #
| |_ _| |#
|_|   |_|#
  |_ _|_|#
0
"""
CORNER = Instance((" _ _     ", "|   |    ", "|_ _|    ", " " * 9, " " * 9))
SIDE_BY_SIDE = Instance((" _ _ _   ", "|   | |  ", "|_ _|_|  ", " " * 9, " " * 9))
"""Needs (0, 1) first, then (0, 0)."""
STAIRS = Instance((" _ _     ", "|  _|_   ", "|_|  _|_ ", "  |_|   |", "    |_ _|"))
"""Squares down the diagonal, from the top left to the bottom right."""
UNDER_THE_CORNER = Instance((" _ _     ", "|   |_   ", "|_ _| |  ", "  |_ _|  ", " " * 9))
SIX_NEEDED = Instance((" _ _ _ _ ", "|   |_|_|", "|_ _|   |", "|_|_|_ _|", " " * 9))
SEVEN_NEEDED = Instance((" _ _ _ _ ", "|_|_|_ _|", "|_|_|   |", "|   |_ _|", "|_ _|    "))
NINE_NEEDED = SEVEN_NEEDED.flipped((4, 5)).flipped((4, 6)).flipped((4, 7)).flipped((4, 8))
EXTRA_EDGE = CORNER.flipped((4, 7))


def rows(*lines):
    return Instance(tuple(line.ljust(9) for line in (*lines, *[""] * (5 - len(lines)))))


def read(text):
    return list(PROBLEM.read(text, "in"))


def complaint(text):
    with pytest.raises(InputError) as caught:
        read(text)
    error = caught.value
    return error.line, error.column, error.expected, error.found


# Rules


def test_a_square_shows_its_outline():
    assert painted(BLANK, (0, 0)) == CORNER


def test_a_square_in_the_last_corner_reaches_the_end_of_the_board():
    assert painted(BLANK, (2, 2)) == rows("", "", "     _ _", "    |   |", "    |_ _|")


def test_a_later_square_hides_what_it_covers():
    assert painted(painted(BLANK, (0, 1)), (0, 0)) == SIDE_BY_SIDE


def test_a_square_on_the_full_picture_clears_its_inside_only():
    assert painted(Instance(FULL), (1, 1)) == rows(
        " _ _ _ _ ", "|_|_|_|_|", "|_|   |_|", "|_|_ _|_|", "|_|_|_|_|"
    )


def test_the_sides_of_the_cells_above_a_square_stay():
    assert painted(painted(BLANK, (0, 0)), (1, 1)) == rows(" _ _", "|  _|_", "|_|   |", "  |_ _|")


def test_an_order_that_makes_the_picture_breaks_no_rule():
    assert broken_rule(SIDE_BY_SIDE, ((0, 1), (0, 0))) is None


def test_squares_that_are_hidden_entirely_break_no_rule():
    assert broken_rule(SIDE_BY_SIDE, ((0, 0), (0, 1), (0, 0))) is None


@pytest.mark.parametrize(
    ("order", "broken"),
    [
        ((), "0 squares are placed, not 1 to 6"),
        (((0, 0),) * 7, "7 squares are placed, not 1 to 6"),
        (((0, 0), (3, 0)), "square 2 is off the board, at row 4, column 1"),
        (((0, -1),), "square 1 is off the board, at row 1, column 0"),
        (((0, 0), (0, 1)), "row 2 of the picture becomes '| |   |  ', not '|   | |  '"),
        (((0, 0),), "row 1 of the picture becomes ' _ _     ', not ' _ _ _   '"),
    ],
)
def test_a_broken_rule_is_named(order, broken):
    assert broken_rule(SIDE_BY_SIDE, order) == broken


@pytest.mark.parametrize(
    "answer",
    [
        Answer(),
        Answer(possible=True),
        Answer(possible=False),
        Answer(fewest=2, order=((0, 1), (0, 0))),
        Answer(possible=True, fewest=2, order=((0, 0), (0, 1), (0, 0))),
        Answer(possible=False, fewest=7),
        Answer(possible=False, fewest=NO_STACK),
    ],
)
def test_an_answer_whose_facts_fit_passes_the_check(answer):
    assert PROBLEM.check(SIDE_BY_SIDE, answer) is None


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        (Answer(possible=True, order=((0, 0),)), "row 1 of the picture becomes"),
        (Answer(possible=False, order=((0, 1), (0, 0))), "the answer is No"),
        (Answer(possible=True, fewest=3, order=((0, 1), (0, 0))), "fewest are said to be 3"),
        (Answer(fewest=NO_STACK, order=((0, 1), (0, 0))), "fewest are said to be of no number"),
        (Answer(possible=True, fewest=7), "the answer is Yes, the fewest squares 7"),
        (Answer(possible=True, fewest=NO_STACK), "the answer is Yes, the fewest squares of no number"),
        (Answer(possible=False, fewest=6), "the answer is No, the fewest squares 6"),
    ],
)
def test_an_answer_whose_facts_contradict_each_other_fails_the_check(answer, broken):
    assert broken in PROBLEM.check(SIDE_BY_SIDE, answer)


def test_the_rules_decide_a_single_square():
    assert PROBLEM.decide(CORNER) == Answer(possible=True, fewest=1, order=((0, 0),))


@pytest.mark.parametrize("picture", [BLANK, Instance(FULL), CORNER.flipped((2, 2)), CORNER.flipped((0, 1))])
def test_the_rules_decide_a_picture_without_a_visible_square(picture):
    assert PROBLEM.decide(picture) == Answer(possible=False, fewest=NO_STACK)


def test_the_rules_alone_do_not_decide_a_visible_square_with_more_around_it():
    assert [PROBLEM.decide(picture) for picture in (SIDE_BY_SIDE, EXTRA_EDGE)] == [None, None]


# Instances


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ((" " * 9,) * 4, "5 rows of 9 characters"),
        ((" " * 9,) * 6, "5 rows of 9 characters"),
        ((" " * 8,) * 5, "5 rows of 9 characters"),
        (("|        ", *(" " * 9,) * 4), "character 0 of row 0 is a blank, not '|'"),
        ((" " * 9, "_        ", *(" " * 9,) * 3), "character 0 of row 1 is '|' or a blank, not '_'"),
        ((" " * 9, " x       ", *(" " * 9,) * 3), "character 1 of row 1 is '_' or a blank, not 'x'"),
    ],
)
def test_an_instance_is_a_picture_with_marks_in_their_places(lines, problem):
    with pytest.raises(ValueError, match=r"picture|row") as caught:
        Instance(lines)
    assert problem in str(caught.value)


def test_a_negative_number_of_squares_is_no_answer():
    with pytest.raises(ValueError, match="not -1"):
        Answer(fewest=-1)


def test_flipping_an_edge_twice_gives_the_picture_back():
    assert EXTRA_EDGE != CORNER == EXTRA_EDGE.flipped((4, 7))


def test_the_blank_picture_alone_is_beyond_the_judge():
    assert not PROBLEM.limits.allows(BLANK)
    assert PROBLEM.limits.allows(BLANK.flipped((0, 1)))


# Formats


def test_the_sample_is_read_and_written_back():
    pictures = read(SAMPLE)
    assert len(pictures) == 4
    assert pictures[1] == rows("", "   _ _   ", "  |   |  ", "  |_ _|  ")
    assert PROBLEM.write(pictures) == SAMPLE


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace("\n", "\r\n"),
        SAMPLE.replace("\n", "  \t\n"),
        SAMPLE.removesuffix("\n"),
        "\n  \n" + SAMPLE + "\n \n",
        SAMPLE.replace("|_|_|_|_|#\n   _ _", "|_|_|_|_|#\n\n   \r\n   _ _"),
    ],
    ids=["crlf", "trailing-blanks", "no-final-newline", "blank-lines-around", "blank-lines-between"],
)
def test_tolerant_forms_are_read_alike(text):
    assert read(text) == read(SAMPLE)


def test_a_file_without_pictures_is_its_last_line():
    assert read("0\n") == []
    assert PROBLEM.write([]) == "0\n"


FIRST = "".join(f"{row}#\n" for row in SIDE_BY_SIDE.rows)
ABSURD = 10**6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, 1, "the first row of a picture, or the line '0'", "end of file")),
        (FIRST, (6, 1, "the first row of a picture, or the line '0'", "end of file")),
        (FIRST[:-11] + "0\n", (5, 1, "'|' or a blank", "'0'")),
        (FIRST[:-11], (5, 1, "row 5 of 5 of a picture", "end of file")),
        (FIRST[:-6], (5, 6, "'_' or a blank", "end of line after 5 characters")),
        (FIRST + FIRST[:22] + "0\n", (8, 1, "'|' or a blank", "'0'")),
        (FIRST + "|_|      #\n0\n", (6, 1, "a blank", "'|'")),
        (FIRST + "0\n" + FIRST, (7, 2, "end of file after the line '0'", "'_ _ _   #'")),
        (FIRST + "0\n0\n", (7, 1, "end of file after the line '0'", "'0'")),
        (FIRST + "00\n", (6, 1, "a blank", "'0'")),
        (FIRST + " 0\n", (6, 2, "'_' or a blank", "'0'")),
        (FIRST + "+0\n", (6, 1, "a blank", "'+'")),
        (FIRST + "\u0660\n", (6, 1, "a blank", "'\\u0660'")),
        (FIRST + "9" * ABSURD + "\n", (6, 1, "a blank", "'9'")),
        (" _ _ _  #\n", (1, 9, "a blank", "'#'")),
        (" _ _ _    #\n", (1, 10, "'#' after 9 characters", "' '")),
        (" _ _ _   \n", (1, 10, "'#' after 9 characters", "end of line after 9 characters")),
        (" " * 9 + "\n" + FIRST + "0\n", (1, 10, "'#' after 9 characters", "end of line after 9 characters")),
        (" _ _\n", (1, 5, "a blank", "end of line after 4 characters")),
        (" _ _ _   ##\n", (1, 11, "end of line after '#'", "'#'")),
        (" _ _ _   #  x \n", (1, 13, "end of line after '#'", "'x'")),
        (" _ _ _   #\n\n|   | |  #\n", (2, 1, "'|' or a blank", "end of line after 0 characters")),
        (" _ _ _   #\n_        #\n", (2, 1, "'|' or a blank", "'_'")),
        (" _ _ _   #\n |       #\n", (2, 2, "'_' or a blank", "'|'")),
        (" _ _ _   #\n\t|  \n", (2, 1, "'|' or a blank", "'\\t'")),
        (" - - -   #\n", (1, 2, "'_' or a blank", "'-'")),
        ("\ufeff _ _ _   #\n", (1, 1, "a blank", "'\\ufeff'")),
        ("\x00", (1, 1, "a blank", "'\\x00'")),
        ("\x0c\n0\n", (1, 1, "a blank", "'\\x0c'")),
    ],
)
def test_malformed_input_is_refused_with_its_place(text, expected):
    assert complaint(text) == expected


def test_good_pictures_are_read_before_the_bad_one_is_refused():
    pictures = PROBLEM.read(FIRST + "x\n", "in")
    assert next(pictures) == SIDE_BY_SIDE
    with pytest.raises(InputError, match=r"^in:6:1: expected a blank, found 'x'$"):
        next(pictures)


def test_answers_are_read_one_a_line():
    answers = PROBLEM.read_answers("Case 1: Yes \r\n\nCase 2: No", [CORNER, EXTRA_EDGE])
    assert answers == [Answer(possible=True), Answer(possible=False)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1)),
        ("Case 1: Yes\n", (2, 1)),
        ("Case 1: Yes\nCase 1: No\n", (2, 1)),
        ("Case 1: Yes\ncase 2: No\n", (2, 1)),
        ("Case 1: Yes\nCase 02: No\n", (2, 1)),
        ("Case 1: Yes\nCase 2: no\n", (2, 9)),
        ("Case 1: Yes\nCase 2: Yes No\n", (2, 9)),
        ("Case 1:\nCase 2: No\n", (1, 1)),
        ("Case 1: Yes\nCase 2: No\nCase 3: No\n", (3, 1)),
    ],
)
def test_malformed_output_is_refused_with_its_place(text, place):
    with pytest.raises(InputError) as caught:
        PROBLEM.read_answers(text, [CORNER, EXTRA_EDGE])
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("picture", "json"),
    [
        (SIDE_BY_SIDE, {"answer": "Yes", "fewest": 2, "order": [[1, 2], [1, 1]]}),
        (SEVEN_NEEDED, {"answer": "No", "fewest": 7, "order": None}),
        (EXTRA_EDGE, {"answer": "No", "fewest": None, "order": None}),
        (BLANK, {"answer": "No", "fewest": None, "order": None}),
    ],
)
def test_json_counts_from_1_and_has_null_where_no_stack_makes_the_picture(picture, json):
    assert PROBLEM.to_json(SOLVER.solve(picture)) == json


def test_what_is_not_stated_is_null_in_json():
    assert PROBLEM.to_json(Answer()) == {"answer": None, "fewest": None, "order": None}


# Known answers


def test_the_sample_gets_the_answers_of_the_statement():
    answers = [SOLVER.solve(picture) for picture in read(SAMPLE)]
    written = "".join(PROBLEM.write_answer(case, answer) for case, answer in enumerate(answers, start=1))
    assert written == "Case 1: Yes\nCase 2: Yes\nCase 3: No\nCase 4: Yes\n"


KNOWN = [
    (CORNER, 1),
    (SIDE_BY_SIDE, 2),
    (UNDER_THE_CORNER, 2),
    (SIX_NEEDED, 6),
    (SEVEN_NEEDED, 7),
    (NINE_NEEDED, 9),
    (EXTRA_EDGE, NO_STACK),
    (STAIRS, 3),
    (BLANK, NO_STACK),
    (Instance(FULL), NO_STACK),
]


@pytest.mark.parametrize(("picture", "fewest"), KNOWN)
def test_the_fewest_squares_of_small_pictures_are_found(picture, fewest):
    answer = SOLVER.solve(picture)
    assert answer.fewest == fewest
    assert answer.possible == (1 <= fewest <= 6)
    assert len(answer.order or ()) == (fewest if answer.possible else 0)
    assert PROBLEM.check(picture, answer) is None


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
@pytest.mark.parametrize(("picture", "fewest"), KNOWN)
def test_every_model_finds_the_fewest_squares_too(model, picture, fewest):
    outcome = model.run(picture, model.budget)
    assert outcome.status is Status.ANSWERED
    assert (outcome.answer.possible, outcome.answer.fewest) == (1 <= fewest <= 6, fewest)
    assert PROBLEM.check(picture, outcome.answer) is None


# Relations, shrinking, picture


def test_the_symmetries_of_a_lopsided_picture_are_seven_others():
    relation = PROBLEM.relations[0]
    images = relation.derive(UNDER_THE_CORNER.flipped((4, 0)))
    assert len({*images, UNDER_THE_CORNER.flipped((4, 0))}) == 8


def test_transposing_swaps_rows_and_columns():
    assert transposed(SIDE_BY_SIDE) == rows(" _ _", "|   |", "|_ _|", "|_ _|")
    assert mirrored(CORNER) == painted(BLANK, (0, 2))


def test_a_symmetric_picture_with_another_answer_is_a_violation():
    symmetries = PROBLEM.relations[0]
    others = [Answer(fewest=2)] * 6 + [Answer(fewest=3)]
    assert symmetries.violation(SIDE_BY_SIDE, Answer(fewest=2), others) is not None
    assert symmetries.violation(SIDE_BY_SIDE, Answer(possible=True), others) is None


def test_one_more_square_costs_at_most_one():
    relation = PROBLEM.relations[1]
    assert len(relation.derive(SIDE_BY_SIDE)) == 9
    same = [Answer(fewest=2)] * 8
    assert relation.violation(SIDE_BY_SIDE, Answer(fewest=2), [*same, Answer(fewest=3)]) is None
    assert relation.violation(SIDE_BY_SIDE, Answer(fewest=2), [*same, Answer(fewest=4)]) is not None
    assert relation.violation(SIDE_BY_SIDE, Answer(fewest=2), [*same, Answer(fewest=NO_STACK)]) is not None
    assert relation.violation(SIDE_BY_SIDE, Answer(fewest=5), [*same, Answer(possible=False)]) is not None
    assert relation.violation(SIDE_BY_SIDE, Answer(fewest=6), [*same, Answer(possible=False)]) is None


def test_a_square_away_from_the_corner_is_moved_there_when_shrinking():
    low_right = painted(BLANK, (2, 2))
    steps = list(PROBLEM.simpler(low_right))
    assert painted(BLANK, (1, 2)) in steps
    assert painted(BLANK, (2, 1)) in steps
    assert painted(BLANK, (0, 0)) not in steps


def test_nothing_is_simpler_than_the_blank_picture():
    assert list(PROBLEM.simpler(BLANK)) == []


def test_every_edge_can_be_erased_when_shrinking():
    steps = set(PROBLEM.simpler(EXTRA_EDGE))
    assert {EXTRA_EDGE.flipped(edge) for edge in EXTRA_EDGE.marked} <= steps


def test_the_picture_numbers_the_squares_by_their_place_in_the_order():
    drawn = as_text(PROBLEM.picture(SIDE_BY_SIDE, SOLVER.solve(SIDE_BY_SIDE)))
    assert drawn.splitlines()[:5] == [
        "+---+---+---+   +",
        "| 2   2 | 1 |",
        "+   +   +   +   +",
        "| 2   2 | 1 |",
        "+---+---+---+   +",
    ]
    assert drawn.endswith("first placed first: (1, 2) (1, 1)\n")
