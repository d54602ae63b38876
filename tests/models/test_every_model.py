"""One suite for all models of all problems: against the solver, the rules, and their own promises."""

from itertools import product

import pytest

from doublecount.problems.record import Status, differing_facts
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

COUNT = 48
EVERY = [(name, model.name) for name in catalogue.NAMES for model in catalogue.models(name)]


@pytest.fixture(params=EVERY, ids="/".join)
def case(request):
    problem = catalogue.problem(request.param[0])
    return problem, next(one for one in problem.load_models() if one.name == request.param[1])


@pytest.fixture
def fitting(case):
    problem, model = case
    drawn = (draw(problem, 11, index, judge_only=False).instance for index in range(COUNT))
    return [one for one in drawn if model.fits(one) is None and problem.load_solver().fits(one) is None]


def test_agrees_with_the_solver_and_the_rules(case, fitting):
    problem, model = case
    answered = 0
    for instance in fitting:
        outcome = model.run(instance, model.budget)
        if outcome.status is Status.ANSWERED:
            solved = problem.load_solver().solve(instance)
            assert differing_facts(problem, solved, outcome.answer) == (), instance
            assert problem.check(instance, outcome.answer) is None, instance
            answered += 1
        else:
            assert outcome.status is Status.OUT_OF_BUDGET, outcome
    assert answered >= COUNT / 4


def test_a_run_repeats_exactly(case, fitting):
    _, model = case
    for instance in fitting[:8]:
        assert model.run(instance, model.budget) == model.run(instance, model.budget)


def test_a_smaller_budget_gives_no_other_answer(case, fitting):
    problem, model = case
    short = 0
    for instance, budget in product(fitting[:8], (0, 1, 20)):
        outcome = model.run(instance, budget)
        if outcome.status is Status.ANSWERED:
            full = model.run(instance, model.budget)
            assert full.status is not Status.ANSWERED or not differing_facts(
                problem, full.answer, outcome.answer
            )
        else:
            assert outcome.status is Status.OUT_OF_BUDGET
            short += 1
    assert short


def test_states_how_it_works_and_what_it_shares(case):
    _, model = case
    assert model.technique
    assert model.size_limit
    assert model.unit
    assert model.budget > 0


def test_names_are_unique_within_a_problem():
    for name in catalogue.NAMES:
        names = [model.name for model in catalogue.models(name)]
        assert len(names) == len({*names}) >= 3
