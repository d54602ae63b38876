"""Programs that misbehave in every way we could think of: the right verdict on each, and nothing left behind.

All are asked how many placements three injured queens have: 2.
"""

import os
import shlex
import socket
import subprocess
import sys

import pytest

from doublecount.problems.record import Status
from doublecount.verify import catalogue, sandbox
from doublecount.verify.parties import Candidate, CandidateSpec
from doublecount.verify.results import Kind, Sandbox
from tests.harness.left_behind import nothing_is_left_behind  # noqa: F401 - used by every test

PROBLEM = catalogue.problem("injured-queen")
(BOARD,) = PROBLEM.read("???\n", "test")
ANSWER = "import os,sys,time\nos.write(1, b'2\\n')\n"
DEAF = "import signal\nfor n in {*range(1, 65)} - {9, 19, 32, 33}: signal.signal(n, signal.SIG_IGN)\n"
HANG = "time.sleep(60)\n"


def ask(code, *, cases=1, limit=20.0, memory=1024, inside=Sandbox.NONE):
    command = shlex.join([sys.executable, "-S", "-c", code])
    spec = CandidateSpec("mine", command, limit, memory, sandbox=inside)
    return Candidate(spec, PROBLEM).ask_file([BOARD] * cases)


def answers_with(output):
    return f"import os\nos.write(1, {output!r})"


FAULTS = {
    "right, then exit status 3": (ANSWER + "sys.exit(3)", Kind.CRASH, "exit status 3"),
    "right, then dead": (ANSWER + "os.kill(os.getpid(), 11)", Kind.CRASH, "signal 11"),
    "raises": ("raise KeyError('queen')", Kind.CRASH, "KeyError: 'queen'"),
    "200 forks, then exit status 3": (
        ANSWER + "for _ in range(200):\n if os.fork() == 0: time.sleep(60)\nsys.exit(3)",
        Kind.CRASH,
        "exit status 3",
    ),
    "512 forks": (ANSWER + "for _ in range(9): os.fork()\n" + HANG, Kind.CRASH, "256 processes"),
    "hangs": (ANSWER + HANG, Kind.TIMEOUT, "within 1 s"),
    "hangs and is deaf": (DEAF + ANSWER + HANG, Kind.TIMEOUT, "within 1 s"),
    "closes its output and hangs": (ANSWER + "os.close(1)\n" + HANG, Kind.TIMEOUT, "within 1 s"),
    "spins in threads": (
        "import threading\ndef spin():\n while True: pass\n"
        "for _ in range(8): threading.Thread(target=spin).start()",
        Kind.TIMEOUT,
        "within 1 s",
    ),
    "floods its errors": ("import os\nwhile True: os.write(2, bytes(9999))", Kind.TIMEOUT, "within 1 s"),
    "floods its output": ("import os\nwhile True: os.write(1, b'2\\n' * 9999)", Kind.OUTPUT_LIMIT, "output"),
    "writes a gigabyte": (
        "import tempfile\nwith tempfile.TemporaryFile() as f:\n while True: f.write(bytes(1 << 20))",
        Kind.OUTPUT_LIMIT,
        "a file of 8 MiB",
    ),
    "eats memory": ("x = []\nwhile True: x.append(bytearray(1 << 20))", Kind.MEMORY_LIMIT, "300 MiB"),
    "asks for too much at once": ("bytearray(1 << 31)", Kind.MEMORY_LIMIT, "300 MiB"),
    "says nothing": ("", Kind.MALFORMED_OUTPUT, "the count of case 1"),
    "no UTF-8": (answers_with(b"2\xff\n"), Kind.MALFORMED_OUTPUT, r"'2\xff'"),
    "NUL bytes": (answers_with(b"2\0\n"), Kind.MALFORMED_OUTPUT, r"'2\x00'"),
    "extra text before": (answers_with(b"Answer: 2\n"), Kind.MALFORMED_OUTPUT, "'Answer:'"),
    "extra text behind": (answers_with(b"2 ways\n"), Kind.MALFORMED_OUTPUT, "'ways'"),
    "one answer too many": (answers_with(b"2\n2\n"), Kind.MALFORMED_OUTPUT, "end of output"),
    "a byte order mark": (answers_with(b"\xef\xbb\xbf2\n"), Kind.MALFORMED_OUTPUT, r"'\ufeff2'"),
    "5,000 digits": (answers_with(b"2" * 5000 + b"\n"), Kind.MALFORMED_OUTPUT, "a count"),
    "an underscore": (answers_with(b"1_000\n"), Kind.MALFORMED_OUTPUT, "'1_000'"),
    "digits that are not ASCII": (answers_with("٢\n".encode()), Kind.MALFORMED_OUTPUT, r"'\u0662'"),
    "a plus": (answers_with(b"+5\n"), Kind.MALFORMED_OUTPUT, "'+5'"),
    "a leading zero": (answers_with(b"02\n"), Kind.MALFORMED_OUTPUT, "'02'"),
    "a fraction": (answers_with(b"2.0\n"), Kind.MALFORMED_OUTPUT, "'2.0'"),
    "a minus and nothing": (answers_with(b"-0\n"), Kind.MALFORMED_OUTPUT, "'-0'"),
    "not a number": (answers_with(b"NaN\n"), Kind.MALFORMED_OUTPUT, "'NaN'"),
    "only carriage returns": (answers_with(b"2\r2\r"), Kind.MALFORMED_OUTPUT, r"'2\r2'"),
}
"""Per misdeed: the program, the kind, a part of the explanation."""
MEMORY = {Kind.MEMORY_LIMIT: 300}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_kind_and_says_why(name):
    code, kind, why = FAULTS[name]
    (reply,) = ask(code, limit=1.0 if kind is Kind.TIMEOUT else 20.0, memory=MEMORY.get(kind, 1024))
    assert (reply.status, reply.fault) == (Status.FAILED, kind), reply.text
    assert why in reply.text.splitlines()[0]


ACCEPTED = {
    "CRLF": answers_with(b"2\r\n"),
    "blank lines and no final newline": answers_with(b"\n2 \t\n\n"),
    "a million bytes of errors": ANSWER + "os.write(2, bytes(10**6))",
    "a double fork that holds the pipe": (
        ANSWER + "if os.fork() == 0:\n os.setsid()\n if os.fork() == 0: time.sleep(60)\n os._exit(0)\n"
    ),
    "200 forks": ANSWER + "for _ in range(200):\n if os.fork() == 0: time.sleep(60)\n",
    "errors that are no text": ANSWER + "os.write(2, bytes(range(256)))",
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_a_judge_would_accept_is_accepted(name):
    (reply,) = ask(ACCEPTED[name])
    assert reply.answer is not None, reply.text
    assert reply.answer.count == 2


def test_more_input_than_a_pipe_holds_may_stay_unread():
    cases = 20_000
    replies = ask(f"import os\nos.write(1, b'2\\n' * {cases})", cases=cases)
    assert {reply.answer and reply.answer.count for reply in replies} == {2}


@pytest.mark.parametrize("answers", [9, 11])
def test_too_few_or_too_many_answers_to_a_file_are_malformed(answers):
    replies = ask(f"print('2\\n' * {answers})", cases=10)
    assert [reply.fault for reply in replies] == [Kind.MALFORMED_OUTPUT] * 10


def test_a_program_that_vanished_or_can_not_be_executed_crashes(tmp_path):
    program = tmp_path / "mine"
    spec = CandidateSpec("mine", str(program))
    (reply,) = Candidate(spec, PROBLEM).ask_file([BOARD])
    assert (reply.fault, "exit status 127" in reply.text) == (Kind.CRASH, True)
    program.write_text("text")
    (reply,) = Candidate(spec, PROBLEM).ask_file([BOARD])
    assert (reply.fault, "exit status 126" in reply.text) == (Kind.CRASH, True)


WHY = sandbox.unavailable()
inside = pytest.mark.skipif(WHY is not None, reason=str(WHY))


@inside
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_the_same_kind_in_the_sandbox(name):
    code, kind, why = FAULTS[name]
    limit, memory = 1.5 if kind is Kind.TIMEOUT else 20.0, MEMORY.get(kind, 1024)
    (reply,) = ask(code, limit=limit, memory=memory, inside=Sandbox.BWRAP)
    assert (reply.status, reply.fault) == (Status.FAILED, kind), reply.text
    assert why.replace("within 1 s", "within 1.5 s") in reply.text.splitlines()[0]


@inside
@pytest.mark.parametrize(
    "deed",
    [
        f"open({os.path.expanduser('~/doublecount-was-here')!r}, 'w')",
        "import socket; socket.create_connection(('127.0.0.1', PORT), 5)",
        "os.kill(PID, 0)",
        "os.listdir('/run')[0]",
    ],
    ids=["write", "connect", "see other processes", "find sockets"],
)
def test_in_the_sandbox_a_program_can_not(deed, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = deed.replace("PORT", str(server.getsockname()[1])).replace("PID", str(os.getpid()))
        tried = f"import os\ntry:\n {code}\nexcept (OSError, IndexError): print(2)\nelse: print(3)"
        (reply,) = ask(tried, inside=Sandbox.BWRAP)
    assert reply.answer is not None, reply.text
    assert reply.answer.count == 2


@inside
def test_in_the_sandbox_a_program_reads_its_folder_and_writes_to_tmp(tmp_path):
    (tmp_path / "table").write_text("2\n")
    program = tmp_path / "mine.py"
    program.write_text(
        "import pathlib, tempfile\ntable = pathlib.Path(__file__).with_name('table').read_text()\n"
        "with tempfile.TemporaryFile('w+') as file:\n    file.write(table)\n    file.seek(0)\n"
        "    print(file.read())\n"
    )
    spec = CandidateSpec("mine", shlex.join([sys.executable, str(program)]), sandbox=Sandbox.BWRAP)
    (reply,) = Candidate(spec, PROBLEM).ask_file([BOARD])
    assert reply.answer is not None, reply.text
    assert reply.answer.count == 2


def test_a_sandbox_that_fails_is_the_tools_fault_not_the_candidates(tmp_path, monkeypatch):
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no namespaces left' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (reply,) = ask(ANSWER, inside=Sandbox.BWRAP)
    assert (reply.status, reply.fault) == (Status.FAILED, None)
    assert reply.text == "can't be run: bwrap: no namespaces left"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, "bubblewrap (the program bwrap) is not installed"),
        (
            "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n",
            "bwrap can't make namespaces here: bwrap: No",
        ),
    ],
    ids=["missing", "refused"],
)
def test_without_a_working_sandbox_nothing_runs(body, said, tmp_path):
    if body:
        (tmp_path / "bwrap").write_text(body)
        (tmp_path / "bwrap").chmod(0o755)
    words = ["verify", "injured-queen", "--candidate", "/bin/true", "--sandbox", "bwrap"]
    done = subprocess.run(
        [sys.executable, "-m", "doublecount", *words],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
