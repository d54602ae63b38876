"""The benchmark's files are those that it says, and it runs."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from doublecount.problems.overlapping_squares.instance import SQUARES
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.verify import catalogue

ROOT = Path(__file__).parents[2]


def loaded(name):
    spec = importlib.util.spec_from_file_location(f"bench_{name}", ROOT / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


files = loaded("files")
CASES = 40


def instances(kind, cases=CASES):
    problem = next(catalogue.problem(name) for name in catalogue.NAMES if kind.startswith(name))
    return list(problem.read(files.text_of(kind, cases), "t"))


@pytest.mark.parametrize("kind", files.KINDS)
def test_a_file_has_its_cases_and_a_shorter_one_the_first_of_them(kind):
    assert len(instances(kind)) == CASES
    assert instances(kind, 3) == instances(kind)[:3]


@pytest.mark.parametrize("kind", [kind for kind in files.KINDS if not kind.endswith(("blank", "empty"))])
def test_a_file_depends_on_the_seed_and_on_nothing_else(kind):
    # Another process has another seed of hashes.
    code = f"import files; print(files.text_of({kind!r}, {CASES}), end='')"
    again = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "benchmarks", capture_output=True, check=True
    )
    assert again.stdout.decode() == files.text_of(kind, CASES) != files.text_of(kind, CASES, seed=2)


def test_the_squares_of_the_pictures_are_those_of_the_rules():
    drawn = {files._text(outline) for _, outline in (files._square(*square) for square in SQUARES)}
    assert drawn == {"".join(f"{row}#\n" for row in painted(BLANK, square).rows) for square in SQUARES}


def test_a_quick_run_measures_the_tool_and_its_peers_on_the_same_files(tmp_path):
    results = tmp_path / "results.json"
    peers = f"injured-queen=cat injured-queen=\"{sys.executable} -c 'import sys; sys.stdin.read()'\""
    switches = {"QUICK": "1", "ONLY": "injured-queen", "PEERS": peers, "RESULTS": str(results)}
    command = [sys.executable, ROOT / "benchmarks" / "bench.py"]
    done = subprocess.run(
        command, env={**os.environ, **switches}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines, blank = json.loads(results.read_text())["rows"]
    assert len(lines["parties"]) == 4 and len(blank["parties"]) == 1
    assert all(len(party["times"]) == 3 and party["seconds"] > 0 for party in lines["parties"].values())
    assert "x cold" in done.stdout


@pytest.mark.parametrize("text", ["./program", "chess=cat", "injured-queen=", "injured-queen=./missing"])
def test_peers_that_cannot_be_run_end_the_run_at_once(text):
    with pytest.raises(SystemExit, match="PEERS"):
        loaded("processes").peers(text, catalogue.NAMES)


def test_the_command_of_a_peer_may_hold_blanks_and_quotes():
    text = "injured-queen=cat -u wooden-chess=\"cat 'a b'\" injured-queen='cat'"
    assert loaded("processes").peers(text, catalogue.NAMES) == {
        "injured-queen": [("cat", ["cat", "-u"]), ("cat 2", ["cat"])],
        "wooden-chess": [("a b", ["cat", "a b"])],
    }
