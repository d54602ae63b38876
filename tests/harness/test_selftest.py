"""The harness catches every planted fault: some here, all with many seeds in the slow suite."""

import json
from collections import Counter
from random import Random
from statistics import median

import pytest
from click.testing import CliRunner

from doublecount.cli import selftest as cli
from doublecount.problems.fault import Place
from doublecount.problems.record import differing_facts
from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from doublecount.verify.selftest import MOST_INSTANCES, Attempt, attempt, attempts, checkers, run, seat
from doublecount.verify.trial import try_file
from tests.harness.command import doublecount

BANK = [(name, fault) for name in catalogue.NAMES for fault in catalogue.bank(name).faults]
IDS = [f"{name}/{fault.name}" for name, fault in BANK]
RARE = [pair for pair in BANK if pair[1].rare]
UNIFORM = 3000
"""Plain instances on which a rare fault may show at most ``UNIFORM`` / 1000 times."""


def test_there_are_twelve_faults_a_problem_in_parties_of_every_kind():
    for name in catalogue.NAMES:
        faults = catalogue.bank(name).faults
        assert len(faults) >= 12
        assert len({fault.name for fault in faults}) == len(faults)
        assert {fault.place for fault in faults} == {*Place}
    assert len(RARE) >= 10


@pytest.mark.parametrize(("name", "fault"), BANK, ids=IDS)
def test_the_smallest_file_known_can_be_read_and_replaces_what_exists(name, fault):
    problem = catalogue.problem(name)
    file = list(problem.read_jsonl(fault.smallest, fault.name))
    assert len(file) == (2 if fault.kind == "order-dependent" else 1) or fault.kind == "malformed-output"
    assert fault.model == "" or fault.model in {model.name for model in problem.load_models()}
    if fault.place is Place.PROGRAM:
        assert all(problem.limits.allows(instance) for instance in file)


def shows(problem, fault, instance):
    """Whether a wrong solver, model or stateless program is wrong on an instance."""
    right = problem.load_solver().solve(instance)
    answer = next(iter(fault.program([instance]))) if fault.program else fault.run(instance).answer
    return answer is not None and bool(differing_facts(problem, answer, right))


@pytest.mark.parametrize(("name", "fault"), RARE, ids=[f"{name}/{fault.name}" for name, fault in RARE])
def test_a_rare_fault_shows_on_fewer_than_one_plain_instance_in_a_thousand(name, fault):
    problem, rng = catalogue.problem(name), Random(1)
    met = sum(shows(problem, fault, problem.strata[0].make(rng)) for _ in range(UNIFORM))
    assert met < UNIFORM / 1000


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_real_rules_accept_and_refuse_what_they_must(name):
    problem = catalogue.problem(name)
    trial = checkers(problem, problem.check)
    seen = Counter()
    for index in range(40):
        instance = draw(problem, 1, index, judge_only=False).instance
        assert try_file(trial, [instance]).differences == ()
        seen.update(good for _, good in catalogue.bank(name).witnesses(instance))
    assert min(seen[True], seen[False]) >= 20


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_right_party_in_the_place_of_a_wrong_one_is_not_blamed(name):
    problem = catalogue.problem(name)
    fault = next(one for one in catalogue.bank(name).faults if one.place is Place.MODEL)
    seated, _ = seat(problem, fault)
    right = seated.solver.answer
    from dataclasses import replace

    seated = replace(seated, models=tuple(replace(one, answer=right) for one in seated.models))
    for index in range(30):
        assert try_file(seated, [draw(problem, 1, index, judge_only=False).instance]).differences == ()


@pytest.mark.slow
def test_what_is_caught_does_not_depend_on_the_number_of_jobs():
    tasks = attempts(["injured-queen"], [3], fast=True, most=500)[:4]
    one, two = ([(c.fault, c.instances, c.finding) for c in run(tasks, jobs)] for jobs in (1, 2))
    assert one == two


def test_a_fault_that_does_not_show_is_reported_as_missed(monkeypatch):
    missed = "all-alike-is-a-draw"
    monkeypatch.setattr(cli, "attempts", lambda *asked: [a for a in attempts(*asked) if a.fault == missed])
    done = CliRunner().invoke(cli.command, ["wooden-chess", "--examples", "1", "--seed", "5"])
    assert done.exit_code == 1, done.stderr
    assert f"wooden-chess/{missed}, seed 5: missed" in done.stdout


def test_a_failure_of_the_tool_on_one_fault_leaves_the_others_tried():
    tasks = [Attempt("wooden-chess", "sign-when-odd", 1, most) for most in ("not a number", 500)]
    failed, caught = run(tasks, 1)
    assert failed.error.startswith("TypeError: '<' not supported between instances of 'int' and 'str' (")
    assert (failed.fault, failed.seed, failed.finding, failed.passed) == ("sign-when-odd", 1, None, False)
    assert failed.planted.error == failed.error
    assert (caught.error, caught.passed) == ("", True)


QUICKEST = {"black-white", "injured-queen"}
"""Problems whose part of the fast profile takes about ten seconds of a processor; the others' take longer."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICKEST)) for name in catalogue.NAMES],
)
def test_the_fast_profile_catches_all_of_its_faults(name):
    done = doublecount("selftest", name, "--fast", "--json", "--jobs", 2)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one for one in told if not one["smallest"]] == []
    assert done.returncode == 0
    assert {one["planted_in"] for one in told} == {place.value for place in Place}
    assert {one["problem"] for one in told} == {name}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault"), BANK, ids=IDS)
def test_every_fault_is_caught_and_shrunk_to_the_smallest_file(name, fault):
    for seed in range(10):
        caught = attempt(Attempt(name, fault.name, seed))
        assert caught.passed, caught


OFTEN = [pair for pair in BANK if pair[1].place is Place.MODEL][::2][:10]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault"), OFTEN, ids=[f"{name}/{fault.name}" for name, fault in OFTEN])
def test_ten_faults_are_caught_with_a_hundred_seeds(name, fault):
    for seed in range(100):
        caught = attempt(Attempt(name, fault.name, seed))
        assert caught.passed, caught


@pytest.mark.slow
def test_half_of_the_faults_are_caught_within_200_instances():
    tasks = attempts(catalogue.NAMES, [0], fast=False, most=MOST_INSTANCES)
    assert median(caught.instances or MOST_INSTANCES for caught in run(tasks, 2)) <= 200
