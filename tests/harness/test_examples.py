"""The wrong programs in examples/: each is caught on the smallest file that its fault shows on."""

import importlib.util
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from doublecount.reports.page import render
from doublecount.verify import catalogue
from doublecount.verify.conclude import settle
from doublecount.verify.parties import panel
from doublecount.verify.results import Dossier, Standing
from doublecount.verify.trial import try_file

ROOT = Path(__file__).parents[2]
SMALLEST = {
    "black_white_corners.py": "1\n2 2\n..\n..\n",
    "injured_queen_int.cpp": "?" * 11 + "\n",
    "injured_queen_first_column.py": "1??\n",
    "overlapping_squares_see_through.py": " _ _ _   #\n| |   |  #\n|_|_ _|  #\n         #\n         #\n0\n",
    "wooden_chess_never_behind.py": "1 2\n0 0\n0 1\n",
    "dots_and_boxes_draws_again.py": "1\n12\n1 5\n2 3\n2 6\n3 4\n4 8\n5 9\n7 11\n9 13\n"
    "11 12\n11 15\n12 16\n13 14\n",
}


@pytest.fixture(scope="module")
def script():
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("make_report", ROOT / "examples" / "make_report.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_program_stands_trial(script):
    there = {
        path.name for path in (ROOT / "examples" / "programs").iterdir() if path.suffix in {".py", ".cpp"}
    }
    assert there == {name for names in script.WRONG.values() for name in names} == {*SMALLEST}
    assert len(script.WRONG) >= 3


@pytest.mark.parametrize("program", SMALLEST)
def test_a_program_is_refuted_on_its_smallest_file(program, script, monkeypatch):
    if program.endswith(".cpp") and shutil.which("c++") is None:
        pytest.skip("no C++ compiler")
    monkeypatch.chdir(ROOT)
    (name,) = (name for name, programs in script.WRONG.items() if program in programs)
    problem, spec = catalogue.problem(name), script.spec(name, program)
    assert str(ROOT) not in spec.command
    file = list(problem.read(SMALLEST[program], "test"))
    assert all(map(problem.limits.allows, file))
    seated = replace(panel(problem, [spec]), models=())
    (difference, *_) = try_file(seated, file).differences
    settled = settle(seated, difference).difference
    assert (settled.accused, settled.standing) == (spec.name, Standing.REFUTED)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_the_campaign_refutes_every_program_and_names_no_path_of_this_machine(script, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    campaign = script.make(tmp_path / "store")
    for summary in campaign.summaries:
        specs = [script.spec(summary.problem, program) for program in script.WRONG[summary.problem]]
        refuted = {one.accused for one in summary.findings if one.status is Standing.REFUTED}
        assert refuted == {spec.name for spec in specs}
    assert str(ROOT) not in render(Dossier(campaign))
