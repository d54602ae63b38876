"""The solvers, mutated: every fault is noticed, but for those that ``equivalent_dp.txt`` explains."""

import os
import subprocess
import sys

import pytest
from tests.slow.mutants import ROOT
from tests.slow.mutants_dp import every_mutant, listed


def test_all_mutants_of_the_solvers_that_are_said_to_make_no_difference_exist():
    every = every_mutant()
    assert [key for key in listed() if key not in every[key[0]]] == []


@pytest.mark.slow
def test_every_mutant_of_the_solvers_is_noticed_or_makes_no_difference():
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, ["src", os.environ.get("PYTHONPATH")]))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.slow.mutants_dp"],
        cwd=ROOT,
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout.splitlines()[-1])
