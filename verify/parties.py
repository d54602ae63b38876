"""Parties: whatever answers instances. The solver and the models run in this process, candidates outside.

A panel is a problem with all its parties. Oracles' faults are kept apart from findings: a model that
raises is a fault of the tool, a candidate that crashes is a finding.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from doublecount.problems.record import AnyModel, AnyProblem, AnySolver, Form, Outcome, Status
from doublecount.problems.text import InputError, encodable
from doublecount.verify import function, runner
from doublecount.verify.proven import Effort, Proven, Unproven, proven
from doublecount.verify.results import Kind, PartyInfo, Reply, Role, Sandbox
from doublecount.verify.shell import split

LISTED = 100
"""The solver lists all solutions where there are at most so many."""
SHOWN = 2000
"""Characters kept of output that can't be read."""


@dataclass(frozen=True)
class CandidateSpec:
    """A program on trial, as given on the command line; picklable."""

    name: str
    command: str
    time_limit: float = 10.0
    memory_limit: int = 1024
    typed: str = ""
    """The command as the user wrote it; part of a finding's name, where paths of a machine are not."""
    sandbox: Sandbox = Sandbox.NONE
    function: bool = False
    """The command calls a Python function, see ``verify/function.py``."""

    @property
    def argv(self) -> list[str]:
        """The command split as a shell would, without being run by one."""
        return split(self.command)


@dataclass(frozen=True)
class Oracle:
    """The solver or a model, run in this process."""

    info: PartyInfo
    answer: Callable[[Any], Outcome[Any]]
    batch: Callable[[Sequence[Any]], list[Outcome[Any]]] | None = None
    """Answers several instances at once; need not list solutions."""
    watch: Callable[[str], None] = field(default=lambda _: None, compare=False)
    """Told the party's name before it is asked and the empty string after."""
    banned: bool = False
    """Not to be asked: it hung or died."""
    ways: Mapping[str, Callable[[Any], Outcome[Any]]] = field(default_factory=dict)
    """Other ways to ask it, by name: they must make no difference."""
    seldom: bool = False
    """Asked in campaigns about one instance in ten."""

    @property
    def name(self) -> str:
        """The party's name."""
        return self.info.name

    def ask(self, instance: Any) -> Reply:
        """Answer one instance. What it raises becomes the status ``FAILED``."""
        return self._asked(lambda: [self.answer(instance)], 1)[0]

    def ask_many(self, instances: Sequence[Any]) -> list[Reply]:
        """Answer several instances, at once where it can; solutions may then not be listed."""
        batch = self.batch
        if batch is None or not instances:
            return [self.ask(instance) for instance in instances]
        return self._asked(lambda: batch(instances), len(instances))

    def ask_otherwise(self, way: str, instance: Any) -> Reply:
        """Answer one instance, asked in another way."""
        return self._asked(lambda: [self.ways[way](instance)], 1)[0]

    def _asked(self, answers: Callable[[], list[Outcome[Any]]], number: int) -> list[Reply]:
        if self.banned:
            return [Reply(Status.FAILED, text="not asked: it hung or died near this instance")] * number
        self.watch(self.name)
        started = time.perf_counter()
        try:
            outcomes = answers()
        except Exception as error:  # the boundary to oracle code: reported as the tool's own fault
            outcomes = [Outcome(Status.FAILED, detail=f"{type(error).__name__}: {error}")] * number
        seconds = (time.perf_counter() - started) / number
        self.watch("")
        return [Reply(one.status, one.answer, text=one.detail, seconds=seconds) for one in outcomes]


class OutOfTimeError(Exception):
    """The time for the whole command is up; says nothing about the candidate that was running."""


@dataclass(frozen=True)
class Candidate:
    """An external program that reads the judge's input and writes the judge's output."""

    spec: CandidateSpec
    problem: AnyProblem
    deadline: float = float("inf")
    """No call goes on beyond this time of ``time.monotonic()``: it raises ``OutOfTimeError``."""
    watch: Callable[[str], None] = field(default=lambda _: None, compare=False)
    """Told the program's name before it is run and the empty string after."""
    banned: bool = False
    """Not to be run: the process that ran it died."""
    hung: Callable[[float], object] = field(default=lambda _: None, compare=False)
    """Told the time limit when a call ran into it."""

    @property
    def name(self) -> str:
        """The party's name."""
        return self.spec.name

    @property
    def info(self) -> PartyInfo:
        """The party as the report presents it."""
        what = "Python function" if self.spec.function else "external program"
        told = (self.spec.typed if self.spec.function else "") or self.spec.command
        return PartyInfo(self.name, Role.CANDIDATE, f"{what}: {told}")

    def ask(self, instance: Any) -> Reply:
        """Answer one instance in a process of its own."""
        return self.ask_file([instance])[0]

    def ask_file(self, file: Sequence[Any], reshape: Callable[[str], str] = str) -> list[Reply]:
        """Answer a file of cases in one process; a fault of the process is the reply to every case.

        ``reshape`` may change the input text in ways that do not change its meaning.
        """
        seconds = min(self.spec.time_limit, self.deadline - time.monotonic())
        if seconds <= 0:
            raise OutOfTimeError
        if self.banned:
            return [Reply(Status.FAILED, text="not asked: a process died while running it here")] * len(file)
        data = reshape(self.problem.write(file)).encode()
        self.watch(self.name)
        try:
            done = runner.run(self.spec.argv, data, self._limits(seconds, len(file)), self.spec.sandbox)
        except OSError as error:  # no word of the candidate: the tool's own fault
            return [Reply(Status.FAILED, text=f"can't be run: {error}")] * len(file)
        finally:
            self.watch("")
        if done.ended is runner.Ended.TIMEOUT and seconds < self.spec.time_limit:
            raise OutOfTimeError
        fault, text = self._fault(done)
        if fault is Kind.TIMEOUT:
            self.hung(self.spec.time_limit)
        if fault is None:
            text = done.output.decode("utf-8", errors="surrogateescape")
            try:
                answers = self._read(text, file)
            except InputError as error:
                fault, text = Kind.MALFORMED_OUTPUT, encodable(f"{error}\n{text[:SHOWN]}")
            else:
                return [
                    Reply(Status.ANSWERED, answer, seconds=done.seconds / len(file)) for answer in answers
                ]
        return [Reply(Status.FAILED, fault=fault, text=text, seconds=done.seconds / len(file))] * len(file)

    def _limits(self, seconds: float, cases: int) -> runner.Limits:
        flood = runner.MIB + 4096 * cases
        return runner.Limits(seconds, self.spec.memory_limit, output_bytes=flood)

    def _read(self, text: str, file: Sequence[Any]) -> list[Any]:
        if self.spec.function:
            return function.read_answers(self.problem, text, file)
        return self.problem.read_answers(text, file)

    def _fault(self, done: runner.Run) -> tuple[Kind | None, str]:
        """The fault of a run that says nothing, and why; None where there is an output to be read."""
        match done.ended:
            case runner.Ended.TIMEOUT:
                return Kind.TIMEOUT, f"no answer within {self.spec.time_limit:g} s"
            case runner.Ended.MEMORY_LIMIT:
                return Kind.MEMORY_LIMIT, f"needs more than {self.spec.memory_limit} MiB"
            case runner.Ended.OUTPUT_LIMIT:
                return Kind.OUTPUT_LIMIT, f"wrote too much: {_written(done)}"
            case runner.Ended.PROCESS_LIMIT:
                return Kind.CRASH, f"ended with more than {runner.Limits.processes} processes at once"
        if done.status == 0:
            return None, ""
        how = f"signal {-done.status}" if done.status < 0 else f"exit status {done.status}"
        said = done.errors.decode("utf-8", errors="backslashreplace").strip()
        headline = f": {_headline(said)[:200]}" if said else ""
        told = f"ended with {how}{headline}"
        return Kind.CRASH, told if told.endswith(f": {said}") else f"{told}\n{said[-SHOWN:]}".strip()


_TRACEBACK = re.compile(r"Traceback \(most| *\+ Exception Group Traceback \(most")
"""How Python begins to tell of an exception that nobody caught."""


def _headline(errors: str) -> str:
    """The line that says the most: the one that names Python's last exception, or else the last."""
    lines = errors.splitlines()
    begun = max((k for k, line in enumerate(lines) if _TRACEBACK.match(line)), default=len(lines))
    told = (line.removeprefix("  | ") for line in lines[begun + 1 :])
    return next((line for line in told if line.strip() and not line[0].isspace()), lines[-1])


def _written(done: runner.Run) -> str:
    """Which output broke a limit."""
    kept = len(done.output)
    return f"{kept // 1024} KiB of output" if kept > runner.MIB else f"a file of {runner.Limits.file_mib} MiB"


def solver_oracle(solver: AnySolver) -> Oracle:
    """Make the production solver a party; it lists all solutions where they are few."""

    solve_many = solver.solve_many or (lambda instances: list(map(solver.solve, instances)))

    def answers(instances: Sequence[Any]) -> list[Outcome[Any]]:
        reasons = [solver.fits(instance) for instance in instances]
        fitting = [instance for instance, reason in zip(instances, reasons, strict=True) if not reason]
        found = iter(solve_many(fitting))
        return [
            Outcome(Status.TOO_LARGE, detail=reason) if reason else Outcome(Status.ANSWERED, next(found))
            for reason in reasons
        ]

    def answer(instance: Any) -> Outcome[Any]:
        reason = solver.fits(instance)
        if reason:
            return Outcome(Status.TOO_LARGE, detail=reason)
        found = solver.solve(instance)
        if solver.solutions and found.count <= LISTED:
            listed = frozenset(islice(solver.solutions(instance), LISTED + 1))
            found = replace(found, solutions=listed)
        return Outcome(Status.ANSWERED, found)

    info = PartyInfo("dp", Role.SOLVER, "dynamic programming, the production solver")
    return Oracle(info, answer, answers)


def model_oracle(model: AnyModel) -> Oracle:
    """Make a model a party, with its default budget."""

    def answering(
        run: Callable[[Any, int], Outcome[Any]],
    ) -> Callable[[Any], Outcome[Any]]:
        def answer(instance: Any) -> Outcome[Any]:
            reason = model.fits(instance)
            return Outcome(Status.TOO_LARGE, detail=reason) if reason else run(instance, model.budget)

        return answer

    limit = model.size_limit + "; in campaigns one instance in ten" * model.seldom
    info = PartyInfo(model.name, Role.MODEL, model.technique, limit, tuple(sorted(model.shares)))
    ways = {way.name: answering(way.run) for way in model.ways}
    return Oracle(info, answering(model.run), ways=ways, seldom=model.seldom)


@dataclass(frozen=True)
class Panel:
    """A problem and its parties."""

    problem: AnyProblem
    solver: Oracle
    models: tuple[Oracle, ...]
    candidates: tuple[Candidate, ...] = ()
    judge_only: bool = False
    """Stay within the judge's limits in everything."""
    formats: bool = False
    """Also try candidates on variants of the input's format."""
    form: Form = Form.JUDGE
    """How findings keep instances."""
    prove: Callable[[Any, Sequence[Any], Effort], Proven | Unproven] | None = None
    """``prove(instance, said, effort)``: the answer with what shows that it is right, whoever is seated."""

    @property
    def oracles(self) -> tuple[Oracle, ...]:
        """The solver and the models."""
        return (self.solver, *self.models)

    @property
    def parties(self) -> tuple[Oracle | Candidate, ...]:
        """Oracles and candidates."""
        return (*self.oracles, *self.candidates)

    def party(self, name: str) -> Oracle | Candidate:
        """Look a party up by name."""
        return next(party for party in self.parties if party.name == name)

    def consult(
        self, instance: Any, names: Iterable[str] | None = None, closely: bool = True
    ) -> dict[str, Reply]:
        """Ask the oracles (those named, by default all) one by one; unless ``closely``, no dear ones."""
        seated = [oracle for oracle in self.oracles if closely or not oracle.seldom]
        asked = [oracle for oracle in seated if names is None or oracle.name in names]
        return {oracle.name: oracle.ask(instance) for oracle in asked}

    def watched(self, watch: Callable[[str], None], banned: frozenset[str] = frozenset()) -> "Panel":
        """The same panel with its parties watched and some of them banned."""
        solver, *models = (
            replace(oracle, watch=watch, banned=oracle.name in banned) for oracle in self.oracles
        )
        candidates = (replace(one, watch=watch, banned=one.name in banned) for one in self.candidates)
        return replace(self, solver=solver, models=tuple(models), candidates=tuple(candidates))

    def until(self, deadline: float) -> "Panel":
        """The same panel with candidates that are not run beyond a time of ``time.monotonic()``."""
        return replace(
            self, candidates=tuple(replace(candidate, deadline=deadline) for candidate in self.candidates)
        )

    def allows(self, instance: Any) -> bool:
        """Whether the panel may be asked about the instance."""
        return not self.judge_only or self.problem.limits.allows(instance)


def panel(
    problem: AnyProblem,
    candidates: Sequence[CandidateSpec] = (),
    beyond_judge: bool = False,
    formats: bool = False,
    form: Form = Form.JUDGE,
    models: Sequence[str] = (),
) -> Panel:
    """Seat all parties of a problem, or only some of its models; loads the solver libraries."""
    seated = [model for model in problem.load_models() if not models or model.name in models]
    return Panel(
        problem,
        solver_oracle(problem.load_solver()),
        tuple(map(model_oracle, seated)),
        tuple(Candidate(spec, problem) for spec in candidates),
        judge_only=bool(candidates) and not beyond_judge,
        formats=formats,
        form=form,
        prove=partial(proven, problem),
    )
