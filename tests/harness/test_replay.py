"""A finding that is run again is shown as it was found, or said to be another."""

import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from doublecount.cli import replay
from doublecount.verify.compare import Verdict
from doublecount.verify.replay import Replayed, replay_finding
from doublecount.verify.results import Kind
from tests.harness.command import PLANTED, doublecount, verify_json
from tests.harness.findings import QUEENS, finding

RIGHT = (PLANTED / "injured_queen" / "right.py").read_text()
COUNT = RIGHT[: RIGHT.index("for line in")]


def stored(tmp_path, deed, text, **given):
    """A finding on a program that does ``deed`` for every case."""
    program = tmp_path / "mine.py"
    lines = "import sys\nboards = sys.stdin.read().split()\nfor case, board in enumerate(boards): "
    program.write_text(f"{COUNT}{lines}{deed}\n")
    given = {"accused": "mine", "against": (), "replay": "again", **given}
    return finding(QUEENS, text, command=f"{sys.executable} -S {program}", **given)


def test_a_file_that_fails_as_a_whole_is_shown_to_fail_though_derived_files_fail_too(tmp_path):
    found = stored(
        tmp_path, "print(count(board) + (case == 1))", "?\n???\n", kind=Kind.ORDER_DEPENDENT, case=2
    )
    replayed, again = replay_finding(found)
    assert len(replayed.findings) > 1
    assert (again.id, again.replay, again.instance, again.case) == (found.id, "again", "?\n???\n", 2)
    assert replayed.verdicts == (Verdict.AGREED, Verdict.DIFFERING)
    assert replayed.answers[1]["mine"]["count"] == again.answers["mine"]["count"] == "3"
    assert replayed.answers[1]["dp"]["count"] == "2"


def test_what_occurs_only_on_another_file_is_another_finding(tmp_path):
    deed = "print(count(board) + (len(boards) > 3 and case == 1))"
    found = stored(tmp_path, deed, "?\n???\n", kind=Kind.ORDER_DEPENDENT, case=2)
    replayed, again = replay_finding(found)
    assert again and again.id != found.id and again.instance != found.instance
    assert replayed.verdicts == (Verdict.AGREED, Verdict.AGREED)


@pytest.mark.slow
def test_a_campaigns_finding_is_replayed_under_its_own_name(tmp_path):
    program, store = tmp_path / "mine.py", tmp_path / "store"
    program.write_text(
        f"{COUNT}import sys\nfor line in sys.stdin: print(count(line.strip()) + (len(line) > 3))\n"
    )
    options = ["--examples", 10, "--seed", 2, "--max-findings", 1, "--store", store]
    _, told = verify_json(QUEENS, "--candidate", f"{sys.executable} -S {program}", *options)
    (found,) = told["problems"][QUEENS]["findings"]
    again = doublecount("replay", found["id"], "--store", store)
    assert again.returncode == 1
    assert f"{QUEENS} {found['id']}: wrong-answer" in again.stdout
    assert f"hint: {found['hint']}" in again.stdout
    assert again.stderr == ""


def test_another_finding_is_said_to_be_another(monkeypatch, tmp_path):
    found, again = finding(QUEENS, "?\n", id="a" * 12), finding(QUEENS, "??\n", id="b" * 12)
    store = SimpleNamespace(own=(), finding=lambda _: found)
    monkeypatch.setattr(replay, "Store", lambda _: store)
    monkeypatch.setattr(replay, "replay_finding", lambda _: (Replayed((), (), (again,), ()), again))
    note = f"{found.id} does not occur on its own file; {again.id} is another\n"
    words = [found.id, "--store", str(tmp_path / "s")]
    done = CliRunner().invoke(replay.command, words)
    assert (done.exit_code, done.stdout.endswith(note), done.stderr) == (1, True, "")
    done = CliRunner().invoke(replay.command, [*words, "--json"])
    assert (done.exit_code, done.stdout.count("\n"), done.stderr) == (1, 1, note)
    again = found
    assert "another" not in CliRunner().invoke(replay.command, words).stdout
