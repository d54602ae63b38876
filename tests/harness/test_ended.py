"""A request to end (SIGTERM, what ``kill`` and ``timeout`` send) is an interrupt like Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from doublecount.verify.store import Store
from tests.harness.dask_cluster import wait_for
from tests.harness.left_behind import running

QUEENS, CHESS = "injured-queen", "wooden-chess"
"""Chess where models are to be quick: a file is one board."""


def started(*words, cwd, **variables):
    return subprocess.Popen(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, **variables},
    )


def ended(process, times=1):
    """Ask it to end; return its exit code and what it says. All of its processes are gone then."""
    family = psutil.Process(process.pid).children(recursive=True)
    for _ in range(times):
        process.send_signal(signal.SIGTERM)
        time.sleep(0.02 * (times > 1))
    output, errors = process.communicate(timeout=60)
    _, alive = psutil.wait_procs(family, timeout=5)
    assert not alive
    assert "Traceback" not in errors and "leaked" not in errors
    return process.returncode, output, errors


@pytest.fixture
def hang(tmp_path):
    """A program that never answers; the command that runs it."""
    program = tmp_path / "hang.py"
    program.write_text("import time\ntime.sleep(600)")
    return program


def candidate(program):
    return ("--candidate", f"{sys.executable} -S {program}", "--time-limit", 100, "--seed", 1)


def test_a_campaign_is_stored_and_says_how_it_goes_on_though_asked_twice_to_end(hang, tmp_path):
    words = ("verify", CHESS, "--examples", 20, "--jobs", 1, *candidate(hang), "--store", "s")
    process = started(*words, cwd=tmp_path)
    wait_for(lambda: running(hang))
    code, output, errors = ended(process, times=2)
    assert (code, output) == (130, "nothing was tried\n")
    assert "go on with: doublecount verify --resume --store s\n" in errors
    assert not running(hang)
    assert Store(tmp_path / "s").newest().interrupted


def test_a_search_for_the_slowest_shows_what_it_has_got(hang, tmp_path):
    process = started("slowest", QUEENS, *candidate(hang), "--seconds", 200, cwd=tmp_path)
    wait_for(lambda: running(hang))
    code, output, errors = ended(process)
    assert (code, output) == (130, "no instance was answered in the time given\n")
    assert "begin anew with the seed below\nwarning: " in errors
    assert errors.endswith("seed: 1\n")
    assert not running(hang)


def test_a_search_for_a_separating_set_leaves_nothing(hang, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = started("separate", CHESS, *candidate(hang), cwd=tmp_path, TMPDIR=str(folder))
    wait_for(lambda: running(hang))
    assert ended(process) == (130, "", "interrupted; nothing is kept; the same set again: --seed 1\n")
    assert not running(hang)
    assert not any(folder.iterdir())


def test_a_self_test_ends_in_the_middle_of_a_fault(tmp_path):
    process = started("selftest", QUEENS, "--seeds", 1000, "--jobs", 2, cwd=tmp_path)
    for _ in range(2):
        process.stdout.readline()
    began = time.monotonic()
    code, _, errors = ended(process)
    assert (code, time.monotonic() - began < 20) == (130, True)
    assert errors.startswith("interrupted; ") and errors.endswith(" only begun anew\n")


def test_long_answers_stop(tmp_path):
    blank = "16 16\n" + "\n".join(["." * 16] * 16)
    (tmp_path / "boards").write_text(f"2\n1 1\n.\n{blank}\n")
    process = started("solve", "black-white", "boards", "--count-only", cwd=tmp_path)
    wait_for(lambda: psutil.Process(process.pid).cpu_times().user > 1)
    assert ended(process) == (130, "2\n", "interrupted\n")
