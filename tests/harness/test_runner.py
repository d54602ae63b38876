"""The runner against programs that die, hang, fork, flood, ignore signals and hide."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from doublecount.verify.runner import Ended, Limits, run

SOON = Limits(seconds=1.0, memory_mib=200)


def python(code, data=b"", limits=SOON):
    return run([sys.executable, "-S", "-c", code], data, limits)


@pytest.fixture(autouse=True)
def _nothing_is_left_behind():
    """No child process and no file descriptor stays."""
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    handles = psutil.Process().num_fds()
    yield
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    assert psutil.Process().num_fds() == handles


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
    ["while True: pass", DEAF, "import os,time; os.close(1); os.close(2); time.sleep(60)"],
    ids=["spins", "ignores every signal", "closes its output and hangs"],
)
def test_what_does_not_end_is_ended(code):
    assert python(code).ended is Ended.TIMEOUT


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
    assert python(hog, limits=Limits(seconds=20, memory_mib=300)).ended is Ended.MEMORY_LIMIT


def test_a_large_file_is_cut_off(tmp_path):
    code = f"f = open({str(tmp_path / 'f')!r}, 'wb')\nfor _ in range(99): f.write(bytes(1 << 20))"
    assert python(code).status != 0
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
    code = "import os,time\nfor _ in range(50):\n if os.fork() == 0: time.sleep(60); os._exit(0)\nprint('x')"
    assert python(code).output == b"x\n"


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
