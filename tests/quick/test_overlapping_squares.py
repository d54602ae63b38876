"""Overlapping Squares: rules by hand-made pictures, formats with every complaint, known answers."""

import json

import pytest

from doublecount.dp.overlapping_squares import SOLVER, peeling
from doublecount.models.overlapping_squares import MODELS
from doublecount.problems.overlapping_squares import PROBLEM, Answer, Instance
from doublecount.problems.overlapping_squares.instance import FULL, NO_STACK
from doublecount.problems.overlapping_squares.relations import mirrored, transposed
from doublecount.problems.overlapping_squares.rules import BLANK, broken_rule, painted
from doublecount.problems.picture import Paint, as_text
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
WIDE = Instance((" _ _ _     ", "|   |_|_   ", "|_ _|   |  ", "    |_ _|  "))
"""Three squares on a board of 3 x 5 cells: (0, 1), then (1, 2) or (0, 0)."""


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
        ((), "at least 3 rows of a picture, not 0"),
        ((" " * 9,) * 2, "at least 3 rows of a picture, not 2"),
        ((" " * 8,) * 5, "rows of an odd number of at least 5 characters, not '        '"),
        ((" " * 3,) * 5, "rows of an odd number of at least 5 characters, not '   '"),
        ((" " * 9, " " * 7, " " * 9), "9 characters in row 1, not '       '"),
        (("|        ", *(" " * 9,) * 4), "a blank as character 0 of row 0, not '|'"),
        ((" " * 9, "_        ", *(" " * 9,) * 3), "'|' or a blank as character 0 of row 1, not '_'"),
        ((" " * 9, " x       ", *(" " * 9,) * 3), "'_' or a blank as character 1 of row 1, not 'x'"),
    ],
)
def test_an_instance_is_a_picture_with_marks_in_their_places(lines, problem):
    with pytest.raises(ValueError, match=r"picture|row") as caught:
        Instance(lines)
    assert str(caught.value) == f"expected {problem}"


def test_at_least_one_square_may_be_placed():
    with pytest.raises(ValueError, match="a limit of at least 1 square, not 0"):
        Instance(CORNER.rows, limit=0)


def test_the_size_of_the_picture_is_that_of_the_board():
    assert (WIDE.height, WIDE.width, WIDE.limit) == (3, 5, 6)
    assert WIDE.squares == tuple((row, column) for row in range(2) for column in range(4))
    assert WIDE.places == len(WIDE.squares)
    assert len(WIDE.edges) == 4 * 5 + 3 * 6


def test_a_negative_number_of_squares_is_no_answer():
    with pytest.raises(ValueError, match="not -1"):
        Answer(fewest=-1)


def test_flipping_an_edge_twice_gives_the_picture_back():
    assert EXTRA_EDGE != CORNER == EXTRA_EDGE.flipped((4, 7))


def test_the_blank_picture_other_boards_and_other_limits_are_beyond_the_judge():
    assert not any(map(PROBLEM.limits.allows, (BLANK, WIDE, CORNER.with_limit(7), CORNER.with_limit(5))))
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


@pytest.mark.parametrize(
    ("instance", "found"),
    [(WIDE, "3 x 5 and 6"), (CORNER.with_limit(7), "4 x 4 and 7"), (CORNER.with_limit(5), "4 x 4 and 5")],
)
def test_the_judges_text_knows_one_board_and_one_limit(instance, found):
    with pytest.raises(ValueError, match=f"expected a 4 x 4 board and a limit of 6 squares, not {found}"):
        PROBLEM.write([CORNER, instance])


def test_json_lines_know_all_boards_and_limits():
    instances = [WIDE, CORNER.with_limit(3), WIDE.with_limit(10**30)]
    assert list(PROBLEM.read_jsonl(PROBLEM.write_jsonl(instances), "in")) == instances


def test_a_json_line_without_a_limit_has_the_judges():
    line = json.dumps({"rows": CORNER.rows}) + "\n"
    assert list(PROBLEM.read_jsonl(line, "in")) == [CORNER]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"rows": [" _ _ ", "|   |"]}', "2: expected field 'rows': at least 3 rows of a picture, found '2'"),
        ('{"rows": []}', "2: expected field 'rows': at least 3 rows of a picture, found '0'"),
        (
            '{"rows": [" _ ", "| |", "|_|"]}',
            "2: expected field 'rows': rows of an odd number of at least 5 characters, found '\" _ \"'",
        ),
        (
            '{"limit": 2, "rows": [" _ _ ", "|   |", "|_ |_|"]}',
            "14: expected field 'rows': 5 characters in row 3, found '\"|_ |_|\"'",
        ),
        (
            '{"rows": [" _ _ ", "|   |", "|_x_|"]}',
            "2: expected field 'rows': '|' or a blank as character 3 of row 3, found '\"x\"'",
        ),
        (
            '{"rows": [" _ _ ", "|   |", "|_ _|"], "limit": 0}',
            "39: expected field 'limit': at least 1 square, found '0'",
        ),
        (
            '{"rows": [" _ _ ", "|   |", "|_ _|"], "limit": 2.5}',
            "39: expected field 'limit': an integer, found '2.5'",
        ),
        (
            '{"rows": [" _ _ ", "|   |", "|_ _|"], "columns": 2}',
            "39: expected no other field, found 'columns'",
        ),
    ],
)
def test_a_bad_json_line_is_refused_with_its_place(line, complaint):
    text = PROBLEM.write_jsonl([WIDE]) + "\n" + line + "\n"
    pictures = PROBLEM.read_jsonl(text, "in")
    assert next(pictures) == WIDE
    with pytest.raises(InputError) as caught:
        next(pictures)
    assert str(caught.value) == f"in:3:{complaint}"


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


# Other boards and limits


def by(model):
    return lambda instance: model.run(instance, model.budget).answer


@pytest.mark.parametrize("answer_of", [SOLVER.solve, *map(by, MODELS)], ids=["dp", *(m.name for m in MODELS)])
@pytest.mark.parametrize("limit", range(1, 9))
@pytest.mark.parametrize(("picture", "fewest"), [(WIDE, 3), (SEVEN_NEEDED, 7), (EXTRA_EDGE, NO_STACK)])
def test_the_answer_is_yes_from_the_fewest_squares_on(answer_of, limit, picture, fewest):
    answer = answer_of(picture.with_limit(limit))
    assert (answer.possible, answer.fewest) == (1 <= fewest <= limit, fewest)
    assert len(answer.order or ()) == (fewest if answer.possible else 0)
    assert PROBLEM.check(picture.with_limit(limit), answer) is None


def test_an_order_is_held_to_the_limit_and_the_board():
    order = ((0, 1), (0, 0), (1, 2))
    assert broken_rule(WIDE, order) is None
    assert broken_rule(WIDE.with_limit(2), order) == "3 squares are placed, not 1 to 2"
    assert (
        broken_rule(WIDE, ((1, 3), *order)) == "row 2 of the picture becomes '|   |_|_ _ ', not '|   |_|_   '"
    )
    assert broken_rule(WIDE, ((2, 0), *order)) == "square 1 is off the board, at row 3, column 1"


@pytest.mark.parametrize("board", [(2, 2), (3, 5), (5, 5), (9, 2)])
def test_blank_and_full_boards_are_made_by_no_stack(board):
    edges = Instance.of((), *board).edges
    for picture in (Instance.of((), *board), Instance.of(edges, *board)):
        assert SOLVER.solve(picture) == PROBLEM.decide(picture) == Answer(possible=False, fewest=NO_STACK)


def test_the_rules_decide_a_single_square_on_any_board():
    picture = painted(Instance.of((), 6, 3, limit=1), (4, 1))
    assert (
        PROBLEM.decide(picture) == Answer(possible=True, fewest=1, order=((4, 1),)) == SOLVER.solve(picture)
    )


def test_boards_beyond_the_limits_are_refused_before_the_work():
    largest, larger = Instance.of((), 11, 11), Instance.of((), 11, 12)
    assert SOLVER.fits(largest) is None
    assert SOLVER.fits(larger) == "more than 100 places for a square"
    with pytest.raises(ValueError, match="more than 100 places"):
        SOLVER.solve(larger)
    assert all(model.fits(larger) for model in MODELS)


def test_a_search_that_takes_too_long_is_no_answer(monkeypatch):
    monkeypatch.setattr(peeling, "MOST_CUTS", 1)
    picture = Instance.of((), 3, 7)
    for square in ((0, 0), (0, 2), (0, 4), (1, 1), (1, 3)):
        picture = painted(picture, square)
    assert SOLVER.fits(picture) == "the fewest squares are not found within 1 cuts"
    with pytest.raises(ValueError, match="not found"):
        SOLVER.solve(picture)


# Relations, shrinking, picture


def test_the_symmetries_of_a_lopsided_picture_are_seven_others():
    relation = PROBLEM.relations[0]
    images = relation.derive(UNDER_THE_CORNER.flipped((4, 0)))
    assert len({*images, UNDER_THE_CORNER.flipped((4, 0))}) == 8


def test_transposing_swaps_rows_and_columns():
    assert transposed(SIDE_BY_SIDE) == rows(" _ _", "|   |", "|_ _|", "|_ _|")
    assert mirrored(CORNER) == painted(BLANK, (0, 2))


def test_symmetries_turn_an_oblong_board_on_its_side():
    images = PROBLEM.relations[0].derive(WIDE.with_limit(2))
    assert (
        sorted((image.height, image.width, image.limit) for image in images)
        == [(3, 5, 2)] * 3 + [(5, 3, 2)] * 4
    )
    assert len({*images, WIDE.with_limit(2)}) == 8
    assert {SOLVER.solve(image).fewest for image in images} == {3}
    assert transposed(transposed(WIDE)) == mirrored(mirrored(WIDE)) == WIDE


def test_one_more_square_fits_the_board_and_its_limit():
    relation = PROBLEM.relations[1]
    higher = relation.derive(WIDE.with_limit(3))
    assert len(higher) == WIDE.places
    answers = [SOLVER.solve(one) for one in higher]
    assert relation.violation(WIDE.with_limit(3), SOLVER.solve(WIDE.with_limit(3)), answers) is None
    said = [Answer(possible=False)] * len(higher)
    assert relation.violation(WIDE.with_limit(3), Answer(fewest=3), said) is None
    assert relation.violation(WIDE.with_limit(4), Answer(fewest=3), said) is not None


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
    assert painted(BLANK, (0, 0)) in steps
    assert low_right not in steps


def shrunk(instance, holds):
    """The fixed point of taking the first simpler instance on which it still holds."""
    while True:
        steps = (one for one in PROBLEM.simpler(instance) if holds(one))
        simpler = next(steps, None)
        if simpler is None:
            return instance
        assert PROBLEM.size(simpler) < PROBLEM.size(instance)
        instance = simpler


@pytest.mark.parametrize("board", [(3, 7), (7, 3), (5, 5), (4, 4)])
def test_a_square_anywhere_shrinks_to_the_smallest_board_and_limit(board):
    square = Instance.of((), *board, limit=9).squares[-1]
    picture = painted(Instance.of((), *board, limit=9), square)
    found = shrunk(picture, lambda one: SOLVER.solve(one).possible)
    assert found == Instance((" _ _ ", "|   |", "|_ _|"), limit=1)


def test_what_the_judge_can_be_asked_shrinks_to_what_the_judge_can_be_asked():
    assert all(one.is_judges for one in PROBLEM.simpler(painted(BLANK, (1, 1))))


def test_nothing_is_simpler_than_the_blank_picture_of_the_smallest_board():
    assert list(PROBLEM.simpler(Instance.of((), 2, 2, limit=1))) == []


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


def test_sides_that_another_square_hides_are_faint():
    drawn = PROBLEM.picture(SIDE_BY_SIDE, SOLVER.solve(SIDE_BY_SIDE))
    faint = [(edge.row, edge.column, edge.horizontal) for edge in drawn.edges if edge.paint is Paint.FAINT]
    assert faint == [(0, 1, False), (1, 1, False)]


def test_the_picture_of_another_board_has_its_size():
    drawn = as_text(PROBLEM.picture(WIDE, SOLVER.solve(WIDE)))
    assert drawn.splitlines()[:7:2] == [
        "+---+---+---+   +   +",
        "+   +   +---+---+   +",
        "+---+---+   +   +   +",
        "+   +   +---+---+   +",
    ]


def test_an_order_of_squares_refutes_no_and_whoever_needs_more():
    stack = Answer(possible=True, fewest=2, order=((0, 0), (2, 2)))
    picture = painted(painted(Instance.of(()), (0, 0)), (2, 2))
    assert PROBLEM.refutes(picture, stack, Answer(possible=False)) == "placing 2 square(s) makes the picture"
    assert PROBLEM.refutes(picture, stack, Answer(fewest=3)) == "2 square(s) make the picture, not 3"
    assert PROBLEM.refutes(picture, stack, Answer(possible=True, fewest=2)) is None
    for empty in (Answer(possible=True, fewest=2), Answer(True, 2, ((0, 0), (1, 1)))):
        assert PROBLEM.refutes(picture, empty, Answer(possible=False)) is None
