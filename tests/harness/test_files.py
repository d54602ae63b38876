"""How instances are divided into files: by their numbers alone."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from doublecount.problems.record import Status
from doublecount.verify import catalogue
from doublecount.verify.files import FIRST_LARGE, LARGE, SAMPLED, SMALL, file_end, is_sampled, turn
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.worker import Shard, try_shard
from tests.harness.command import planted

QUEENS, CHESS = catalogue.problem("injured-queen"), catalogue.problem("wooden-chess")


def seated(problem):
    alone = replace(problem, load_models=lambda: ())
    return panel(alone, [CandidateSpec("candidate", planted(problem.name, "right"))])


def boundaries(problem, most):
    ends = [0]
    while ends[-1] < most:
        ends.append(file_end(problem, ends[-1]))
    return ends


def test_small_files_come_first_then_large_ones_where_the_judge_allows_them():
    sizes = [end - start for start, end in pairwise(boundaries(QUEENS, 500))]
    assert sizes == [SMALL] * (FIRST_LARGE // SMALL) + [LARGE] * 4
    assert {end - start for start, end in pairwise(boundaries(CHESS, 500))} == {SMALL}


@pytest.mark.parametrize("problem", [QUEENS, CHESS], ids=lambda problem: problem.name)
def test_every_instance_of_a_file_knows_its_end_and_files_are_numbered_in_order(problem):
    for number, (start, end) in enumerate(pairwise(boundaries(problem, 1000))):
        assert {file_end(problem, index) for index in range(start, end)} == {end}
        assert {turn(problem, index) for index in range(start, end)} == {number}


def test_one_instance_in_each_ten_is_sampled_and_in_the_long_run_at_every_place():
    sampled = [index for index in range(1000) if is_sampled(index)]
    assert [index // SAMPLED for index in sampled] == list(range(100))
    assert {index % SAMPLED for index in sampled} == set(range(SAMPLED))


def test_a_campaign_of_any_length_sees_the_same_first_instances():
    tried = [
        [(one.index, one.stratum, one.verdict) for one in try_shard(seated(QUEENS), 3, shard).tried]
        for shard in (Shard(QUEENS.name, 100, 123, float("inf")), Shard(QUEENS.name, 100, 200, float("inf")))
    ]
    assert len(tried[0]) == 23
    assert tried[0] == tried[1][:23]


def test_a_file_ends_early_when_the_time_is_up_and_what_was_answered_counts():
    slow = seated(QUEENS)
    answer = slow.solver.answer

    def late(instance):
        time.sleep(0.02)
        return answer(instance)

    slow = replace(slow, solver=replace(slow.solver, answer=late))
    tried = try_shard(slow, 3, Shard(QUEENS.name, 100, 200, time.monotonic() + 0.2)).tried
    assert 0 < len(tried) < 100
    assert {one.statuses["candidate"] for one in tried} == {Status.ANSWERED}
