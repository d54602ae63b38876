"""Progress where nobody watches: plain lines for logs, none of work that is soon done."""

import io
import time
from types import SimpleNamespace

import pytest

from doublecount.cli.progress import PLAIN_SECONDS, Watch


@pytest.fixture
def log(monkeypatch):
    """Standard error that is a file; lines come at once."""
    told = io.StringIO()
    monkeypatch.setattr("doublecount.cli.progress.sys", SimpleNamespace(stderr=told, stdout=io.StringIO()))
    monkeypatch.setattr("doublecount.cli.progress.PLAIN_SECONDS", 0.01)
    return told


def lines_of(log, number=1):
    while log.getvalue().count("\n") < number:
        time.sleep(0.001)
    return log.getvalue().splitlines()


def test_a_line_says_how_far_the_work_has_come(log):
    with Watch(0.0) as watch:
        watch("black-white", 1_200, 15_625)
        assert lines_of(log)[-1] == "progress: black-white: 1,200 of 15,625 after 0 s"


def test_work_without_an_end_has_no_total(log):
    with Watch(0.0) as watch:
        watch("drawn", 7, None)
        assert lines_of(log)[-1] == "progress: drawn: 7 after 0 s"


def test_work_that_says_nothing_is_still_told_to_go_on(log):
    with Watch(0.0):
        assert lines_of(log, 2) == ["progress: working after 0 s"] * 2


def test_nothing_is_said_once_the_work_has_ended(log):
    with Watch(0.0):
        lines_of(log)
    told = log.getvalue()
    time.sleep(0.05)
    assert log.getvalue() == told


def test_a_log_that_is_closed_stops_no_work(log):
    with Watch(0.0):
        lines_of(log)
        log.close()
        time.sleep(0.03)


def test_what_is_done_in_half_a_minute_is_never_talked_about():
    assert PLAIN_SECONDS == 30
