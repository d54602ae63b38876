"""The store: all or nothing, told apart from other files, readable whatever broke the writing."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from doublecount.cli.resume import kept
from doublecount.problems.injured_queen import Answer
from doublecount.problems.record import Status
from doublecount.verify import catalogue, summing
from doublecount.verify import database as database_file
from doublecount.verify.campaign import Options
from doublecount.verify.finding import Origin
from doublecount.verify.present import Exit, environment
from doublecount.verify.results import Campaign, Difference, Kind, Reply, Standing
from doublecount.verify.store import ForeignStoreError, Reached, Store, StoreError, UnusableStoreError
from tests.harness.command import doublecount, planted, verify_json

ROOT = Path(__file__).parents[2]
QUEENS = "injured-queen"
PROBLEM = catalogue.problem(QUEENS)
CAMPAIGN = Campaign(1, "0", {}, "", ())
SQUARES = "overlapping-squares"


def difference(text="???\n"):
    file = tuple(PROBLEM.read(text, "t"))
    return Difference(Kind.WRONG_ANSWER, "mine", ("dp",), Standing.OUTVOTED, "why", 0, file, "split")


def begun(path):
    opened = Store(path, create=True)
    return opened, opened.begin(CAMPAIGN, {})


def test_what_was_reached_is_read_back_with_the_differences_in_their_order(tmp_path):
    opened, number = begun(tmp_path / "s")
    reached = Reached(summing.nothing(QUEENS), 10)
    met = [(Origin(k, "open"), difference(f"{k}?????\n")) for k in (3, 1, 2)]
    opened.reach(number, PROBLEM, reached, met[:2])
    opened.reach(number, PROBLEM, Reached(reached.summary, 20, True), met[2:])
    again = Store(tmp_path / "s")
    assert again.reached(number, QUEENS) == Reached(reached.summary, 20, True)
    assert again.differences(number, PROBLEM) == met
    assert again.reached(number, SQUARES) is None


@pytest.mark.parametrize(
    "reply",
    [
        Reply(Status.ANSWERED, Answer(2**90, (0, 2, 0), frozenset({(0, 2, 0), (2, 0, 2)}))),
        Reply(Status.FAILED, fault=Kind.CRASH, text="ended with signal 11"),
    ],
)
def test_what_the_accused_said_is_read_back_whatever_it_was(reply, tmp_path):
    opened, number = begun(tmp_path / "s")
    met = replace(difference(), reply=replace(reply, seconds=1.5))
    opened.reach(number, PROBLEM, Reached(summing.nothing(QUEENS), 10), [(Origin(1, "open"), met)])
    ((_, again),) = opened.differences(number, PROBLEM)
    assert again.reply == reply


def test_a_stretch_is_stored_whole_or_not_at_all(tmp_path):
    opened, number = begun(tmp_path / "s")

    def breaking():
        yield Origin(1, "open"), difference()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened.reach(number, PROBLEM, Reached(summing.nothing(QUEENS), 10), breaking())
    assert opened.differences(number, PROBLEM) == []
    assert opened.reached(number, QUEENS) is None
    opened.reach(number, PROBLEM, Reached(summing.nothing(QUEENS), 10), [(Origin(1, "open"), difference())])
    assert len(Store(tmp_path / "s").differences(number, PROBLEM)) == 1


def test_the_newest_unfinished_campaign_is_the_one_to_go_on_with(tmp_path):
    opened, first = begun(tmp_path / "s")
    second, third = opened.begin(CAMPAIGN, {"b": 2}), opened.begin(CAMPAIGN, {})
    assert opened.unfinished().number == third
    opened.update(third, CAMPAIGN, ended=True)
    assert (opened.unfinished().number, opened.unfinished().options) == (second, '{"b":2}')
    opened.update(second, CAMPAIGN, ended=True)
    opened.update(first, CAMPAIGN, ended=True)
    assert (opened.unfinished().number, opened.unfinished().ended) == (third, True)


BEGIN = """
import sys
from pathlib import Path
from tests.harness.test_store import begun
begun(Path(sys.argv[1]))
print("begun", flush=True)
sys.stdin.read()
"""


def test_a_campaign_has_one_writer_at_a_time(tmp_path):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "cwd": ROOT}
    with subprocess.Popen([sys.executable, "-c", BEGIN, str(tmp_path / "s")], **pipes) as other:
        assert other.stdout.readline() == b"begun\n"
        opened = Store(tmp_path / "s")
        with pytest.raises(UnusableStoreError, match=f"still running, as process {other.pid}"):
            opened.claim(1)
        other.kill()
    opened.claim(1)


def foreign(path, what):
    """Make a file that is no store of this version."""
    if what == "text":
        path.write_text("not a database, but somebody's text " * 100)
        return "no store of doublecount"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE campaign (id INTEGER PRIMARY KEY, content TEXT NOT NULL)")
        database.execute(f"PRAGMA user_version={what[-1] if 'format' in what else 4}")
        if what in ("format 2", "format 4"):
            database.execute(f"PRAGMA application_id={database_file.APPLICATION}")
        database.commit()
    if what in ("format 2", "format 4"):
        return f"expected a store of doublecount in format 3, found {what}"
    return "found another SQLite file, or format 1"


@pytest.mark.parametrize("what", ["text", "other tables", "format 1", "format 2", "format 4"])
def test_a_file_that_is_no_store_of_this_version_is_refused_and_left_alone(what, tmp_path):
    path = tmp_path / "s"
    said = foreign(path, what)
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(ForeignStoreError, match=said):
            Store(path, create)
    for words, code in (
        (["verify", QUEENS], Exit.TOOL_FAILED),
        (["verify", "--resume"], Exit.TOOL_FAILED),
        (["report", "-o", tmp_path / "r.html"], Exit.BAD_INPUT),
    ):
        done = doublecount(*words, "--store", path)
        assert (done.returncode, done.stdout) == (code, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["s"]


def test_an_empty_file_becomes_a_store_but_has_no_campaign(tmp_path):
    (tmp_path / "s").touch()
    with pytest.raises(UnusableStoreError, match="no campaign"):
        Store(tmp_path / "s")
    with pytest.raises(UnusableStoreError, match="no campaign"):
        Store(tmp_path / "s", create=True).newest()


def test_a_locked_store_is_said_to_be_locked(tmp_path, monkeypatch):
    monkeypatch.setattr(database_file, "PATIENCE_SECONDS", 0.1)
    opened, number = begun(tmp_path / "s")
    with closing(sqlite3.connect(tmp_path / "s", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert Store(tmp_path / "s").newest() == CAMPAIGN
        with pytest.raises(StoreError, match="s: database is locked"):
            opened.update(number, CAMPAIGN, ended=True)
    opened.update(number, CAMPAIGN, ended=True)


def test_a_full_store_keeps_what_it_has(tmp_path):
    opened, number = begun(tmp_path / "s")
    pages = opened._value("PRAGMA page_count")
    opened._database.execute(f"PRAGMA max_page_count={pages + 4}")
    stored = 0

    def store_more():
        nonlocal stored
        while True:
            met = [(Origin(stored, "open"), difference("?" * 100 + "\n"))] * 3
            opened.reach(number, PROBLEM, Reached(summing.nothing(QUEENS)), met)
            stored += 1

    with pytest.raises(StoreError, match="full"):
        store_more()
    assert stored
    assert len(opened.differences(number, PROBLEM)) == 3 * stored
    assert len(Store(tmp_path / "s").differences(number, PROBLEM)) == 3 * stored


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 256 KiB of its own, where the tests may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("may not mount file systems here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_campaign_on_a_full_disk_fails_in_words_and_goes_on_when_there_is_room(small_disk, tmp_path):
    options = (SQUARES, "--examples", 60, "--max-findings", 9, "--seed", 5)
    options = (*options, "--candidate", planted(SQUARES, "five_squares"))
    filler = small_disk / "filler"
    Store(small_disk / "s", create=True).close()
    filler.write_bytes(bytes(256 * 1024 - 90_000))
    done = doublecount("verify", *options, "--store", "s", cwd=small_disk)
    assert done.returncode == Exit.TOOL_FAILED, done.stderr
    assert "disk is full" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert Store(small_disk / "s").newest().seed == 5
    filler.unlink()
    subprocess.run(["mount", "-o", "remount,size=16m", str(small_disk)], check=True)
    (tmp_path / "calm").mkdir()
    calm = verify_json(*options, "--store", "s", cwd=tmp_path / "calm")
    assert verify_json("--resume", "--store", "s", cwd=small_disk) == calm


def test_a_read_only_store_can_be_read_and_not_gone_on_with(small_disk):
    written = Store(small_disk / "s", create=True)
    campaign = replace(CAMPAIGN, environment=environment())
    written.begin(campaign, kept(Options(problems=(QUEENS,)), {}))
    written._database.execute("UPDATE campaign SET writer = ?", ('["elsewhere", 1, 0.0]',))
    written.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert Store(small_disk / "s").newest() == campaign
    for words in (["--resume"], [QUEENS]):
        done = doublecount("verify", *words, "--store", small_disk / "s")
        assert (done.returncode, done.stdout) == (Exit.TOOL_FAILED, ""), done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert str(small_disk / "s") in done.stderr
