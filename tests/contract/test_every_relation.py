"""Every relation holds between right answers and is violated by wrong ones."""

from dataclasses import replace
from functools import cache

import pytest

from doublecount.verify import catalogue
from doublecount.verify.instances import draw

RELATIONS = [(name, one) for name in catalogue.NAMES for one in catalogue.problem(name).relations]
COUNT = 80
OTHER = {"Tom200": "Jerry404", "Jerry404": "Tom200", "draw": "Tom200"}


def wrong_answers(answer):
    """Answers with one fact wrong, and without their witness."""
    for fact in ("count", "value", "margin"):
        if getattr(answer, fact, None) is not None:
            yield type(answer)(**{fact: getattr(answer, fact) + 2})
    if getattr(answer, "winner", None):
        yield type(answer)(winner=OTHER[answer.winner])
    if getattr(answer, "best", None):
        yield type(answer)(margin=answer.margin, best=answer.best[1:])
    if getattr(answer, "possible", None) is not None:
        yield type(answer)(possible=not answer.possible)
        yield type(answer)(fewest=answer.fewest + 2)


@cache
def samples(name):
    """Instances that the solver answers in next to no time, with their answers."""
    problem = catalogue.problem(name)
    drawn = [draw(problem, 3, index, judge_only=True).instance for index in range(COUNT)]
    return [(one, problem.load_solver().solve(one)) for one in drawn]


@pytest.mark.parametrize(("name", "relation"), RELATIONS, ids=[f"{n}: {r.name}" for n, r in RELATIONS])
def test_right_answers_keep_the_relation_and_wrong_ones_violate_it(name, relation):
    solve = catalogue.problem(name).load_solver().solve
    violated = derived_violated = applied = 0
    for instance, answer in samples(name):
        derived = relation.derive(instance)
        if not derived:
            continue
        applied += 1
        answers = [solve(one) for one in derived]
        assert relation.violation(instance, answer, answers) is None
        violated += any(relation.violation(instance, wrong, answers) for wrong in wrong_answers(answer))
        derived_violated += any(
            relation.violation(instance, answer, [*answers[:-1], wrong])
            for wrong in wrong_answers(answers[-1])
        )
    assert applied >= 5
    assert violated >= applied / 3
    assert derived_violated


def test_unstated_facts_violate_nothing():
    for name, relation in RELATIONS:
        for instance, answer in samples(name)[:20]:
            derived = relation.derive(instance)
            empty = type(answer)()
            if derived:
                assert relation.violation(instance, empty, [empty] * len(derived)) is None
                assert relation.violation(instance, replace(answer), [empty] * len(derived)) is None
