"""Certified answers against the solver on a thousand random boards."""

import pytest

from doublecount.problems.record import differing_facts
from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from doublecount.verify.proven import FULL, Proven, proven

pytestmark = pytest.mark.slow
BOARDS = {"black-white": 500, "injured-queen": 500, "overlapping-squares": 150}
MOST = 1_000


@pytest.mark.parametrize("name", BOARDS)
def test_certified_answers_are_the_solvers(name):
    problem = catalogue.problem(name)
    solver, model = problem.load_solver(), next(one for one in problem.load_models() if one.claim)
    certified = index = 0
    while certified < BOARDS[name]:
        instance = draw(problem, 61, index, judge_only=False).instance
        index += 1
        if solver.fits(instance) or model.fits(instance):
            continue
        solved = solver.solve(instance)
        if (getattr(solved, "count", 0) or 0) > MOST:
            continue
        found = proven(problem, instance, [solved], FULL)
        if isinstance(found, Proven):
            assert differing_facts(problem, found.answer, solved) == (), instance
            certified += 1
        else:
            assert not found.wrong, (found, instance)
    assert index < 3 * BOARDS[name]
