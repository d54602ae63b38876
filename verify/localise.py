"""Follows a difference down to an instance that decides it.

Counting: fix one free cell after another, keep to a branch on which the two still differ, end at a complete
board, which the rules decide. Games: go down to a forced position. Where no branch differs, one of the two
contradicts its own answers to the parts, and that refutes it too. Else the accused is outvoted only.
Branches are chosen by answers to many cases in one file; what counts as evidence is asked case by case.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from doublecount.problems.record import Status
from doublecount.verify.compare import compare, describe
from doublecount.verify.parties import Candidate, Oracle, Panel
from doublecount.verify.results import Kind, Reply, Role, Standing
from doublecount.verify.trial import ask_all

MOST_STEPS = 500


@dataclass(frozen=True)
class Evidence:
    """The instance on which a party is refuted, and why."""

    accused: str
    why: str
    instance: Any


@dataclass(frozen=True)
class Unrefuted:
    """Why no instance was found that refutes a party."""

    why: str


def localise(panel: Panel, instance: Any, accused: str, opponent: str) -> Evidence | Unrefuted:
    """Find an instance that refutes one of two parties which differ on this one, or say why there is none."""
    split = panel.problem.split
    parties = [panel.party(accused), panel.party(opponent)]
    for _ in range(MOST_STEPS):
        answers = [party.ask(instance) for party in parties]
        evidence = _decided(panel, instance, dict(zip((accused, opponent), answers, strict=True)))
        parts = split.derive(instance) if split else ()
        if evidence:
            return evidence
        if not split or not parts:
            return Unrefuted("it has no parts to follow it down to")
        if not all(panel.allows(part) for part in parts):
            return Unrefuted("its parts are not what the judge may ask")
        told = [ask_all(party, parts, panel.problem.limits.cases_per_file) for party in parties]
        silent = _silent(parties, told)
        if silent:
            return silent
        branch = next(
            (k for k in range(len(parts)) if _differ(panel, parts[k], told[0][k], told[1][k])), None
        )
        if branch is None:
            told = [[party.ask(part) for part in parts] for party in parties]
            return _contradiction(panel, instance, (accused, opponent), answers, told)
        instance = parts[branch]
    return Unrefuted(f"it was followed down {MOST_STEPS} parts without end")


def _silent(parties: Sequence[Oracle | Candidate], told: Sequence[Sequence[Reply]]) -> Unrefuted | None:
    """Whose word on a part is missing."""
    for party, replies in zip(parties, told, strict=True):
        for reply in replies:
            if reply.status is not Status.ANSWERED:
                how = reply.fault or reply.status
                return Unrefuted(f"{party.name} gives no answer to one of its parts ({how.value})")
    return None


def _differ(panel: Panel, instance: Any, one: Reply, other: Reply) -> bool:
    """Whether the values differ; a broken witness beside the right value leads nowhere."""
    roles = {"one": Role.MODEL, "other": Role.MODEL}
    differences = compare(panel.problem, instance, {"one": one, "other": other}, roles).differences
    return any(difference.kind is Kind.WRONG_ANSWER for difference in differences)


def _decided(panel: Panel, instance: Any, replies: dict[str, Reply]) -> Evidence | None:
    """Whose value the rules refute on this very instance; a broken witness beside it is another matter."""
    roles = {party.name: party.info.role for party in panel.parties}
    for difference in compare(panel.problem, instance, replies, roles).differences:
        if difference.kind is Kind.WRONG_ANSWER and difference.standing is Standing.REFUTED:
            said = describe(panel.problem, replies[difference.accused].answer, panel.problem.compared[:1])
            return Evidence(
                difference.accused, f"{difference.accused} says {said}; {difference.why}", instance
            )
    return None


def _contradiction(
    panel: Panel, instance: Any, names: tuple[str, str], answers: list[Reply], told: list[list[Reply]]
) -> Evidence | Unrefuted:
    """Who contradicts its own answers to the parts, on which both agree."""
    split = panel.problem.split
    assert split
    for name, answer, parts in zip(names, answers, told, strict=True):
        if any(reply.status is not Status.ANSWERED for reply in (answer, *parts)):
            continue
        violation = split.violation(instance, answer.answer, [part.answer for part in parts])
        if violation:
            compared = panel.problem.compared[:1]
            own = ", ".join(describe(panel.problem, part.answer, compared) for part in parts)
            why = f"{name} contradicts itself: {split.name}: {violation}; of the parts it says {own}"
            return Evidence(name, why, instance)
    return Unrefuted("both agree on its parts, and neither contradicts itself")
