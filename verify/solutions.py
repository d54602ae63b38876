"""Which complete boards the accused takes for solutions, beside those that the rules do."""

from collections.abc import Sequence
from itertools import islice

from doublecount.problems.picture import Picture
from doublecount.problems.record import AnyProblem, Status
from doublecount.verify.complete import Complete
from doublecount.verify.parties import Candidate, Oracle, OutOfTimeError, Panel
from doublecount.verify.results import Kind, Reply, Solutions

SHOWN = 6
"""Pictures of each group."""
MOST_FILES = 3
"""Files that a candidate is asked; where its judge allows few cases in one, it is not asked."""
KINDS = (Kind.WRONG_ANSWER, Kind.INVALID_WITNESS, Kind.RELATION_VIOLATED)
"""Where the accused answers and the answer is what is wrong."""


def solutions(panel: Panel, accused: str, boards: Sequence[Complete]) -> Solutions | None:
    """Ask the accused about every complete board; None where it does not count one of them."""
    if not all(panel.allows(one.board) for one in boards):
        return None
    told = _asked(panel.party(accused), boards, panel.problem.limits.cases_per_file)
    if any(reply.status is not Status.ANSWERED or reply.answer.count is None for reply in told):
        return None
    groups: dict[str, list[Complete]] = {"both": [], "only accused": [], "only rules": []}
    names = {(True, True): "both", (True, False): "only accused", (False, True): "only rules"}
    for one, reply in zip(boards, told, strict=True):
        name = names.get((reply.answer.count > 0, one.truth.count > 0))
        if name:
            groups[name].append(one)
    both, only_accused, only_rules = map(len, groups.values())
    shown = {name: _pictures(panel.problem, group) for name, group in groups.items()}
    return Solutions(len(boards), both, only_accused, only_rules, shown)


def _asked(party: Oracle | Candidate, boards: Sequence[Complete], cases_per_file: int) -> list[Reply]:
    """The replies to all boards, or to those up to a file that came to nothing, which is told by its last."""
    instances = [one.board for one in boards]
    if isinstance(party, Oracle):
        return party.ask_many(instances)
    unasked = Reply(Status.OUT_OF_BUDGET, text="not asked: too many files")
    if len(instances) > MOST_FILES * cases_per_file:
        return [unasked]
    replies: list[Reply] = []
    try:
        for start in range(0, len(instances), cases_per_file):
            replies += party.ask_file(instances[start : start + cases_per_file])
            if replies[-1].status is not Status.ANSWERED:
                break
    except OutOfTimeError:
        return [unasked]
    return replies


def _pictures(problem: AnyProblem, group: Sequence[Complete]) -> tuple[Picture, ...]:
    return tuple(problem.picture(one.board, None) for one in islice(group, SHOWN))
