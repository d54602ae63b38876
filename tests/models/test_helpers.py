"""Helper variables are functions of the board's: all assignments are as many as those of the board alone.

Of every encoding by which anything is counted. A helper that is free multiplies counts, without a word.
"""

from itertools import product
from math import perm

import pytest
from ortools.sat.python import cp_model

from doublecount.models import cp_sat, sat
from doublecount.models.black_white import cp_sat as colours_cp_sat
from doublecount.models.black_white import sat_distances
from doublecount.models.injured_queen import cp_sat as queens_cp_sat
from doublecount.models.injured_queen import ganak, sat_order
from doublecount.models.injured_queen import sat as queens_sat
from doublecount.models.outcomes import Meter
from doublecount.models.overlapping_squares import sat as squares_sat
from doublecount.problems import black_white, injured_queen, overlapping_squares

BUDGET = 10**6
BOARDS = [
    black_white.Instance(rows)
    for rows in [
        (".",),
        ("..",),
        ("..", ".."),
        ("...", "#.o"),
        ("...", "...", "..."),
        (".#..", "....", "o..."),
        ("#" * 4,),
    ]
]
QUEENS = [
    injured_queen.Instance(rows)
    for rows in [
        (None,),
        (None, None),
        (None,) * 3,
        (None,) * 4,
        (2, None, None, None),
        (None, 0, None, None, 4),
    ]
]
PICTURE = overlapping_squares.Instance.of((), 3, 4)


def counts(clauses, board):
    """The number of assignments of all variables that satisfy the clauses, and of the board's variables."""
    clauses, board = [*clauses], [*board]
    every = sorted({abs(literal) for clause in clauses for literal in clause} | {*board})
    return tuple(len([*sat.board_models(clauses, variables, Meter(BUDGET))]) for variables in (every, board))


def helpers(clauses, board):
    return {abs(literal) for clause in clauses for literal in clause} - {*board}


@pytest.mark.parametrize("instance", QUEENS, ids=str)
def test_helpers_of_the_queens_sat_model_are_functions_of_the_squares(instance):
    stated, squares = queens_sat.clauses(instance)
    every, board = counts(stated, squares)
    assert every == board == queens_sat.run(instance, BUDGET).answer.count


@pytest.mark.parametrize("instance", QUEENS, ids=str)
def test_the_other_encodings_of_the_queens_have_no_helpers(instance):
    for stated, number in (
        (sat_order.clauses(instance), instance.n**2),
        ([*ganak.clauses(instance)], instance.n * ganak.digits(instance.n)),
    ):
        assert helpers(stated, range(1, number + 1)) == set()
        assert counts(stated, range(1, number + 1))[0] == queens_sat.run(instance, BUDGET).answer.count


@pytest.mark.parametrize("instance", BOARDS, ids=str)
def test_helpers_of_the_distances_are_functions_of_the_colours(instance):
    stated, cells = sat_distances.clauses(instance)
    every, board = counts(stated, cells)
    assert every == board == sat_distances.run(instance, BUDGET).answer.count


@pytest.mark.parametrize(
    ("module", "instance"),
    [(colours_cp_sat, one) for one in BOARDS] + [(queens_cp_sat, one) for one in QUEENS],
    ids=str,
)
def test_helpers_of_cp_sat_are_functions_of_the_board(module, instance):
    model, board = module.build(instance)
    everything = [model.get_int_var_from_proto_index(k) for k in range(len(model.proto.variables))]
    raw = cp_sat.enumerate_solutions(model, everything, BUDGET)
    projected = cp_sat.enumerate_solutions(model, board, BUDGET)
    assert raw.complete
    assert projected.complete
    assert len(raw.solutions) == len(projected.solutions) == module.run(instance, BUDGET).answer.count


def test_the_picture_after_each_step_is_a_function_of_the_squares_placed():
    stated, placed, _ = squares_sat.clauses(PICTURE)
    free = [clause for clause in stated if len(clause) > 1]  # the picture at the end left open
    every, board = counts(free, [variable for step in placed for variable in step])
    orders = sum(perm(PICTURE.places, height) for height in range(PICTURE.places + 1))
    assert every == board == orders == 1957


@pytest.mark.parametrize("literals", [[], [1], [1, 2], [-1, 2, 3]])
def test_gates_are_functions(literals):
    for gate, holds in ((sat.any_of, any), (sat.all_of, all)):
        stated = gate(9, literals)
        inputs = [1, 2, 3]
        every, board = counts(stated, inputs)
        assert every == board == 8
        for values in product((False, True), repeat=3):
            fixed = [[k if value else -k] for k, value in zip(inputs, values, strict=True)]
            (model,) = sat.board_models([*stated, *fixed], [9], Meter(BUDGET))
            truth = (values[abs(one) - 1] == (one > 0) for one in literals)
            assert model == (holds(truth),)


def test_a_helper_that_is_free_is_noticed():
    stated, cells = sat_distances.clauses(BOARDS[2])
    loose = [clause for clause in stated if not (len(clause) > 2 and clause[0] < 0)]
    every, board = counts(loose, cells)
    assert every > board


def test_cp_sat_with_a_free_helper_is_noticed():
    model, board = queens_cp_sat.build(QUEENS[2])
    model.new_bool_var("loose")
    everything = [model.get_int_var_from_proto_index(k) for k in range(len(model.proto.variables))]
    assert isinstance(board[0], cp_model.IntVar)
    assert len(cp_sat.enumerate_solutions(model, everything, BUDGET).solutions) == 2 * 2
