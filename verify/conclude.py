"""Brings a difference to a verdict: does it recur, what is the simplest file, who is refuted, by what?"""

from collections.abc import Mapping
from dataclasses import replace

from doublecount.problems.record import Status, differing_facts
from doublecount.verify.compare import describe
from doublecount.verify.finding import Origin, Settled, finding
from doublecount.verify.localise import Evidence, Unrefuted, localise
from doublecount.verify.parties import Candidate, OutOfTimeError, Panel
from doublecount.verify.proven import BRIEF, FULL, Effort, Proven, Unproven
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
        return _out_of_time(panel, difference)
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
        told = _proven(panel, final, replies, effort)
        shown = told if isinstance(told, Proven) else None
        found = _evidence(panel, final)
    except OutOfTimeError:
        return _out_of_time(panel, difference)
    evidence = found if isinstance(found, Evidence) else _by_proof(panel, final, replies, shown)
    if evidence:
        opponents = final.against if evidence.accused == final.accused else (final.accused,)
        final = replace(final, accused=evidence.accused, against=opponents, standing=Standing.REFUTED)
    reasons = [one.why for one in (found, told) if isinstance(one, Unrefuted | Unproven)]
    why = "; no proof: ".join(reasons) if _is_open(final) else ""
    return Settled(final, replies, evidence, shown, unrefuted=why)


def _out_of_time(panel: Panel, difference: Difference) -> Settled:
    why = "the time was up" if _is_open(difference) else ""
    return Settled(difference, _unheard(panel, difference), unrefuted=why)


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


def _evidence(panel: Panel, difference: Difference) -> Evidence | Unrefuted | None:
    """Localise against each opponent in turn, the solver first: it is asked fastest.

    Where that finds nothing, say why it does not against the first; None where nothing is open.
    """
    if not _is_open(difference):
        return None
    unrefuted = None
    for opponent in sorted(difference.against, key=lambda name: name != panel.solver.name):
        found = localise(panel, difference.file[difference.case], difference.accused, opponent)
        if isinstance(found, Evidence):
            return found
        unrefuted = unrefuted or found
    return unrefuted


def _proven(
    panel: Panel, difference: Difference, replies: Mapping[str, Reply], effort: Effort
) -> Proven | Unproven | None:
    """The right answer to the case with what shows it, or why that is not within the effort."""
    if panel.prove is None:
        return None
    said = [reply.answer for reply in replies.values() if reply.answer is not None]
    return panel.prove(difference.file[difference.case], said, effort)


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
