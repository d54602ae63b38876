"""What people read of a campaign: plain words, nothing twice, nothing orphaned."""

import pytest

from doublecount.cli.findings import WIDTH, finding_lines
from doublecount.cli.outcome import Shown, say_result
from doublecount.problems.text import shown
from doublecount.verify.expectation import Expected
from doublecount.verify.parties import Candidate, CandidateSpec
from doublecount.verify.results import Campaign, Kind
from doublecount.verify.runner import Ended, Run
from tests.harness.command import doublecount
from tests.harness.findings import QUEENS, finding, summary
from tests.harness.seated import PROBLEM, board

MINE = CandidateSpec("mine", "/x/mine")


def told(capsys, *summaries, candidates=(MINE,), expected=None):
    say_result(
        Campaign(1, "0", {}, "", summaries), candidates, Shown(None, False, False, (), False, expected)
    )
    return capsys.readouterr().out


def test_before_anything_was_tried_there_is_no_table(capsys):
    assert told(capsys) == "nothing was tried\n"


def test_a_candidate_without_a_name_of_its_own_is_shown_with_its_command(capsys):
    unnamed = CandidateSpec("candidate-2", "/x/other -v", typed="./other -v")
    text = told(capsys, summary(), candidates=(MINE, unnamed))
    assert "\n\ncandidate-2 (./other -v)\nanswered by each party:\n" in text
    assert "/x/mine" not in text


@pytest.mark.parametrize(
    ("accused", "names", "words"),
    [
        (("a", "b"), "ab", "something wrong was found in all 2 candidates"),
        (("a",), "abc", "something wrong was found in 1 of 3 candidates, nothing in b, c"),
        ((), "ab", "nothing wrong was found in any of the 2 candidates"),
        (("a",), "a", "something wrong was found in the candidate"),
        ((), "a", "nothing wrong was found in the candidate"),
    ],
)
def test_what_was_expected_is_told_in_plain_words(accused, names, words, capsys):
    found = summary(*(finding(QUEENS, "???\n", accused=name, id=name * 12) for name in accused))
    candidates = tuple(CandidateSpec(name, name) for name in names)
    text = told(capsys, found, candidates=candidates, expected=Expected.WRONG)
    assert text.endswith(f"\n\nexpected wrong: {words}\n")


def test_long_evidence_is_broken_into_lines():
    why = "mine contradicts itself: of the parts it says " + ", ".join(
        f"count {n}" for n in range(10**9, 10**9 + 30)
    )
    one = finding(QUEENS, "???\n", why=why, evidence="??\n", evidence_why=why)
    lines = finding_lines(one)
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()).count(why) == 2


def crashed(monkeypatch, errors):
    monkeypatch.setattr("doublecount.verify.runner.run", lambda *_: Run(Ended.EXITED, 1, b"", errors, 0.1))
    return Candidate(MINE, PROBLEM).ask(board("??"))


def test_a_crash_says_its_only_line_once(monkeypatch):
    assert crashed(monkeypatch, b"no such file\n").text == "ended with exit status 1: no such file"
    assert crashed(monkeypatch, b"").text == "ended with exit status 1"
    several = crashed(monkeypatch, b"Traceback:\n  here\nKeyError: 1\n").text
    assert several == "ended with exit status 1: KeyError: 1\nTraceback:\n  here\nKeyError: 1"
    long = crashed(monkeypatch, b"x" * 300).text.splitlines()
    assert long == ["ended with exit status 1: " + "x" * 200, "x" * 300]


def test_what_the_second_line_says_is_not_said_again_as_the_answer():
    why = "ended with exit status 1: no such file"
    answers = {"dp": {"count": "2"}, "candidate": f"crash: {why}"}
    lines = finding_lines(finding(QUEENS, "???\n", kind=Kind.CRASH, why=why, answers=answers))
    assert [line for line in lines if "no such file" in line] == [f"  {why}"]
    other = finding(QUEENS, "???\n", kind=Kind.CRASH, why="another", answers=answers)
    assert f"  candidate: crash: {why}" in finding_lines(other)


def test_bytes_that_are_no_text_are_shown_as_they_are_written_in_programs(monkeypatch):
    output = b"\xff\xfe\n"
    monkeypatch.setattr("doublecount.verify.runner.run", lambda *_: Run(Ended.EXITED, 0, output, b"", 0.1))
    reply = Candidate(MINE, PROBLEM).ask(board("??"))
    assert reply.fault is Kind.MALFORMED_OUTPUT
    headline, said = reply.text.splitlines()
    assert headline.endswith(r", found '\xff\xfe'")
    assert said == r"\xff\xfe"
    assert shown("\\xff") == r"'\\xff'"  # four characters that a program did write


def test_no_known_findings_are_said_to_be_none(tmp_path):
    done = doublecount("known", "list", cwd=tmp_path)
    told = "no known findings in doublecount-known.jsonl\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)
