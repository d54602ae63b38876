"""Trials that come to nothing: who can't be asked, or answers no more, is blamed for nothing else."""

from dataclasses import replace

from doublecount.problems.injured_queen import PROBLEM, Answer
from doublecount.verify.results import Difference, Kind, Standing
from doublecount.verify.runner import Ended
from doublecount.verify.trial import formatted, recur, related
from tests.harness.seated import board, candidate_panel, in_process, panel, placements

FREE = board("???")
SPLIT = PROBLEM.split.name
VIOLATED = Difference(Kind.RELATION_VIOLATED, "mine", (), Standing.REFUTED, "why", 0, (FREE,), SPLIT)


def right(file):
    return [*map(placements, file)]


def test_a_relation_that_is_violated_again_is_found_again():
    seven = panel(lambda _: 7, right=lambda _: 7)
    found = recur(seven, VIOLATED, [FREE])
    assert (found.kind, found.accused, found.relation) == (Kind.RELATION_VIOLATED, "mine", SPLIT)
    assert recur(panel(placements), VIOLATED, [FREE]) is None


def test_nothing_recurs_of_a_program_that_answers_no_more(monkeypatch):
    in_process(monkeypatch, lambda _: Ended.TIMEOUT)
    assert recur(candidate_panel(), VIOLATED, [FREE]) is None


def test_a_program_that_fails_on_derived_boards_is_accused_of_that_and_of_no_relation(monkeypatch):
    in_process(monkeypatch, lambda file: right(file) if FREE in file else Ended.TIMEOUT)
    seated = candidate_panel()
    found = related(seated, seated.candidates[0], [(FREE, Answer(placements(FREE)))], [PROBLEM.split])
    assert [one.kind for one in found] == [Kind.TIMEOUT]
    assert found[0].file != (FREE,)


def test_a_program_that_fails_on_two_cases_anyhow_is_not_sensitive_to_their_format(monkeypatch):
    in_process(monkeypatch, lambda file: Ended.TIMEOUT if len(file) > 1 else right(file))
    (mine,) = candidate_panel().candidates
    assert formatted(mine, FREE, mine.ask(FREE)) == []


def test_where_a_file_is_one_case_none_is_put_between_two(monkeypatch):
    single = replace(PROBLEM, limits=replace(PROBLEM.limits, cases_per_file=1))
    program = in_process(monkeypatch, right)
    (mine,) = candidate_panel(single).candidates
    assert formatted(mine, FREE, mine.ask(FREE)) == []
    assert {len(file) for file in program.files} == {1}
