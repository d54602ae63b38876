"""Tries the harness itself: is every planted fault caught, blamed and shrunk to the smallest file?

A planted fault takes the place of a party, and a campaign's own parts do the rest: instances are drawn in
the order of the seed until one is met on which the planted party stands accused, and that difference is
brought to a verdict. A wrong checker is a party too: its answer to an instance is which of some witnesses it
accepts, and the solver's is which it must.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from doublecount.problems.fault import AnyFault, Place
from doublecount.problems.record import (
    AnyProblem,
    Outcome,
    Status,
    nothing_decided,
    nothing_exhausted,
    nothing_refuted,
)
from doublecount.verify import catalogue
from doublecount.verify.conclude import conclude
from doublecount.verify.contained import Failure, each
from doublecount.verify.files import file_end
from doublecount.verify.finding import Origin
from doublecount.verify.parties import CandidateSpec, Oracle, Panel, panel
from doublecount.verify.results import Difference, Finding, PartyInfo, Planted, Role
from doublecount.verify.shell import joined
from doublecount.verify.shrink import size
from doublecount.verify.worker import Shard, try_shard

MOST_INSTANCES = 10_000
"""Within so many instances a fault must be caught."""
MOST_VERDICTS = 5
"""Findings that blame somebody else before a fault is given up."""
TWINS = ("right", "right-too")
SHRINK_SECONDS = 600.0
FAST = 6
"""In the fast profile: so many faults a problem, the first of each place and then the first ones."""


@dataclass(frozen=True)
class Attempt:
    """One fault, to be caught with one seed."""

    problem: str
    fault: str
    seed: int
    most: int = MOST_INSTANCES


@dataclass(frozen=True)
class Caught:
    """What came of an attempt."""

    problem: str
    fault: str
    wrong: str
    place: Place
    seed: int
    instances: int | None
    """How many instances it took; None if it was not caught."""
    finding: Finding | None
    smallest: bool
    """Whether shrinking ended at a file as simple as the smallest one known."""
    seconds: float
    error: str = ""
    """In one line, where the tool itself failed: nothing is then known of the fault."""

    @property
    def passed(self) -> bool:
        """Whether the fault was caught, and shrunk to the smallest file."""
        return self.finding is not None and self.smallest

    @property
    def planted(self) -> Planted:
        """The same for a report."""
        return Planted(
            problem=self.problem,
            fault=self.fault,
            wrong=self.wrong,
            place=self.place.value,
            seed=self.seed,
            instances=self.instances,
            smallest=self.smallest,
            board=self.finding.instance if self.finding else "",
            error=self.error,
        )


@dataclass(frozen=True)
class Verdicts:
    """A checker's answer: which of the witnesses for an instance it accepts."""

    accepted: tuple[bool, ...]


def attempts(problems: Sequence[str], seeds: Sequence[int], fast: bool, most: int) -> list[Attempt]:
    """All faults of the problems with all seeds; in the fast profile some of the faults."""
    chosen = [
        (name, fault) for name in problems for fault in (_some if fast else list)(catalogue.bank(name).faults)
    ]
    return [Attempt(name, fault.name, seed, most) for name, fault in chosen for seed in seeds]


def handful(problems: Sequence[str]) -> list[Attempt]:
    """One fault in the solver and one in the rules of each problem: caught in seconds, no process each."""
    return [
        Attempt(name, next(one.name for one in catalogue.bank(name).faults if one.place is place), 0)
        for name in problems
        for place in (Place.SOLVER, Place.CHECKER)
    ]


def _some(faults: Sequence[AnyFault]) -> list[AnyFault]:
    first = {fault.place: fault for fault in reversed(faults)}
    return [*first.values(), *(fault for fault in faults if fault is not first[fault.place])][:FAST]


def run(tasks: Sequence[Attempt], jobs: int) -> Iterator[Caught]:
    """Make all attempts, each in one of so many processes; results come in order, whatever their number.

    An attempt that the tool fails in, or dies of, says so and is the only one lost.
    """
    for task, outcome in zip(tasks, each(attempt, tasks, jobs), strict=True):
        yield _failed(task, outcome) if isinstance(outcome, Failure) else outcome


def _failed(task: Attempt, failure: Failure) -> Caught:
    fault = catalogue.bank(task.problem).fault(task.fault)
    return Caught(
        *(task.problem, fault.name, fault.wrong, fault.place, task.seed),
        instances=None,
        finding=None,
        smallest=False,
        seconds=0.0,
        error=failure.why,
    )


def attempt(task: Attempt) -> Caught:
    """Look for a fault, instance by instance, and bring the first difference that it makes to a verdict."""
    started = time.perf_counter()
    problem = catalogue.problem(task.problem)
    fault = catalogue.bank(task.problem).fault(task.fault)
    seated, accused = seat(problem, fault)
    finding = next(_against(accused, _findings(seated, accused, fault, task)), None)
    return Caught(
        problem=task.problem,
        fault=fault.name,
        wrong=fault.wrong,
        place=fault.place,
        seed=task.seed,
        instances=finding.number if finding else None,
        finding=finding,
        smallest=finding is not None and is_smallest(problem, fault, finding),
        seconds=time.perf_counter() - started,
    )


def is_smallest(problem: AnyProblem, fault: AnyFault, finding: Finding) -> bool:
    """Whether a finding's file is as simple as the smallest one known."""
    found = tuple(problem.read_as(finding.form, finding.instance, "finding"))
    return size(problem, found) == size(problem, tuple(problem.read_jsonl(fault.smallest, fault.name)))


def _against(accused: str, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings that blame the planted party; where it is one word against another they may not."""
    return (finding for finding in islice(findings, MOST_VERDICTS) if finding.accused == accused)


def _findings(seated: Panel, accused: str, fault: AnyFault, task: Attempt) -> Iterator[Finding]:
    """Bring differences to a verdict, of each file the one on the simplest, in the order of instances."""
    problem = seated.problem
    stop = 0
    while stop < task.most:
        start, stop = stop, file_end(problem, stop) if seated.candidates else stop + 1
        shard = Shard(problem.name, start, stop, float("inf"))
        for one in try_shard(seated, task.seed, shard).tried:
            met = [d for d in one.differences if _concerns(d, accused, fault.kind)]
            if met:
                first = min(met, key=lambda d: (d.accused != accused, size(problem, d.file)))
                origin = Origin(one.index + 1, one.stratum)
                deadline = time.monotonic() + SHRINK_SECONDS
                yield conclude(_with_everybody(seated, fault), first, origin, deadline)


def _concerns(difference: Difference, accused: str, kind: str) -> bool:
    return difference.kind.value == kind and accused in (difference.accused, *difference.against)


def seat(problem: AnyProblem, fault: AnyFault) -> tuple[Panel, str]:
    """Seat a fault among as few parties as can catch it; return its name there, too.

    Where the solver is right its word decides, and models and relations are left out: they would only cost
    time. Where it is wrong the right one stands in for the models, twice, so that it has a majority.
    """
    if fault.place is Place.CHECKER:
        return _with_checker(problem, fault)
    if fault.place is Place.SOLVER:
        whole = panel(replace(problem, load_models=lambda: ()))
        right = tuple(
            Oracle(PartyInfo(name, Role.MODEL, "the right solver"), whole.solver.answer) for name in TWINS
        )
        wrong = replace(whole.solver, answer=_outcome(fault))
        return replace(whole, solver=wrong, models=right), wrong.name
    alone = panel(replace(problem, load_models=lambda: (), relations=()))
    if fault.place is Place.MODEL:
        return replace(alone, models=(_wrong_model(fault),)), fault.model
    spec = CandidateSpec(fault.name, _command(problem, fault))
    return panel(alone.problem, (spec,)), fault.name


def _command(problem: AnyProblem, fault: AnyFault) -> str:
    return joined([sys.executable, "-m", "doublecount.faults", problem.name, fault.name])


def _outcome(fault: AnyFault) -> Callable[[Any], Outcome[Any]]:
    assert fault.run
    return fault.run


def _wrong_model(fault: AnyFault) -> Oracle:
    return Oracle(PartyInfo(fault.model, Role.MODEL, fault.wrong), _outcome(fault))


def _with_everybody(seated: Panel, fault: AnyFault) -> Panel:
    """For the verdict: a wrong model among the right ones, all of them heard."""
    if fault.place is not Place.MODEL:
        return seated
    right = panel(catalogue.problem(seated.problem.name)).models
    return replace(seated, models=(*seated.models, *(one for one in right if one.name != fault.model)))


def _with_checker(problem: AnyProblem, fault: AnyFault) -> tuple[Panel, str]:
    assert fault.check
    return checkers(problem, fault.check), "rules"


def checkers(problem: AnyProblem, check: Callable[[Any, Any], str | None]) -> Panel:
    """Put a checker on trial, as a model called "rules" of a problem whose answers are verdicts."""
    witnesses = catalogue.bank(problem.name).witnesses

    def must(instance: Any) -> Outcome[Verdicts]:
        return Outcome(Status.ANSWERED, Verdicts(tuple(good for _, good in witnesses(instance))))

    def does(instance: Any) -> Outcome[Verdicts]:
        told = (check(instance, answer) is None for answer, _ in witnesses(instance))
        return Outcome(Status.ANSWERED, Verdicts(tuple(told)))

    trial = replace(
        problem,
        compared=("accepted",),
        check=lambda _, __: None,
        decide=nothing_decided,
        refutes=nothing_refuted,
        exhaust=nothing_exhausted,
        readings=(),
        suspicions=(),
        split=None,
        relations=(),
        is_trivial=lambda _, __: False,
        picture=lambda instance, _: problem.picture(instance, None),
        to_json=lambda answer: {"accepted": list(answer.accepted)},
    )
    solver = Oracle(PartyInfo("dp", Role.SOLVER, "the witnesses that must be accepted"), must)
    return Panel(trial, solver, (Oracle(PartyInfo("rules", Role.MODEL, "the checker"), does),))
