"""Brings a difference to a verdict: does it recur, what is the simplest file, who is refuted, by what?"""

from collections.abc import Mapping
from dataclasses import replace

from doublecount.problems.record import Status, differing_facts
from doublecount.verify.compare import describe
from doublecount.verify.finding import Origin, Settled, finding
from doublecount.verify.localise import Evidence, localise
from doublecount.verify.parties import Candidate, OutOfTimeError, Panel
from doublecount.verify.proven import BRIEF, FULL, Effort, Proven
from doublecount.verify.results import Difference, Finding, Kind, Reply, Standing
from doublecount.verify.shrink import Shrinker
from doublecount.verify.trial import Trial, recur, try_file

TRIES = 3
"""How often a difference may fail to recur before it is called flaky."""
LAST_SECONDS = 3.0
"""Time after the deadline in which candidates may still be heard about the file that shrinking ended at."""


def conclude(panel: Panel, difference: Difference, origin: Origin, deadline: float) -> Finding:
    """Make a finding of a difference; shrinking ends at the deadline (``time.monotonic()``)."""
    last = panel.until(deadline + LAST_SECONDS)
    return finding(last, _pursued(panel, difference, deadline), origin, difference.file)


def _pursued(panel: Panel, difference: Difference, deadline: float) -> Settled:
    hurried, sought = panel.until(deadline), _narrowed(panel, difference)
    try:
        again = next((met for _ in range(TRIES) if (met := recur(hurried, sought, difference.file))), None)
    except OutOfTimeError:
        return Settled(difference, _unheard(panel, difference))
    last = panel.until(deadline + LAST_SECONDS)
    if again is None:
        flaky = replace(difference, kind=Kind.FLAKY, standing=Standing.REFUTED)
        return replace(settle(last, flaky), minimal=True)
    shrunk = Shrinker(hurried, again, deadline).run()
    settled = settle(last, shrunk.difference, FULL if shrunk.minimal else BRIEF)
    return replace(settled, minimal=shrunk.minimal, trials=shrunk.trials)


def settle(panel: Panel, difference: Difference, effort: Effort = BRIEF) -> Settled:
    """Hear everybody about the file of a difference, and look for evidence where it is a matter of votes.

    ``effort`` is what may be done to prove the right answer.
    """
    try:
        trial = try_file(replace(panel, formats=False), difference.file, [difference.case])
        final = _widened(difference, trial)
        replies = _replies(panel, final, trial)
        shown = _proven(panel, final, replies, effort)
        evidence = _evidence(panel, final) or _by_proof(panel, final, replies, shown)
    except OutOfTimeError:
        return Settled(difference, _unheard(panel, difference))
    if evidence:
        opponents = final.against if evidence.accused == final.accused else (final.accused,)
        final = replace(final, accused=evidence.accused, against=opponents, standing=Standing.REFUTED)
    return Settled(final, replies, evidence, shown)


def _narrowed(panel: Panel, difference: Difference) -> Difference:
    """The same difference against the solver only, where it is among the opponents: it is asked fastest."""
    if panel.solver.name in difference.against:
        return replace(difference, against=(panel.solver.name,))
    return difference


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
    if not _is_open(difference):
        return None
    for opponent in sorted(difference.against, key=lambda name: name != panel.solver.name):
        evidence = localise(panel, difference.file[difference.case], difference.accused, opponent)
        if evidence:
            return evidence
    return None


def _proven(
    panel: Panel, difference: Difference, replies: Mapping[str, Reply], effort: Effort
) -> Proven | None:
    """The right answer to the case with what shows it, if that is within the effort."""
    if panel.prove is None:
        return None
    said = [reply.answer for reply in replies.values() if reply.answer is not None]
    shown = panel.prove(difference.file[difference.case], said, effort)
    return shown if isinstance(shown, Proven) else None


def _by_proof(
    panel: Panel, difference: Difference, replies: Mapping[str, Reply], shown: Proven | None
) -> Evidence | None:
    """Who of the accused and its opponents is refuted by the proof, where it is a matter of votes."""
    if shown is None or not _is_open(difference):
        return None
    for name in (difference.accused, *difference.against):
        said = replies[name].answer
        facts = differing_facts(panel.problem, said, shown.answer) if said is not None else ()
        if facts:
            right = describe(panel.problem, shown.answer, facts)
            why = f"{describe(panel.problem, said, facts)}; {shown.party}, {shown.how}: {right}"
            return Evidence(name, why, difference.file[difference.case])
    return None


def _is_open(difference: Difference) -> bool:
    """Whether it is a matter of votes so far."""
    return difference.kind is Kind.WRONG_ANSWER and difference.standing is Standing.OUTVOTED


def _replies(panel: Panel, difference: Difference, trial: Trial) -> dict[str, Reply]:
    """What everybody says to the case; the accused in the file where that is what matters."""
    replies = dict(trial.cases[difference.case].replies)
    accused = panel.party(difference.accused)
    if isinstance(accused, Candidate) and len(difference.file) > 1:
        replies[accused.name] = accused.ask_file(difference.file)[difference.case]
    return replies


def _unheard(panel: Panel, difference: Difference) -> dict[str, Reply]:
    """What the oracles say and the accused has said, where no time is left to hear candidates again."""
    unheard = Reply(Status.FAILED, text="not asked again: the time was up")
    replies = panel.consult(difference.file[difference.case])
    replies |= {candidate.name: unheard for candidate in panel.candidates}
    return replies | ({difference.accused: difference.reply} if difference.reply else {})
