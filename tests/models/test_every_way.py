"""One suite for all other ways to ask models: they say what the solver says, each time the same."""

import pytest
from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.problems.record import Status, differing_facts
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

COUNT = 20
EVERY = [
    (name, model.name, way.name)
    for name in catalogue.NAMES
    for model in catalogue.models(name)
    for way in model.ways
]


@pytest.fixture(params=EVERY, ids=lambda three: "/".join(three[:2]))
def case(request):
    name, model, way = request.param
    found = next(one for one in catalogue.models(name) if one.name == model)
    return catalogue.problem(name), found, next(one for one in found.ways if one.name == way)


def drawn(problem, model, count):
    solver = problem.load_solver()
    instances = (draw(problem, 13, index, judge_only=False).instance for index in range(count))
    return [one for one in instances if model.fits(one) is None and solver.fits(one) is None]


def test_says_what_the_solver_says(case):
    problem, model, way = case
    answered = 0
    for instance in drawn(problem, model, COUNT):
        outcome = way.run(instance, model.budget)
        if outcome.status is Status.ANSWERED:
            solved = problem.load_solver().solve(instance)
            assert differing_facts(problem, solved, outcome.answer) == (), instance
            assert problem.check(instance, outcome.answer) is None, instance
            answered += 1
        else:
            assert outcome.status in (Status.OUT_OF_BUDGET, Status.TOO_LARGE), outcome
    assert answered >= COUNT / 4


def test_repeats_exactly_and_keeps_to_its_budget(case):
    problem, model, way = case
    short = 0
    for instance in drawn(problem, model, 4):
        assert way.run(instance, model.budget) == way.run(instance, model.budget)
        short += way.run(instance, 0).status is Status.OUT_OF_BUDGET
    assert short


def test_every_model_of_a_library_that_has_erred_can_be_asked_in_two_ways():
    asked = {(name, model) for name, model, _ in EVERY}
    for name in catalogue.NAMES:
        for model in catalogue.models(name):
            assert ((name, model.name) in asked) == bool(model.shares & {"ortools", "pysat"}), (name, model)


def small_model():
    """A model with each kind of constraint that ours have."""
    model = cp_model.CpModel()
    x, y, z = (model.new_int_var(0, top, name) for top, name in ((5, "x"), (6, "y"), (9, "z")))
    one, two, three = (model.new_bool_var(name) for name in ("one", "two", "three"))
    model.add(x + 2 * y <= 9)
    model.add_max_equality(z, [x, y + 1])
    model.add(x >= 3).only_enforce_if(one, ~two)
    model.add_bool_or(one, ~two)
    model.add_implication(~two, three)
    model.add_bool_xor(one, two, three)
    return model, [x, y, z, one, two, three]


def test_a_shuffled_model_has_the_same_solutions_in_another_order():
    model, asked = small_model()
    usual = cp_sat.enumerate_solutions(model, asked, 1000)
    other = cp_sat.enumerate_solutions(model, asked, 1000, manner=Manner.SHUFFLED)
    assert usual.complete
    assert other.complete
    assert usual.solutions == other.solutions
    assert len(usual.solutions) > 20
    copy, moved = cp_sat.shuffled(model, asked)
    assert [one.index for one in moved] != [one.index for one in asked]
    assert [str(one) for one in moved] == [str(one) for one in asked]
    assert [*map(str, copy.proto.constraints)] != [*map(str, model.proto.constraints)]
    assert str(cp_sat.shuffled(model, asked)[0].proto) == str(copy.proto)


def test_a_shuffled_model_has_the_same_best_solution():
    model, asked = small_model()
    model.maximize(asked[2] - asked[0] + 2 * asked[3])
    usual = cp_sat.solve(model, asked, 1000)
    other = cp_sat.solve(model, asked, 1000, Manner.SHUFFLED)
    worth = [found.values[2] - found.values[0] + 2 * found.values[3] for found in (usual, other)]
    assert worth[0] == worth[1]


def test_the_shuffled_way_leaves_presolve_out_and_the_usual_one_does_not():
    assert cp_sat._solver(1, Manner.USUAL).parameters.cp_model_presolve
    assert not cp_sat._solver(1, Manner.SHUFFLED).parameters.cp_model_presolve


def test_a_constraint_of_another_kind_is_not_shuffled_wrongly_but_refused():
    model = cp_model.CpModel()
    asked = [model.new_int_var(0, 3, name) for name in "xyz"]
    model.add_all_different(asked)
    with pytest.raises(ValueError, match="expected a constraint that can be shuffled, found all_diff"):
        cp_sat.shuffled(model, asked)
