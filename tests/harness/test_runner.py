"""The runner against programs that die, hang, fork, flood, ignore signals and hide."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from doublecount.verify.runner import Ended, Limits, run
from tests.harness.left_behind import nothing_is_left_behind  # noqa: F401 - used by every test

SOON = Limits(seconds=1.0, memory_mib=200)
PATIENT = Limits(seconds=20.0, memory_mib=300)
OVERRUN = 0.5
"""Seconds that a run may take beyond its limit."""


def python(code, data=b"", limits=SOON):
    return run([sys.executable, "-S", "-c", code], data, limits)


def test_input_goes_in_and_output_comes_out():
    done = python("import sys; print(sys.stdin.read().upper()); print('e', file=sys.stderr)", b"abc\n")
    assert (done.ended, done.status, done.output, done.errors) == (Ended.EXITED, 0, b"ABC\n\n", b"e\n")


def test_a_megabyte_of_input_may_be_left_unread():
    assert python("print('done')", b"x" * (1 << 20)).output == b"done\n"


def test_exit_status_and_signals_are_told_apart():
    assert python("raise SystemExit(3)").status == 3
    assert python("import os; os.kill(os.getpid(), 11)").status == -signal.SIGSEGV


def test_a_hang_ends_at_the_limit():
    started = time.monotonic()
    done = python("import time; time.sleep(60)")
    assert done.ended is Ended.TIMEOUT
    assert time.monotonic() - started < 2.5


DEAF = """
import signal, time
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
time.sleep(60)
"""


@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        DEAF,
        "import os,time; os.close(1); os.close(2); time.sleep(60)",
        "import os\nwhile True:\n if os.fork(): os._exit(0)\n os.setsid()\n print(end='.', flush=True)",
        "import os\nwhile True: os.write(2, bytes(1 << 16))",
    ],
    ids=["spins", "ignores every signal", "closes its output and hangs", "runs away", "floods its errors"],
)
def test_what_does_not_end_is_ended(code):
    done = python(code)
    assert done.ended in {Ended.TIMEOUT, Ended.EXITED}
    assert done.seconds < SOON.seconds + OVERRUN


def test_threads_that_spin_are_ended_by_their_cpu_time():
    code = "import hashlib, threading\nb = bytes(1 << 20)\ndef spin():\n while True: hashlib.sha256(b)\n"
    code += "for _ in range(4): threading.Thread(target=spin).start()"
    done = python(code, limits=Limits(seconds=60, cpu_seconds=1))
    assert done.ended is Ended.TIMEOUT
    assert done.seconds < 30


def test_a_flood_is_cut_off():
    done = run(["cat", "/dev/zero"], b"", SOON)
    assert done.ended is Ended.OUTPUT_LIMIT
    assert len(done.output) < 1 << 22


def test_a_flood_of_errors_is_kept_short():
    done = python("import sys; sys.stderr.write('e' * 10**6); print('ok')")
    assert (done.ended, done.output) == (Ended.EXITED, b"ok\n")
    assert len(done.errors) <= (64 << 10) + (1 << 16)


def test_eating_memory_is_told_from_a_crash():
    hog = "x = []\nwhile True: x.append(bytearray(1 << 20))"
    assert python(hog, limits=PATIENT).ended is Ended.MEMORY_LIMIT


@pytest.mark.parametrize(
    "code",
    [
        "import mmap\nm = mmap.mmap(-1, 1 << 30)\nfor at in range(0, 1 << 30, 4096): m[at] = 1",
        "import os,time\nfor _ in range(5):\n if os.fork() == 0:\n  x = bytearray(b'x') * (99 << 20)\n"
        "  os.setsid()\n  time.sleep(60)\ntime.sleep(60)",
    ],
    ids=["shared with nobody", "spread over processes"],
)
def test_memory_counts_wherever_it_is_held(code):
    assert python(code, limits=PATIENT).ended is Ended.MEMORY_LIMIT


def test_pages_that_processes_share_count_once():
    code = "import os,time\nx = bytearray(b'x') * (60 << 20)\nfor _ in range(9):\n if os.fork() == 0:\n"
    code += "  time.sleep(1)\n  os._exit(0)\nfor _ in range(9): os.wait()\nprint('ok')"
    done = python(code, limits=PATIENT)
    assert (done.ended, done.output) == (Ended.EXITED, b"ok\n")


@pytest.mark.parametrize(
    ("code", "ended"),
    [
        ("bytearray(1 << 33)", Ended.MEMORY_LIMIT),
        ("bytearray(1 << 62)", Ended.MEMORY_LIMIT),
        ("try: bytearray(1 << 33)\nexcept MemoryError: sys.exit('MemoryError')", Ended.MEMORY_LIMIT),
        ("print(9, flush=True)\nsys.stderr.write('MemoryError\\n')\nsys.exit(3)", Ended.EXITED),
        ("raise ValueError('std::bad_alloc')", Ended.EXITED),
        ("import signal\nsignal.signal(25, signal.SIG_DFL)\nos.kill(os.getpid(), 25)", Ended.EXITED),
        ("sys.exit('File too large')", Ended.EXITED),
    ],
)
def test_a_program_is_believed_about_memory_and_files_only_where_measurements_bear_it_out(code, ended):
    done = python(f"import os, sys\n{code}", limits=PATIENT)
    assert done.ended is ended, done
    assert done.status != 0


@pytest.mark.parametrize("signals", ["", "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"])
def test_a_gigabyte_in_a_file_is_cut_off(signals, tmp_path):
    code = f"f = open({str(tmp_path / 'f')!r}, 'wb')\nfor _ in range(1024): f.write(bytes(1 << 20))"
    assert python(signals + code, limits=PATIENT).ended is Ended.OUTPUT_LIMIT
    assert (tmp_path / "f").stat().st_size <= 8 << 20


def test_an_escaped_grandchild_that_holds_the_pipe_is_found_and_killed(tmp_path):
    mark = tmp_path / "pid"
    code = (
        "import os,time\nprint('answer', flush=True)\n"
        "if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
        f"  open({str(mark)!r}, 'w').write(str(os.getpid()))\n  time.sleep(60)\n os._exit(0)\n"
        f"while not os.path.exists({str(mark)!r}) or not open({str(mark)!r}).read(): time.sleep(0.01)\n"
    )
    done = python(code)
    assert (done.ended, done.output) == (Ended.EXITED, b"answer\n")
    assert done.seconds < 1.0
    assert not psutil.pid_exists(int(mark.read_text()))


def test_many_forks_are_all_killed():
    code = "import os,time\nfor _ in range(200):\n if os.fork() == 0: time.sleep(60); os._exit(0)\nprint('x')"
    done = python(code, limits=PATIENT)
    assert (done.ended, done.output) == (Ended.EXITED, b"x\n")


@pytest.mark.parametrize("hides", ["pass", "os.setsid()"], ids=["in its group", "in groups of their own"])
def test_too_many_processes_are_ended(hides):
    code = f"import os,time\nfor _ in range(9):\n if os.fork() == 0: {hides}\ntime.sleep(60)"
    done = python(code, limits=PATIENT)
    assert done.ended is Ended.PROCESS_LIMIT


@pytest.mark.skipif(not os.path.exists("/proc/self/limits"), reason="the limits are read from /proc")
def test_the_system_too_is_told_how_many_processes_there_may_be():
    done = run(["/bin/sh", "-c", "sleep 0.5; grep 'Max processes' /proc/self/limits"], b"", PATIENT)
    allowed = int(done.output.split()[2])
    tasks = len(psutil.pids())
    assert tasks < allowed < 20 * tasks + 3000


def test_the_memory_of_the_harness_stays_flat():
    code = "import os\nos.fork()\nos.write(1, bytes(1 << 16))\nos.write(2, bytes(1 << 16))"
    for _ in range(20):
        python(code)
    before = psutil.Process().memory_info().rss
    for _ in range(100):
        python(code)
    assert psutil.Process().memory_info().rss - before < 2 << 20


def test_a_command_that_cannot_be_started_raises():
    done = run(["/nonexistent/program"], b"", SOON)
    assert done.status == 127
    assert b"not found" in done.errors


def test_processes_started_before_are_left_alone():
    other = subprocess.Popen(["sleep", "60"])
    try:
        python("print(1)")
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_output_that_is_not_text_comes_back_as_bytes():
    done = python("import os; os.write(1, bytes(range(256)))")
    assert done.output == bytes(range(256))
    assert os.environ.get("PATH")
