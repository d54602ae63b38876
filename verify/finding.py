"""Puts what is settled about a difference into texts and pictures: the finding as it is stored and shown."""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from doublecount.problems.picture import Picture
from doublecount.problems.record import AnyProblem
from doublecount.verify.certify import certificates, truth
from doublecount.verify.complete import complete_boards
from doublecount.verify.explain import explained, switches
from doublecount.verify.localise import Evidence
from doublecount.verify.parties import Candidate, Panel
from doublecount.verify.proven import Proven
from doublecount.verify.results import Difference, Finding, Kind, Reply
from doublecount.verify.solutions import KINDS, solutions


@dataclass(frozen=True)
class Origin:
    """Where a difference was met."""

    number: int
    """Which instance of the campaign, from 1; 0 for one on a file."""
    stratum: str


FROM_FILE = Origin(0, "file")
"""Of a difference on a file that belongs to no campaign."""


@dataclass(frozen=True)
class Settled:
    """A difference with what everybody says to its case, and the evidence where there is some."""

    difference: Difference
    replies: dict[str, Reply]
    evidence: Evidence | None = None
    proven: Proven | None = None
    """The answer to the case with what shows that it is right, where that was not too dear."""
    minimal: bool = False
    trials: int = 0
    unrefuted: str = ""
    """Why it is a matter of votes still."""


def finding(panel: Panel, settled: Settled, origin: Origin, original: tuple[Any, ...]) -> Finding:
    """Make the finding; ``original`` is the file on which the difference was met."""
    problem, difference = panel.problem, settled.difference
    text = problem.write_as(panel.form, difference.file)
    instance = difference.file[difference.case]
    answers = {name: reply.answer for name, reply in settled.replies.items() if reply.answer is not None}
    boards = complete_boards(problem, instance)
    accused = panel.party(difference.accused)
    spec = accused.spec if isinstance(accused, Candidate) else None
    name = identity(
        problem.name, difference.kind, difference.accused, text, (spec.typed or spec.command) if spec else ""
    )
    found = Finding(
        id=name,
        problem=problem.name,
        kind=difference.kind,
        accused=difference.accused,
        status=difference.standing,
        why=difference.why,
        against=difference.against,
        case=difference.case + 1,
        instance=text,
        original=problem.write_as(panel.form, original),
        answers={party: said(problem, reply) for party, reply in settled.replies.items()},
        hint=explained(panel, difference, settled.replies, settled.evidence),
        replay=f"doublecount replay {name}",
        number=origin.number,
        stratum=origin.stratum,
        minimal=settled.minimal,
        trials=settled.trials,
        unrefuted=settled.unrefuted,
        beyond_judge=not panel.judge_only,
        relation=difference.relation,
        form=panel.form,
        pictures=_pictures(problem, settled, original),
        certificates=certificates(
            problem, instance, answers, truth(problem, instance, boards), settled.proven
        ),
        switches=switches(panel, difference, settled.replies),
        solutions=solutions(panel, accused.name, boards)
        if boards and difference.kind in KINDS and accused.name in answers
        else None,
    )
    if settled.evidence:
        instance, why = settled.evidence.instance, settled.evidence.why
        found = replace(found, evidence=problem.write_as(panel.form, [instance]), evidence_why=why)
    if spec:
        found = replace(
            found,
            command=spec.command,
            time_limit=spec.time_limit,
            memory_limit=spec.memory_limit,
            sandbox=spec.sandbox,
            function=spec.function,
        )
    return found


def identity(problem: str, kind: Kind, accused: str, text: str, command: str) -> str:
    """The name of a finding, from its content only, so that it survives a second run."""
    content = "\0".join([problem, kind.value, accused, text, command])
    return hashlib.sha256(content.encode(errors="backslashreplace")).hexdigest()[:12]


def said(problem: AnyProblem, reply: Reply) -> Any:
    """What a party said, for JSON: its answer, its output, or why it has none."""
    if reply.answer is not None:
        return problem.to_json(reply.answer)
    if reply.fault:
        return f"{reply.fault.value}: {reply.text}"
    return f"{reply.status.value}: {reply.text}" if reply.text else reply.status.value


def _pictures(problem: AnyProblem, settled: Settled, original: tuple[Any, ...]) -> dict[str, Picture]:
    """Pictures of the case, of where it comes from, of the evidence, and of answers that draw something."""
    difference = settled.difference
    instance = difference.file[difference.case]
    blank = problem.picture(instance, None)
    pictures = {"instance": blank}
    if original != difference.file:
        pictures["original"] = problem.picture(original[min(difference.case, len(original) - 1)], None)
    if settled.evidence and settled.evidence.instance != instance:
        pictures["evidence"] = problem.picture(settled.evidence.instance, None)
    for party, reply in settled.replies.items():
        if reply.answer is not None and _can_be_drawn(problem, instance, reply.answer):
            drawn = problem.picture(instance, reply.answer)
            pictures |= {party: drawn} if drawn != blank else {}
    return pictures


def _can_be_drawn(problem: AnyProblem, instance: Any, answer: Any) -> bool:
    """A witness that keeps the rules can; one that breaks them may not even fit the board."""
    return problem.check(instance, answer) is None or problem.drawable(instance, answer)
