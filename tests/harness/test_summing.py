"""What comes of instances is added up, shard by shard, without loss."""

from dataclasses import replace

from doublecount.problems.record import Status
from doublecount.verify import summing
from doublecount.verify.compare import Verdict
from doublecount.verify.results import Difference, Finding, Kind, PartyInfo, Role, Standing, Tally
from doublecount.verify.worker import Tried

PARTIES = (PartyInfo("dp", Role.SOLVER, ""), PartyInfo("m", Role.MODEL, ""))


def tried(index, verdict, statuses, **others):
    """One instance, with what came of it."""
    given = {"stratum": "open", "large": False, "nontrivial": False, "failures": (), "differences": ()}
    given |= {"seconds": {"dp": 0.5, "m": 2.0}, **others}
    said = dict(zip(("dp", "m"), statuses, strict=True))
    return Tried(index=index, verdict=verdict, statuses=said, **given)


DIFFERENCE = Difference(Kind.WRONG_ANSWER, "m", ("dp",), Standing.OUTVOTED, "why", 0, ())
A, B, T, F = Status.ANSWERED, Status.OUT_OF_BUDGET, Status.TOO_LARGE, Status.FAILED
FIRST = [
    tried(0, Verdict.AGREED, (A, A), large=True, stratum="small"),
    tried(1, Verdict.UNDECIDED, (A, B), large=True, nontrivial=True),
    tried(2, Verdict.DIFFERING, (A, A), nontrivial=True, differences=(DIFFERENCE,)),
    tried(3, Verdict.AGREED, (A, A), nontrivial=True, large=True),
    tried(4, Verdict.UNDECIDED, (A, T), failures=("m: boom", "m: bang")),
]
SECOND = [tried(5, Verdict.UNDECIDED, (T, F), stratum="all", failures=("m: boom",)), *FIRST[:1]]


def test_nothing_is_the_sum_of_no_instances():
    none = summing.nothing("p")
    assert (none.checked, none.agreed, none.undecided, none.large, none.nontrivial) == (0, 0, 0, 0, 0)
    assert summing.added(none, [], ()) == none


def test_instances_are_counted_by_what_came_of_them():
    one = summing.added(summing.nothing("p"), FIRST, PARTIES)
    assert (one.checked, one.agreed, one.undecided, summing.differing(one)) == (5, 2, 2, 1)
    assert (one.large, one.nontrivial) == (2, 2)  # undecided ones count in neither
    assert one.tallies["dp"] == Tally(answered=5, seconds=2.5)
    assert one.tallies["m"] == Tally(answered=3, out_of_budget=1, too_large=1, seconds=10.0)
    assert one.failures == ("instance 5: m: boom", "instance 5: m: bang")
    assert one.parties == PARTIES


def test_shards_add_up_and_the_parties_stay():
    one = summing.added(summing.nothing("p"), FIRST, PARTIES)
    two = summing.added(one, SECOND, ())
    assert (two.checked, two.agreed, two.undecided, summing.differing(two)) == (7, 3, 3, 1)
    assert (two.large, two.nontrivial) == (3, 2)
    assert two.tallies["dp"] == Tally(answered=6, too_large=1, seconds=3.5)
    assert two.tallies["m"] == Tally(4, 1, 1, 1, 14.0)
    assert two.failures == (*one.failures, "instance 6: m: boom")
    assert list(two.strata.items()) == [("all", 1), ("open", 4), ("small", 2)]
    assert two.parties == PARTIES
    whole = summing.added(summing.nothing("p"), [*FIRST, *SECOND], PARTIES)
    assert two == whole


def test_differences_are_counted_by_kind_and_accused_the_most_frequent_first():
    crash, other = replace(DIFFERENCE, kind=Kind.CRASH), replace(DIFFERENCE, accused="a")
    before = summing.met((), [DIFFERENCE, crash, other])
    assert [(one.kind, one.accused, one.count) for one in summing.met(before, [crash, crash])] == [
        (Kind.CRASH, "m", 3),
        (Kind.WRONG_ANSWER, "a", 1),
        (Kind.WRONG_ANSWER, "m", 1),
    ]


def test_each_failure_is_kept_once_in_the_order_of_its_first_time():
    assert summing.failed(("a", "b"), ["b", "c", "a", "c"]) == ("a", "b", "c")


def found(name, text, kind=Kind.WRONG_ANSWER, number=0):
    return Finding(name, "p", kind, "m", Standing.REFUTED, "", (), 1, text, "", {}, None, "", number, "open")


def test_of_findings_that_are_the_same_the_first_stays_and_the_smallest_comes_first():
    several = [
        found("c", "22"),
        found("b", "333"),
        found("a", "22", number=1),
        found("d", "44", Kind.CRASH),
        found("a", "22", number=2),
    ]
    assert summing.distinct(several) == (several[3], several[2], several[0], several[1])
