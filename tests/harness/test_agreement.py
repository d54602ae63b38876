"""How often parties answer alike, and how long they take: counted by instance, added up without loss."""

from dataclasses import replace

import pytest

from doublecount.problems.injured_queen import Answer
from doublecount.problems.record import Status
from doublecount.verify import agreement, catalogue, summing, timing
from doublecount.verify.compare import Verdict
from doublecount.verify.results import Pair, Reply, Role, Timing
from doublecount.verify.statistics import size_range
from doublecount.verify.worker import Shard, try_shard
from tests.harness.seated import board, oracle, panel, placements
from tests.harness.test_summing import PARTIES, A, B, tried

PROBLEM = catalogue.problem("injured-queen")


def reply(*facts):
    return Reply(Status.ANSWERED, Answer(*facts)) if facts else Reply(Status.OUT_OF_BUDGET)


def test_each_two_parties_that_answer_are_compared_in_the_order_of_the_panel():
    replies = {"dp": reply(2), "none": reply(), "b": reply(3), "a": reply(2)}
    told = agreement.compared(PROBLEM, replies)
    assert list(told.items()) == [(("dp", "b"), False), (("dp", "a"), True), (("b", "a"), False)]


def test_what_is_not_stated_is_compared_with_nothing():
    one, other, placed = (3, 1), (1, 3), (3, 1, 5)
    replies = {
        "count": reply(2),
        "both": reply(2, None, frozenset([one, other])),
        "list": reply(None, None, frozenset([one])),
        "witness": reply(None, placed),
    }
    assert agreement.compared(PROBLEM, replies) == {("count", "both"): True, ("both", "list"): False}


def test_pairs_add_up_shard_by_shard_and_those_that_never_met_are_there():
    first = [{("x", "y"): True}, {("x", "y"): False, ("y", "z"): True}, {}]
    one = agreement.added((), "xyz", first)
    assert one == (Pair("x", "y", 2, 1), Pair("x", "z"), Pair("y", "z", 1, 1))
    assert agreement.added(one, "xyz", first) == agreement.added((), "xyz", [*first, *first])


@pytest.mark.parametrize(
    ("seconds", "bar"),
    [
        (0.0, "1"),
        (0.9e-6, "1"),
        (1.5e-6, "2"),
        (2.5e-6, "4"),
        (3.9e-6, "4"),
        (4.1e-6, "8"),
        (1.0485755, str(1 << 20)),
    ],
)
def test_a_time_falls_under_the_power_of_two_above_it(seconds, bar):
    assert timing.bar(seconds) == bar
    assert seconds * 1e6 < int(bar)


def test_times_are_counted_by_party_and_size_where_there_is_an_answer():
    first = [
        tried(0, Verdict.AGREED, (A, A), size="16-31"),
        tried(1, Verdict.UNDECIDED, (A, B), size="2-3"),
        tried(2, Verdict.UNDECIDED, (A, B), size="2-3", seconds={"dp": 3e-6, "m": 9.0}),
    ]
    one = summing.added(summing.nothing("p"), first, PARTIES)
    half, two = str(1 << 19), str(1 << 21)
    assert list(one.timings) == ["dp", "m"]
    assert list(one.timings["dp"].items()) == [
        ("2-3", Timing(2, {"4": 1, half: 1})),
        ("16-31", Timing(1, {half: 1})),
    ]
    assert list(one.timings["dp"]["2-3"].seconds) == ["4", half]
    assert one.timings["m"] == {"16-31": Timing(1, {two: 1})}
    later = summing.added(one, first[:2], ())
    whole = summing.added(summing.nothing("p"), [*first, *first[:2]], PARTIES)
    assert later == whole
    assert later.timings["dp"]["2-3"] == Timing(3, {"4": 1, half: 2})


def test_ranges_of_sizes_stand_in_their_order():
    sizes = ["4-7", "16-31", "1", "2-3"]
    agreed = [tried(k, Verdict.AGREED, (A, A), size=size) for k, size in enumerate(sizes)]
    timings = summing.added(summing.nothing("p"), agreed, PARTIES).timings
    assert list(timings["m"]) == ["1", "2-3", "4-7", "16-31"]


def test_a_campaign_counts_pairs_and_times_of_those_who_answered():
    seated = panel(lambda queens: placements(queens) + (queens.n == 3))
    silent = oracle("silent", role=Role.MODEL)
    silent = replace(silent, answer=lambda _: 1 / 0)
    seated = replace(seated, models=(*seated.models, silent))
    boards = iter([board("??"), board("???"), board("?"), board("3??")])
    small = replace(PROBLEM, strata=(replace(PROBLEM.strata[0], make=lambda _: next(boards)),))
    done = try_shard(replace(seated, problem=small), 1, Shard(PROBLEM.name, 0, 4, float("inf")))
    summary = summing.added(summing.nothing(PROBLEM.name), done.tried, done.parties)
    pairs = {(pair.one, pair.other): (pair.both, pair.alike) for pair in summary.pairs}
    assert pairs == {("dp", "mine"): (4, 2), ("dp", "silent"): (0, 0), ("mine", "silent"): (0, 0)}
    sizes = {size: told.count for size, told in summary.timings["dp"].items()}
    assert sizes == {"1": 1, "2-3": 3}
    assert size_range(PROBLEM, board("3??")) == "2-3"
    assert summary.timings["silent"] == {}
    assert all(sum(told.seconds.values()) == told.count for told in summary.timings["mine"].values())
