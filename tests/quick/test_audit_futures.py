"""What the audits share: classes of equal futures, merging, the ledger, and how samples are drawn."""

import time

import pytest

from doublecount.audit.engine import run
from doublecount.audit.futures import NONE, classified, mismatches
from doublecount.audit.ledger import MOST_SHOWN, Ledger, OutOfTimeError
from doublecount.audit.record import Auditor, Fault, Kind, Sampling
from doublecount.audit.sampling import chosen, shares

ARCS = [
    [(0, 1)],
    [(0, 1), (2, 3)],
    [(0, NONE), (NONE, 0), (1, NONE), (NONE, NONE)],
]
"""States 0 and 2 of the third layer are alike; state 3 of it leads nowhere."""
COMPLETED = [True, True]
CLASSES = classified(ARCS, COMPLETED)
MERGED = [{(0, 0): 0, (0, 1): 1}, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, {(0, 0): 0, (1, 1): 0}]
"""The arcs of the merged graph: (state, choice) to state."""
SIZES = [1, 2, 2, 1]


def kinds(arcs, sizes=SIZES):
    def follow(layer, state, choice):
        return arcs[layer].get((state, choice), NONE)

    valid = [range(size) for size in sizes]
    return [(one.kind, one.layer) for one in mismatches(CLASSES, (0, 0), follow, valid)]


def damaged(layer, arc, target):
    arcs = [dict(one) for one in MERGED]
    arcs[layer][arc] = target
    return arcs


def test_states_with_equal_futures_are_one_class_and_what_leads_nowhere_is_none():
    assert [layer.of for layer in CLASSES] == [[0], [0, 1], [0, 1, 0, NONE], [0, 0]]
    assert CLASSES[2].arcs == [(0, NONE), (NONE, 0)]
    assert CLASSES[2].example == [0, 1]


def test_a_final_state_that_is_not_completed_takes_all_before_it_along():
    assert [layer.of for layer in classified([[(0,), (1,)]], [False, True])] == [[NONE, 0], [NONE, 0]]


def test_a_graph_that_is_merged_rightly_has_no_mismatch():
    assert kinds(MERGED) == []


def test_states_with_different_futures_under_one_number_are_found():
    found = kinds(damaged(0, (0, 1), 0))
    assert (Kind.MERGED, 1) in found


def test_one_class_under_two_numbers_is_found():
    assert (Kind.SPLIT, 2) in kinds(damaged(1, (1, 0), 1))


def test_an_arc_that_is_missing_is_found():
    arcs = [dict(one) for one in MERGED]
    del arcs[1][1, 0]
    assert kinds(arcs) == [(Kind.REMOVED, 1)]


def test_an_arc_to_what_can_not_be_completed_is_found():
    assert kinds(damaged(1, (1, 1), 1)) == [(Kind.KEPT, 1)]


def test_an_arc_beyond_the_next_layer_is_found():
    assert (Kind.STATE, 1) in kinds(damaged(1, (1, 0), 7))


def test_states_that_nothing_leads_to_are_found():
    assert kinds(MERGED, [1, 2, 3, 1]) == [(Kind.KEPT, 2)]


def test_the_ledger_counts_all_faults_and_draws_the_first_only():
    ledger, drawn = Ledger(lambda *_: None), []

    def make():
        drawn.append(1)
        return Fault(Kind.MOVE, "wrong", "", "")

    for _ in range(3 * MOST_SHOWN):
        ledger.fault(make)
    assert (ledger.found, len(ledger.faults), len(drawn)) == (3 * MOST_SHOWN, MOST_SHOWN, MOST_SHOWN)


def test_the_time_ends_an_audit_which_says_how_far_it_came():
    def look(_, __, ledger):
        ledger.expect(100_000, 200_000)
        for _ in range(100_000):
            ledger.look(2)

    auditor = Auditor((1, 1), lambda _: None, look)
    whole = run(auditor, "any", (1, 1), Sampling(), lambda *_: None, None)
    assert (whole.complete, whole.states, whole.moves, whole.share) == (True, 100_000, 200_000, 0.5)
    ended = run(auditor, "any", (1, 1), Sampling(), lambda *_: None, 1e-9)
    assert not ended.complete and ended.states == 1 and ended.of_states == 200_000


def test_progress_is_told_now_and_then():
    told = []
    ledger = Ledger(lambda *words: told.append(words), time.monotonic() + 60)
    ledger.expect(100, 100)
    for _ in range(100):
        ledger.look(1)
    assert told == [("states", 1, 100), ("states", 65, 100)]
    with pytest.raises(OutOfTimeError):
        Ledger(lambda *_: None, time.monotonic() - 1).look(1)


def test_a_sample_takes_small_layers_whole_and_shares_the_rest_evenly():
    assert shares(10, [1, 100, 100]) == [1, 5, 4]
    assert sum(shares(1000, [1, 24, 276, 2024, 10626])) == 1000
    assert chosen(Sampling(), [2, 3], most=5) == [range(2), range(3)]
    first, second = (chosen(Sampling(8, seed), [3, 50], 100) for seed in (1, 2))
    assert first == chosen(Sampling(8, 1), [3, 50], 100) != second
    assert first[0] == [0, 1, 2] and len(set(first[1])) == 5
