"""The search for the slowest instance: it climbs, keeps to limits and time, and failures are findings."""

import json
import sys
import time

import pytest

from doublecount.cli.slowest import _warn
from doublecount.problems.record import Status
from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from doublecount.verify.parties import Candidate, CandidateSpec, OutOfTimeError
from doublecount.verify.results import Kind, Reply
from doublecount.verify.slowest import KEPT, LOOKED_AT, Search
from tests.harness.command import doublecount, planted
from tests.harness.findings import QUEENS


class Timed(Candidate):
    """A candidate that takes as long as it says, without taking it."""

    def ask(self, instance):
        """Take a second for every free column, and much longer for a free board."""
        if time.monotonic() > self.deadline:
            raise OutOfTimeError
        return Reply(
            Status.ANSWERED, "any", seconds=len(instance.free) + 100 * (instance.n == len(instance.free))
        )


class Slow(Candidate):
    """A candidate that runs out of time on large free boards."""

    def ask(self, instance):
        """Be fast elsewhere."""
        if len(instance.free) > 12:
            return Reply(Status.FAILED, fault=Kind.TIMEOUT, text="no answer within 1 s")
        return Reply(Status.ANSWERED, "any", seconds=len(instance.free))


@pytest.fixture
def problem():
    return catalogue.problem(QUEENS)


def test_it_finds_the_slowest_board_within_the_judges_limits(problem):
    search = Search(Timed(CandidateSpec("mine", "mine"), problem), 1, judge_only=True)
    search.run(0.5)
    best = search.slowest[0]
    assert (best.seconds, best.instance.n) == (115, 15)
    assert [one.seconds for one in search.slowest] == sorted(
        (one.seconds for one in search.slowest), reverse=True
    )
    assert len(search.slowest) <= KEPT
    assert all(problem.limits.allows(one.instance) for one in search.slowest)
    assert search.changed


def test_running_out_of_time_is_a_difference_and_ends_the_search(problem):
    search = Search(Slow(CandidateSpec("mine", "mine"), problem), 1, judge_only=True)
    search.run(5)
    difference, origin = search.fault
    assert (difference.kind, difference.accused, len(difference.file)) == (Kind.TIMEOUT, "mine", 1)
    assert draw(problem, 1, origin.number - 1, judge_only=True).instance == difference.file[0]


class Sleepy(Timed):
    """A candidate that has not answered its first instance when the time is up."""

    def ask(self, instance):
        """Take all the time there is."""
        raise OutOfTimeError


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_largest_instances_come_first(name):
    problem, asked = catalogue.problem(name), []

    class Noting(Timed):
        def ask(self, instance):
            asked.append(instance)
            raise OutOfTimeError

    search = Search(Noting(CandidateSpec("mine", "mine"), problem), 2, judge_only=True)
    search.run(10)
    drawn = [draw(problem, 2, number, judge_only=True).instance for number in range(100)]
    assert problem.size(asked[0])[0] == search.largest_drawn >= max(problem.size(one)[0] for one in drawn)


def test_no_random_instance_is_run_twice_and_none_is_left_out(problem):
    search, asked = Search(Timed(CandidateSpec("mine", "mine"), problem), 1, judge_only=True), []
    search._look_ahead(time.monotonic() + 60)
    search._nth = lambda number: asked.append(number) or draw(problem, 1, number, judge_only=True)
    search._candidate = Timed(CandidateSpec("mine", "mine"), problem)
    for _ in range(LOOKED_AT + 5):
        search._draw()
    assert sorted(asked) == [*range(LOOKED_AT + 5)]
    assert search.largest_run == search.largest_drawn == 15


def test_where_the_time_is_too_short_for_large_instances_that_is_said(problem, capsys):
    search = Search(Sleepy(CandidateSpec("mine", "mine"), problem), 1, judge_only=True)
    search.run(5)
    _warn(search, interrupted=False)
    told = "warning: the time was too short for instances of size 15; the largest tried has 0\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_changes_reach_other_instances_that_can_be_written(name):
    from random import Random

    problem, rng = catalogue.problem(name), Random(1)
    instance = problem.strata[0].make(rng)
    seen = {instance}
    for _ in range(300):
        instance = problem.changed(rng, instance)
        assert list(problem.read_jsonl(problem.write_jsonl([instance]), "t")) == [instance]
        seen.add(instance)
    assert len(seen) > 100


def test_the_command_prints_the_slowest_within_the_time(tmp_path):
    started = time.monotonic()
    words = (
        "slowest",
        QUEENS,
        "--candidate",
        planted(QUEENS, "right"),
        "--seconds",
        4,
        "--seed",
        1,
        "--json",
    )
    done = doublecount(*words, cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (done.returncode, told["findings"]) == (0, [])
    assert min(told["seconds"].values()) > 0  # times of instances that hardly differ: their order is chance
    assert len(list(catalogue.problem(QUEENS).read(told["instance"], "t"))) == 1
    assert time.monotonic() - started < 30


@pytest.mark.slow
def test_a_hanging_program_is_a_finding_that_can_be_replayed(tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("import time\ntime.sleep(60)\n")
    command = f"{sys.executable} -S {program}"
    words = ("--candidate", command, "--seconds", 6, "--time-limit", 1, "--seed", 1, "--store", "s")
    done = doublecount("slowest", QUEENS, *words, cwd=tmp_path)
    assert (done.returncode, "timeout, candidate is refuted" in done.stdout) == (1, True), done.stderr
    name = done.stdout.partition("replay ")[2].split()[0]
    assert doublecount("replay", name, "--store", "s", cwd=tmp_path).returncode == 1


def test_one_candidate_is_needed():
    assert doublecount("slowest", QUEENS).returncode == 2
