"""Oracles asked in other ways: who contradicts itself is accused, in words of its own, and nobody else."""

import time
from dataclasses import replace

import pytest

from doublecount.models.injured_queen import sat
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.injured_queen import PROBLEM, Answer
from doublecount.problems.record import Outcome, Status, Way
from doublecount.reports.snippet import snippet
from doublecount.verify import summing
from doublecount.verify.conclude import conclude
from doublecount.verify.finding import Origin
from doublecount.verify.parties import Panel, model_oracle
from doublecount.verify.results import Asked, Campaign, Certificate, Kind, Standing
from doublecount.verify.trial import try_file
from doublecount.verify.worker import Setup, Shard, TryFile, perform, try_shard
from tests.harness.seated import board, oracle, placements

LOSING = "with a constraint too many"


def losing(instance, budget):
    """Loses a placement where the first column is free and there are three columns or more."""
    lost = instance.rows[0] is None and instance.n > 2
    return answered(Answer(max(0, placements(instance) - lost)), 1)


def seated(*ways, run=None, **options):
    """The right solver, and a model with other ways to ask it."""
    ways = tuple(Way(name, way) for name, way in ways)
    model = replace(sat.MODEL, name="sat", run=run or agreeing, ways=ways, fits=lambda _: None, **options)
    return Panel(PROBLEM, oracle("dp"), (model_oracle(model),))


def test_an_oracle_that_says_two_things_contradicts_itself():
    trial = try_file(seated((LOSING, losing)), [board("???")])
    (found,) = trial.differences
    assert (found.kind, found.accused, found.against) == (Kind.RELATION_VIOLATED, "sat", ())
    assert found.standing is Standing.REFUTED
    assert found.relation == LOSING
    assert found.why == "sat contradicts itself: count 2; asked with a constraint too many: count 1"


def test_it_is_brought_to_a_verdict_on_the_smallest_file():
    panel = seated((LOSING, losing))
    (difference,) = try_file(panel, [board("????2")]).differences
    found = conclude(panel, difference, Origin(1, ""), time.monotonic() + 60)
    assert (found.kind, found.accused, found.status) == (Kind.RELATION_VIOLATED, "sat", Standing.REFUTED)
    assert found.minimal
    assert found.instance in {"?1?\n", "???\n", "??1\n", "?3?\n"}
    assert "contradicts itself" in found.why
    assert found.certificates["dp"] is not Certificate.REFUTED


def test_ways_that_agree_have_no_voice_in_the_vote():
    wrong = answered(Answer(7), 1)
    panel = seated((LOSING, lambda *_: wrong), ("twice", lambda *_: wrong), run=lambda *_: wrong)
    trial = try_file(panel, [board("?????")])
    assert {*trial.cases[0].replies} == {"dp", "sat"}
    assert {found.accused for found in trial.differences} == {"sat"}
    assert {found.kind for found in trial.differences} == {Kind.WRONG_ANSWER}


@pytest.mark.parametrize(
    "way", [lambda *_: out_of_budget(1, "steps"), lambda *_: Outcome(Status.TOO_LARGE, detail="too large")]
)
def test_a_way_without_an_answer_is_no_contradiction(way):
    assert try_file(seated((LOSING, way)), [board("???")]).differences == ()


def test_an_oracle_without_an_answer_is_not_asked_again():
    asked = []
    panel = seated((LOSING, lambda *_: asked.append(1)), run=lambda *_: out_of_budget(1, "steps"))
    assert try_file(panel, [board("???")]).cases[0].again == {}
    assert asked == []


def test_a_broken_witness_in_another_way_is_a_contradiction():
    panel = seated((LOSING, lambda instance, _: answered(Answer(placements(instance), (0, 0, 0)), 1)))
    (found,) = try_file(panel, [board("???")]).differences
    assert found.why.startswith("sat contradicts itself: asked with a constraint too many, its answer breaks")


def tried(panel, stop):
    return try_shard(panel, 1, Shard(PROBLEM.name, 0, stop, time.monotonic() + 60)).tried


def small():
    """A problem whose instances are all small."""
    return replace(
        PROBLEM, strata=(replace(PROBLEM.strata[0], make=lambda random: board("?" * random.randint(3, 4))),)
    )


def summed(panel, *parts):
    """The summary of a problem, some instances after the other."""
    summary = summing.nothing(panel.problem.name)
    for part in parts:
        summary = summing.added(summary, part, tuple(party.info for party in panel.parties))
    return summary


def agreeing(instance, _):
    return answered(Answer(placements(instance)), 1)


def test_campaigns_ask_in_other_ways_about_one_instance_in_ten():
    panel = replace(seated((LOSING, losing)), problem=small())
    found = tried(panel, 30)
    assert [one.index for one in found if one.again] == [0, 11, 22]
    assert [one.index for one in found if one.differences] == [0, 11, 22]
    assert summed(panel, found).asked == (Asked("sat", LOSING, both=3, alike=0),)
    panel = replace(seated((LOSING, agreeing)), problem=small())
    assert summed(panel, tried(panel, 30)).asked == (Asked("sat", LOSING, both=3, alike=3),)


def test_sums_of_ways_grow_shard_by_shard():
    panel = replace(seated((LOSING, losing)), problem=small())
    whole = tried(panel, 30)
    assert summed(panel, whole).asked == summed(panel, whole[:12], whole[12:]).asked


def test_dear_oracles_are_asked_about_one_instance_in_ten():
    panel = replace(seated(seldom=True), problem=small())
    found = tried(panel, 30)
    assert [one.index for one in found if "sat" in one.statuses] == [0, 11, 22]
    summary = summed(panel, found)
    assert summary.tallies["sat"].answered == 3
    assert summary.tallies["dp"].answered == 30
    assert "one instance in ten" in panel.models[0].info.size_limit


def test_what_fails_in_another_way_is_the_tools_fault():
    def raises(*_):
        raise RuntimeError("boom")

    (found,) = tried(replace(seated((LOSING, raises)), problem=small()), 1)
    assert found.differences == ()
    assert found.failures == ("sat, asked with a constraint too many: RuntimeError: boom",)
    with_failure = try_file(seated((LOSING, raises)), [board("???")])
    assert with_failure.differences == ()


def test_the_script_asks_in_both_ways():
    panel = seated((LOSING, losing))
    (difference,) = try_file(panel, [board("???")]).differences
    found = conclude(panel, difference, Origin(1, ""), time.monotonic() + 60)
    found = replace(found, relation=sat_way().name)
    code = snippet(found, Campaign(1, "1", {}, "doublecount verify", ()))
    told: list[str] = []
    exec(
        compile(code, "snippet", "exec"),
        {"__name__": "snippet", "print": lambda *a, **_: told.append(" ".join(map(str, a)))},
    )
    assert any(line.startswith(f"sat, asked {sat_way().name}: ") for line in told), told


def sat_way():
    from doublecount.verify import catalogue

    return next(model for model in catalogue.models(PROBLEM.name) if model.name == "sat").ways[0]


def test_a_replayed_file_is_tried_in_all_ways():
    task = TryFile(PROBLEM.name, (board("??"), board("???")), sample=1)
    (found,) = perform(seated((LOSING, losing)), Setup(1), task).findings
    assert (found.kind, found.accused) == (Kind.RELATION_VIOLATED, "sat")
