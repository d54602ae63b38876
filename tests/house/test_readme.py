"""The examples of README and docs/api.md do what they say: console and Python blocks are run."""

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from tests.house.told import examples, performed, scrubbed

from doublecount.verify import catalogue

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
API = (ROOT / "docs" / "api.md").read_text()
RIGHT = (ROOT / "docs" / "how-to" / "right-answers.md").read_text()
GAMES = (ROOT / "docs" / "dots-and-boxes.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", README + API + GAMES + RIGHT, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), examples(README))
def test_an_example_prints_what_is_shown(command, shown, tmp_path):
    done = performed(command, ROOT, tmp_path)
    assert done.stdout, done.stderr
    if shown.strip():
        assert scrubbed(done.stdout) == scrubbed(shown)


@pytest.mark.parametrize("code", PYTHON)
def test_a_python_example_prints_what_its_last_comment_says(code):
    (said,) = re.findall(r"#(.*)$", code.splitlines()[-1])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == said.split()


def test_there_are_python_examples():
    assert len(PYTHON) == 7


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_function_of_a_solver_is_documented(name):
    solver = catalogue.solver(name)
    listed = {
        function: {problem for problem in catalogue.NAMES if documented(where, problem)}
        for function, where in re.findall(r"^\| `(\w+)\([^|]*\|[^|]*\| (.*) \|$", API, re.MULTILINE)
    }
    for function in fields(solver):
        offered = getattr(solver, function.name) is not None
        assert offered == (name in listed[function.name]), function.name


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_json_line_of_every_problem_can_be_answered(name):
    (line,) = re.findall(rf"^\| {name} \| `(.*?)`", API, re.MULTILINE)
    (instance,) = catalogue.problem(name).read_jsonl(line.replace("\\|", "|"), "api.md")
    assert catalogue.solver(name).fits(instance) is None
    assert catalogue.solver(name).solve(instance)


def documented(where, problem):
    """Whether the last column of the table speaks of the problem."""
    if where == "counting problems":
        return catalogue.solver(problem).count_many is not None
    return where == "all" or f"`{problem.replace('-', '_')}`" in where


def test_links_and_pictures_exist():
    for target in re.findall(r"\]\(([^)#]+)", README):
        assert (ROOT / target).exists(), target


def test_the_map_of_the_folders_is_complete():
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    shown = set(re.findall(r"^(\w+)/ ", README, re.MULTILINE))
    assert (
        folders - {"build"} - {path.name for path in ROOT.glob("*.egg-info")}
        == shown | {"examples"} & folders
    )
