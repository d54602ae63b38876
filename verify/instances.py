"""Which instances a campaign tries: a sequence fixed by the seed alone.

Instance ``index`` of a problem depends on (seed, problem, index) and nothing else, so any one can be made
alone, in any process, on any number of workers.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.verify.scopes import instances_of

MOST_TRIES = 100


@dataclass(frozen=True)
class Drawn:
    """An instance and the stratum it comes from."""

    stratum: str
    instance: Any


def nth(problem: AnyProblem, seed: int, index: int, judge_only: bool, scope: str | None) -> Drawn:
    """Return instance number ``index`` of a scope, or drawn where there is none."""
    if scope is None:
        return draw(problem, seed, index, judge_only)
    return Drawn(scope, instances_of(problem.name, scope, judge_only)[index])


def draw(problem: AnyProblem, seed: int, index: int, judge_only: bool) -> Drawn:
    """Draw instance number ``index`` (from 0); with ``judge_only`` within the judge's limits."""
    rng = Random(f"{seed}:{problem.name}:{index}")
    strata = [stratum for stratum in problem.strata if not (judge_only and stratum.beyond_judge)]
    weights = [stratum.weight for stratum in strata]
    for _ in range(MOST_TRIES):
        stratum = rng.choices(strata, weights)[0]
        instance = stratum.make(rng)
        if not judge_only or problem.limits.allows(instance):
            return Drawn(stratum.name, instance)
    raise RuntimeError(f"{problem.name}: no stratum yields instances within the judge's limits")
