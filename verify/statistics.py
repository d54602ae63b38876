"""What was generated, stratum by stratum, and what can be said after N instances without a failure."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from doublecount.problems.record import AnyProblem
from doublecount.verify.compare import Verdict
from doublecount.verify.results import Generated, Summary

RISK = 0.05
"""Bounds hold with 95% confidence."""
LONGEST = 40
"""Characters kept of an answer."""


class Counted(Protocol):
    """What is known of an instance that was tried."""

    @property
    def stratum(self) -> str:
        """Where it comes from."""

    @property
    def verdict(self) -> Verdict:
        """What came of it."""

    @property
    def size(self) -> str:
        """As ``size_range`` says."""

    @property
    def answer(self) -> str:
        """As ``answer_range`` says, or empty."""


def size_range(problem: AnyProblem, instance: Any) -> str:
    """Return the range of the instance's size, the first number of the order of "simpler": 4-7, 8-15, …"""
    return range_of(problem.size(instance)[0])


def range_of(size: int) -> str:
    """Return the range that a size falls into."""
    low = 1 << size.bit_length() - 1 if size else 0
    return str(low) if low < 2 else f"{low}-{2 * low - 1}"


def fact(problem: AnyProblem, answer: Any) -> str:
    """Return the answer's first compared fact, shortened; empty where it is not stated."""
    value = getattr(answer, problem.compared[0])
    if isinstance(value, bool):
        return "Yes" if value else "No"
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def answer_range(problem: AnyProblem, answer: Any) -> str:
    """Return the range of the answer's first compared fact: Yes, 0, 10-99, 7 digits, …"""
    value = getattr(answer, problem.compared[0])
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if not isinstance(value, int):
        return "not stated" if value is None else str(value)
    if abs(value) < 2:
        return str(value)
    sign, digits = "-" if value < 0 else "", len(str(abs(value)))
    if digits > 3:
        return f"{sign}{digits} digits"
    return f"{sign}{max(2, 10 ** (digits - 1))}-{10**digits - 1}"


def added(generated: Mapping[str, Generated], tried: Iterable[Counted]) -> dict[str, Generated]:
    """Return the statistics with some more instances in them."""
    grown = dict(generated)
    for one in tried:
        before = grown.get(one.stratum, Generated())
        grown[one.stratum] = Generated(
            before.tried + 1,
            before.decided + (one.verdict is not Verdict.UNDECIDED),
            before.agreed + (one.verdict is Verdict.AGREED),
            _one_more(before.sizes, one.size),
            _one_more(before.answers, one.answer) if one.answer else before.answers,
        )
    return dict(sorted(grown.items()))


def _one_more(histogram: Mapping[str, int], bar: str) -> dict[str, int]:
    return dict(sorted((Counter(histogram) + Counter([bar])).items()))


def offered(problem: AnyProblem, judge_only: bool) -> dict[str, float]:
    """Return the share of instances that each stratum gets in the long run."""
    strata = [stratum for stratum in problem.strata if not (judge_only and stratum.beyond_judge)]
    total = sum(stratum.weight for stratum in strata)
    return {stratum.name: stratum.weight / total for stratum in strata}


def never_hit(summary: Summary) -> dict[str, int]:
    """Return the strata without an instance, and how many instances hit each with 95% probability."""
    missed = {name: share for name, share in summary.offered.items() if not summary.strata.get(name)}
    return {
        name: 1 if share == 1 else math.ceil(math.log(RISK) / math.log1p(-share))
        for name, share in missed.items()
    }


def highest_rate(clean: int) -> float:
    """Return the highest failure rate that ``clean`` instances without a failure leave open (95%).

    With a higher rate, so many would all have passed with less than 5% probability: 1 - 0.05 ** (1 / N).
    For large numbers that is the rule of three: 3 / N.
    """
    return -math.expm1(math.log(RISK) / clean) if clean else 1.0


def highest_rates(summary: Summary) -> dict[str, float]:
    """Return the bound for each stratum in which something was decided and nothing differed.

    A scope that was tried from end to end needs none.
    """
    return {
        name: highest_rate(one.agreed)
        for name, one in summary.generated.items()
        if one.decided == one.agreed > 0 and not summary.scope
    }


def bound(summary: Summary) -> str | None:
    """Say in one line how sure one can be; None where something differed or nothing was decided."""
    clean = not summary.met and summary.checked == summary.agreed + summary.undecided
    if summary.scope or not clean or not summary.agreed:
        return None
    instances = f"{summary.agreed:,} instance{'s' * (summary.agreed > 1)}"
    rate = f"{100 * highest_rate(summary.agreed):.2g}%"
    return f"{summary.problem}: no failure in {instances}: at most {rate} of such instances fail (95%)"


def warning(summary: Summary) -> str | None:
    """Say in one line which strata were never hit, and how many instances would have been enough."""
    missed = never_hit(summary)
    if not missed or not summary.checked:
        return None
    enough = max(missed.values())
    return f"{summary.problem}: no instance of {', '.join(missed)}; {enough} would have been enough (95%)"


def covered(summary: Summary) -> str | None:
    """Say in one sentence exactly what an exhaustive campaign has covered."""
    scope = summary.scope
    if scope is None:
        return None
    left, decided = scope.total - scope.skipped - summary.checked, summary.checked - summary.undecided
    how_many = f"{summary.checked:,} of the" if left or scope.skipped else "all"
    parts = [
        f"{how_many} {scope.total:,} {scope.what}: {decided:,} decided by two parties",
        f"{summary.agreed:,} agreed",
        f"{decided - summary.agreed:,} differing",
        f"{summary.undecided:,} undecided",
        *[f"{scope.skipped:,} outside the judge's limits and skipped"] * bool(scope.skipped),
        *[f"{left:,} not reached"] * bool(left),
    ]
    return ", ".join(parts)
