"""A wrong model is caught, and blamed itself: refuted by the rules, with the solver in the clear."""

import time
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from pysat.card import CardEnc, EncType

from doublecount.models import cp_sat as cp_sat_tools
from doublecount.models import sat as sat_tools
from doublecount.models.black_white import cp_sat as black_white_cp_sat
from doublecount.models.injured_queen import cp_sat as queen_cp_sat
from doublecount.models.injured_queen import sat as queen_sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.black_white import Answer as Colouring
from doublecount.problems.injured_queen import Answer as Placement
from doublecount.verify import catalogue
from doublecount.verify.conclude import Origin, conclude
from doublecount.verify.parties import model_oracle, panel
from doublecount.verify.results import Kind, Standing
from doublecount.verify.worker import Shard, try_shard


def too_short_a_path(instance, budget):
    """Black & White: distances bounded by 4 lose colourings in which a colour winds like a snake."""
    model, board = black_white_cp_sat.build(instance, longest_path=4)
    found = cp_sat_tools.enumerate_solutions(model, board, budget)
    if not found.complete:
        return out_of_budget(budget, cp_sat_tools.UNIT)
    return answered(Colouring(len(found.solutions)), found.work)


def unreserved_helpers(instance, budget):
    """Injured Queen: the helper variables of one column are the squares of the next."""
    n, meter = instance.n, Meter(budget)
    squares = list(range(1, n * n + 1))
    columns = [squares[k * n : (k + 1) * n] for k in range(n)]
    stated = []
    for column, fixed in zip(columns, instance.rows, strict=True):
        stated += CardEnc.equals(lits=column, bound=1, encoding=EncType.seqcounter).clauses
        stated += [[column[fixed]]] if fixed is not None else []
    for left, right in pairwise(columns):
        stated += [[-x, -y] for i, x in enumerate(left) for j, y in enumerate(right) if abs(i - j) <= 1]
    try:
        return answered(Placement(len([*sat_tools.board_models(stated, squares, meter)])), meter.spent)
    except OutOfBudgetError:
        return out_of_budget(budget, "conflicts")


def far_queens_attack(instance, budget):
    """Injured Queen: a queen attacks two columns away, too."""
    model, rows = queen_cp_sat.build(instance)
    for left, right in zip(rows, rows[2:], strict=False):
        model.add(left != right)
    found = cp_sat_tools.enumerate_solutions(model, rows, budget)
    if not found.complete:
        return out_of_budget(budget, cp_sat_tools.UNIT)
    return answered(Placement(len(found.solutions), None, found.solutions), found.work)


PLANTED = [
    ("black-white", black_white_cp_sat.MODEL, too_short_a_path),
    ("injured-queen", queen_sat.MODEL, unreserved_helpers),
    ("injured-queen", queen_cp_sat.MODEL, far_queens_attack),
]


@pytest.mark.parametrize(("name", "model", "run"), PLANTED, ids=[run.__name__ for _, _, run in PLANTED])
def test_a_wrong_model_is_refuted_and_nobody_else(name, model, run):
    wrong = model_oracle(replace(model, name="wrong", run=partial(run)))
    seated = panel(catalogue.problem(name))
    others = tuple(one for one in seated.models if one.name != model.name)
    seated = replace(seated, models=(wrong, *others))
    differences = []
    for start in range(0, 100, 10):
        tried = try_shard(seated, 2, Shard(name, start, start + 10, time.monotonic() + 60)).tried
        differences += [difference for one in tried for difference in one.differences]
        if differences:
            break
    assert differences
    assert {difference.accused for difference in differences} == {"wrong"}
    found = conclude(seated, differences[0], Origin(1, ""), time.monotonic() + 60)
    assert (found.kind, found.accused, found.status) == (Kind.WRONG_ANSWER, "wrong", Standing.REFUTED)
    assert found.minimal


def test_two_wrong_models_against_the_solver_do_not_outvote_the_rules():
    seated = panel(catalogue.problem("injured-queen"))
    wrong = [
        model_oracle(replace(queen_cp_sat.MODEL, name=name, run=lambda *_: answered(Placement(0), 0)))
        for name in ("wrong", "wronger")
    ]
    seated = replace(seated, models=tuple(wrong))
    tried = try_shard(seated, 2, Shard("injured-queen", 0, 30, time.monotonic() + 60)).tried
    accused = {difference.accused for one in tried for difference in one.differences}
    assert accused == {"wrong", "wronger"}


def test_a_wrong_solver_is_refuted_not_the_models():
    seated = panel(catalogue.problem("injured-queen"))
    right = seated.solver.answer

    def one_too_many(instance):
        outcome = right(instance)
        extra = 1 if instance.rows[0] is None and instance.n > 2 else 0
        return replace(outcome, answer=Placement(outcome.answer.count + extra, outcome.answer.placement))

    seated = replace(seated, solver=replace(seated.solver, answer=one_too_many))
    tried = try_shard(seated, 2, Shard("injured-queen", 0, 30, time.monotonic() + 60)).tried
    differences = [difference for one in tried for difference in one.differences]
    concluded = [
        conclude(seated, difference, Origin(1, ""), time.monotonic() + 60)
        for difference in differences[:12]
        if difference.kind is Kind.WRONG_ANSWER
    ]
    assert {(found.accused, found.status) for found in concluded} == {("dp", Standing.REFUTED)}


def test_a_model_that_raises_is_the_tools_fault_and_no_finding():
    def raises(*_):
        raise RuntimeError("boom")

    seated = panel(catalogue.problem("injured-queen"))
    wrong = model_oracle(replace(queen_sat.MODEL, run=raises))
    seated = replace(seated, models=(wrong, *seated.models[2:]))
    tried = try_shard(seated, 2, Shard("injured-queen", 0, 5, time.monotonic() + 60)).tried
    assert not any(one.differences for one in tried)
    assert any("RuntimeError: boom" in failure for one in tried for failure in one.failures)
