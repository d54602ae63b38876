"""Wooden Chess: rules, formats, known values."""

from dataclasses import replace
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest

from doublecount.dp import wooden_chess as dp
from doublecount.dp.wooden_chess import staircases
from doublecount.models.wooden_chess import MODELS, cp_sat, game_tree, retrograde
from doublecount.problems.picture import Paint, as_text
from doublecount.problems.record import Status
from doublecount.problems.text import InputError
from doublecount.problems.wooden_chess import PROBLEM, Answer, Instance
from doublecount.problems.wooden_chess.formats import read, read_answers, to_json, write, write_answer
from doublecount.problems.wooden_chess.rules import broken_rule, check, decide, difference
from doublecount.problems.wooden_chess.simpler import simpler

SAMPLE_TEXT = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"
SAMPLE = Instance(((2, 7, 3), (9, 1, 2)), ((3, 7, 2), (2, 3, 1)))
SAMPLE_LINE = ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (1, 2))
NEGATIVE = Instance(((0, 0, 1), (0, 0, 0)), ((0, 0, 0), (1, 0, 0)))


def blank(n, m):
    return Instance(((0,) * m,) * n, ((0,) * m,) * n)


# The instance


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ((), (), "at least one row"),
        (((),), ((),), "at least one row"),
        (((1,),), ((1,), (1,)), "expected 1 rows in b as in a, found 2"),
        (((1, 2), (3,)), ((1, 2), (3, 4)), r"expected 2 scores in every row, found \(3,\)"),
        (((1, 2),), ((3,),), r"expected 2 scores in every row, found \(3,\)"),
        (((-1,),), ((0,),), "expected a score of at least 0, found -1"),
        (((1,),), ((0.5,),), "expected a score of at least 0, found 0.5"),
    ],
)
def test_an_instance_refuses_what_is_no_board(a, b, message):
    with pytest.raises(ValueError, match=message):
        Instance(a, b)


# The rules


def test_a_line_that_fills_the_board_from_the_corner_is_valid():
    assert broken_rule(SAMPLE, SAMPLE_LINE) is None
    assert broken_rule(SAMPLE, ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))) is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (SAMPLE_LINE[:-1], "5 moves on a board of 6 cells"),
        ((*SAMPLE_LINE, (0, 0)), "7 moves on a board of 6 cells"),
        ((*SAMPLE_LINE[:-1], (0, 0)), "move 6 (row 1, column 1) fills a filled cell"),
        ((*SAMPLE_LINE[:-1], (2, 0)), "move 6 (row 3, column 1) is off the board"),
        ((*SAMPLE_LINE[:-1], (0, -1)), "move 6 (row 1, column 0) is off the board"),
        (((0, 1), *SAMPLE_LINE[1:]), "move 1 (row 1, column 2) is made while row 1, column 1 is empty"),
        (
            ((0, 0), (0, 1), (1, 1), (1, 0), (0, 2), (1, 2)),
            "move 3 (row 2, column 2) is made while row 2, column 1 is empty",
        ),
        (
            ((0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)),
            "move 3 (row 2, column 2) is made while row 1, column 2 is empty",
        ),
    ],
)
def test_each_broken_rule_is_named(line, rule):
    assert broken_rule(SAMPLE, line) == rule


def test_the_players_alternate_and_the_first_begins():
    assert difference(SAMPLE, SAMPLE_LINE) == (2 - 7) + (9 - 2) + (1 - 1)


def test_an_answer_is_checked_against_its_own_line():
    assert check(SAMPLE, Answer(2, SAMPLE_LINE)) is None
    assert check(SAMPLE, Answer(3, SAMPLE_LINE)) == "the line of play gives 2, the value is 3"
    assert check(SAMPLE, Answer(None, SAMPLE_LINE)) is None
    assert check(SAMPLE, Answer(2, SAMPLE_LINE[::-1])) == (
        "move 1 (row 2, column 3) is made while row 2, column 1 is empty"
    )
    assert check(SAMPLE, Answer(1000)) is None


@pytest.mark.parametrize(
    ("instance", "value"),
    [
        (Instance(((5,),), ((9,),)), 5),
        (Instance(((1, 2, 4),), ((8, 16, 32),)), 1 - 16 + 4),
        (Instance(((1,), (2,), (4,)), ((8,), (16,), (32,))), 1 - 16 + 4),
    ],
)
def test_the_rules_decide_boards_of_one_row_or_one_column(instance, value):
    answer = decide(instance)
    assert answer.value == value
    assert check(instance, answer) is None
    assert decide(SAMPLE) is None


# The formats


def boards(text):
    return list(read(text, "in"))


def test_a_board_is_read_and_written_as_the_judge_does():
    assert boards(SAMPLE_TEXT) == [SAMPLE]
    assert write([SAMPLE]) == SAMPLE_TEXT
    assert boards("") == boards("\n \n") == []


def test_several_boards_in_a_row_are_read():
    assert boards(write([SAMPLE, NEGATIVE, blank(1, 1)])) == [SAMPLE, NEGATIVE, blank(1, 1)]


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE_TEXT.replace("\n", "\r\n"),
        SAMPLE_TEXT.replace("\n", " \t\n"),
        SAMPLE_TEXT.replace("\n", "\n\n"),
        "\n" + SAMPLE_TEXT,
        SAMPLE_TEXT.rstrip(),
        SAMPLE_TEXT.replace(" ", "  "),
    ],
)
def test_tolerant_forms_are_read(text):
    assert boards(text) == [SAMPLE]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("2\n", "in:1:2: expected a number of columns from 1 to 1000, found end of line"),
        ("1 1 1\n", "in:1:5: expected end of line after 2 number(s), found '1'"),
        ("0 3\n", "in:1:1: expected a number of rows from 1 to 1000, found '0'"),
        ("3 0\n", "in:1:3: expected a number of columns from 1 to 1000, found '0'"),
        ("x 3\n", "in:1:1: expected a number of rows from 1 to 1000, found 'x'"),
        ("+5 3\n", "in:1:1: expected a number of rows from 1 to 1000, found '+5'"),
        ("3 007\n", "in:1:3: expected a number of columns from 1 to 1000, found '007'"),
        ("1000000000 1\n", "in:1:1: expected a number of rows from 1 to 1000, found '1000000000'"),
        ("1 1000000000\n", "in:1:3: expected a number of columns from 1 to 1000, found '1000000000'"),
        ("1 ٣\n", r"in:1:3: expected a number of columns from 1 to 1000, found '\u0663'"),
        ("1000 1000\n", "in:2:1: expected row 1 of the first player's scores, found end of file"),
        ("1 2\n1 2\n", "in:3:1: expected row 1 of the second player's scores, found end of file"),
        ("2 1\n1\n2\n3\n", "in:5:1: expected row 2 of the second player's scores, found end of file"),
        ("1 2\n1\n1 2\n", "in:2:2: expected a score from 0 to 1000000000000000, found end of line"),
        ("1 2\n1 2 3\n1 2\n", "in:2:5: expected end of line after 2 number(s), found '3'"),
        ("1 2\n1 2\n1 -2\n", "in:3:3: expected a score from 0 to 1000000000000000, found '-2'"),
        ("1 1\n1.5\n0\n", "in:2:1: expected a score from 0 to 1000000000000000, found '1.5'"),
        ("1 1\n1e3\n0\n", "in:2:1: expected a score from 0 to 1000000000000000, found '1e3'"),
        ("1 1\n01\n0\n", "in:2:1: expected a score from 0 to 1000000000000000, found '01'"),
        ("1 1\n１\n0\n", r"in:2:1: expected a score from 0 to 1000000000000000, found '\uff11'"),
        (
            "1 1\n1000000000000001\n0\n",
            "in:2:1: expected a score from 0 to 1000000000000000, found '1000000000000001'",
        ),
        (
            "1 1\n" + "9" * 5000 + "\n0\n",
            f"in:2:1: expected a score from 0 to 1000000000000000, found '{'9' * 37}...'",
        ),
        ("1 1\n1\n0\n7\n", "in:4:2: expected a number of columns from 1 to 1000, found end of line"),
    ],
)
def test_malformed_input_is_refused_with_its_place(text, complaint):
    with pytest.raises(InputError) as refused:
        boards(text)
    assert str(refused.value) == complaint


def test_good_boards_are_yielded_before_a_bad_one_is_refused():
    reader = read(SAMPLE_TEXT + "1 1\nx\n", "in")
    assert next(reader) == SAMPLE
    with pytest.raises(InputError, match="in:7:1"):
        next(reader)


def test_values_are_read_one_a_line():
    assert read_answers("2\r\n\n-1", [SAMPLE, NEGATIVE]) == [Answer(2), Answer(-1)]


@pytest.mark.parametrize(
    ("output", "place"),
    [
        ("", "output:1:1: expected the value of board 1, found end of file"),
        ("x\n", "output:1:1: expected a value"),
        ("2 3\n", "output:1:3: expected end of line after 1 number(s), found '3'"),
        ("2\n3\n", "output:2:1: expected end of output after 1 value(s), found '3'"),
        ("2.0\n", "output:1:1: expected a value"),
        ("9" * 100_000, "output:1:1: expected a value"),
    ],
)
def test_unreadable_output_is_refused_with_its_place(output, place):
    with pytest.raises(InputError) as refused:
        read_answers(output, [SAMPLE])
    assert str(refused.value).startswith(place)


def test_answers_are_written_as_the_judge_and_as_json_ask():
    answer = Answer(-1, ((0, 0), (1, 0)))
    assert write_answer(1, answer) == "-1\n"
    assert to_json(answer) == {"value": "-1", "line": [[1, 1], [2, 1]]}
    assert to_json(Answer()) == {"value": None, "line": None}


# Known values


@pytest.mark.parametrize(("instance", "value"), [(SAMPLE, 2), (NEGATIVE, -1), (blank(10, 10), 0)])
def test_the_samples_have_their_values(instance, value):
    answer = dp.solve(instance)
    assert answer.value == value
    assert check(instance, answer) is None


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_every_model_gives_the_samples_their_values(model):
    for instance, value in ((SAMPLE, 2), (NEGATIVE, -1), (blank(1, 1), 0)):
        outcome = model.run(instance, model.budget)
        assert outcome.answer.value == value
        assert check(instance, outcome.answer) is None


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 23), (23, 1), (2, 5), (5, 2), (4, 4), (10, 10), (3, 21)])
def test_the_graph_has_one_state_for_each_staircase_and_all_its_moves(n, m):
    graph = staircases.compile_graph(n, m)
    assert sum(moves.movers[0] for moves in graph) + 1 == comb(n + m, n)
    arcs = 0
    for moves in graph:
        states = np.concatenate([np.arange(part.stop - part.start) for part in moves.parts])
        arcs += len(np.unique(np.stack([states, moves.cell, moves.following]), axis=1).T)
        assert min(moves.movers[: staircases.LEAST]) == moves.movers[0]
    assert arcs == (n + m - 1) * comb(n + m - 2, n - 1)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 7), (6, 1), (3, 5), (6, 4)])
def test_borders_are_numbered_in_ascending_order(n, m):
    borders = np.sort(staircases.staircases(n, m)[0])
    assert staircases.numbering(n, m)(borders).tolist() == list(range(comb(n + m, n)))


def random_board(rng, n, m, highest):
    a, b = (tuple(tuple(rng.randint(0, highest) for _ in range(m)) for _ in range(n)) for _ in range(2))
    return Instance(a, b)


def by_heights(instance):
    """The value by recursion over the numbers of pieces in the rows, the scores as they stand."""

    @cache
    def value(lengths):
        first = sum(lengths) % 2 == 0
        scores, sign = (instance.a, 1) if first else (instance.b, -1)
        worth = [
            sign * scores[row][length] + value((*lengths[:row], length + 1, *lengths[row + 1 :]))
            for row, length in enumerate(lengths)
            if length < (lengths[row - 1] if row else instance.m)
        ]
        return (max if first else min)(worth, default=0)

    return value((0,) * instance.n)


@pytest.mark.parametrize("boards", [1, 2, 15, 16, 17, 33])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 9), (9, 1), (2, 7), (5, 5), (6, 4)])
def test_batches_are_solved_as_one_by_one(n, m, boards):
    rng = Random(n * m + boards)
    instances = [random_board(rng, n, m, rng.choice([1, 100_000])) for _ in range(boards)]
    answers = dp.solve_many(instances)
    assert answers == [dp.solve(instance) for instance in instances]
    assert [answer.value for answer in answers] == [by_heights(instance) for instance in instances]
    assert all(check(*pair) is None for pair in zip(instances, answers, strict=True))


@pytest.mark.parametrize("at_once", [0, 1, 40, 10**9])
@pytest.mark.parametrize("boards", [1, 2, 17])
def test_values_do_not_depend_on_how_much_is_evaluated_at_once(at_once, boards, monkeypatch):
    monkeypatch.setattr(dp, "AT_ONCE", at_once)
    rng = Random(boards)
    instances = [random_board(rng, 5, 4, 9) for _ in range(boards)]
    for instance, answer in zip(instances, dp.solve_many(instances), strict=True):
        assert answer.value == by_heights(instance)
        assert check(instance, answer) is None


@pytest.mark.parametrize("chunk", [1, 7, 10**9])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 6), (4, 5), (6, 6)])
def test_graphs_do_not_depend_on_how_many_states_are_moved_at_once(n, m, chunk, monkeypatch):
    usual = staircases.compile_arcs(n, m)
    monkeypatch.setattr(staircases, "CHUNK", chunk)
    assert all(np.array_equal(usual[key], array) for key, array in staircases.compile_arcs(n, m).items())


@pytest.mark.parametrize(("bits", "dtype"), [(31, np.int32), (63, np.int64)])
@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 3), (3, 3), (4, 5)])
def test_values_are_exact_on_both_sides_of_each_limit_of_machine_integers(n, m, bits, dtype, over):
    total = 2**bits - 1 + over
    assert (dp.smallest_dtype(total) is dtype) == (not over)
    rng = Random(bits)
    small = [random_board(rng, n, m, 5) for _ in range(3)]
    for owner, cell in ((0, 0), (1, 0), (0, n * m - 1), (1, n * m - 1), (1, n * m // 2)):
        instances = []
        for board in small:
            tables = [[list(row) for row in board.a], [list(row) for row in board.b]]
            rest = board.total_a + board.total_b - tables[owner][cell // m][cell % m]
            tables[owner][cell // m][cell % m] = total - rest
            instances.append(Instance(*(tuple(map(tuple, table)) for table in tables)))
        assert all(instance.total_a + instance.total_b == total for instance in instances)
        for instance, answer in zip(instances, dp.solve_many(instances), strict=True):
            assert answer.value == by_heights(instance)
            assert check(instance, answer) is None


def test_values_beyond_64_bits_are_exact():
    huge = Instance(((10**30, 1), (0, 3)), ((0, 5), (10**20, 0)))
    assert dp.solve(huge).value == 10**30 - 10**20 + 1
    assert check(huge, dp.solve(huge)) is None


def test_among_equal_moves_the_one_in_the_first_row_is_made():
    assert dp.solve(blank(2, 2)).line == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_the_solver_says_which_boards_are_too_large():
    assert dp.fits(blank(12, 12)) is None
    assert dp.fits(blank(12, 13)) == "more than 24 rows and columns together"


@pytest.mark.parametrize(
    ("model", "sides", "budget"),
    [(game_tree, (3, 3), 200), (retrograde, (5, 5), 252), (cp_sat, (4, 4), 1000)],
    ids=["game-tree", "networkx", "cp-sat"],
)
def test_models_manage_the_sizes_they_promise(model, sides, budget):
    n, m = sides
    scores = tuple(tuple((7 * row + 3 * column) % 11 for column in range(m)) for row in range(n))
    instance = Instance(scores, scores[::-1])
    outcome = model.run(instance, budget)
    assert outcome.answer.value == dp.solve(instance).value
    assert check(instance, outcome.answer) is None


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_models_without_a_budget_say_so(model):
    assert model.run(SAMPLE, 0).status is Status.OUT_OF_BUDGET


# Relations, shrinking, picture


@pytest.mark.parametrize("relation", PROBLEM.relations, ids=lambda relation: relation.name)
def test_relations_hold_for_right_values_and_fail_for_wrong_ones(relation):
    answer = dp.solve(SAMPLE)
    others = [dp.solve(derived) for derived in relation.derive(SAMPLE)]
    assert others
    assert relation.violation(SAMPLE, answer, others) is None
    assert relation.violation(SAMPLE, replace(answer, value=3), others)


def test_relations_stay_within_the_limits_of_the_judge():
    full = Instance(((100_000,),), ((100_000,),))
    assert [len(relation.derive(full)) for relation in PROBLEM.relations] == [1, 0, 1, 0, 0, 0, 0]
    beyond = Instance(((100_001,),), ((0,),))
    assert all(relation.derive(beyond) for relation in PROBLEM.relations)


def shrunk(board, fails):
    """Return the board that greedy shrinking ends at, and the number of boards tried."""
    tried = 0
    while True:
        for smaller in simpler(board):
            tried += 1
            if fails(smaller):
                board = smaller
                break
        else:
            return board, tried


def test_a_large_threshold_is_found_in_few_steps():
    board, tried = shrunk(Instance(((100_000,),), ((0,),)), lambda board: board.total_a >= 32768)
    assert board.a == ((32768,),)
    assert tried < 300


def test_a_fault_of_odd_boards_shrinks_to_one_cell():
    ones = Instance(((1,) * 7,) * 7, ((1,) * 7,) * 7)
    board, _ = shrunk(ones, lambda board: board.cells % 2 == 1 and board.total_a > 0)
    assert board == Instance(((1,),), ((0,),))


def test_the_simplest_board_has_no_simpler_one():
    assert list(simpler(blank(1, 1))) == []


def test_the_picture_shows_both_scores_and_who_moved_when():
    scores = "a/b worth to the first and to the second player"
    assert as_text(PROBLEM.picture(SAMPLE, None)) == f"2/3 7/7 3/2\n9/2 1/3 2/1\n{scores}\n"
    drawn = PROBLEM.picture(SAMPLE, Answer(2, SAMPLE_LINE))
    board, legend, caption = as_text(drawn).rsplit("\n", 3)[:-1]
    assert board == "1:2/3 2:7/7 4:3/2\n3:9/2 5:1/3 6:2/1"
    assert legend.startswith(f"{scores}; 1 a move of the first player, who earns a; 2 a move")
    assert caption == "value 2: 12 - 10"
    assert [cell.paint for cell in drawn.cells[:2]] == [Paint.FIRST_PLAYER, Paint.SECOND_PLAYER]
