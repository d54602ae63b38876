"""The harness's own code, mutated: every fault is noticed by its tests, but for those listed with a reason.

At most ``MOST`` mutants a module are tried, drawn by a fixed seed; DOUBLECOUNT_ALL_MUTANTS=1 tries them all.
``survivors.txt`` is strict: an entry that names no mutant of today, or one that is noticed, is reported.
"""

import ast
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.slow.mutants import ROOT, TESTS, mutants, wait_status

MOST = 80
SECONDS = 3600
SURVIVORS = Path(__file__).with_name("survivors.txt")


def listed():
    """By module the lines and changes that may survive; blank lines and comments apart, four columns."""
    found = {module: set() for module in TESTS}
    for row in SURVIVORS.read_text().splitlines():
        if row and not row.startswith("#"):
            module, line, change, reason = row.split("\t")
            assert reason
            found[module].add((line, change))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("module", TESTS)
def test_the_tests_of_a_module_notice_every_fault_but_those_listed(module):
    number = [] if os.environ.get("DOUBLECOUNT_ALL_MUTANTS") else [str(MOST)]
    command = [sys.executable, "-m", "tests.slow.mutants", module, *number]
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, ["src", os.environ.get("PYTHONPATH")]))}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    every, tried, survivors = ({*map(tuple, told[key])} for key in ("all", "tried", "survivors"))
    noticed, late = len(tried) - len(survivors), len(told["late"])
    print(f"{module}: {noticed} of {len(tried)} noticed, {late} by the time they take; {len(every)} mutants")
    known = listed()[module]
    assert survivors - known == set(), "not noticed by any test"
    assert known - every == set(), "listed, but there is no such mutant"
    assert known & tried - survivors == set(), "listed, but noticed"


SOURCE = '''
LIMIT = 3

def f(a, b):
    """Text."""
    assert a < 7
    if a < b and not b:
        a.push(-b)
    return [x for x in sorted(a) if x] or None
'''


def test_a_child_that_does_not_end_is_killed_and_of_others_the_status_is_told():
    with subprocess.Popen(["sleep", "60"]) as stopped:
        os.kill(stopped.pid, signal.SIGSTOP)
        status = wait_status(stopped.pid, time.monotonic() + 0.1)
        stopped.returncode = os.waitstatus_to_exitcode(status)
    assert stopped.returncode == -signal.SIGKILL
    with subprocess.Popen(["sh", "-c", "exit 3"]) as ended:
        ended.returncode = os.waitstatus_to_exitcode(wait_status(ended.pid, time.monotonic() + 60))
    assert ended.returncode == 3


@pytest.mark.slow
def test_every_kind_of_fault_is_planted_once_where_it_can_be():
    changes = [mutant.change for mutant in mutants(SOURCE)]
    assert changes == [
        "3 -> 4",
        "a < b and (not b) -> a < b or not b",
        "a < b -> a <= b",
        "a < b -> a >= b",
        "not b -> b",
        "a.push(-b) -> pass",
        "-b -> b",
        "return [x for x in sorted(a) if x] or None -> return None",
        "[x for x in sorted(a) if x] or None -> [x for x in sorted(a) if x] and None",
        "for x in sorted(a) if x -> for x in sorted(a)",
        "sorted(a) -> list(a)",
    ]
    texts = [ast.unparse(mutant.tree) for mutant in mutants(SOURCE)]
    assert len({*texts, ast.unparse(ast.parse(SOURCE))}) == len(texts) + 1
