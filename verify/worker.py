"""What one worker process does: it takes tasks from a pipe, tells what it is at, and sends back results.

A worker may be killed at any moment; nothing rests in it. Each task is pure: its result depends on the
task and the setup only, except where a deadline cuts it short, which the result then says.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from doublecount.problems.record import Form, Status
from doublecount.verify import agreement, catalogue, files, own
from doublecount.verify.again import Again
from doublecount.verify.compare import Verdict
from doublecount.verify.conclude import conclude, settle
from doublecount.verify.descendants import adopt_orphans, die_with_parent
from doublecount.verify.finding import FROM_FILE, Origin, finding
from doublecount.verify.instances import nth
from doublecount.verify.own import Source
from doublecount.verify.parties import CandidateSpec, OutOfTimeError, Panel, panel
from doublecount.verify.results import Difference, Finding, PartyInfo
from doublecount.verify.statistics import answer_range, fact, range_of
from doublecount.verify.trial import Trial, try_file

GRACE_SECONDS = 1.0
"""How long after the deadline of a shard candidates may still answer what oracles have answered by then."""


@dataclass(frozen=True)
class Setup:
    """What is the same for all tasks of a campaign; picklable."""

    seed: int
    candidates: tuple[CandidateSpec, ...] = ()
    beyond_judge: bool = False
    formats: bool = False
    form: Form = Form.JUDGE
    """How findings keep instances."""
    scope: str | None = None
    """The small world whose instances are tried, instead of random ones."""
    models: tuple[str, ...] = ()
    """The only models to be asked; none named, all."""
    own: tuple[Source, ...] = ()
    """Where problems from elsewhere are."""
    make_panel: Callable[[str, "Setup"], Panel] | None = None
    """Another way to seat the parties than from the catalogue; a function that can be pickled."""


@dataclass(frozen=True)
class Shard:
    """Try the instances ``start``..``stop``-1 of a problem, until the deadline."""

    problem: str
    start: int
    stop: int
    deadline: float
    banned: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pursue:
    """Bring a difference to a verdict, shrinking until the deadline at most."""

    problem: str
    place: int
    """Its number among the differences pursued on the problem."""
    difference: Difference
    origin: Origin
    deadline: float
    banned: frozenset[str] = frozenset()


@dataclass(frozen=True)
class TryFile:
    """Put one file before all parties."""

    problem: str
    file: tuple[Any, ...]
    sample: int = 0
    banned: frozenset[str] = frozenset()


Task = Shard | Pursue | TryFile


@dataclass(frozen=True)
class Tried:
    """What came of one instance of a shard, in numbers and differences."""

    index: int
    stratum: str
    verdict: Verdict
    large: bool
    nontrivial: bool
    statuses: Mapping[str, Status]
    seconds: Mapping[str, float]
    failures: tuple[str, ...]
    differences: tuple[Difference, ...]
    size: str = ""
    """The range of its size."""
    answer: str = ""
    """The range of its answer, or empty where there is none."""
    alike: Mapping[agreement.Names, bool] = field(default_factory=dict)
    """Whether each two parties that answered did so alike."""
    measure: int = 0
    """Its size, the first number of the order of "simpler"."""
    fact: str = ""
    """The first fact of its answer, shortened."""
    again: Mapping[Again, bool] = field(default_factory=dict)
    """Whether each oracle that answered when asked in another way, too, did so alike."""


@dataclass(frozen=True)
class ShardResult:
    """The instances tried, fewer than asked where the deadline came first."""

    tried: tuple[Tried, ...]
    parties: tuple[PartyInfo, ...]


@dataclass(frozen=True)
class FileResult:
    """A file before all parties, and a finding for each difference, not shrunk."""

    trial: Trial
    findings: tuple[Finding, ...]


Result = ShardResult | Finding | FileResult


def standard_panel(problem: str, setup: Setup) -> Panel:
    """The panel of a problem from the catalogue."""
    record = catalogue.problem(problem)
    return panel(record, setup.candidates, setup.beyond_judge, setup.formats, setup.form, setup.models)


def work(connection: "Connection[Any, Any]", setup: Setup) -> None:
    """Serve tasks until the pipe is closed."""
    die_with_parent()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    adopt_orphans()
    catalogue.learn(setup.own)
    for source in setup.own:  # before their instances come through the pipe
        catalogue.problem(source.name)
    if setup.own:
        sys.stdout = sys.stderr  # what their functions print is no answer

    @cache
    def seated(problem: str) -> Panel:
        return (setup.make_panel or standard_panel)(problem, setup)

    with suppress(EOFError, BrokenPipeError):
        while True:
            task: Task = connection.recv()
            watched = seated(task.problem).watched(
                lambda party: connection.send(("asking", party)), task.banned
            )
            try:
                connection.send(("done", perform(watched, setup, task)))
            except Exception as error:
                if not (blamed := own.blamed(error)):
                    raise
                connection.send(("broken", blamed))


def perform(seated: Panel, setup: Setup, task: Task) -> Result:
    """Do one task."""
    if isinstance(task, Shard):
        return try_shard(seated, setup.seed, task, setup.scope)
    if isinstance(task, Pursue):
        return conclude(seated, task.difference, task.origin, task.deadline)
    trial = try_file(seated, task.file, [task.sample])
    settled = (settle(seated, difference) for difference in trial.differences)
    return FileResult(trial, tuple(finding(seated, one, FROM_FILE, task.file) for one in settled))


def try_shard(seated: Panel, seed: int, shard: Shard, scope: str | None = None) -> ShardResult:
    """Draw the instances of a shard and put them before the parties, file by file."""
    size = seated.problem.limits.cases_per_file if seated.candidates else 1
    hurried = seated.until(shard.deadline + GRACE_SECONDS)
    tried: list[Tried] = []
    start = shard.start
    while start < shard.stop and not (tried and time.monotonic() > shard.deadline):
        stop = min(start + size, files.file_end(seated.problem, start), shard.stop)
        try:
            tried += _try_numbers(hurried, seed, range(start, stop), shard.deadline, scope)
        except OutOfTimeError:
            break
        start = stop
    return ShardResult(tuple(tried), tuple(party.info for party in seated.parties))


def _try_numbers(seated: Panel, seed: int, numbers: range, deadline: float, scope: str | None) -> list[Tried]:
    drawn = [nth(seated.problem, seed, index, seated.judge_only, scope) for index in numbers]
    file = [one.instance for one in drawn]
    sampled = [case for case, index in enumerate(numbers) if not seated.candidates or files.is_sampled(index)]
    closely = [case for case, index in enumerate(numbers) if files.is_sampled(index)]
    trial = try_file(seated, file, sampled, files.turn(seated.problem, numbers.start), deadline, closely)
    result = []
    for index, one, case in zip(numbers, drawn, trial.cases, strict=False):  # fewer where time was up
        own = tuple(d for d in trial.differences if len(d.file) == 1 and d.file[0] == one.instance)
        answers = [reply.answer for reply in case.replies.values() if reply.answer is not None]
        failed = {name: r for name, r in case.replies.items() if r.status is Status.FAILED and not r.fault}
        failed |= {
            f"{again.party}, asked {again.way}": reply
            for again, reply in case.again.items()
            if reply.status is Status.FAILED
        }
        measure = seated.problem.size(one.instance)[0]
        result.append(
            Tried(
                index=index,
                stratum=one.stratum,
                verdict=Verdict.DIFFERING if own else case.comparison.verdict,
                large=seated.problem.is_large(one.instance),
                nontrivial=bool(answers) and not seated.problem.is_trivial(one.instance, answers[0]),
                statuses={name: reply.status for name, reply in case.replies.items()},
                seconds={name: reply.seconds for name, reply in case.replies.items()},
                failures=tuple(f"{name}: {reply.text}" for name, reply in failed.items()),
                differences=own,
                size=range_of(measure),
                answer=answer_range(seated.problem, answers[0]) if answers else "",
                alike=agreement.compared(seated.problem, case.replies),
                measure=measure,
                fact=fact(seated.problem, answers[0]) if answers else "",
                again=agreement.again(seated.problem, case.replies, case.again),
            )
        )
    return _with_the_rest(result, trial)


def _with_the_rest(tried: list[Tried], trial: Trial) -> list[Tried]:
    """Put differences that belong to no single instance of the file (whole file, derived) to the last."""
    placed = {id(difference) for one in tried for difference in one.differences}
    rest = tuple(difference for difference in trial.differences if id(difference) not in placed)
    if rest:
        last = tried[-1]
        differences = (*last.differences, *rest)
        tried[-1] = replace(last, verdict=Verdict.DIFFERING, differences=differences)
    return tried
