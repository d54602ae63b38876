"""Every kind of fault that a hint can name is planted, and named."""

import time
from dataclasses import replace
from itertools import islice

import pytest

from doublecount.models.outcomes import answered
from doublecount.problems.injured_queen import Answer as Placements
from doublecount.problems.injured_queen import Instance as Queens
from doublecount.problems.record import Model, Outcome, Status
from doublecount.problems.wooden_chess import Answer as Value
from doublecount.problems.wooden_chess import Instance as Chess
from doublecount.verify import catalogue
from doublecount.verify.conclude import conclude, settle
from doublecount.verify.finding import Origin, finding
from doublecount.verify.hints import Told, hint
from doublecount.verify.instances import draw
from doublecount.verify.parties import model_oracle, panel
from doublecount.verify.results import Kind
from doublecount.verify.trial import try_file

PLANTED = [
    (name, suspicion)
    for name in catalogue.NAMES
    for suspicion in (
        *(one.switch for one in catalogue.problem(name).readings if one.switch),
        *catalogue.problem(name).suspicions,
    )
]
MOST_DRAWN = 1500


def with_fault(name, suspicion):
    """The solver, and a model that has the fault on trial."""
    problem = catalogue.problem(name)
    seated = replace(panel(problem), models=())

    def run(instance, _):
        answer = suspicion.answer(instance, lambda other: seated.solver.ask(other).answer)
        if answer is None:
            return Outcome(Status.TOO_LARGE)
        stated = {fact: getattr(answer, fact) for fact in problem.compared}
        plain = {fact: value for fact, value in stated.items() if not isinstance(value, tuple | frozenset)}
        return answered(type(answer)(**plain), 0)

    model = Model(name="wrong", technique="", run=run, budget=1, unit="", size_limit="")
    return replace(seated, models=(model_oracle(model),))


@pytest.mark.parametrize(("name", "suspicion"), PLANTED, ids=[f"{n}: {s.name}" for n, s in PLANTED])
def test_a_planted_fault_is_named(name, suspicion):
    seated = with_fault(name, suspicion)
    drawn = (draw(seated.problem, 9, index, judge_only=False).instance for index in range(MOST_DRAWN))
    met = (one for instance in drawn for one in try_file(seated, [instance]).differences)
    wrong = (one for one in met if one.accused == "wrong" and one.kind is Kind.WRONG_ANSWER)
    hints = (conclude(seated, one, Origin(1, ""), time.monotonic() + 1).hint for one in wrong)
    # The smallest boards of all may be explained in more ways than are named.
    assert any(suspicion.name in (hint or "") for hint in islice(hints, 3))


def test_names_are_distinct_and_complete_a_sentence():
    for name in catalogue.NAMES:
        names = [suspicion.name for problem, suspicion in PLANTED if problem == name]
        assert len(set(names)) == len(names) >= 8
        assert all(one[-1] not in ".," for one in names)


BOARD = Queens((None,) * 15)
RIGHT = 22696209911206174


def said(value, right=RIGHT, **others):
    told = Told(BOARD, Placements(value), Placements(right))
    return hint(catalogue.problem("injured-queen"), told, **others)


@pytest.mark.parametrize(
    ("value", "right", "words"),
    [
        (RIGHT % 2**32, RIGHT, "equals the right count in 32-bit arithmetic"),
        (5, 3 * 2**31 + 5, "equals the right count in 31-bit arithmetic"),
        (300 % 256, 300, "equals the right count in 8-bit arithmetic"),
        (RIGHT % 2**16, RIGHT, "equals the right count in 16-bit arithmetic"),
        (2**64 + 5 - 2**64, 2**64 + 5, "equals the right count in 64-bit arithmetic"),
        (2**31 - 1, RIGHT, "equals the right count cut off at the largest 31-bit number"),
        (2**64 - 1, 2**70, "equals the right count cut off at the largest 64-bit number"),
        (int(float(RIGHT + 1)), RIGHT + 1, "equals the right count rounded to a double-precision float"),
        (RIGHT - 2**28, RIGHT, "equals the right count rounded to a single-precision float"),
        (8, 4, "equals the right count taken twice"),
        (2, 4, "equals the right count halved"),
        (5, 4, "equals the right count plus 1"),
        (19, 18, "equals the right count plus 1"),
        (17, 18, "equals the right count minus 1"),
        (7, 18, None),
        (RIGHT // 3, RIGHT, None),
    ],
)
def test_arithmetic_is_named(value, right, words):
    assert said(value, right) == words


def test_a_reversed_sign_is_named():
    one = Chess(((5, 3), (2, 8)), ((5, 3), (2, 9)))
    told = Told(one, Value(-1234), Value(1234))
    assert hint(catalogue.problem("wooden-chess"), told) == "equals the right value with the sign reversed"


def test_answers_of_other_cases_are_named():
    assert said(7, 18, earlier=[Placements(7)]) == "equals the count of an earlier case of the file"
    assert said(7, 18, later=[Placements(7)]) == "equals the count of a later case of the file"
    added = "equals the right count added to that of earlier cases of the file"
    assert said(27, 18, earlier=[Placements(4), Placements(5)]) == added
    assert said(23, 18, earlier=[Placements(4), Placements(5)]) == added


def test_a_right_answer_gets_no_hint_whatever_else_is_wrong():
    assert said(18, 18, earlier=[Placements(18)]) is None


def test_an_explanation_must_hold_on_further_instances():
    problem, board = catalogue.problem("injured-queen"), Queens((None, None, 0))
    solve = problem.load_solver().solve
    told = Told(board, Placements(solve(Queens((None,) * 3)).count), solve(board))
    assert "all columns are free" in hint(problem, told, solve=solve)
    against = Told(Queens((0, None)), Placements(0), Placements(0))
    other = Told(Queens((None, 0, None, 0)), Placements(1), Placements(1))
    assert "all columns are free" in hint(problem, told, more=lambda: [against], solve=solve)
    assert "all columns are free" not in (hint(problem, told, more=lambda: [other], solve=solve) or "")


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_an_oracle_that_is_asked_nothing_answers_nothing(name):
    assert not any(oracle.ask_many([]) for oracle in panel(catalogue.problem(name)).oracles)


def test_the_same_file_has_the_same_hint_wherever_it_comes_from():
    problem = catalogue.problem("wooden-chess")
    seated = replace(panel(problem), models=())

    def last_column_lost(instance, _):
        value = seated.solver.ask(instance).answer.value
        return answered(Value(value - (instance.m == 5 and instance.a[-1][-1] > 0)), 0)

    model = Model(name="wrong", technique="", run=last_column_lost, budget=1, unit="", size_limit="")
    seated = replace(seated, models=(model_oracle(model),))
    file = (Chess(((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1)), ((0,) * 5,) * 3),)
    other = (Chess(((9,) * 5,) * 4, ((1,) * 5,) * 4),)
    (met,) = try_file(seated, file).differences
    hints = [finding(seated, settle(seated, met), Origin(1, ""), original).hint for original in (file, other)]
    assert hints == ["equals the right value minus 1"] * 2
