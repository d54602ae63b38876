"""What is absurdly large, endless or no file at all is answered soon, in little memory, by a clear line."""

import os
import resource
import subprocess
import sys
import threading

import pytest

from doublecount.verify import known, reading, regressions
from doublecount.verify.database import ForeignStoreError, UnusableStoreError
from doublecount.verify.known import KnownError
from doublecount.verify.reading import MIB, UnreadableError
from doublecount.verify.store import Store

QUEENS, BOARDS, GAMES, DOTS = "injured-queen", "black-white", "wooden-chess", "dots-and-boxes"
SECONDS = 20
"""Of processor time, imports of all solver libraries included."""
MEMORY_MIB = 700
GRID = '{"rows": 1000000000, "columns": 1000000000, "lines": []}\n'


def run(*words, data=b"", stdin=None, seconds=SECONDS, memory=MEMORY_MIB):
    """Run a command under limits of the system: without them a fault would take the machine down."""

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (memory * MIB, memory * MIB))

    done = subprocess.run(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        **({"stdin": stdin} if stdin else {"input": data}),
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=limited,
    )
    said = done.stderr.decode()
    assert "Traceback" not in said, said
    return done.returncode, said


def refused(*words, **given):
    code, said = run(*words, **given)
    assert code == 2, said
    assert said.startswith("Usage:") or len(said.splitlines()) == 1
    return said


def square(side, row):
    return f"1\n{side} {side}\n{(row + chr(10)) * side}".encode()


@pytest.mark.parametrize(
    ("words", "data", "said"),
    [
        (["solve", BOARDS], b"1\n1000000000 1000000000\n", "a height from 1 to"),
        (["draw", BOARDS], square(1000, "." * 1000), "a board of at most 10,000 cells"),
        (["solve", BOARDS, "--blank", "1000000000x1000000000"], b"", "cells"),
        (["solve", DOTS, "--format", "jsonl"], GRID.encode(), "too large for the solver"),
        (["draw", DOTS, "--format", "jsonl"], GRID.encode(), "a board of at most 10,000 cells"),
        (
            ["solve", DOTS, "--format", "jsonl", "--solver", "networkx"],
            GRID.encode(),
            "too large for networkx",
        ),
        (["solve", QUEENS, "--solver", "networkx"], b"?" * 10**6, "more than 1000 columns"),
        (["solve", QUEENS, "--solver", "cp-sat"], b"?" * 10**6, "too large for cp-sat"),
        (["solve", QUEENS], b"1" * 10**6 + b" 2", "expected '?' or a row"),
        (["solve", BOARDS], b"1" * 10**6, "the number of cases"),
        (["solve", GAMES], b"1 1\n" + b"9" * 10**6, "a score"),
        (["solve", GAMES], b"1 1\n" + b"1 " * 10**6, "end of line after 1 number"),
        (["draw", QUEENS], b"???\n" * 10**6, "at most 100 cases"),
        (["replay", QUEENS], b"???\n" * 10**6, "at most 10,000 cases"),
        (
            ["solve", BOARDS, "--format", "jsonl"],
            b'{"rows": ' + b"[" * 10**5 + b"]" * 10**5 + b"}",
            "a JSON object",
        ),
        (["solve", QUEENS, "--format", "jsonl"], b'{"rows": [' + b"9" * 10**6 + b"]}", "more than 40 digits"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_absurd_input_is_refused_in_a_line(words, data, said):
    assert said in refused(*words, data=data)


@pytest.mark.slow
def test_a_million_cases_are_solved():
    code, _ = run("solve", QUEENS, data=b"???\n" * 10**6)
    assert code == 0


@pytest.mark.parametrize("command", [["solve"], ["draw"], ["replay"]], ids=" ".join)
def test_an_endless_line_through_a_pipe_is_refused_in_little_memory(command):
    """A gigabyte and more; the reader stops long before."""
    with subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as endless:
        said = refused(*command, QUEENS, stdin=endless.stdout, memory=200)
        endless.kill()
    assert "lines of at most 4 MiB" in said


def test_endless_lines_through_a_pipe_are_refused():
    with subprocess.Popen(["yes", "?" * 60], stdout=subprocess.PIPE) as endless:
        said = refused("solve", QUEENS, stdin=endless.stdout)
        endless.kill()
    assert "at most 256 MiB" in said


@pytest.mark.parametrize(
    "words",
    [
        ["solve", QUEENS, "FILE"],
        ["draw", QUEENS, "FILE"],
        ["replay", QUEENS, "FILE"],
        ["replay", "abc", "--store", "FILE"],
        ["report", "-o", "-", "--store", "FILE"],
        ["report", "--compare", "FILE", "FILE"],
        ["known", "list", "--known", "FILE"],
        ["known", "add", "abc", "--reason", "x", "--store", "FILE"],
        ["promote", "abc", "--store", "FILE"],
        ["verify", QUEENS, "--examples", "1", "--store", "FILE"],
        ["verify", QUEENS, "--resume", "--store", "FILE"],
        ["verify", QUEENS, "--examples", "1", "--known", "FILE"],
        ["selftest", QUEENS, "--fast", "--store", "FILE"],
    ],
    ids=" ".join,
)
def test_a_device_or_a_folder_in_the_place_of_a_file_is_refused(words, tmp_path):
    for path in ("/dev/zero", tmp_path):
        refused(*(path if word == "FILE" else word for word in words), memory=400)


# In this process


@pytest.fixture
def pipe(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "WAIT_SECONDS", 0.05)
    os.mkfifo(tmp_path / f"{QUEENS}-x.txt")
    return tmp_path / f"{QUEENS}-x.txt"


def test_a_pipe_into_which_nobody_writes_is_not_waited_for(pipe):
    with pytest.raises(UnreadableError, match="nobody has written"):
        reading.read_file(pipe)
    with pytest.raises(KnownError, match="nobody has written"):
        known.read(pipe)
    with pytest.raises(KnownError, match="found a pipe"):
        known.remove(pipe, "abc")
    with pytest.raises(ValueError, match="found a pipe"):
        regressions.read_folder(pipe.parent, (QUEENS,))
    for create in (False, True):
        with pytest.raises(UnusableStoreError, match="found a pipe"):
            Store(pipe, create)


def test_a_pipe_with_a_writer_is_read_to_its_end(pipe, monkeypatch):
    monkeypatch.setattr(reading, "WAIT_SECONDS", 10.0)
    writer = threading.Timer(0.1, pipe.write_bytes, [b"?" * 200_000])
    writer.start()
    assert reading.read_file(pipe) == b"?" * 200_000
    writer.join()


def test_bounds_are_on_lines_and_on_the_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 3 * MIB)
    monkeypatch.setattr(reading, "MOST_LINE_BYTES", MIB)
    path = tmp_path / "file"
    path.write_bytes(b"x\n" * (3 * MIB // 2))
    assert len(reading.read_file(path)) == 3 * MIB
    path.write_bytes(b"x\n" * (3 * MIB // 2) + b"\n")
    with pytest.raises(UnreadableError, match="at most 3 MiB"):
        reading.read_file(path)
    path.write_bytes(b"x" * (2 * MIB + 1))
    with pytest.raises(UnreadableError, match="lines of at most 1 MiB"):
        reading.read_file(path)


def test_a_stream_that_does_not_wait_is_read_to_its_end():
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    writer = threading.Timer(0.1, lambda: (os.write(theirs, b"abc"), os.close(theirs)))
    writer.start()
    with open(ours, "rb") as stream:
        assert reading.collected(stream) == b"abc"
    writer.join()


def test_a_regression_file_of_very_many_cases_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(regressions, "MOST_CASES", 3)
    (tmp_path / f"{QUEENS}-x.txt").write_text("?\n" * 3)
    assert regressions.read_folder(tmp_path, (QUEENS,))[0].case == 3
    (tmp_path / f"{QUEENS}-x.txt").write_text("?\n" * 4)
    with pytest.raises(ValueError, match="at most 3 cases"):
        regressions.read_folder(tmp_path, (QUEENS,))


@pytest.mark.parametrize("option", ["--time-limit", "--seconds"])
@pytest.mark.parametrize("value", ["nan", "inf", "1e300", "-1", "0"])
def test_a_time_that_no_clock_can_take_is_refused(option, value):
    code, said = run("verify", QUEENS, "--candidate", "/bin/true", option, value)
    assert (code, option in said) == (2, True)


def test_a_memory_limit_that_no_system_can_set_is_refused():
    code, said = run("verify", QUEENS, "--candidate", "/bin/true", "--memory-limit", "9" * 30)
    assert (code, "--memory-limit" in said) == (2, True)


# Stores that no campaign wrote


def test_a_store_with_a_view_in_the_place_of_a_table_is_refused(tmp_path):
    store = Store(tmp_path / "s", create=True)
    store._database.executescript("DROP TABLE finding; CREATE VIEW finding AS SELECT 1 AS id")
    store.close()
    for create in (False, True):
        with pytest.raises(ForeignStoreError, match="tables of another shape"):
            Store(tmp_path / "s", create)


def test_a_store_that_was_analysed_is_one_all_the_same(tmp_path):
    store = Store(tmp_path / "s", create=True)
    store._database.execute("CREATE INDEX i ON campaign (id)")
    store._database.executescript("ANALYZE; DROP INDEX i")
    store.close()
    Store(tmp_path / "s").close()
