"""Dots and boxes: rules by hand-made examples, formats, samples and known values."""

import itertools

import pytest

from doublecount.dp import dots_and_boxes as dp
from doublecount.problems.dots_and_boxes import PROBLEM, Answer, Instance
from doublecount.problems.dots_and_boxes.instance import boxes_beside
from doublecount.problems.dots_and_boxes.relations import SPLIT, SYMMETRIES, image
from doublecount.problems.dots_and_boxes.rules import broken_rule, check, decide, points_made
from doublecount.problems.picture import as_text
from doublecount.problems.text import InputError

SAMPLE = "1\n15\n1 2\n1 5\n2 6\n5 9\n6 10\n9 10\n5 6\n2 3\n3 7\n7 11\n10 11\n3 4\n6 7\n7 8\n4 8\n"
EMPTY = Instance(())
FIRST_BOX = ((1, 2), (1, 5), (2, 6), (5, 6))


def sample() -> Instance:
    (instance,) = PROBLEM.read(SAMPLE, "sample")
    return instance


def all_but(count: int) -> Instance:
    """All lines drawn in sorted order but the last ``count``."""
    return Instance(EMPTY.free[: 24 - count])


def complaint(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        list(PROBLEM.read(text, "in"))
    return caught.value


def test_the_sample_of_the_judge_is_won_by_tom():
    assert PROBLEM.write_answer(1, dp.solve(sample())) == "Case #1: Tom200\n"


# Instance


def test_the_grid_of_three_by_three_boxes_has_24_lines():
    assert EMPTY.free_count == len(EMPTY.free) == 24
    assert EMPTY.free[:3] == ((1, 2), (1, 5), (2, 3))
    assert EMPTY.free[-1] == (15, 16)


@pytest.mark.parametrize(
    ("rows", "columns", "lines"), [(1, 1, 4), (1, 2, 7), (2, 1, 7), (2, 2, 12), (2, 3, 17)]
)
def test_other_grids_have_their_own_lines(rows, columns, lines):
    grid = Instance((), rows, columns)
    assert grid.free_count == len(grid.free) == lines


@pytest.mark.parametrize(
    "line", [(4, 5), (1, 3), (1, 6), (2, 1), (0, 1), (16, 17), (13, 17), (1, 1), (1, 2, 3)]
)
def test_what_is_no_line_of_the_grid_is_refused(line):
    with pytest.raises(ValueError, match="neighbouring points"):
        Instance((line,))


def test_a_repeated_line_is_refused():
    with pytest.raises(ValueError, match="every line once"):
        Instance(((1, 2), (2, 3), (1, 2)))


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, -1)])
def test_a_grid_without_boxes_is_refused(rows, columns):
    with pytest.raises(ValueError, match="at least 1 x 1"):
        Instance((), rows, columns)


def test_an_unknown_winner_is_refused():
    with pytest.raises(ValueError, match="Bob"):
        Answer("Bob")


def test_a_huge_grid_costs_nothing_until_its_lines_are_listed():
    huge = Instance((), 10**9, 10**9)
    assert dp.fits(huge)
    assert all(model.fits(huge) for model in _models())
    assert decide(huge) is None


def _models():
    from doublecount.models.dots_and_boxes import MODELS

    return MODELS


# Rules


def test_a_line_on_the_border_has_one_box_beside_it_and_one_inside_two():
    assert sorted(boxes_beside(EMPTY, (1, 2))) == [1]
    assert sorted(boxes_beside(EMPTY, (4, 8))) == [3]
    assert sorted(boxes_beside(EMPTY, (12, 16))) == [11]
    assert sorted(boxes_beside(EMPTY, (6, 7))) == [2, 6]
    assert sorted(boxes_beside(EMPTY, (6, 10))) == [5, 6]


def test_every_box_is_beside_four_lines():
    beside = [box for line in EMPTY.free for box in boxes_beside(EMPTY, line)]
    assert sorted(beside) == sorted([1, 2, 3, 5, 6, 7, 9, 10, 11] * 4)


def test_whoever_draws_the_last_side_of_a_box_makes_the_point():
    assert points_made(Instance(FIRST_BOX[:3])) == (0, 0)
    assert points_made(Instance(FIRST_BOX)) == (0, 1)
    assert points_made(Instance(((2, 3), *FIRST_BOX))) == (1, 0)


def test_the_turn_passes_after_a_box_is_closed():
    game = Instance((*FIRST_BOX, (3, 7), (6, 7), (2, 3)))
    assert Instance(FIRST_BOX).mover == "Tom200"
    assert points_made(game) == (1, 1)
    assert game.mover == "Jerry404"


def test_a_line_between_two_boxes_can_make_two_points():
    assert points_made(sample()) == (5, 0)
    assert points_made(sample().with_lines(sample().lines[:6])) == (0, 0)
    assert points_made(sample().with_lines(sample().lines[:7])) == (2, 0)


def test_the_order_of_drawing_decides_the_points():
    assert points_made(Instance(tuple(reversed(EMPTY.free)))) != points_made(Instance(EMPTY.free))
    assert sum(points_made(Instance(EMPTY.free))) == 9


def test_a_right_answer_breaks_no_rule():
    assert check(sample(), Answer("Tom200", 3, ((10, 14),))) is None
    assert check(sample(), Answer()) is None


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        (Answer("Jerry404"), "Jerry404 is impossible from 5 : 0 with 4 box(es) left"),
        (Answer("draw"), "draw is impossible from 5 : 0 with 4 box(es) left"),
        (Answer(margin=11), "the margin 11 cannot come from 5 : 0 with 4 box(es) left"),
        (Answer(margin=-1), "the margin -1 cannot come from 5 : 0 with 4 box(es) left"),
        (Answer(margin=2), "the margin 2 cannot come from 5 : 0 with 4 box(es) left"),
        (Answer(best=((1, 2),)), "the best line 1-2 is drawn already or not on the grid"),
        (Answer(best=((14, 10),)), "the best line 14-10 is drawn already or not on the grid"),
        (Answer(best=((10, 14), (9, 13))), "the best lines are not sorted, or one is named twice"),
        (Answer(best=((9, 13), (9, 13))), "the best lines are not sorted, or one is named twice"),
        (Answer(best=()), "no best line is named although some line can be drawn"),
    ],
)
def test_each_broken_rule_is_named(answer, broken):
    assert check(sample(), answer) == broken


def test_winner_and_margin_must_fit_each_other():
    assert check(EMPTY, Answer("Tom200", -3)) == "the winner is Tom200, the margin -3"
    assert check(EMPTY, Answer("Jerry404", -3)) is None
    assert check(Instance((), 2, 2), Answer("draw", 0)) is None


def test_a_draw_is_impossible_with_an_odd_number_of_boxes():
    assert check(EMPTY, Answer("draw")) == "draw is impossible from 0 : 0 with 9 box(es) left"


def test_no_best_line_is_expected_when_all_are_drawn():
    assert broken_rule(all_but(0), ()) is None
    assert broken_rule(all_but(0), ((1, 2),)) is not None


def test_the_rules_decide_games_with_at_most_one_free_line():
    assert decide(all_but(2)) is None
    forced, over = decide(all_but(1)), decide(all_but(0))
    assert forced is not None
    assert over is not None
    assert forced.best == ((15, 16),)
    assert over.best == ()
    assert (forced.winner, forced.margin) == (over.winner, over.margin)
    tom, jerry = points_made(all_but(0))
    assert over.margin == tom - jerry


# Formats


def test_a_written_file_is_read_back():
    games = [sample(), all_but(0), EMPTY, all_but(12)]
    assert list(PROBLEM.read(PROBLEM.write(games), "file")) == games
    assert PROBLEM.write([sample()]) == SAMPLE
    assert list(PROBLEM.read(PROBLEM.write([]), "file")) == []


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace("\n", "\r\n"),
        SAMPLE.replace("\n", "  \t\n"),
        SAMPLE.replace("\n", "\n\n"),
        SAMPLE.rstrip("\n"),
        "\n\n" + SAMPLE + "\n \n",
        SAMPLE.replace(" ", "   "),
        SAMPLE.replace("5 9", " 9 5"),
    ],
)
def test_tolerant_forms_are_read_alike(text):
    assert list(PROBLEM.read(text, "file")) == [sample()]


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "found"),
    [
        ("", 1, 1, "the number of cases", "end of file"),
        ("x\n", 1, 1, "a number of cases of at least 0", "'x'"),
        ("-1\n", 1, 1, "a number of cases of at least 0", "'-1'"),
        ("+1\n", 1, 1, "a number of cases of at least 0", "'+1'"),
        ("1 1\n", 1, 3, "end of line after 1 number(s)", "'1'"),
        ("1" * 5000, 1, 1, "a number of cases of at least 0", "'" + "1" * 37 + "...'"),
        ("999999999999\n", 2, 1, "the number of lines drawn in case 1", "end of file"),
        ("1\n25\n", 2, 1, "a number of drawn lines from 0 to 24", "'25'"),
        ("1\n-1\n", 2, 1, "a number of drawn lines from 0 to 24", "'-1'"),
        ("1\n02\n", 2, 1, "a number of drawn lines from 0 to 24", "'02'"),
        ("1\n1000000000000\n", 2, 1, "a number of drawn lines from 0 to 24", "'1000000000000'"),
        ("1\n2\n1 2\n", 4, 1, "drawn line 2 of 2 of case 1", "end of file"),
        ("1\n1\n1\n", 3, 2, "a point from 1 to 16", "end of line"),
        ("1\n1\n1 2 3\n", 3, 5, "end of line after 2 number(s)", "'3'"),
        ("1\n1\n0 1\n", 3, 1, "a point from 1 to 16", "'0'"),
        ("1\n1\n16 17\n", 3, 4, "a point from 1 to 16", "'17'"),
        ("1\n1\n1 002\n", 3, 3, "a point from 1 to 16", "'002'"),
        ("1\n1\n1 +2\n", 3, 3, "a point from 1 to 16", "'+2'"),
        ("1\n1\n1 2.0\n", 3, 3, "a point from 1 to 16", "'2.0'"),
        ("1\n1\n1-2 3\n", 3, 1, "a point from 1 to 16", "'1-2'"),
        ("1\n1\n1 \u0662\n", 3, 3, "a point from 1 to 16", "'\\u0662'"),
        ("1\n1\n\u00a01 2\n", 3, 1, "a point from 1 to 16", "'\\xa01'"),
        ("1\n1\n  1   3\n", 3, 7, "a neighbour of point 1 (2, 5)", "'3'"),
        ("1\n1\n4 5\n", 3, 3, "a neighbour of point 4 (3, 8)", "'5'"),
        ("1\n1\n6 6\n", 3, 3, "a neighbour of point 6 (2, 5, 7, 10)", "'6'"),
        ("1\n2\n1 2\n1 2\n", 4, 1, "a line not drawn before (this one is on line 3)", "'1 2'"),
        ("1\n2\n1 2\n\n 2 1\n", 5, 2, "a line not drawn before (this one is on line 3)", "'2 1'"),
        ("1\n1\n1 2\n2 3\n", 4, 1, "end of file after 1 case(s)", "'2 3'"),
        ("2\n1\n1 2\n", 4, 1, "the number of lines drawn in case 2", "end of file"),
        ("0\n1\n", 2, 1, "end of file after 0 case(s)", "'1'"),
    ],
)
def test_malformed_input_is_refused_where_it_goes_wrong(text, line, column, expected, found):
    error = complaint(text)
    assert (error.line, error.column, error.expected, error.found) == (line, column, expected, found)


def test_good_cases_are_given_before_the_bad_one():
    cases = PROBLEM.read("2\n1\n1 2\n1\n1 3\n", "file")
    assert next(cases) == Instance(((1, 2),))
    with pytest.raises(InputError):
        next(cases)


def test_other_grids_have_no_text():
    with pytest.raises(ValueError, match="2 x 3"):
        PROBLEM.write([Instance((), 2, 3)])


def test_winners_are_read_from_the_output():
    answers = PROBLEM.read_answers("Case #1: Tom200\r\n\nCase #2: Jerry404  ", [sample(), EMPTY])
    assert answers == [Answer("Tom200"), Answer("Jerry404")]


def test_a_draw_is_read_where_it_can_occur():
    assert PROBLEM.read_answers("Case #1: draw\n", [Instance((), 2, 2)]) == [Answer("draw")]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("Tom200\n", 1, 1),
        ("Case #2: Tom200\n", 1, 1),
        ("case #1: Tom200\n", 1, 1),
        ("Case #01: Tom200\n", 1, 1),
        ("Case #1:\n", 1, 1),
        ("Case #1: Tom\n", 1, 10),
        ("Case #1:  Tom200\n", 1, 10),
        ("Case #1: draw\n", 1, 10),
        ("Case #1: Tom200 \u2603\n", 1, 10),
        ("Case #1: Tom200\nCase #2: Tom200\n", 2, 1),
    ],
)
def test_malformed_output_is_refused_where_it_goes_wrong(text, line, column):
    with pytest.raises(InputError) as caught:
        PROBLEM.read_answers(text, [EMPTY])
    assert (caught.value.line, caught.value.column) == (line, column)


def test_json_gives_the_margin_as_a_decimal_string():
    assert PROBLEM.to_json(dp.solve(sample())) == {"winner": "Tom200", "margin": "3", "best": [[10, 14]]}
    assert PROBLEM.to_json(Answer("Jerry404")) == {"winner": "Jerry404", "margin": None, "best": None}


def test_the_judge_allows_12_to_24_lines_on_3_by_3_boxes_only():
    allows = PROBLEM.limits.allows
    assert [count for count in range(25) if allows(all_but(24 - count))] == list(range(12, 25))
    assert not allows(Instance(Instance((), 4, 4).free[:12], 4, 4))


# Relations


def test_each_symmetry_gives_another_game():
    images = {image(sample(), symmetry) for symmetry in SYMMETRIES}
    assert len(images) == 7
    assert sample() not in images
    assert {points_made(seen) for seen in images} == {(5, 0)}


def test_a_transposed_grid_has_rows_and_columns_exchanged():
    grid = Instance(((1, 2), (4, 8)), 1, 3)
    assert image(grid, (False, False, True)) == Instance(((1, 3), (7, 8)), 3, 1)


def violated(answer: Answer, *changes: Answer) -> str | None:
    children = [dp.solve(child) for child in SPLIT.derive(all_but(3))]
    return SPLIT.violation(all_but(3), answer, [*changes, *children[len(changes) :]])


def test_an_answer_must_be_the_best_of_the_moves():
    right = dp.solve(all_but(3))
    assert right.margin is not None
    assert violated(right) is None
    assert violated(Answer(margin=right.margin)) is None
    assert violated(Answer(margin=right.margin + 2)) is not None
    assert violated(Answer(best=((1, 2),))) is not None


def test_a_winner_must_be_the_best_of_the_moves_for_who_moves():
    tom, jerry = Answer("Tom200"), Answer("Jerry404")
    jerry_moves, tom_moves = all_but(3), all_but(2)
    assert SPLIT.violation(jerry_moves, tom, [tom, jerry, tom]) is not None
    assert SPLIT.violation(jerry_moves, jerry, [tom, jerry, tom]) is None
    assert SPLIT.violation(tom_moves, jerry, [tom, jerry]) is not None
    assert SPLIT.violation(tom_moves, tom, [tom, jerry]) is None
    assert SPLIT.violation(tom_moves, tom, [jerry, Answer()]) is None


# Known values, shrinking, picture

# First mover's net score on an empty board, by an independent program that keeps the full state.
EMPTY_BOARDS = [(1, 1, -1), (1, 2, 2), (1, 3, -1), (1, 4, 2), (1, 5, -3), (2, 2, -2), (2, 3, 2)]


@pytest.mark.parametrize(("rows", "columns", "margin"), EMPTY_BOARDS)
def test_empty_boards_have_their_known_values(rows, columns, margin):
    assert dp.solve(Instance((), rows, columns)).margin == margin
    assert dp.solve(Instance((), columns, rows)).margin == margin


# The same where who closes a box draws again; 3 x 3 also in Wilson's published table.
STANDARD_EMPTY_BOARDS = [(1, 1, -1), (1, 2, 0), (1, 3, -1), (1, 4, 0), (1, 5, -1), (2, 2, 2), (2, 3, -2)]


@pytest.mark.parametrize(("rows", "columns", "margin"), [*STANDARD_EMPTY_BOARDS, (3, 3, -3)])
def test_empty_boards_have_their_known_values_under_the_standard_rule(rows, columns, margin):
    assert dp.solve(Instance((), rows, columns, "standard")).margin == margin
    assert dp.solve(Instance((), columns, rows, "standard")).margin == margin


def test_under_the_standard_rule_who_closes_a_box_draws_again():
    strict, standard = Instance(FIRST_BOX), Instance(FIRST_BOX, rules="standard")
    assert len(FIRST_BOX) == 4
    assert (strict.mover, standard.mover) == ("Tom200", "Jerry404")
    assert standard.drawers == ("Tom200", "Jerry404", "Tom200", "Jerry404", "Jerry404")


def test_the_judges_format_has_no_word_for_the_standard_rule():
    with pytest.raises(ValueError, match="expected strict rules, not standard"):
        PROBLEM.write([Instance(FIRST_BOX, rules="standard")])
    with pytest.raises(ValueError, match="expected strict or standard rules, not 'other'"):
        Instance((), rules="other")


def test_an_empty_board_of_3_by_3_boxes_is_solved():
    answer = dp.solve(EMPTY)
    assert SPLIT.violation(EMPTY, answer, [dp.solve(child) for child in SPLIT.derive(EMPTY)]) is None
    assert check(EMPTY, answer) is None


def test_the_table_of_the_whole_grid_gives_what_a_table_of_the_position_gives():
    for count in (8, 12, 16):
        game = all_but(count)
        whole, own = dp.whole_grid(3, 3), dp.standings_after(game)
        drawn = sum(1 << EMPTY.free.index(line) for line in game.lines)
        assert whole.moves(drawn) == own.moves(0)


def test_a_game_that_does_not_fit_is_refused():
    big = Instance((), 4, 4)
    assert dp.fits(big) == "more than 24 free lines"
    with pytest.raises(ValueError, match="more than 24 free lines"):
        dp.solve(big)


def test_a_larger_grid_with_few_free_lines_is_solved():
    grid = Instance((), 4, 4)
    game = grid.with_lines(grid.free[:-1])
    assert dp.solve(game) == decide(game)


def test_lines_already_in_order_can_only_be_taken_back():
    steps = list(PROBLEM.simpler(all_but(21)))
    assert [len(step.lines) for step in steps] == [1, 1, 2, 2, 2]
    assert list(PROBLEM.simpler(EMPTY)) == []


def test_sorting_two_successive_lines_is_simpler():
    game = Instance(((2, 3), (1, 2), (3, 4)))
    steps = list(PROBLEM.simpler(game))
    assert steps[-1] == Instance(((1, 2), (2, 3), (3, 4)))
    assert all(PROBLEM.size(step) < PROBLEM.size(game) for step in steps)


def test_a_game_is_trivial_where_there_is_no_real_choice():
    games = [all_but(1), all_but(0), sample(), EMPTY]
    assert [PROBLEM.is_trivial(game, dp.solve(game)) for game in games] == [True, True, False, True]


def test_the_picture_shows_owners_the_last_line_and_the_best_ones():
    assert as_text(PROBLEM.picture(sample(), dp.solve(sample()))) == (
        "+---+---+---+\n"
        "| T | T | T !\n"
        "+---+---+---+\n"
        "| T | T |\n"
        "+---+---+   +\n"
        '    "\n'
        "+   +   +   +\n"
        "T closed by Tom200\n"
        "Tom200 5, Jerry404 0; Jerry404 draws next\n"
    )


@pytest.mark.parametrize("name", ["cp-sat", "networkx", "game-tree"])
def test_each_model_manages_the_size_it_promises(name):
    (model,) = (model for model in _models() if model.name == name)
    free = {"cp-sat": 10, "networkx": 12, "game-tree": 8}[name]
    lines = sample().lines + sample().free
    game = Instance(lines[: 24 - free])
    outcome = model.run(game, 10**6)
    assert outcome.answer == dp.solve(game)


def test_a_tree_that_is_too_big_ends_out_of_budget_and_is_no_answer():
    (model,) = (model for model in _models() if model.name == "game-tree")
    assert model.run(all_but(9), 1000).answer is None


def test_all_orders_of_a_box_give_the_point_to_the_second_player():
    for order in itertools.permutations(Instance((), 1, 1).free):
        assert decide(Instance(order, 1, 1)) == Answer("Jerry404", -1, ())
