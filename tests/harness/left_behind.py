"""For tests that run programs which may leave processes behind."""

import psutil
import pytest


@pytest.fixture(autouse=True)
def nothing_is_left_behind():
    """No child process, zombies included, and no file descriptor stays."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    handles = psutil.Process().num_fds()
    yield
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    assert psutil.Process().num_fds() <= handles  # what earlier tests left may go meanwhile


@pytest.fixture(autouse=True)
def nothing_goes_on():
    """No process goes on; helpers of a command that has just ended may need a moment."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    new = [child for child in psutil.Process().children(recursive=True) if child.pid not in before]
    _, alive = psutil.wait_procs(new, timeout=5)
    assert not alive


def running(program):
    """The processes that run a program, the last word of their commands."""
    return [
        one for one in psutil.process_iter(["cmdline"]) if str(program) in (one.info["cmdline"] or [])[-1:]
    ]
