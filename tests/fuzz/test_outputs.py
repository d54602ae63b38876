"""Damaged outputs of programs get the verdict that the damage deserves."""

import shlex
import sys
from collections import Counter

import pytest

from doublecount.problems.record import Status
from doublecount.verify import catalogue, parties
from doublecount.verify.compare import compare
from doublecount.verify.parties import Candidate, CandidateSpec
from doublecount.verify.results import Kind, Reply, Role
from doublecount.verify.runner import Ended, Run
from tests.fuzz.outputs import DEEDS, damaged, pool

ROLES = {"dp": Role.SOLVER, "mine": Role.CANDIDATE}


def kinds(one, candidate):
    """What is found against a candidate on a file, besides the solver's right answers."""
    problem, right = catalogue.problem(one.problem), dict(pool(one.problem))
    found = set()
    for instance, reply in zip(one.file, candidate.ask_file(one.file), strict=True):
        replies = {"dp": Reply(Status.ANSWERED, right[instance]), "mine": reply}
        for difference in compare(problem, instance, replies, ROLES).differences:
            assert difference.accused == "mine", (one.deed, one.output, difference)
            found.add(difference.kind)
    return found or {None}


def insist(one, candidate):
    found = kinds(one, candidate)
    if Kind.MALFORMED_OUTPUT in found:
        assert found == {Kind.MALFORMED_OUTPUT}
    assert found <= one.verdicts, (one.problem, one.deed, one.output[:300], found)


def insist_on_all(seed, count, monkeypatch):
    """Feed outputs to the layer that reads what a run has written; no process is started."""
    tried = Counter()
    for one in damaged(seed, count):
        done = Run(Ended.EXITED, 0, one.output, b"", 0.0)
        monkeypatch.setattr(parties.runner, "run", lambda *_, done=done: done)
        insist(one, Candidate(CandidateSpec("mine", "/bin/true"), catalogue.problem(one.problem)))
        tried[one.deed] += 1
    assert {*tried} == {*DEEDS}
    return tried


def test_some_hundred_damaged_outputs_get_their_verdicts(monkeypatch):
    insist_on_all(1, 600, monkeypatch)


@pytest.mark.slow
def test_ten_thousand_damaged_outputs_get_their_verdicts(monkeypatch):
    tried = insist_on_all(2, 10_000, monkeypatch)
    assert min(tried.values()) > 100, tried


def test_some_outputs_get_the_same_verdicts_through_real_programs(tmp_path):
    for number, one in enumerate(damaged(3, 8)):
        output = tmp_path / str(number)
        output.write_bytes(one.output)
        code = f"import sys; sys.stdout.buffer.write(open({str(output)!r}, 'rb').read())"
        command = shlex.join([sys.executable, "-S", "-c", code])
        insist(one, Candidate(CandidateSpec("mine", command), catalogue.problem(one.problem)))
