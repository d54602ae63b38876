"""Faults that show only in company: found by rearranged files, shrunk to the fewest cases."""

import sys
import time
from dataclasses import replace

import pytest

from doublecount.problems.injured_queen import PROBLEM
from doublecount.verify import catalogue
from doublecount.verify.batches import EVERY, MOST_CASES, ORDERS, rearranged
from doublecount.verify.conclude import conclude
from doublecount.verify.finding import Origin
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.results import Kind, Standing
from doublecount.verify.trial import try_file
from tests.harness.command import PLANTED

QUEENS = "injured-queen"
RIGHT = (PLANTED / "injured_queen" / "right.py").read_text()
FILE = list(PROBLEM.read("???\n????????\n?\n?????\n", "t"))
REVERSED, TWICE, AFTER_LARGEST, _, _, AGAIN = (EVERY * number for number in range(len(ORDERS)))


def seated(tmp_path, rule):
    """A right program, but for a rule that sees the list of cases so far, ``seen``, and the answer ``n``."""
    program = tmp_path / "mine.py"
    head, loop = RIGHT.split("for line in sys.stdin:")
    assert "count" in loop
    body = (
        "seen = []\nfor line in sys.stdin:\n    line = line.strip()\n    if line:\n        n = count(line)\n"
    )
    program.write_text(f"{head}{body}        print({rule})\n        seen.append(line)\n")
    problem = replace(catalogue.problem(QUEENS), relations=())  # whose files would show it, too
    return panel(problem, [CandidateSpec("mine", f"{sys.executable} -S {program}")])


def test_orders_are_those_of_the_turn_and_no_longer_than_the_judge_allows():
    assert rearranged(PROBLEM, FILE, REVERSED) == [3, 2, 1, 0]
    assert rearranged(PROBLEM, FILE, TWICE) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert rearranged(PROBLEM, FILE, AFTER_LARGEST) == [1, 2, 1, 0, 1, 3]
    assert rearranged(PROBLEM, FILE, AGAIN) == [1] * MOST_CASES
    assert rearranged(PROBLEM, FILE, EVERY + 1) == []
    assert rearranged(catalogue.problem("wooden-chess"), FILE, 0) == []


@pytest.mark.parametrize(
    ("rule", "turn", "cases"),
    [
        ("n + (line in seen)", TWICE, 2),
        ("n + (seen[-1:] == ['????????'] and len(line) == 3)", AFTER_LARGEST, 2),
        ("n + (len(seen) > 6)", AGAIN, 8),
        ("n + (seen[-1:] == ['?????'])", REVERSED, 2),
    ],
)
def test_what_shows_only_in_another_order_is_found_and_shrunk_to_the_fewest_cases(
    rule, turn, cases, tmp_path
):
    panel_ = seated(tmp_path, rule)
    assert not try_file(panel_, FILE).differences
    assert not try_file(panel_, FILE, turn=turn + 1).differences
    (met,) = try_file(panel_, FILE, turn=turn).differences
    found = conclude(panel_, met, Origin(1, ""), time.monotonic() + 60)
    assert (found.kind, found.status, found.accused) == (Kind.ORDER_DEPENDENT, Standing.REFUTED, "mine")
    assert len(found.instance.split()) == cases
    assert found.minimal


def test_a_crash_that_needs_another_order_is_a_crash_of_the_file(tmp_path):
    panel_ = seated(tmp_path, "n // (line not in seen)")
    (met,) = try_file(panel_, FILE, turn=TWICE).differences
    assert met.kind is Kind.CRASH
    found = conclude(panel_, met, Origin(1, ""), time.monotonic() + 60)
    assert len(found.instance.split()) == 2


def test_a_right_program_is_found_nothing_against_in_any_order(tmp_path):
    panel_ = seated(tmp_path, "n")
    for turn in range(0, EVERY * len(ORDERS), EVERY):
        assert not try_file(panel_, FILE, turn=turn).differences
