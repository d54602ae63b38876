"""The GitHub Action in examples/: its steps are run as a runner would, with inputs of ours."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from tests.harness.command import planted
from tests.harness.findings import QUEENS

from doublecount.verify import catalogue

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "github-action"
ACTION = yaml.safe_load((FOLDER / "action.yml").read_text())
STEPS = ACTION["runs"]["steps"]
SCRIPTS = [step for step in STEPS if "run" in step]
GUIDE = (ROOT / "docs" / "contest.md").read_text()
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
"""How runners start a script."""


def perform(cwd, scripts=SCRIPTS, **given):
    """Run scripts one after the other, up to one that fails; return the last one's end."""
    inputs = {name: one.get("default") for name, one in ACTION["inputs"].items()} | given
    assert None not in inputs.values(), "an input is missing"
    for step in scripts:
        own = {key: INPUT.sub(lambda m: inputs[m[1]], value) for key, value in step["env"].items()}
        script = cwd / "script.sh"
        script.write_text(step["run"])
        path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "GITHUB_ACTION_PATH": str(FOLDER), **own}
        done = subprocess.run([*BASH, script], cwd=cwd, env=environment, capture_output=True, text=True)
        if done.returncode:
            break
    return done


def test_a_wrong_program_fails_the_step_and_leaves_page_and_results(tmp_path):
    done = perform(
        tmp_path,
        problem=QUEENS,
        candidate=planted(QUEENS, "last_row_missed"),
        examples="10",
        options="--model networkx --max-findings 1 --jobs 1",
        package="doublecount",  # is there: nothing is fetched
        folder="what it/left",
    )
    assert done.returncode == 1, done.stderr
    left = tmp_path / "what it" / "left"
    assert {path.name for path in left.iterdir()} >= {"report.html", "junit.xml", "campaign.sqlite"}
    results = ET.parse(left / "junit.xml").getroot()
    assert int(results.get("failures")) == 1
    assert "<svg" in (left / "report.html").read_text()


def test_a_bad_input_ends_the_step_as_bad_usage_and_is_no_part_of_the_script(tmp_path):
    problem = "no-such-problem$(touch taken)`touch taken`; touch taken"
    done = perform(tmp_path, SCRIPTS[1:], problem=problem, candidate="x")
    assert done.returncode == 2
    assert "no-such-problem" in done.stderr
    assert not (tmp_path / "taken").exists()


def test_inputs_reach_scripts_by_the_environment_only():
    for step in SCRIPTS:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"
        assert all(INPUT.fullmatch(value) for value in step["env"].values())
    used = {name for text in re.findall(r"\$\{\{.*?\}\}", str(STEPS)) for name in INPUT.findall(text)}
    assert used == {*ACTION["inputs"]}


def test_every_input_is_described_and_has_a_default_or_is_required():
    for name, one in ACTION["inputs"].items():
        assert one["description"], name
        assert one.get("required", False) != ("default" in one), name


def test_nothing_is_uploaded_and_the_package_by_default_is_this_one():
    assert [step["uses"].partition("@")[0] for step in STEPS if "uses" in step] == ["actions/setup-python"]
    assert (FOLDER / "../..").resolve() == ROOT
    assert '"${PACKAGE:-$GITHUB_ACTION_PATH/../..}"' in SCRIPTS[0]["run"]


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL))
def test_the_workflow_of_the_guide_gives_the_inputs_that_there_are(text):
    workflow = yaml.safe_load(text)
    (job,) = workflow["jobs"].values()
    (ours,) = [step for step in job["steps"] if "examples/github-action" in step.get("uses", "")]
    required = {name for name, one in ACTION["inputs"].items() if one.get("required")}
    assert required <= {*ours["with"]} <= {*ACTION["inputs"]}
    assert ours["with"]["problem"] in catalogue.NAMES


@pytest.mark.slow
def test_a_right_program_passes_and_its_results_say_so(tmp_path):
    done = perform(
        tmp_path, SCRIPTS[1:], problem=QUEENS, candidate=planted(QUEENS, "right"), examples="10", seed="3"
    )
    assert done.returncode == 0, done.stderr
    results = ET.parse(tmp_path / "doublecount" / "junit.xml").getroot()
    assert (results.get("failures"), results.get("errors")) == ("0", "0")
    assert int(results.get("tests")) > 0
