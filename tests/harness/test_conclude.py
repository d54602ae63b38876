"""What becomes of a difference when the time is up, and what is said of one that nobody could refute."""

import time
from dataclasses import replace

from doublecount.cli.findings import finding_lines
from doublecount.problems.injured_queen import Answer
from doublecount.problems.record import Status
from doublecount.verify.conclude import conclude, settle
from doublecount.verify.finding import Origin, finding
from doublecount.verify.proven import Unproven
from doublecount.verify.results import Kind, Standing
from doublecount.verify.trial import try_file
from tests.harness.seated import PROBLEM, board, candidate_panel, in_process, panel, placements

ORIGIN = Origin(1, "open")


def late(seated, difference):
    """The verdict where nothing can be asked any more."""
    return conclude(seated, difference, ORIGIN, time.monotonic() - 100)


def settled_finding(seated, difference):
    return finding(seated, settle(seated, difference), ORIGIN, difference.file)


def test_what_the_accused_said_first_is_kept_when_the_time_is_up(monkeypatch):
    in_process(monkeypatch, lambda boards: [placements(one) + (one.n > 2) for one in boards])
    (met,) = try_file(candidate_panel(), [board("????")]).differences
    found = late(candidate_panel(), met)
    assert (met.reply.status, met.reply.answer) == (Status.ANSWERED, Answer(17))
    assert found.answers["mine"] == {"count": "17", "placement": None}
    assert found.hint == "equals the right count plus 1"
    assert not found.minimal


def test_how_the_accused_failed_first_is_kept_too(monkeypatch):
    in_process(monkeypatch, lambda boards: [placements(one) for one in boards] + [7] * (boards[0].n > 2))
    (met,) = try_file(candidate_panel(), [board("????")]).differences
    assert late(candidate_panel(), met).answers["mine"].startswith("malformed-output: output:2:1: ")


def test_the_answer_in_the_file_is_kept_where_the_file_is_to_blame(monkeypatch):
    in_process(monkeypatch, lambda boards: [placements(one) + k for k, one in enumerate(boards)])
    differences = try_file(candidate_panel(), [board("???"), board("??")], samples=()).differences
    (met,) = [one for one in differences if one.kind is Kind.ORDER_DEPENDENT]
    assert late(candidate_panel(), met).answers["mine"]["count"] == "1"


def test_other_candidates_are_said_to_be_unheard(monkeypatch):
    in_process(monkeypatch, lambda boards: [placements(one) + 1 for one in boards])
    seated = candidate_panel()
    (met,) = try_file(seated, [board("???")]).differences
    (mine,) = seated.candidates
    other = replace(mine, spec=replace(mine.spec, name="other"))
    found = late(replace(seated, candidates=(mine, other)), met)
    assert found.answers["other"] == "failed: not asked again: the time was up"


def test_what_is_only_outvoted_says_why_it_is_not_refuted(monkeypatch):
    problem = replace(PROBLEM, split=None)
    (met,) = try_file(panel(lambda one: placements(one) + 1, problem), [board("????")]).differences
    found = settled_finding(panel(lambda one: placements(one) + 1, problem), met)
    assert (found.status, found.unrefuted) == (Standing.OUTVOTED, "it has no parts to follow it down to")
    assert "  not refuted: it has no parts to follow it down to" in finding_lines(found)
    seated = panel(lambda one: placements(one) + 1, problem, prove=lambda *_: Unproven("too large"))
    assert settled_finding(seated, met).unrefuted.endswith("; no proof: too large")
    refuted = settled_finding(panel(lambda one: placements(one) + 1), met)
    assert (refuted.status, refuted.unrefuted) == (Standing.REFUTED, "")


def test_the_time_may_be_the_reason_why_nothing_is_refuted(monkeypatch):
    in_process(monkeypatch, lambda boards: [placements(one) + 1 for one in boards])
    (met,) = try_file(candidate_panel(), [board("????")]).differences
    assert late(candidate_panel(), met).unrefuted == "the time was up"
    refuted = replace(met, standing=Standing.REFUTED)
    assert late(candidate_panel(), refuted).unrefuted == ""
