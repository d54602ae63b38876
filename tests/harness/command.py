"""Runs the command line in a process of its own, for tests."""

import json
import subprocess
import sys
from pathlib import Path

PLANTED = Path(__file__).parents[1] / "planted"
SECONDS = 900
"""What only a hang takes, on a busy machine too."""


def doublecount(*words, data="", cwd=None, seconds=SECONDS):
    """Return the finished process; standard input, output and errors as text."""
    return subprocess.run(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        input=data,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        cwd=cwd,
    )


def verify_json(*words, **options):
    """Run ``verify --json``; return exit code and the object printed."""
    done = doublecount("verify", *words, "--json", **options)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def planted(problem, program):
    """Return the command of a planted program."""
    return f"{sys.executable} -S {PLANTED / problem.replace('-', '_') / program}.py"
