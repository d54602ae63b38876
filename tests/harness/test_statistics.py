"""What was generated, how sure one can be after it, and the small worlds that are tried from end to end."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from doublecount.verify import catalogue, statistics
from doublecount.verify.compare import Verdict
from doublecount.verify.results import Covered, Generated
from doublecount.verify.scopes import coverage, instances_of
from doublecount.verify.summing import nothing
from tests.harness.command import doublecount, planted
from tests.harness.findings import QUEENS, finding, instances, summary


@pytest.mark.parametrize(("clean", "rate"), [(1, 0.95), (2, 0.776393), (59, 0.0495), (3000, 0.001)])
def test_the_bound_is_exact_for_few_and_the_rule_of_three_for_many(clean, rate):
    highest = statistics.highest_rate(clean)
    assert highest == pytest.approx(rate, rel=0.01)
    assert (1 - highest) ** clean == pytest.approx(0.05)


def test_nothing_is_said_where_nothing_was_decided_or_something_differed():
    clean = replace(nothing(QUEENS), checked=310, agreed=300, undecided=10)
    said = "injured-queen: no failure in 300 instances: at most 0.99% of such instances fail (95%)"
    assert statistics.bound(clean) == said
    assert statistics.bound(replace(clean, agreed=0, undecided=310)) is None
    assert statistics.bound(replace(clean, agreed=299)) is None
    assert statistics.bound(summary(finding(QUEENS, "???\n"), checked=300, agreed=300)) is None
    assert statistics.highest_rate(0) == 1.0


def test_instances_are_counted_by_stratum_size_and_answer():
    def one(stratum, verdict, size, answer):
        return SimpleNamespace(stratum=stratum, verdict=verdict, size=size, answer=answer)

    first = statistics.added(
        {}, [one("a", Verdict.AGREED, "4-7", "0"), one("b", Verdict.UNDECIDED, "8-15", "")]
    )
    both = statistics.added(first, [one("a", Verdict.DIFFERING, "4-7", "2-9")])
    assert both == {
        "a": Generated(2, 2, 1, {"4-7": 2}, {"0": 1, "2-9": 1}),
        "b": Generated(1, 0, 0, {"8-15": 1}, {}),
    }
    clean = replace(nothing(QUEENS), generated={**both, "c": Generated(9, 9, 9)})
    assert statistics.highest_rates(clean) == {"c": statistics.highest_rate(9)}


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (1, "1"), (2, "2-9"), (10, "10-99"), (-345, "-100-999"), (98765, "5 digits"),
     (True, "Yes"), (False, "No"), (None, "not stated"), ("Tom200", "Tom200")],
)  # fmt: skip
def test_answers_fall_into_coarse_ranges(value, shown):
    problem = SimpleNamespace(compared=("value",))
    assert statistics.answer_range(problem, SimpleNamespace(value=value)) == shown


def test_sizes_fall_into_ranges_that_double():
    problem = catalogue.problem(QUEENS)
    sizes = [statistics.size_range(problem, *instances(QUEENS, "?" * n + "\n")) for n in (1, 2, 3, 4, 15)]
    assert sizes == ["1", "2-3", "2-3", "4-7", "8-15"]


def test_a_stratum_never_hit_is_a_warning_with_how_many_would_have_been_enough():
    offered = statistics.offered(catalogue.problem("black-white"), judge_only=True)
    assert "beyond" not in offered
    assert sum(offered.values()) == pytest.approx(1)
    missed = replace(nothing("p"), checked=5, strata={"a": 5}, offered={"a": 0.9, "b": 0.1})
    assert statistics.warning(missed) == "p: no instance of b; 29 would have been enough (95%)"
    assert 0.9**29 < 0.05 < 0.9**28
    assert statistics.warning(replace(missed, strata={"a": 4, "b": 1})) is None


def test_the_sentence_says_exactly_what_was_covered():
    whole = replace(nothing("p"), checked=80, agreed=79, undecided=1, scope=Covered("boards", 80, 0))
    told = "all 80 boards: 79 decided by two parties, 79 agreed, 0 differing, 1 undecided"
    assert statistics.covered(whole) == told
    part = replace(whole, scope=Covered("boards", 100, 15))
    assert statistics.covered(part) == (
        "80 of the 100 boards: 79 decided by two parties, 79 agreed, 0 differing, 1 undecided, "
        "15 outside the judge's limits and skipped, 5 not reached"
    )


SIZES = {
    ("black-white", "2x3"): 3**6,
    ("black-white", "3x3"): 3**9,
    ("injured-queen", "n4"): 2 + 9 + 64 + 625,
    ("overlapping-squares", "stacks3"): 331,
    ("wooden-chess", "2x2"): 3**2 + 2 * 3**4 + 3**8,
    ("dots-and-boxes", "free3"): 1 + 24 + 276 + 2024,
}


@pytest.mark.parametrize(("problem", "scope"), SIZES)
def test_scopes_are_complete_and_without_repetition(problem, scope):
    found = instances_of(problem, scope, False)
    assert len(found) == len({*found}) == SIZES[problem, scope]


@pytest.mark.parametrize(
    ("problem", "scope"),
    [
        pytest.param(name, scope, id=scope.name, marks=pytest.mark.slow if scope.count > 13_000 else ())
        for name in catalogue.NAMES
        for scope in catalogue.problem(name).scopes
    ],
)
def test_a_scope_holds_as_many_instances_as_it_says(problem, scope):
    assert len(instances_of(problem, scope.name, False)) == scope.count


def test_problems_says_how_many_instances_a_scope_has():
    told = doublecount("problems").stdout
    assert "  --exhaustive 3x3: all 19,683 patterns of givens on 3x3 boards\n" in told
    assert '"scope_counts": {"n3": 75, "n4": 700, "n5": 8476}' in doublecount("problems", "--json").stdout


def test_one_of_every_group_of_like_boards_stands_for_all():
    problem = catalogue.problem("black-white")
    alone = instances_of("black-white", "3x3-unlike", False)
    images = {image for one in alone for image in problem.images(one)}
    assert images == {*instances_of("black-white", "3x3", False)}
    assert sum(len({*problem.images(one)}) for one in alone) == 3**9


def test_outside_the_judges_limits_is_skipped_and_said():
    covered = coverage(catalogue.problem("overlapping-squares"), "near2", judge_only=True)
    assert (covered.total, covered.skipped) == (2600, 0)
    assert len(instances_of(QUEENS, "n3", True)) == 75


def test_an_exhaustive_campaign_covers_its_scope_and_can_be_resumed(tmp_path):
    words = ("verify", QUEENS, "--exhaustive", "n3", "--jobs", 2, "--store", "s")
    done = doublecount(*words, cwd=tmp_path)
    told = (
        "\nall 75 ways to fix queens, or none, on boards of 1 to 3 columns: "
        "75 decided by two parties, 75 agreed, 0 differing, 0 undecided\n"
    )
    assert (done.returncode, told in done.stdout) == (0, True), done.stdout + done.stderr
    assert "warning" not in done.stderr
    again = doublecount("verify", "--resume", "--store", "s", "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["problems"][QUEENS]["covered"] == told.strip()
    again = doublecount("verify", "--resume", "--statistics", "--store", "s", cwd=tmp_path)
    assert told in again.stdout
    assert re.search(r"^  n3 +75 +75 +- +2-3: 73, 1: 2 +0: 58, 1: 16, 2-9: 1$", again.stdout, re.M)


def test_a_wrong_program_is_found_on_a_small_world(tmp_path):
    words = ("verify", QUEENS, "--exhaustive", "n3", "--max-findings", 1, "--store", "s", "--jobs", 2)
    done = doublecount(*words, "--candidate", planted(QUEENS, "last_row_missed"), cwd=tmp_path)
    assert (done.returncode, "1 differing" in done.stdout, "not reached" in done.stdout) == (1, True, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--exhaustive", "n3"), "exactly one PROBLEM"),
        ((QUEENS, "--exhaustive", "n9"), "'n9' is no scope; "),
        ((QUEENS, "--exhaustive", "n3", "--examples", 5), "no --examples"),
    ],
)
def test_wrong_usage_of_scopes_is_refused(words, why, tmp_path):
    done = doublecount("verify", *words, cwd=tmp_path)
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr
