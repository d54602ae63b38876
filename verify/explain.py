"""Finds the hint of a finding: what else the accused says, on instances near the one it is wrong on."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from doublecount.problems.record import Status
from doublecount.verify.agreement import alike
from doublecount.verify.hints import Told, hint
from doublecount.verify.instances import draw
from doublecount.verify.localise import Evidence
from doublecount.verify.parties import Oracle, OutOfTimeError, Panel
from doublecount.verify.results import Difference, Reply, Switch
from doublecount.verify.trial import ask_all

MOST_NEAR = 12
MOST_PROCESSES = 3
"""Further instances that an explanation must fit, where a candidate is asked about one in each process."""
MOST_STEPS = 200
MOST_DRAWN = 50
"""Random instances, always the same, among which those are taken that are not large."""


def explained(
    panel: Panel,
    difference: Difference,
    replies: dict[str, Reply],
    evidence: Evidence | None,
) -> str | None:
    """Compare what the accused says with what the first of those who contradict it says, or the solver.

    All rests on the file: whoever meets the difference on it gets the same hint.
    """
    oracle = right_oracle(panel, difference)
    said, right = replies[difference.accused].answer, replies[oracle.name].answer
    if said is None or right is None:
        return None
    file, case = difference.file, difference.case
    told = Told(file[case], said, right)

    def solve(instance: Any) -> Any:
        return oracle.ask(instance).answer

    def more() -> Iterator[Told]:
        near = [one for one in _near(panel, told.instance, evidence) if one != told.instance]
        asked = ask_all(panel.party(difference.accused), near, panel.problem.limits.cases_per_file)
        for instance, reply in zip(near, asked, strict=True):
            truth = solve(instance)
            if reply.status is Status.ANSWERED and truth is not None:
                yield Told(instance, reply.answer, truth)

    earlier, later = ([solve(one) for one in part] for part in (file[:case], file[case + 1 :]))
    try:
        return hint(
            panel.problem,
            told,
            [answer for answer in earlier if answer is not None],
            [answer for answer in later if answer is not None],
            more,
            solve,
        )
    except OutOfTimeError:  # what can't be tried elsewhere is not guessed
        return None


def switches(panel: Panel, difference: Difference, replies: dict[str, Reply]) -> tuple[Switch, ...]:
    """Say for each other reading whether it gives what the accused says to the case; none if it is silent."""
    said = replies[difference.accused].answer
    if said is None:
        return ()
    oracle, instance = right_oracle(panel, difference), difference.file[difference.case]
    others = [reading.switch for reading in panel.problem.readings if reading.switch]
    answers = [(one.name, one.answer(instance, lambda asked: oracle.ask(asked).answer)) for one in others]
    return tuple(
        Switch(name, None if answer is None else alike(panel.problem, answer, said))
        for name, answer in answers
    )


def right_oracle(panel: Panel, difference: Difference) -> Oracle:
    """The first of the oracles that contradict the accused, or else the first other one."""
    names = (*difference.against, *(oracle.name for oracle in panel.oracles))
    oracles = {oracle.name: oracle for oracle in panel.oracles}
    return next(oracles[name] for name in names if name in oracles and name != difference.accused)


def _near(panel: Panel, instance: Any, evidence: Evidence | None) -> Iterator[Any]:
    """Where the accused was shown to be wrong, simpler instances, mostly answered rightly, and any others."""
    one_each = panel.problem.limits.cases_per_file == 1
    if evidence:
        yield evidence.instance
    steps = [one for one in islice(panel.problem.simpler(instance), MOST_STEPS) if panel.allows(one)]
    most = MOST_PROCESSES if one_each else MOST_NEAR
    yield from steps[:: max(1, -(-len(steps) // most))]
    drawn = (draw(panel.problem, 0, index, panel.judge_only).instance for index in range(MOST_DRAWN))
    small = (one for one in drawn if not panel.problem.is_large(one))
    yield from islice(small, MOST_PROCESSES if one_each else MOST_NEAR)
