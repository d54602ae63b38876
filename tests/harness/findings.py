"""Findings and summaries made by hand, for tests."""

from dataclasses import replace

from doublecount.problems.record import Form
from doublecount.verify import catalogue
from doublecount.verify.results import Finding, Kind, Met, PartyInfo, Role, Standing
from doublecount.verify.summing import nothing

QUEENS, BOARDS = "injured-queen", "black-white"


def finding(problem, instance, form=Form.JUDGE, **given):
    """A finding on a file."""
    made = Finding(
        id="0" * 12,
        problem=problem,
        kind=Kind.WRONG_ANSWER,
        accused="candidate",
        status=Standing.REFUTED,
        why="it is wrong",
        against=("dp",),
        case=1,
        instance=instance,
        original=instance,
        answers={},
        hint=None,
        replay="doublecount replay",
        number=1,
        stratum="uniform",
        form=form,
    )
    return replace(made, **given)


def summary(*findings, problem=QUEENS, **given):
    """A summary with these findings, all of one kind and accused."""
    counted = (Met(Kind.WRONG_ANSWER, "candidate", 3 * len(findings)),) if findings else ()
    parties = (PartyInfo("dp", Role.SOLVER, ""), PartyInfo("candidate", Role.CANDIDATE, ""))
    return replace(nothing(problem), findings=findings, met=counted, parties=parties, **given)


def instances(problem, text):
    """The instances of a judge's text."""
    return list(catalogue.problem(problem).read(text, "t"))
