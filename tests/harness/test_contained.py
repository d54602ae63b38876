"""Tasks in processes of their own: results in order, and what fails takes nothing else with it."""

import os
import time
from multiprocessing import get_context

from doublecount.verify.contained import Failure, _guarded, _Processes, each


def square_unless_bad(number):
    """A task: odd numbers raise, and of 4 the process dies."""
    if number == 4:
        os._exit(3)
    if number % 2:
        raise ValueError(f"{number} is\nodd")
    return number * number


def silent(_):
    raise ZeroDivisionError


def test_results_come_in_order_and_failures_in_their_place():
    told = list(each(square_unless_bad, [2, 3, 4, 6, 8], 2))
    assert [told[0], *told[2:]] == [4, Failure("its process died"), 36, 64]
    assert told[1].why.startswith("ValueError: 3 is odd (test_contained.py, line ")


def test_who_needs_no_more_results_may_leave():
    results = each(square_unless_bad, [0, *range(6, 200, 2)], 1)
    assert next(results) == 0
    results.close()
    assert list(results) == []


def test_an_error_without_words_is_told_by_its_name():
    assert _guarded(silent, 0).why.startswith("ZeroDivisionError (test_contained.py, line ")


def test_who_leaves_ends_no_process_that_was_there_before():
    other = get_context("spawn").Process(target=time.sleep, args=(60,))
    other.start()
    try:
        results = each(square_unless_bad, [0, 2], 1)
        assert next(results) == 0
        results.close()
        assert other.is_alive()
    finally:
        other.kill()
        other.join()


def test_a_task_that_comes_when_all_are_being_ended_is_not_begun():
    processes = _Processes(os.abort, 1)
    processes._stopped = True
    assert processes.result(0) == Failure("nobody waits for it any more")
    processes.close()
