"""Brings a difference to a verdict: does it recur, what is the simplest file, who is refuted, by what?"""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from doublecount.problems.picture import Picture
from doublecount.problems.record import AnyProblem, Status
from doublecount.verify.hints import hint
from doublecount.verify.localise import Evidence, localise
from doublecount.verify.parties import Candidate, Panel
from doublecount.verify.results import Difference, Finding, Kind, Reply, Standing
from doublecount.verify.shrink import Shrinker
from doublecount.verify.trial import Trial, recur, try_file

TRIES = 3
"""How often a difference may fail to recur before it is called flaky."""


@dataclass(frozen=True)
class Origin:
    """Where a difference was met."""

    number: int
    """Which instance of the campaign, from 1; 0 for one from a file."""
    stratum: str


def conclude(panel: Panel, difference: Difference, origin: Origin, deadline: float) -> Finding:
    """Make a finding of a difference; shrinking ends at the deadline (``time.monotonic()``)."""
    original = difference.file
    sought = _narrowed(panel, difference)
    again = next((met for _ in range(TRIES) if (met := recur(panel, sought, original))), None)
    if again is None:
        flaky = replace(difference, kind=Kind.FLAKY, standing=Standing.REFUTED)
        return _finding(panel, flaky, origin, original, _trial(panel, flaky))
    shrunk = Shrinker(panel, again, deadline).run()
    trial = _trial(panel, shrunk.difference)
    final = _widened(shrunk.difference, trial)
    evidence = None
    if final.kind is Kind.WRONG_ANSWER and final.standing is Standing.OUTVOTED:
        evidence = _evidence(panel, final)
    if evidence:
        opponents = final.against if evidence.accused == final.accused else (final.accused,)
        final = replace(
            final, accused=evidence.accused, against=opponents, standing=Standing.REFUTED, why=evidence.why
        )
    found = _finding(panel, final, origin, original, trial, evidence)
    return replace(found, minimal=shrunk.minimal, trials=shrunk.trials)


def _narrowed(panel: Panel, difference: Difference) -> Difference:
    """The same difference against the solver only, where it is among the opponents: it is asked fastest."""
    if panel.solver.name in difference.against:
        return replace(difference, against=(panel.solver.name,))
    return difference


def _trial(panel: Panel, difference: Difference) -> Trial:
    """What everybody says to the file."""
    return try_file(replace(panel, formats=False), difference.file, difference.case)


def _widened(difference: Difference, trial: Trial) -> Difference:
    """The same difference as it stands before all parties."""
    alike = (
        other
        for other in trial.differences
        if (other.kind, other.accused, other.file) == (difference.kind, difference.accused, difference.file)
    )
    return next(alike, difference)


def _evidence(panel: Panel, difference: Difference) -> Evidence | None:
    """Localise against each opponent in turn, the solver first: it is asked fastest."""
    opponents = sorted(difference.against, key=lambda name: name != panel.solver.name)
    for opponent in opponents:
        evidence = localise(panel, difference.file[difference.case], difference.accused, opponent)
        if evidence:
            return evidence
    return None


def _finding(
    panel: Panel,
    difference: Difference,
    origin: Origin,
    original: tuple[Any, ...],
    trial: Trial,
    evidence: Evidence | None = None,
) -> Finding:
    problem, case = panel.problem, difference.case
    instance = difference.file[case]
    replies = _replies(panel, difference, trial)
    text = problem.write(difference.file)
    name = identity(problem.name, difference.kind, difference.accused, text)
    accused = panel.party(difference.accused)
    spec = accused.spec if isinstance(accused, Candidate) else None
    pictures = {"instance": problem.picture(instance, None)}
    if original != difference.file:
        pictures["original"] = problem.picture(original[min(case, len(original) - 1)], None)
    pictures |= _drawn(problem, instance, replies)
    found = Finding(
        id=name,
        problem=problem.name,
        kind=difference.kind,
        accused=difference.accused,
        status=difference.standing,
        why=difference.why,
        against=difference.against,
        case=case + 1,
        instance=text,
        original=problem.write(original),
        answers={party: said(problem, reply) for party, reply in replies.items()},
        hint=_hint(panel, difference, replies),
        replay=f"doublecount replay {name}",
        number=origin.number,
        stratum=origin.stratum,
        evidence=problem.write([evidence.instance]) if evidence else None,
        beyond_judge=not panel.judge_only,
        relation=difference.relation,
        pictures=pictures,
    )
    if spec:
        found = replace(
            found, command=spec.command, time_limit=spec.time_limit, memory_limit=spec.memory_limit
        )
    return found


def identity(problem: str, kind: Kind, accused: str, text: str) -> str:
    """The name of a finding, from its content only, so that it survives a second run."""
    content = "\0".join([problem, kind.value, accused, text])
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def said(problem: AnyProblem, reply: Reply) -> Any:
    """What a party said, for JSON: its answer, its output, or why it has none."""
    if reply.answer is not None:
        return problem.to_json(reply.answer)
    if reply.fault:
        return f"{reply.fault.value}: {reply.text}"
    return f"{reply.status.value}: {reply.text}" if reply.text else reply.status.value


def _replies(panel: Panel, difference: Difference, trial: Trial) -> dict[str, Reply]:
    """What everybody says to the case; the accused in the file where that is what matters."""
    replies = dict(trial.cases[difference.case].replies)
    accused = panel.party(difference.accused)
    if isinstance(accused, Candidate) and len(difference.file) > 1:
        replies[accused.name] = accused.ask_file(difference.file)[difference.case]
    return replies


def _drawn(problem: AnyProblem, instance: Any, replies: dict[str, Reply]) -> dict[str, Picture]:
    """Pictures of the answers that draw something on the board."""
    blank = problem.picture(instance, None)
    pictures = {
        party: problem.picture(instance, reply.answer)
        for party, reply in replies.items()
        if reply.answer is not None and problem.check(instance, reply.answer) is None
    }
    return {party: picture for party, picture in pictures.items() if picture != blank}


def _hint(panel: Panel, difference: Difference, replies: dict[str, Reply]) -> str | None:
    wrong = replies[difference.accused].answer
    right = replies[difference.against[0]].answer if difference.against else replies[panel.solver.name].answer
    if wrong is None or right is None:
        return None
    earlier = [panel.solver.ask(instance) for instance in difference.file[: difference.case]]
    previous = [reply.answer for reply in earlier if reply.status is Status.ANSWERED]
    return hint(panel.problem, wrong, right, previous)
