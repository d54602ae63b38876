"""Two campaigns held against each other: what is new, gone, changed or was not tried, and the exit code."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from doublecount.cli.report import command
from doublecount.verify import catalogue
from doublecount.verify.causes import signature_of
from doublecount.verify.history import Turn, contrast
from doublecount.verify.present import Exit
from doublecount.verify.results import Campaign, Kind, Met, PartyInfo, Role, Standing, Tally
from doublecount.verify.store import Reached, Store
from tests.harness.findings import BOARDS, QUEENS, finding, summary

ONE = finding(QUEENS, "???\n", id="one")
OTHER = finding(QUEENS, "????\n", id="other")
TALLIES = {"dp": Tally(answered=9), "candidate": Tally(answered=9)}


def tried(*findings, **given):
    """A summary of a problem on which everybody answered."""
    return replace(summary(*findings), **{"checked": 9, "agreed": 9, "tallies": TALLIES, **given})


def campaign(*summaries, seed=7, **given):
    return replace(Campaign(seed, "1.2", {"python": "3.99"}, "doublecount verify", summaries), **given)


def turns(old, new):
    """What became of each finding, by its signature."""
    return {one.signature: one.turn for one in contrast(old, new).changes}


def only(old, new):
    (change,) = contrast(campaign(tried(old)), campaign(tried(new))).changes
    return change


def test_findings_are_new_gone_or_as_they_were():
    third = replace(ONE, kind=Kind.CRASH)
    told = turns(campaign(tried(ONE, OTHER)), campaign(tried(ONE, third, met=())))
    assert told[signature_of(OTHER)] is Turn.GONE
    assert told[signature_of(third)] is Turn.NEW


def test_the_same_finding_again_is_no_change_whatever_its_name_and_command():
    same = replace(ONE, id="again", command="./elsewhere", number=9, replay="otherwise", original="????\n")
    assert only(ONE, same).turn is Turn.UNCHANGED


def test_findings_that_are_alike_by_symmetry_are_one():
    tilted = replace(ONE, instance="1??\n")
    assert only(tilted, replace(tilted, instance="??1\n")).turn is Turn.UNCHANGED


@pytest.mark.parametrize(
    ("changes", "what", "worse"),
    [
        ({"status": Standing.OUTVOTED}, "status refuted, now outvoted", False),
        ({"hint": "a hint"}, "hint none, now a hint", False),
        ({"answers": {"dp": "2", "candidate": "1"}}, "answer of candidate", False),
    ],
)
def test_what_changed_is_said(changes, what, worse):
    old = replace(ONE, answers={"dp": "2", "candidate": "0"})
    new = replace(ONE, **{"answers": old.answers, **changes})
    change = only(old, new)
    assert (change.turn, change.what, change.worse) == (Turn.CHANGED, (what,), worse)


def test_outvoted_before_and_refuted_now_is_worse():
    assert only(replace(ONE, status=Standing.OUTVOTED), ONE).worse


def test_more_differences_met_are_worse_on_the_same_instances_only():
    def met(count, **given):
        return tried(ONE, met=(Met(ONE.kind, ONE.accused, count),), **given)

    def change(old, new):
        (one,) = contrast(old, new).changes
        return one

    more = change(campaign(met(3)), campaign(met(5)))
    assert (more.turn, more.what, more.worse) == (Turn.CHANGED, ("differences met 3, now 5",), True)
    assert not change(campaign(met(5)), campaign(met(3))).worse
    assert not change(campaign(met(3)), campaign(met(5), seed=8)).worse
    assert not change(campaign(met(3)), campaign(met(5, checked=10))).worse


@pytest.mark.parametrize(
    "new",
    [
        [],
        [tried(problem=BOARDS)],
        [tried(checked=0)],
        [tried(parties=(PartyInfo("dp", Role.SOLVER, ""),))],
        [tried(tallies={"dp": Tally(answered=9), "candidate": Tally(too_large=9)})],
    ],
)
def test_what_was_not_tried_is_not_gone(new):
    assert turns(campaign(tried(ONE)), campaign(*new)) == {signature_of(ONE): Turn.NOT_TRIED}


def test_a_finding_that_may_be_behind_others_is_called_gone_with_a_remark():
    (change,) = contrast(campaign(tried(ONE)), campaign(tried(met=(Met(ONE.kind, ONE.accused, 4),)))).changes
    assert change.turn is Turn.GONE
    assert change.what == ("4 differences of this kind still met",)


def test_a_finding_on_what_was_not_tried_before_is_new_and_says_so():
    (change,) = contrast(campaign(), campaign(tried(ONE))).changes
    assert change.turn is Turn.NEW
    assert change.what == ("not tried before",)


def test_kinds_that_were_met_and_never_pursued_are_not_overlooked():
    crash = Met(Kind.CRASH, "candidate", 4)
    told = contrast(campaign(tried()), campaign(tried(met=(crash,))))
    assert told.unpursued == ((QUEENS, crash),)
    assert told.worse
    again = contrast(campaign(tried(met=(crash,))), campaign(tried(met=(crash,))))
    assert (again.unpursued, again.worse) == ((), False)


def test_circumstances_that_differ_are_said():
    old = campaign(tried(ONE))
    new = campaign(tried(ONE), seed=8, version="1.3", environment={"python": "3.98"}, interrupted=True)
    assert contrast(old, old).circumstances == ()
    assert contrast(old, new).circumstances == (
        ("seed", "7", "8"),
        ("version", "1.2", "1.3"),
        ("python", "3.99", "3.98"),
        ("interrupted", "no", "yes"),
    )
    other = campaign(tried(ONE, checked=10), command="doublecount verify --beyond-judge")
    assert contrast(old, other).circumstances == (
        ("command", "doublecount verify", "doublecount verify --beyond-judge"),
        (f"instances of {QUEENS}", "9", "10"),
    )


def stored(path, told):
    store = Store(path, create=True)
    number = store.begin(replace(told, summaries=()), {})
    for one in told.summaries:
        store.reach(number, catalogue.problem(one.problem), Reached(one, one.checked, True))
        for place, each in enumerate(one.findings):
            store.add_finding(number, place, each)
    store.close()
    return path


def report(*words):
    return CliRunner().invoke(command, [*map(str, words)])


@pytest.fixture
def stores(tmp_path):
    old = stored(tmp_path / "old", campaign(tried(ONE)))
    return old, stored(tmp_path / "new", campaign(tried(OTHER), seed=8))


def test_the_command_prints_counts_and_a_line_for_each(stores):
    done = report("--compare", *stores)
    assert done.exit_code == Exit.DIFFERENCE, done.stderr
    lines = done.stdout.splitlines()
    assert "seed: 7, now 8" in lines
    assert "1 new, 1 gone, 0 changed (0 for the worse), 0 unchanged, 0 not tried" in lines
    (new,) = (line.split() for line in lines if line.startswith("new "))
    assert new[1:5] == [signature_of(OTHER), QUEENS, "wrong-answer", "candidate"]
    (gone,) = (line for line in lines if line.startswith("gone "))
    assert "refuted" in gone


def test_without_news_the_exit_code_is_0(stores):
    old, new = stores
    assert report("--compare", old, old).exit_code == Exit.CLEAN
    assert report("--compare", old, stored(new.with_name("none"), campaign(tried()))).exit_code == Exit.CLEAN


def test_the_command_gives_json_too(stores, tmp_path):
    path = tmp_path / "difference.json"
    done = report("--compare", *stores, "--json", "-o", path)
    assert (done.exit_code, done.stdout) == (Exit.DIFFERENCE, "")
    told = json.loads(path.read_text())
    assert told["counts"] == {"new": 1, "gone": 1, "changed": 0, "unchanged": 0, "not tried": 0}
    assert told["circumstances"] == {"seed": ["7", "8"]}
    new, gone = told["findings"]
    assert (new["change"], new["signature"], new["worse"]) == ("new", signature_of(OTHER), True)
    assert new["old"] is None
    assert new["new"]["id"] == "other"
    assert new["new"]["instance"] == "????\n"
    assert (gone["change"], gone["new"], gone["old"]["id"]) == ("gone", None, "one")
    assert json.loads(report("--compare", *stores, "--json").stdout) == told


def test_words_that_do_not_go_together_are_refused(stores, tmp_path):
    old, new = stores
    for words in (
        ["--compare", old, new, "--store", new],
        ["--compare", old, new, "--format", "junit"],
        ["--compare", old, new, "--known", tmp_path / "known"],
        ["--compare", old],
        ["--compare", old, tmp_path / "none"],
        ["--store", new, "-o", "-", "--json"],
        [],
    ):
        assert report(*words).exit_code == Exit.BAD_INPUT, words


def test_hostile_names_do_not_reach_the_terminal(tmp_path):
    nasty = replace(ONE, accused="\x1b[2J", hint="\x07")
    old, new = (
        stored(tmp_path / name, campaign(tried(*found))) for name, found in (("o", []), ("n", [nasty]))
    )
    assert "\x1b" not in report("--compare", old, new).stdout
