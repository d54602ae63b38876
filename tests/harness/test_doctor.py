"""``doctor``: what it says of a sound installation and of broken ones."""

import json
import os
import shutil
from dataclasses import replace
from importlib import metadata

import pytest

from doublecount.cli import doctor as doctor_command
from doublecount.verify import catalogue, doctor, proofs, sandbox, selftest
from doublecount.verify.doctor import Looked
from tests.harness.command import doublecount


def found(looked, name):
    return next(one for one in looked if one.name == name)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(selftest, "handful", lambda _: [])


def test_a_sound_installation_works_and_every_group_is_told():
    done = doublecount("doctor", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["works"] is True
    assert {*told} >= {"versions", "libraries", "checkers", "sandbox", "folders", "terminal", "self-test"}
    names = [one["name"] for one in told["self-test"]]
    assert len(names) == 3 * len(catalogue.NAMES)
    assert all(one["fine"] and one["needed"] for one in told["self-test"])
    assert {"numpy", "ortools", "click"} <= {one["name"] for one in told["libraries"]}


def test_every_problem_has_a_known_value_and_its_solver_is_tried_on_it():
    for name in catalogue.NAMES:
        problem = catalogue.problem(name)
        assert problem.settled is not None
        text, value = problem.settled
        assert doctor._known_value(problem) is None
        assert "the solver says" in doctor._known_value(replace(problem, settled=(text, f"not {value}")))


def test_a_solver_that_raises_is_a_line_not_a_traceback(quick, monkeypatch):
    monkeypatch.setattr(doctor, "_known_value", lambda _: 1 / 0)
    looked = [*doctor._selftest()]
    assert {one.found for one in looked} == {"ZeroDivisionError: division by zero"}
    assert not doctor.works(looked)


def test_a_missing_library_is_named_with_how_to_install_it(monkeypatch):
    def version(name):
        if name in ("ortools", "distributed"):
            raise metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    looked = [*doctor._libraries()]
    assert found(looked, "ortools").found == "missing: pip install 'doublecount'"
    assert not doctor.works(looked)
    extra = found(looked, "distributed")
    assert (extra.found, extra.needed) == ("missing: pip install 'doublecount[cluster]'", False)


def test_a_checker_that_accepts_anything_is_found_out(monkeypatch):
    monkeypatch.setattr(proofs, "at_hand", lambda: {"rup": lambda *_: None})
    looked = [*doctor._checkers()]
    assert found(looked, "rup").found == "is wrong about a proof"
    assert not doctor.works(looked)


def test_what_is_missing_but_not_needed_is_told_and_works(monkeypatch):
    monkeypatch.setattr(sandbox, "unavailable", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    looked = [*doctor._containers()]
    assert doctor.works(looked)
    assert [one.fine for one in looked] == [False, False]


def test_a_folder_that_can_not_be_written_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "doublecount").mkdir()
    (tmp_path / "doublecount" / "s").write_bytes(bytes(1 << 20))
    looked = [*doctor._folders()]
    if os.environ.get("DOUBLECOUNT_NO_CACHE", "0") in ("", "0"):
        assert found(looked, "cache").found.endswith("file/doublecount, can't be written")
    assert found(looked, "stores").found.endswith("doublecount, 1.0 MiB")


def test_the_table_marks_what_is_missing_and_ends_with_the_verdict():
    looked = [Looked("a", "one", "there", True), Looked("a", "two", "gone\x1b[2J", False, needed=True)]
    assert doctor_command._lines(looked, fine=False) == [
        "a:",
        "    one  there",
        "  ! two  gone\\x1b[2J",
        "",
        "something that is needed does not work",
    ]
