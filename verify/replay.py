"""Runs a stored finding, or a file of cases, again: with all parties, in a fresh process."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from doublecount.problems.record import Form, Status
from doublecount.verify import catalogue
from doublecount.verify.compare import Verdict
from doublecount.verify.finding import said
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.results import Finding, Kind
from doublecount.verify.supervisor import Lost, Supervisor
from doublecount.verify.worker import FileResult, Setup, TryFile

FLAKY_TRIES = 10


class ReplayError(Exception):
    """The tool could not carry the replay through."""


@dataclass(frozen=True)
class Replayed:
    """What came of it: what everybody says to each case, and a finding for each difference."""

    answers: tuple[dict[str, Any], ...]
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    failures: tuple[str, ...]
    """Oracles that failed."""

    @property
    def decided(self) -> bool:
        """Whether at least one case was decided by two parties, or differs."""
        return bool(self.findings) or any(verdict is not Verdict.UNDECIDED for verdict in self.verdicts)


def replay_file(
    problem: str,
    file: Sequence[Any],
    candidates: Sequence[CandidateSpec] = (),
    beyond_judge: bool = True,
    formats: bool = False,
    sample: int = 0,
    form: Form = Form.JUDGE,
) -> Replayed:
    """Put a file before all parties of a problem. ``sample`` is the case that gets the dearer checks.

    Findings keep instances in the form ``form``. What the judge's text can't
    express is no case for candidates.
    """
    own = catalogue.sources([problem])
    setup = Setup(0, tuple(candidates), beyond_judge, formats, form, own=own)
    waiting = [TryFile(problem, tuple(file), sample)] if file else []
    with Supervisor(setup, 1) as supervisor:
        for _, result in supervisor.run(lambda: waiting.pop() if waiting else None):
            if isinstance(result, Lost):
                who = result.party or "nobody in particular"
                raise ReplayError(f"the process {result.why} while asking {who}")
            assert isinstance(result, FileResult)
            return _replayed(problem, tuple(file), result)
    return Replayed((), (), (), ())


def _replayed(problem: str, file: tuple[Any, ...], result: FileResult) -> Replayed:
    record, trial = catalogue.problem(problem), result.trial
    answers = [{party: said(record, reply) for party, reply in case.replies.items()} for case in trial.cases]
    verdicts = [case.comparison.verdict for case in trial.cases]
    for difference, found in zip(trial.differences, result.findings, strict=True):
        if len(file) > 1 and difference.file == file:  # in the file, not alone
            answers[difference.case] = dict(found.answers)
            verdicts[difference.case] = Verdict.DIFFERING
    return Replayed(
        answers=tuple(answers),
        verdicts=tuple(verdicts),
        findings=result.findings,
        failures=tuple(
            f"{party}: {reply.text}"
            for case in trial.cases
            for party, reply in case.replies.items()
            if reply.status is Status.FAILED and not reply.fault
        ),
    )


def replay_finding(finding: Finding) -> tuple[Replayed, Finding | None]:
    """Run a finding again; returns also the difference of its kind, None if it does not occur any more.

    It has the finding's id if it occurs on the finding's file, and one of its own if only on another that
    was tried along with it.
    """
    problem = catalogue.problem(finding.problem)
    file = list(problem.read_as(finding.form, finding.instance, f"finding {finding.id}"))
    candidates = []
    if finding.command:
        candidates = [
            CandidateSpec(
                finding.accused,
                finding.command,
                finding.time_limit,
                finding.memory_limit,
                sandbox=finding.sandbox,
                function=finding.function,
            )
        ]
    formats = finding.kind is Kind.FORMAT_SENSITIVE
    for _ in range(FLAKY_TRIES if finding.kind is Kind.FLAKY else 1):
        replayed = replay_file(
            finding.problem, file, candidates, finding.beyond_judge, formats, finding.case - 1, finding.form
        )
        alike = [one for one in replayed.findings if _same(finding, one)]
        again = next((one for one in alike if one.instance == finding.instance), None)
        if again:
            return replayed, replace(again, id=finding.id, replay=finding.replay)
    return replayed, next(iter(alike), None)


def _same(finding: Finding, other: Finding) -> bool:
    """Whether it is the finding's kind (any, for a flaky one) between the finding's parties."""
    kind = finding.kind is Kind.FLAKY or other.kind is finding.kind
    return kind and finding.accused in (other.accused, *other.against)
