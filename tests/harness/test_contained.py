"""Tasks in processes of their own: results in order, and what fails takes nothing else with it."""

import os

import pytest

from doublecount.verify.contained import Failure, each


def square_unless_bad(number):
    """A task: odd numbers raise, and of 4 the process dies."""
    if number == 4:
        os._exit(3)
    if number % 2:
        raise ValueError(f"{number} is\nodd")
    return number * number


def silent(_):
    raise ZeroDivisionError


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_failures_in_their_place(jobs):
    told = list(each(square_unless_bad, [2, 3, 4, 6], jobs))
    assert [told[0], told[2], told[3]] == [4, Failure("its process died"), 36]
    assert told[1].why.startswith("ValueError: 3 is odd (test_contained.py, line ")


def test_an_error_without_words_is_told_by_its_name():
    (told,) = each(silent, [0], 1)
    assert told.why.startswith("ZeroDivisionError (test_contained.py, line ")


def test_who_needs_no_more_results_may_leave():
    results = each(square_unless_bad, [0, *range(2, 200, 2)], 1)
    assert next(results) == 0
    results.close()
    assert list(results) == []
