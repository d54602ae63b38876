"""Every command of docs/your-own-problem.md is run, in order, in one folder, and prints what it shows."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from doublecount.problems import own
from doublecount.problems.record import Problem

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs" / "your-own-problem.md").read_text()
BLOCKS = re.findall(r"```console\n(.*?)```", TUTORIAL, re.DOTALL)
EXAMPLES = [
    one.partition("\n") for block in BLOCKS for one in re.split(r"^\$ ", block, flags=re.MULTILINE) if one
]


def scrubbed(text):
    """Without what may differ from run to run: seconds and the store."""
    text = re.sub(r"--store \S+", "--store …", text)
    return re.sub(r" +(\d+\.\d|…)$", " …", text, flags=re.MULTILINE).strip()


def test_the_tutorial_does_what_it_shows(tmp_path):
    shutil.copytree(ROOT / "examples" / "own", tmp_path / "examples" / "own")
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "XDG_STATE_HOME": str(tmp_path)}
    for command, _, shown in EXAMPLES:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert scrubbed(done.stdout) == scrubbed(shown), (command, done.stderr)
    assert len(EXAMPLES) == 9


def test_links_of_the_tutorial_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)", TUTORIAL):
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.parametrize("name", re.findall(r"^\| `(\w+)[(=]", TUTORIAL, re.MULTILINE))
def test_what_a_module_can_say_exists(name):
    known = {*signature(own.problem).parameters, *(one.name for one in fields(Problem))}
    assert name in known
