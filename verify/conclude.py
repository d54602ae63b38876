"""Brings a difference to a verdict: does it recur, what is the simplest file, who is refuted, by what?"""

from dataclasses import replace

from doublecount.problems.record import Status
from doublecount.verify.finding import Origin, Settled, finding
from doublecount.verify.localise import Evidence, localise
from doublecount.verify.parties import Candidate, OutOfTimeError, Panel
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
    return replace(settle(last, shrunk.difference), minimal=shrunk.minimal, trials=shrunk.trials)


def settle(panel: Panel, difference: Difference) -> Settled:
    """Hear everybody about the file of a difference, and look for evidence where it is a matter of votes."""
    try:
        trial = try_file(replace(panel, formats=False), difference.file, [difference.case])
        final = _widened(difference, trial)
        replies = _replies(panel, final, trial)
        evidence = _evidence(panel, final)
    except OutOfTimeError:
        return Settled(difference, _unheard(panel, difference))
    if evidence:
        opponents = final.against if evidence.accused == final.accused else (final.accused,)
        final = replace(final, accused=evidence.accused, against=opponents, standing=Standing.REFUTED)
    return Settled(final, replies, evidence)


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
    if difference.kind is not Kind.WRONG_ANSWER or difference.standing is Standing.REFUTED:
        return None
    for opponent in sorted(difference.against, key=lambda name: name != panel.solver.name):
        evidence = localise(panel, difference.file[difference.case], difference.accused, opponent)
        if evidence:
            return evidence
    return None


def _replies(panel: Panel, difference: Difference, trial: Trial) -> dict[str, Reply]:
    """What everybody says to the case; the accused in the file where that is what matters."""
    replies = dict(trial.cases[difference.case].replies)
    accused = panel.party(difference.accused)
    if isinstance(accused, Candidate) and len(difference.file) > 1:
        replies[accused.name] = accused.ask_file(difference.file)[difference.case]
    return replies


def _unheard(panel: Panel, difference: Difference) -> dict[str, Reply]:
    """What the oracles say where there is no time left to hear candidates again."""
    unheard = Reply(Status.FAILED, text="not asked again: the time was up")
    candidates = {candidate.name: unheard for candidate in panel.candidates}
    return panel.consult(difference.file[difference.case]) | candidates
