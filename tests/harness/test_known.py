"""The file of known findings: strict to read, safe to change, and what it does to exit codes."""

import fcntl
import json
from dataclasses import replace

import pytest

from doublecount.verify import known
from doublecount.verify.known import KnownError, gone, unexplained
from doublecount.verify.present import Exit, exit_code
from doublecount.verify.results import Campaign, Kind, Met
from tests.harness.command import doublecount, planted, verify_json
from tests.harness.findings import QUEENS, finding, summary

ENTRY = known.entry(finding(QUEENS, "???\n"), "it can not count")
OTHER = known.entry(finding(QUEENS, "1??\n"), "nor that")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "known.jsonl"
    known.add(path, ENTRY)
    return path


def test_entries_are_added_read_and_removed(file):
    known.add(file, OTHER)
    assert known.read(file) == (ENTRY, OTHER)
    assert known.remove(file, ENTRY.signature[:6]) == ENTRY
    assert known.read(file) == (OTHER,)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_an_entry_is_added_once(file):
    with pytest.raises(KnownError, match=f"{ENTRY.signature} is known already"):
        known.add(file, ENTRY)
    assert known.read(file) == (ENTRY,)


def changed(**fields):
    return lambda line: json.dumps(json.loads(line) | fields)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda line: line[:-9], "Input data was truncated"),
        (lambda line: "\udcff", "expected a known finding"),
        (lambda line: "hello", "malformed"),
        (lambda line: "{}", "missing required field"),
        (changed(severity=1), "unknown field `severity`"),
        (changed(kind="wrong"), "Invalid enum value 'wrong'"),
        (changed(problem="chess"), "'chess' is no problem"),
        (changed(signature="0" * 12), f"the signature {ENTRY.signature}, not '000000000000'"),
        (changed(case=2), "there is no case 2 in its file of 1"),
        (changed(file="{}\n"), "its file:1:1: expected field"),
        (lambda line: f"{line}\n{line}", "expected every signature once"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(file, damage, why):
    text = file.read_text()
    file.write_bytes(f"\n{damage(text.strip())}\n".encode(errors="surrogateescape"))
    with pytest.raises(KnownError, match=rf"known.jsonl:[23]: .*{why}"):
        known.read(file)


def test_a_locked_file_is_said_to_be_locked(file, monkeypatch):
    monkeypatch.setattr(known, "PATIENCE_SECONDS", 0.1)
    with file.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        for use in (lambda: known.read(file), lambda: known.add(file, OTHER)):
            with pytest.raises(KnownError, match="locked by another process"):
                use()
    assert known.read(file) == (ENTRY,)


def test_only_what_is_not_known_makes_the_exit_code_1():
    found = finding(QUEENS, "???\n")
    mirrored, other = finding(QUEENS, "??1\n"), finding(QUEENS, "?1?\n")
    assert unexplained(summary(found), ())
    assert not unexplained(summary(found), (ENTRY,))
    assert not unexplained(summary(found, mirrored), (ENTRY, OTHER))
    assert unexplained(summary(found, other), (ENTRY, OTHER))


def test_differences_that_were_not_pursued_or_are_of_another_kind_are_not_known():
    one = summary(finding(QUEENS, "???\n"), checked=9, agreed=6)
    assert not unexplained(one, (ENTRY,))
    crash = Met(Kind.CRASH, "candidate", 1)
    assert unexplained(summary(checked=9, agreed=6), (ENTRY,))
    assert unexplained(replace(summary(finding(QUEENS, "???\n")), met=(crash,)), (ENTRY,))
    assert exit_code(Campaign(1, "", {}, "", (one,)), (ENTRY,)) is Exit.CLEAN
    assert exit_code(Campaign(1, "", {}, "", (one,))) is Exit.DIFFERENCE


def test_gone_is_what_was_tried_in_vain():
    assert gone([summary(kept=(ENTRY.origin,))], (ENTRY, OTHER)) == [ENTRY]
    assert gone([summary(finding(QUEENS, "???\n"), kept=(ENTRY.origin,))], (ENTRY,)) == []
    elsewhere = known.entry(finding(QUEENS, "???\n", accused="mine"), "of another party")
    assert gone([summary(kept=(elsewhere.origin,))], (elsewhere,)) == []


def test_a_known_finding_is_listed_with_its_reason_and_reported_when_gone(tmp_path):
    wrong = ("--candidate", planted(QUEENS, "last_row_missed"))
    tried = (QUEENS, "--examples", 12, "--max-findings", 1, "--seed", 5, "--jobs", 2, "--store", "s")
    told_again = ("--resume", "--store", "s")
    code, told = verify_json(*tried, *wrong, cwd=tmp_path)
    (found,) = told["problems"][QUEENS]["findings"]
    assert code == 1
    add = ("known", "add", found["id"], "--store", "s", "--reason", "last row")
    assert doublecount(*add, cwd=tmp_path).returncode == 0
    assert doublecount(*add, cwd=tmp_path).returncode == 2
    again = doublecount("verify", *tried, *wrong, "--strict-known", cwd=tmp_path)
    (entry,) = known.read(tmp_path / "doublecount-known.jsonl")
    assert f"is known as {entry.signature}: last row" in again.stdout
    assert (again.returncode, "gone:" in again.stderr) == (0, False), again.stdout + again.stderr
    code, told = verify_json(*told_again, cwd=tmp_path)
    assert (code, told["problems"][QUEENS]["findings"][0]["known"]) == (0, "last row")
    mended = (*tried, "--candidate", planted(QUEENS, "right"))
    done = doublecount("verify", *mended, cwd=tmp_path)
    assert (done.returncode, f"gone: known finding {entry.signature}" in done.stderr) == (0, True)
    assert doublecount("verify", *told_again, "--strict-known", cwd=tmp_path).returncode == 1
    listed = doublecount("known", "list", cwd=tmp_path).stdout
    assert listed == f"{entry.signature}  {QUEENS}: wrong-answer of candidate: last row\n"
    assert doublecount("known", "remove", entry.signature, cwd=tmp_path).returncode == 0
    assert doublecount("known", "list", cwd=tmp_path).stdout == ""


def test_a_foreign_known_file_ends_the_command_with_2_and_one_line(tmp_path):
    (tmp_path / "doublecount-known.jsonl").write_text("# my notes\n")
    done = doublecount("verify", QUEENS, "--examples", 1, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("Error: doublecount-known.jsonl:1: expected a known finding: ")
