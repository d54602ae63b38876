"""The command line's manners: exit codes, streams, messages."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from array import array

import pytest

from tests.harness.command import doublecount

COMMAND = f"{sys.executable} -m doublecount"


def shell(line, data=""):
    return subprocess.run(["bash", "-c", line], input=data, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["solve", "injured-quen"], 2, "did you mean 'injured-queen'?"),
        (["slove"], 2, "did you mean 'solve'?"),
        (["solve", "injured-queen", "no-such/file"], 2, "no-such/file: No such file or directory"),
        (["solve", "injured-queen", "/"], 2, "/: Is a directory"),
        (["solve", "injured-queen", "--solver", "oracle"], 2, "not one of dp, cp-sat, sat, networkx"),
        (["verify", "--candidate", "true"], 2, "exactly one PROBLEM"),
        (["verify", "injured-queen", "--candidate", "no-such/file"], 2, "is not a program that can be run"),
        (["verify", "injured-queen", "--candidate", "dp=true"], 2, "the name 'dp' is taken"),
        (["verify", "injured-queen", "--examples", "0"], 2, "--examples"),
        (["verify", "injured-queen", "--model", "netwrokx"], 2, "did you mean 'networkx'?"),
        (["verify", "--model", "painting"], 2, "black-white has none of these models, only"),
        (["replay", "abc"], 2, "--store"),
        (["report", "-o", "x.html", "--store", "no-such/file"], 2, "no such store"),
        (["generate", "black-white", "--count", "99999999999"], 2, "--count"),
    ],
)
def test_bad_usage_ends_with_2_and_says_why(words, code, said):
    done = doublecount(*words)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (f"{COMMAND} solve injured-queen <&-", {2}),
        (f"{COMMAND} problems >&-", {3}),
        (f"{COMMAND} --help >/dev/full", {3}),
        (f"echo '???' | {COMMAND} solve injured-queen >/dev/full", {3}),
        (f"echo '???' | {COMMAND} solve injured-queen 2>&-", {0}),
        (f"{COMMAND} problems --json | head -c 5; exit ${{PIPESTATUS[0]}}", {0, 141}),
        (
            f"yes '?????' | head -50000 | {COMMAND} solve injured-queen | head -1; exit ${{PIPESTATUS[2]}}",
            {141},
        ),
    ],
)
def test_closed_and_full_streams_end_in_one_line_and_the_right_code(line, codes):
    done = shell(line)
    assert done.returncode in codes, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_answers_before_a_bad_line_stay_valid():
    done = doublecount("solve", "injured-queen", data="??????\n?\n?x\n")
    assert done.returncode == 2
    assert done.stdout == "2642\n1\n"
    assert done.stderr == "Error: <stdin>:3:2: expected '?' or a row from 1 to 2, found 'x'\n"


def test_bytes_that_are_no_text_are_named_at_their_column(tmp_path):
    file = tmp_path / "in"
    file.write_bytes(b"?\xff?\n")
    done = doublecount("solve", "injured-queen", file)
    assert done.returncode == 2
    assert done.stderr.endswith(":1:2: expected '?' or a row from 1 to 3, found '\\xff'\n")


def test_control_characters_in_names_do_not_reach_the_terminal():
    done = doublecount("solve", "injured-queen", "a\x1b[31mb")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\x1b[31m" in done.stderr


def test_judge_limits_can_be_insisted_on():
    sixteen = "?" * 16
    assert doublecount("solve", "injured-queen", data=sixteen).stdout
    done = doublecount("solve", "injured-queen", "--judge-limits", data=sixteen)
    assert done.returncode == 2
    assert "case 1 is outside the judge's limits" in done.stderr


def test_only_the_models_named_are_asked(tmp_path):
    options = ("--examples", "30", "--seed", "1", "--statistics", "--model", "painting")
    done = doublecount("verify", "overlapping-squares", *options, "--store", tmp_path / "s")
    assert done.returncode == 0
    assert "painting" in done.stdout and "cp-sat" not in done.stdout
    page = tmp_path / "page.html"
    doublecount("report", "-o", page, "--store", tmp_path / "s")
    assert "--examples 30 --model painting" in page.read_text()


def test_a_model_answers_instead_of_the_solver():
    done = doublecount("solve", "injured-queen", "--solver", "sat", "--json", data="???\n")
    assert done.stdout == '{"case": 1, "count": "2", "placement": [1, 3, 1]}\n'


def test_progress_is_silent_where_nobody_watches(tmp_path):
    done = doublecount("verify", "injured-queen", "--examples", 5, "--seed", 1, "--store", tmp_path / "s")
    assert done.returncode == 0
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["warning", "seed", "for a page"]


def test_bad_input_is_told_from_a_difference_though_nobody_reads_what_is_wrong():
    done = shell(f"echo xx | {COMMAND} solve injured-queen 2> /dev/full")
    assert done.returncode == 2


def test_too_little_memory_for_a_library_is_said_in_a_line():
    board = "1\\n2 2\\n..\\n..\\n"
    limited = (
        f"ulimit -v 60000; export OPENBLAS_NUM_THREADS=1; printf '{board}' | {COMMAND} solve black-white"
    )
    done = shell(limited)
    assert done.returncode == 3
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


def test_generated_instances_can_be_solved_in_one_pipe():
    done = shell(
        f"{COMMAND} generate overlapping-squares --count 30 --seed 2 | {COMMAND} solve overlapping-squares"
    )
    assert len(done.stdout.splitlines()) == 30
    assert done.stderr == ""


def interrupted(words, data, seconds=60):
    """Run ``solve``; when its output stands still, interrupt its process group, then read the output.

    Return code, output and errors.
    """
    command = [sys.executable, "-m", "doublecount", "solve", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, start_new_session=True, **pipes) as process:
        process.stdin.write(data.encode())
        process.stdin.close()
        process.stdin = None
        before, now = 0, 0
        while now == 0 or now > before:
            time.sleep(0.5)
            before, now = now, waiting_bytes(process.stdout)
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.3)
        output, errors = process.communicate(timeout=seconds)
    return process.returncode, output.decode(), errors.decode()


def waiting_bytes(pipe):
    number = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return number[0]


def test_an_interrupt_in_a_long_count_keeps_the_answers_before_it():
    boards = "1 1\n.\n" * 4200 + "16 16\n" + ("." * 16 + "\n") * 16
    done = interrupted(["black-white", "--count-only"], f"4201\n{boards}")
    assert done == (130, "2\n" * 4200, "interrupted\n")


def test_an_interrupt_while_the_reader_is_slow_leaves_no_half_line():
    code, output, errors = interrupted(["injured-queen", "--all"], "?" * 12)
    assert (code, errors) == (130, "interrupted\n")
    assert output.endswith("\n")
    assert {len(line.split()) for line in output.splitlines()} == {12}


@pytest.mark.parametrize("words", [["solve"], ["replay"]])
def test_the_cache_folder_can_be_left_alone(words, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("DOUBLECOUNT_NO_CACHE", raising=False)
    board = "1\n9 9\n" + ".........\n" * 7 + "##.......\n" * 2  # two by two cells: none, as models soon see
    assert doublecount(*words, "black-white", "--no-cache", data=board).returncode in {0, 4}
    assert [*tmp_path.iterdir()] == []
    assert doublecount(*words, "black-white", data=board).returncode in {0, 4}
    assert [path.name for path in tmp_path.glob("doublecount/*")] == ["black-white-9x9.bin"]


@pytest.mark.parametrize(
    ("words", "data", "code", "said"),
    [
        (["solve", "injured-queen"], "?" * 2000 + "\n", 2, "more than 1000 columns"),
        (["solve", "injured-queen"], ("?" * 1001 + "\n") * 2, 2, "more than 1000 columns"),
        (["solve", "injured-queen", "--all", "--limit", "9" * 30], "???\n", 2, "--limit"),
        (["solve", "injured-queen", "--sample", "9" * 30], "???\n", 2, "--sample"),
        (["solve", "black-white", "x", "--blank", "3x3"], "", 2, "takes the place of FILE"),
        (
            ["replay", "injured-queen", "--format", "jsonl", "--candidate", "cat"],
            '{"rows": [' + "null," * 15 + "16]}\n",
            2,
            "row 16 has no name",
        ),
    ],
)
def test_what_is_too_large_is_refused_in_words(words, data, code, said):
    done = doublecount(*words, data=data)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupt_while_many_answers_are_written_ends_with_130(tmp_path):
    boards = tmp_path / "boards"
    boards.write_text("???\n" * 200_000)
    for tenths in (4, 6, 8):
        line = f"timeout -s INT 0.{tenths} {COMMAND} solve injured-queen --json {boards} > /dev/null"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert "NameError" not in done.stderr
