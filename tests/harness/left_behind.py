"""The fixture of tests that run hostile programs."""

import psutil
import pytest


@pytest.fixture(autouse=True)
def nothing_is_left_behind():
    """No child process, zombies included, and no file descriptor stays."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    handles = psutil.Process().num_fds()
    yield
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    assert psutil.Process().num_fds() == handles
