"""The shrinker by itself: its order, its gate, its budget, and what it costs."""

import time
from dataclasses import replace

import pytest

from doublecount.problems.injured_queen import Instance
from doublecount.problems.record import Limits
from doublecount.verify import shrink
from doublecount.verify.parties import CandidateSpec, OutOfTimeError
from doublecount.verify.results import Difference, Kind, Standing
from doublecount.verify.runner import Ended
from doublecount.verify.shrink import Shrinker, Shrunk, fewer, size, steps
from tests.harness.seated import PROBLEM, board, candidate_panel, in_process, panel, placements

SOON = 1e9
A, B, C, D, E = (board("?" * n) for n in range(1, 6))

NO_TINY = replace(PROBLEM, tiny=tuple)


def difference(*file, kind=Kind.WRONG_ANSWER, against=("dp",), standing=Standing.OUTVOTED, relation=None):
    return Difference(kind, "mine", against, standing, "", 0, file, relation)


def hungry(instance):
    """Wrong where three columns or more have a queen fixed in the first of them."""
    return placements(instance) + (instance.n >= 3 and instance.rows[0] is not None)


def shrunk(seated, met, deadline=None):
    return Shrinker(seated, met, time.monotonic() + SOON if deadline is None else deadline).run()


def test_fewer_cases_are_simpler_then_the_largest_case_counts_first():
    assert size(PROBLEM, (E,)) < size(PROBLEM, (A, A))
    assert size(PROBLEM, (C, B, B)) < size(PROBLEM, (A, A, D))
    assert size(PROBLEM, (A, E)) == size(PROBLEM, (E, A)) == (2, [(5, 0, 0), (1, 0, 0)])


def test_halves_come_before_files_with_one_case_less():
    assert list(fewer(PROBLEM, (A,))) == []
    assert list(fewer(PROBLEM, (A, B))) == [(B,), (A,)]
    assert list(fewer(PROBLEM, (A, B, C))) == [(B, C), (A, C), (A, B)]
    two_fewer = [(C, D, E), (A, B, E), (A, B, C, D)]
    assert list(fewer(PROBLEM, (A, B, C, D, E)))[:4] == [*two_fewer, (B, C, D, E)]


def test_the_steps_are_fewer_cases_then_one_step_in_all_then_one_case_simpler():
    two = board("2?")
    assert list(steps(PROBLEM, (two,))) == [(x,) for x in PROBLEM.simpler(two)]
    found = list(steps(PROBLEM, (two, two)))
    alike = [(x, x) for x in PROBLEM.simpler(two)]
    first = [(x, two) for x in PROBLEM.simpler(two)]
    second = [(two, x) for x in PROBLEM.simpler(two)]
    both = [(board("?"), board("?")), (board("1"), board("1")), (board("??"), board("??"))]
    assert found == [(two,), (two,), *alike, *first, *second, *both]


def test_both_cases_become_smaller_in_ways_of_their_own_if_their_shapes_stay_alike(monkeypatch):
    one, other = board("3?1"), board("1???")
    plain = [*zip(PROBLEM.simpler(one), PROBLEM.simpler(other), strict=False)]
    plain += [(x, other) for x in PROBLEM.simpler(one)] + [(one, x) for x in PROBLEM.simpler(other)]
    pairs = [*steps(PROBLEM, (one, other))][2 + len(plain) :]
    shapes = [[PROBLEM.size(case)[:2] for case in pair] for pair in pairs]
    assert (board("2?"), board("1?")) in pairs
    assert all(x == y < (3, 2) for x, y in shapes)
    monkeypatch.setattr(shrink, "MOST_PAIRS", 1)
    assert [*steps(PROBLEM, (one, other))][2 + len(plain) :] == pairs[:1]


def test_a_difference_of_oracles_is_shrunk_to_the_smallest_board():
    done = shrunk(panel(hungry), difference(board("3?1?2")))
    assert (done.difference.file, done.minimal) == ((board("1??"),), True)
    assert done.difference.accused == "mine"


def test_no_board_is_asked_about_twice_and_every_trial_counts():
    asked = []

    def counting(instance):
        asked.append(instance)
        return hungry(instance)

    done = shrunk(panel(counting), difference(board("3?1?2")))
    assert len(asked) == len(set(asked)) == done.trials


def test_after_a_success_the_steps_go_on_from_the_same_place():
    def needs_its_beginning(instance):
        return placements(instance) + (instance.rows[:2] == (0, 0))

    done = shrunk(panel(needs_its_beginning, NO_TINY), difference(board("11???")))
    assert (done.difference.file, done.minimal) == ((board("11"),), True)
    assert done.trials == 2 + 1 + 1 + 5  # the second way to drop a column helps again and again


def test_what_the_judge_does_not_ask_is_not_tried():
    problem = replace(PROBLEM, limits=Limits("", lambda instance: instance.n >= 4, 10))
    inside = shrunk(panel(hungry, problem, judge_only=True), difference(board("3?1?2")))
    assert inside.difference.file == (board("1???"),)
    assert shrunk(panel(hungry, problem), difference(board("3?1?2"))).difference.file == (board("1??"),)


def test_a_step_that_makes_nothing_simpler_is_not_tried():
    turned = replace(NO_TINY, simpler=lambda instance: [Instance(instance.rows[::-1])])
    met = difference(board("3?1?2"))
    assert shrunk(panel(hungry, turned), met) == Shrunk(met, True, 0)


def test_the_budget_is_so_many_trials(monkeypatch):
    met = difference(board("3?1?2"))
    full = shrunk(panel(hungry), met)
    for most in range(full.trials + 1):
        monkeypatch.setattr(shrink, "MOST_TRIALS", most)
        done = shrunk(panel(hungry), met)
        assert (done.trials, done.minimal) == (most, False)
    assert done.difference == full.difference
    monkeypatch.setattr(shrink, "MOST_TRIALS", full.trials + 1)
    assert shrunk(panel(hungry), met) == full


def test_beyond_the_deadline_nothing_is_tried():
    met = difference(board("3?1?2"))
    assert shrunk(panel(hungry), met, time.monotonic() - 1) == Shrunk(met, False, 0)


def test_the_deadline_itself_is_still_time(monkeypatch):
    monkeypatch.setattr(shrink.time, "monotonic", lambda: 7.0)
    assert shrunk(panel(hungry), difference(board("3?1?2")), 7.0).minimal


def test_where_time_is_up_in_the_midst_of_a_step_the_file_is_not_called_minimal(monkeypatch):
    calls = []

    def program(file):
        calls.append(file)
        if len(calls) > 3:
            raise OutOfTimeError
        return list(map(hungry, file))

    in_process(monkeypatch, program)
    done = shrunk(candidate_panel(), difference(board("3?1?2")))
    assert len(calls) == 4
    assert not done.minimal


def test_only_the_same_kind_between_the_same_parties_is_followed():
    def other(instance):
        return placements(instance) + (2 if instance.n == 5 else 0)

    done = shrunk(panel(other), difference(board("3?1?2"), kind=Kind.INVALID_WITNESS))
    assert done.difference.file == (board("3?1?2"),)
    done = shrunk(panel(other), difference(board("3?1?2"), against=("nobody",)))
    assert done.difference.file == (board("3?1?2"),)


@pytest.mark.parametrize("found", ["??????", "2?3?1"], ids=["larger", "as large"])
def test_a_difference_met_on_the_way_on_a_file_that_is_not_simpler_is_not_taken(found, monkeypatch):
    met = difference(board("3?1?2"))
    monkeypatch.setattr(shrink, "recur", lambda *_: difference(board(found)))
    done = shrunk(panel(hungry), met)
    assert (done.difference, done.minimal) == (met, True)
    assert done.trials > 10


# Programs: many files in one process


def test_a_program_is_asked_about_many_boards_in_one_process(monkeypatch):
    program = in_process(monkeypatch, lambda file: list(map(hungry, file)))
    done = shrunk(candidate_panel(), difference(board("3?1?2")))
    assert (done.difference.file, done.minimal) == ((board("1??"),), True)
    assert done.trials == len(program.files)
    single = [file for file in program.files if len(file) == 1]
    assert len(program.files) - len(single) >= 3
    assert len(single) <= 8


def test_boards_that_a_batch_shows_to_be_answered_rightly_are_not_asked_about_again(monkeypatch):
    program = in_process(monkeypatch, lambda file: [placements(one) for one in file])
    done = shrunk(candidate_panel(), difference(board("3?1?2")))
    assert done.minimal
    asked = [one for file in program.files for one in file]
    assert len(asked) == len(set(asked))
    assert all(len(file) > 1 for file in program.files)
    program.counts = lambda file: list(map(hungry, file))
    program.files.clear()
    assert shrunk(candidate_panel(), difference(board("3?1?2??"))).difference.file == (board("1??"),)
    rightly = [one for file in program.files for one in file if hungry(one) == placements(one)]
    assert len(rightly) == len(set(rightly)) > 5


def test_a_batch_that_comes_to_nothing_says_nothing_of_its_boards(monkeypatch):
    def fails_in_files(file):
        return [1] if len(file) > 1 else list(map(hungry, file))

    in_process(monkeypatch, fails_in_files)
    done = shrunk(candidate_panel(), difference(board("3?1?2")))
    assert (done.difference.file, done.minimal) == ((board("1??"),), True)


def test_faults_and_files_of_several_cases_are_not_tried_in_batches(monkeypatch):
    program = in_process(monkeypatch, lambda file: list(map(placements, file)))
    shrunk(candidate_panel(), difference(board("3?1"), kind=Kind.CRASH, against=()))
    assert {len(file) for file in program.files} == {1}
    program.files.clear()
    two = difference(board("3?1"), board("1??"), kind=Kind.ORDER_DEPENDENT, against=())
    shrunk(candidate_panel(), two)
    assert max(len(file) for file in program.files) == 2


def test_a_broken_witness_is_looked_for_in_batches(monkeypatch):
    program = in_process(monkeypatch, lambda file: list(map(placements, file)))
    shrunk(candidate_panel(), difference(board("3?1"), kind=Kind.INVALID_WITNESS, against=()))
    assert max(len(file) for file in program.files) > 1


@pytest.mark.parametrize(("most", "widths"), [(20, [8, 16, 20, 20, 20, 16]), (5, [5] * 20), (1, [1] * 100)])
def test_batches_grow_up_to_what_the_judge_allows(most, widths):
    problem = replace(PROBLEM, limits=replace(PROBLEM.limits, cases_per_file=most))
    one = Shrinker(candidate_panel(problem), difference(board("3?1")), 0.0)
    chunks = list(one._chunks(list(range(100))))
    assert [len(chunk) for chunk in chunks] == widths
    assert [number for chunk in chunks for number in chunk] == list(range(100))


def test_a_hang_costs_as_many_trials_as_could_have_been_made(monkeypatch):
    monkeypatch.setattr(shrink, "MOST_TRIALS", 2000)
    monkeypatch.setattr(shrink, "TRIALS_A_SECOND", 100)
    spec = CandidateSpec("mine", "mine", 4.0)
    program = in_process(monkeypatch, lambda file: Ended.TIMEOUT)
    met = difference(board("3?1?2"), kind=Kind.CRASH, against=())
    done = shrunk(candidate_panel(spec=spec), met)
    assert (done.difference, done.minimal) == (met, False)
    assert len(program.files) == done.trials == 5  # 5 hangs of 4 s, and a few trials: 2,005


def test_a_hang_in_a_batch_counts_too_and_ends_the_trials(monkeypatch):
    monkeypatch.setattr(shrink, "MOST_TRIALS", 801)
    program = in_process(monkeypatch, lambda file: Ended.TIMEOUT)
    done = shrunk(candidate_panel(), difference(board("3?1?2")))
    assert [len(file) > 1 for file in program.files] == [True]
    assert (done.trials, done.minimal) == (1, False)


# Files of several cases


def stale(file):
    """After a board with a fixed queen in its first column, one more on boards of two columns or more."""
    told, dirty = [], False
    for one in file:
        told.append(placements(one) + (dirty and one.n >= 2))
        dirty = dirty or one.rows[0] is not None
    return told


def test_a_fault_of_the_order_is_shrunk_to_the_fewest_and_smallest_cases(monkeypatch):
    program = in_process(monkeypatch, stale)
    file = (board("??"), board("2??"), board("???"), board("?1??"), board("????"))
    met = difference(*file, kind=Kind.ORDER_DEPENDENT, against=(), standing=Standing.REFUTED)
    done = shrunk(candidate_panel(), replace(met, case=2))
    assert (done.difference.file, done.minimal) == ((board("1"), board("??")), True)
    assert done.difference.case == 1
    assert all({*tried} <= {*file} for tried in program.files if len(tried) > 2)  # fewer cases first


def remembered(file):
    """The first answer to a board with so many columns and free ones is given to all others, too."""
    memo = {}
    return [memo.setdefault((one.n, len(one.free)), placements(one)) for one in file]


@pytest.mark.parametrize("file", ["1???/?1??", "?11/13?", "4???/?????/???1/??2?"])
def test_what_is_taken_for_alike_is_shrunk_to_the_two_smallest_such_boards(file, monkeypatch):
    in_process(monkeypatch, remembered)
    met = difference(*map(board, file.split("/")), kind=Kind.ORDER_DEPENDENT, against=())
    found = shrunk(candidate_panel(), replace(met, case=len(met.file) - 1)).difference.file
    assert size(PROBLEM, found) == size(PROBLEM, (board("1??"), board("2??")))


def test_no_case_of_a_file_leaves_what_the_judge_asks(monkeypatch):
    in_process(monkeypatch, stale)
    problem = replace(PROBLEM, limits=replace(PROBLEM.limits, allows=lambda instance: instance.n >= 3))
    met = difference(board("2???"), board("????"), kind=Kind.ORDER_DEPENDENT, against=())
    done = shrunk(candidate_panel(problem, judge_only=True), replace(met, case=1))
    assert done.difference.file == (board("1??"), board("???"))


# Tiny instances, and creeping

STUCK = replace(PROBLEM, simpler=lambda _: ())


def test_where_no_step_helps_the_simplest_tiny_board_is_found():
    done = shrunk(panel(hungry, STUCK), difference(board("3?1?2")))
    assert (done.difference.file, done.minimal) == ((board("1??"),), True)
    assert done.trials == 1 + [*PROBLEM.tiny()].index(board("1??"))


def test_tiny_boards_that_are_not_simpler_or_not_the_judges_are_not_tried():
    asked = []
    problem = replace(STUCK, limits=Limits("", lambda instance: instance.n >= 2, 10))
    seated = panel(lambda one: asked.append(one) or placements(one), problem, judge_only=True)
    done = shrunk(seated, difference(board("1?")))
    assert (done.difference.file, done.minimal, asked) == ((board("1?"),), True, [board("??")])


def test_a_program_is_asked_about_tiny_boards_where_its_judge_has_long_files(monkeypatch):
    program = in_process(monkeypatch, lambda file: list(map(hungry, file)))
    done = shrunk(candidate_panel(STUCK), difference(board("3?1?2")))
    assert (done.difference.file, done.minimal) == ((board("1??"),), True)
    assert done.trials == len(program.files) < 10
    enough = replace(STUCK, limits=replace(PROBLEM.limits, cases_per_file=shrink.MANY))
    assert shrunk(candidate_panel(enough), difference(board("3?1?2"))).difference.file == (board("1??"),)
    few = replace(STUCK, limits=replace(PROBLEM.limits, cases_per_file=shrink.MANY - 1))
    assert shrunk(candidate_panel(few), difference(board("3?1?2"))).trials == 0


def test_crashes_and_files_of_several_cases_are_not_looked_for_on_tiny_boards(monkeypatch):
    in_process(monkeypatch, lambda file: list(map(hungry, file)))
    crash = difference(board("3?1?2"), kind=Kind.CRASH, against=())
    assert shrunk(candidate_panel(STUCK), crash) == Shrunk(crash, True, 0)
    assert list(shrink.tiny(PROBLEM, (A, B))) == []


def much_or_little_lower(instance):
    lower = (instance.rows[0] - step for step in (30, 1))
    return [instance.fixing(0, row) for row in lower if row >= 0]


def lowered_from_61(wrong):
    """Shrink the row of a queen, 61 at first, while ``wrong(row)``; return the end and all tried."""
    asked = []

    def count(instance):
        asked.append(instance.rows[0])
        return wrong(instance.rows[0])

    problem = replace(NO_TINY, simpler=much_or_little_lower)
    met = difference(Instance((61, *(None,) * 61)))
    done = shrunk(panel(count, problem, right=lambda _: 0), met)
    return done.difference.file[0].rows[0], asked


def test_after_many_small_successes_the_boldest_steps_are_tried_again():
    end, _ = lowered_from_61(lambda row: 12 <= row <= 20 or row >= 32)
    assert end == 12  # small steps alone end at 32


def test_so_many_successes_at_one_place_are_a_streak(monkeypatch):
    monkeypatch.setattr(shrink, "STREAK", 3)
    end, asked = lowered_from_61(lambda row: row >= 51)
    assert end == 51
    assert asked == [31, 60, 59, 58, 28, 57, 56, 55, 25, 54, 53, 52, 22, 51, 50, 21]
    end, asked = lowered_from_61(lambda row: row in (61, 31, 30, 29, 1, 0))
    assert (end, asked) == (0, [31, 1, 0])
