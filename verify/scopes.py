"""Small worlds that an exhaustive campaign tries from end to end."""

from functools import lru_cache
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue
from doublecount.verify.results import Covered


@lru_cache(maxsize=2)
def instances_of(problem: str, name: str, judge_only: bool) -> tuple[Any, ...]:
    """Return the instances of a scope in order, with ``judge_only`` those within the judge's limits.

    The largest scopes take some seconds, once in every process.
    """
    record = catalogue.problem(problem)
    instances = next(scope.instances for scope in record.scopes if scope.name == name)()
    return tuple(one for one in instances if not judge_only or record.limits.allows(one))


def coverage(problem: AnyProblem, name: str, judge_only: bool) -> Covered:
    """Return what trying a scope to its end covers."""
    what = next(scope.what for scope in problem.scopes if scope.name == name)
    left = len(instances_of(problem.name, name, judge_only))
    total = len(instances_of(problem.name, name, False)) if judge_only else left
    return Covered(what, total, total - left)
