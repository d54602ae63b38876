"""Every command of the guides is run, in order, in one folder for each guide, and prints what it shows."""

import re
import shutil
from pathlib import Path

import pytest
from tests.house.told import examples, performed, scrubbed

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DEAR = "## The smallest failing board"
"""From this heading on, the commands of the guide for contests are left to the slow suite: a minute."""


def follow(guide, folder):
    """Run the commands of a guide one after the other."""
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("report.*"))
    for command, shown in examples(guide):
        done = performed(command, folder, folder)
        assert scrubbed(done.stdout) == scrubbed(shown), (command, done.stderr)


def test_the_guide_to_dots_and_boxes_does_what_it_shows(tmp_path):
    guide = (DOCS / "dots-and-boxes.md").read_text()
    assert len(examples(guide)) == 5
    follow(guide, tmp_path)


def compiler_needed():
    """The guide for contests compiles C++: without a compiler nothing of it can be followed."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler (the program c++): no command of docs/contest.md was run")


def test_the_guide_for_contests_begins_as_it_shows(tmp_path):
    compiler_needed()
    cheap, heading, _ = (DOCS / "contest.md").read_text().partition(DEAR)
    assert heading
    assert len(examples(cheap)) == 2
    follow(cheap, tmp_path)


@pytest.mark.slow
def test_the_guide_for_contests_does_what_it_shows(tmp_path):
    compiler_needed()
    follow((DOCS / "contest.md").read_text(), tmp_path)
    assert sorted(path.suffix for path in (tmp_path / "hand-in").iterdir()) == [".ans", ".ans", ".in", ".in"]


@pytest.mark.parametrize("guide", ["dots-and-boxes.md", "contest.md"])
def test_links_of_a_guide_lead_somewhere(guide):
    for target in re.findall(r"\]\((?!https:)([^)#]+)", (DOCS / guide).read_text()):
        assert (DOCS / target).exists(), target
