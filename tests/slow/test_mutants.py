"""The harness's own code, mutated: every fault is noticed by its tests, but for those listed with a reason.

At most ``MOST`` mutants a module are tried, drawn by a fixed seed; DOUBLECOUNT_ALL_MUTANTS=1 tries them all.
``survivors.txt`` is strict: an entry that names no mutant of today, or one that is noticed, is reported.
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.slow.mutants import ROOT, TESTS, mutants

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
