"""The runner's caps to the byte and the decision to each side; quick, so that mutants of it can be tried."""

import resource
import signal
import subprocess
import time
from types import SimpleNamespace

import psutil
import pytest

from doublecount.verify import runner
from doublecount.verify.results import Sandbox
from doublecount.verify.runner import MIB, Ended, Limits, Run, run
from tests.harness.left_behind import nothing_is_left_behind  # noqa: F401 - used by every test

QUICK = Limits(seconds=10.0)


def shell(script, data=b"", limits=QUICK, sandbox=Sandbox.NONE):
    return run(["/bin/sh", "-c", script], data, limits, sandbox)


def exchange(limits=QUICK, **fields):
    """An exchange in the state that is given, without a process."""
    made = runner._Exchange.__new__(runner._Exchange)
    state = {"limits": limits, "errors": bytearray(), "output": bytearray(), "_peak": 0, "_cpu_seconds": 0.0}
    state |= {"known": frozenset(), "_own_peak": 0, "_over": None, "written": None}
    vars(made).update(state | fields)
    return made


def test_cpu_time_is_capped_at_twice_the_wall_time_and_two_unless_it_is_given():
    assert Limits(seconds=1.5).cpu == 5
    assert Limits(cpu_seconds=7).cpu == 7
    assert Limits(cpu_seconds=0).cpu == 0


def test_the_caps_are_those_of_the_system_to_the_byte():
    done = run(["cat", "/proc/self/limits"], b"", Limits(seconds=3, memory_mib=200, file_mib=5))
    said = {line[:26].strip(): line[26:].split()[:2] for line in done.output.decode().splitlines()}
    assert said["Max core file size"] == ["0", "0"]
    assert said["Max cpu time"] == ["8", "8"]
    assert said["Max data size"] == [str(200 * MIB)] * 2
    assert said["Max file size"] == [str(5 * MIB)] * 2


def test_input_longer_than_a_pipe_goes_through_whole():
    data = bytes(range(256)) * 2000
    done = run(["cat"], data, QUICK)
    assert (done.ended, done.status, done.output == data, done.errors) == (Ended.EXITED, 0, True, b"")
    assert run(["cat"], b"", QUICK).output == b""


def test_input_is_let_go_when_nobody_reads_it():
    done = shell("exec <&-; sleep 0.2; echo x", bytes(MIB))
    assert (done.ended, done.output) == (Ended.EXITED, b"x\n")
    assert done.seconds < 5


def test_who_stops_reading_in_the_middle_is_ended_at_the_limit():
    done = shell("head -c 5000 > /dev/null; sleep 30", bytes(MIB), Limits(seconds=0.5))
    assert done.ended is Ended.TIMEOUT
    assert done.seconds < 5


def test_input_that_finds_no_room_after_all_waits(monkeypatch):
    def full(*_):
        raise BlockingIOError

    monkeypatch.setattr(runner.os, "write", full)
    one = exchange(_pending=memoryview(b"abc"))
    one._feed(None, SimpleNamespace(fd=1 << 20))
    assert one._pending == b"abc"


@pytest.mark.parametrize(("length", "ended"), [(10, Ended.EXITED), (11, Ended.OUTPUT_LIMIT)])
def test_output_is_capped_to_the_byte(length, ended):
    done = shell(f"printf '%{length}s' x; sleep 0.1", limits=Limits(output_bytes=10))
    assert (done.ended, len(done.output)) == (ended, length)


def test_errors_beyond_their_cap_are_read_and_dropped():
    script = "printf 123456789 >&2; sleep 0.1; printf abc >&2; sleep 0.1; printf xyz >&2; echo ok"
    for most, kept in ((9, b"123456789"), (10, b"123456789abc"), (99, b"123456789abcxyz")):
        done = shell(script, limits=Limits(error_bytes=most))
        assert (done.ended, done.errors, done.output) == (Ended.EXITED, kept, b"ok\n")


@pytest.mark.parametrize("script", ["sleep 60", "exec >&- 2>&- <&-; sleep 60"], ids=["open", "closed"])
def test_time_is_up_at_the_limit(script):
    done = shell(script, limits=Limits(seconds=0.3))
    assert (done.ended, done.status) == (Ended.TIMEOUT, -signal.SIGKILL)
    assert 0.3 <= done.seconds < 0.3 + 1


def test_a_program_that_ends_with_its_pipes_held_open_is_given_a_moment_and_no_more(monkeypatch):
    done = shell("sleep 60 & echo x")
    assert (done.ended, done.status, done.output) == (Ended.EXITED, 0, b"x\n")
    assert runner._DRAIN_SECONDS <= done.seconds < 5
    monkeypatch.setattr(runner, "_DRAIN_SECONDS", 9.0)
    late = shell("(sleep 0.05; echo late) & echo soon")
    assert late.output == b"soon\nlate\n"
    assert max(late.seconds, shell("echo x").seconds) < 9.0  # closed pipes are not waited for


def test_what_was_started_before_is_left_alone_and_what_the_program_started_is_not():
    with subprocess.Popen(["sleep", "60"]) as other:
        try:
            done = shell("sleep 60 >/dev/null 2>&1 & echo $!")
            assert not psutil.pid_exists(int(done.output))
            assert other.poll() is None
        finally:
            other.kill()


def test_only_a_failed_run_is_asked_why():
    refused = "test $(ulimit -d) = unlimited && exit 0; echo MemoryError >&2; exit 1"
    assert shell(refused).ended is Ended.MEMORY_LIMIT
    assert shell(refused.replace("exit 1", "exit 0")).ended is Ended.EXITED
    assert shell("exit 3").status == 3
    assert shell("kill -11 $$").status == -signal.SIGSEGV


def test_bubblewraps_status_is_turned_into_the_programs(monkeypatch):
    monkeypatch.setattr(runner.bubble, "wrapped", lambda command: [*command])
    assert shell("exit 137", sandbox=Sandbox.BWRAP).status == -signal.SIGKILL
    assert shell("exit 137").status == 137
    assert shell("exit 128", sandbox=Sandbox.BWRAP).status == 128
    assert shell("exit 1", sandbox=Sandbox.BWRAP).status == 1
    assert shell("echo 'bwrap: no' >&2; exit 2", sandbox=Sandbox.BWRAP).status == 2
    assert shell("echo 'bwrap: no' >&2; echo x; exit 1", sandbox=Sandbox.BWRAP).status == 1
    with pytest.raises(OSError, match=r"^bwrap: no$"):
        shell("echo 'bwrap: no' >&2; exit 1", sandbox=Sandbox.BWRAP)


MOST = 10 * MIB
PYTHONS = b"Traceback (most recent call last):\n  File x\n"
CPPS = b"terminate called after throwing an instance of 'std::bad_alloc'\n"


@pytest.mark.parametrize(
    ("status", "state", "ended"),
    [
        (1, {"_peak": 9 * MIB}, Ended.MEMORY_LIMIT),
        (1, {"_peak": 9 * MIB - 1}, Ended.EXITED),
        (1, {"errors": b"MemoryError\n"}, Ended.EXITED),
        (-9, {"_cpu_seconds": 4.95}, Ended.TIMEOUT),
        (-9, {"_cpu_seconds": 5 - runner._CPU_GRAIN}, Ended.EXITED),
        (-11, {"_cpu_seconds": 9.0}, Ended.EXITED),
        (-signal.SIGXFSZ, {}, Ended.OUTPUT_LIMIT),
        (-signal.SIGXFSZ, {"written": 8 * MIB}, Ended.OUTPUT_LIMIT),
        (-signal.SIGXFSZ, {"written": 8 * MIB - 1}, Ended.EXITED),
        (1, {"errors": b"OSError: File too large\n"}, Ended.OUTPUT_LIMIT),
        (1, {"errors": b"OSError: File too large\n", "written": 8 * MIB - 1}, Ended.EXITED),
        (signal.SIGXFSZ, {}, Ended.EXITED),
        (signal.SIGKILL, {"_cpu_seconds": 9.0}, Ended.EXITED),
    ],
)
def test_a_failed_program_that_met_a_cap_is_told_from_others(status, state, ended):
    limits = Limits(memory_mib=10, cpu_seconds=5)
    assert exchange(limits, **state).why_failed(status) is ended


@pytest.mark.parametrize(
    ("status", "errors", "free", "refused"),
    [
        (3, b"MemoryError", Run(Ended.EXITED, 3, b"", b"x\nMemoryError\n", 0), False),
        (3, b"MemoryError", Run(Ended.EXITED, 3, b"", b"other\n", 0), True),
        (3, b"MemoryError", Run(Ended.EXITED, 0, b"", b"MemoryError", 0), True),
        (3, b"MemoryError", Run(Ended.MEMORY_LIMIT, -9, b"", b"", 0), True),
        (3, b"MemoryError", Run(Ended.TIMEOUT, -9, b"", b"", 0), True),
        (1, b"MemoryError", Run(Ended.EXITED, 1, b"", b"MemoryError", 0), False),
        (1, b"MemoryError", Run(Ended.EXITED, 1, b"", PYTHONS + b"MemoryError", 0), True),
        (3, b"MemoryError", Run(Ended.EXITED, 3, b"", PYTHONS + b"MemoryError", 0), False),
        (-6, b"std::bad_alloc", Run(Ended.EXITED, -6, b"", CPPS + b"  what():  std::bad_alloc\n", 0), True),
        (-6, b"std::bad_alloc", Run(Ended.EXITED, -6, b"", b"std::bad_alloc\n", 0), False),
    ],
)
def test_memory_was_refused_if_the_cap_makes_a_difference_or_there_is_not_so_much(
    status, errors, free, refused, monkeypatch
):
    told = iter([Run(Ended.EXITED, status, b"", errors, 2.0), free])
    asked = []
    monkeypatch.setattr(runner, "_run", lambda *words: asked.append(words) or next(told))
    done = run(["x"], b"in", Limits(seconds=5))
    assert (done.status, done.ended) == (status, Ended.MEMORY_LIMIT if refused else Ended.EXITED)
    assert [one[:2] for one in asked] == [(["x"], b"in")] * 2
    assert [(one[2].seconds, one[2].refused) for one in asked] == [(5, True), (3, False)]


def test_who_does_not_speak_of_memory_in_the_last_line_is_run_once(monkeypatch):
    for status, errors in ((1, b"MemoryError\nand more\n"), (0, b"MemoryError\n"), (1, b"")):
        told = iter([Run(Ended.EXITED, status, b"", errors, 0.0)])
        monkeypatch.setattr(runner, "_run", lambda *_, told=told: next(told))
        assert run(["x"], b"", QUICK).ended is Ended.EXITED


def test_processes_and_memory_are_watched_to_the_last(monkeypatch):
    limits = Limits(memory_mib=10, processes=3)
    told = {}
    monkeypatch.setattr(runner, "strays", lambda _, most: set(range(told["processes"])))
    monkeypatch.setattr(runner, "memory", lambda _, enough: told["memory"] if enough == MOST else 0)
    monkeypatch.setattr(runner.time, "monotonic", lambda: 100.0)
    for processes, memory, ended in [
        (3, MOST, None),
        (4, 0, Ended.PROCESS_LIMIT),
        (3, MOST + 1, Ended.MEMORY_LIMIT),
    ]:
        told |= {"processes": processes, "memory": memory}
        one = exchange(limits, _peak=5, _watch_at=0.0)
        assert one._watch() is ended
        if ended is not Ended.PROCESS_LIMIT:
            assert one._peak == memory
            assert one._watch_at == 100.0 + runner._WATCH_SECONDS
    told |= {"processes": 1, "memory": 3}
    calm = exchange(limits, _peak=5)
    assert calm._watch() is None
    assert calm._peak == 5


def test_a_program_is_watched_now_and_then(monkeypatch):
    seen = []
    real = runner.strays
    monkeypatch.setattr(runner, "strays", lambda known, most: seen.append(most) or real(known, most))
    done = shell("sleep 0.35", limits=Limits(processes=77))
    assert 2 <= len(seen) <= done.seconds / runner._WATCH_SECONDS
    assert set(seen) == {77}


def usage(**fields):
    return SimpleNamespace(**{"ru_utime": 1.5, "ru_stime": 0.25, "ru_maxrss": 100, **fields})


def finished(monkeypatch, pid, own_peak, peak=0, **fields):
    """What an exchange makes of a program whose memory is 7 bytes and of what the system says of its end."""
    process = SimpleNamespace(pid=1 << 30, returncode=None)
    monkeypatch.setattr(runner, "resident", lambda _: 7)
    monkeypatch.setattr(runner.os, "waitid", lambda *_: pid or None)
    monkeypatch.setattr(runner.os, "wait4", lambda *_: (pid, 3 << 8, usage(**fields)))
    monkeypatch.setattr(runner, "written", lambda _: 11)
    one = exchange(process=process, _own_peak=own_peak, _peak=peak)
    return one, one._finished()


def test_the_end_of_a_program_is_kept_with_its_time_and_peak(monkeypatch):
    one, over = finished(monkeypatch, 1 << 30, own_peak=100 * 1024 - 1)
    assert (over, one.process.returncode, one._cpu_seconds, one._peak) == (True, 3, 1.75, 100 * 1024)
    assert one.written == 11
    assert 0 <= time.monotonic() - one._over < 1
    monkeypatch.undo()
    assert one._finished() is True
    one, _ = finished(monkeypatch, 1 << 30, own_peak=100 * 1024)
    assert one._peak == 7  # the harness's own peak, which the fork took along
    one, _ = finished(monkeypatch, 1 << 30, own_peak=0, peak=1 << 20)
    assert one._peak == 1 << 20


def test_a_program_that_runs_has_no_end_but_memory(monkeypatch):
    one, over = finished(monkeypatch, 0, own_peak=0)
    assert (over, one.process.returncode, one._over, one._peak) == (False, None, None, 7)
    assert finished(monkeypatch, 0, own_peak=0, peak=9)[0]._peak == 9


def test_it_is_drained_a_moment_after_the_end(monkeypatch):
    monkeypatch.setattr(runner.time, "monotonic", lambda: 100.0)
    assert not exchange(_over=None)._drained()
    assert not exchange(_over=100.0)._drained()
    assert not exchange(_over=100.0 - runner._DRAIN_SECONDS / 2)._drained()
    assert exchange(_over=100.0 - 2 * runner._DRAIN_SECONDS)._drained()


@pytest.mark.parametrize(
    ("hard", "told"), [(-1, True), (99_999, True), (1321, True), (1320, False), (9, False)]
)
def test_the_system_is_told_how_many_processes_there_may_be_unless_it_knows_better(hard, told, monkeypatch):
    calls = []
    monkeypatch.setattr(runner.Path, "read_text", lambda _: "0.1 0.2 0.3 2/40 9999\n")

    def prlimit(process, which, limits=None):
        calls.append((process, which, limits))
        return (5, hard)

    monkeypatch.setattr(runner.resource, "prlimit", prlimit)
    runner._limit_forks(77, Limits(processes=256))
    most = 40 + 1024 + 256
    setting = (77, resource.RLIMIT_NPROC, (most, most))
    assert calls == [(77, resource.RLIMIT_NPROC, None), *[setting] * told]


def test_a_program_is_ended_by_the_watch_and_said_to_be():
    assert shell("sleep 60 & sleep 60 & sleep 60", limits=Limits(processes=2)).ended is Ended.PROCESS_LIMIT


def test_a_program_that_closed_its_pipes_is_over_when_it_ends_not_at_the_limit():
    done = shell("exec >&- 2>&- <&-; sleep 0.2; exit 3")
    assert (done.ended, done.status) == (Ended.EXITED, 3)
    assert done.seconds < 5


def test_what_the_harness_itself_held_is_not_blamed_on_the_program():
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    assert shell("exit 3", limits=Limits(memory_mib=own)).ended is Ended.EXITED


def test_every_program_is_given_the_limit_of_processes(monkeypatch):
    told = []
    monkeypatch.setattr(runner, "_limit_forks", lambda process, limits: told.append((process, limits)))
    done = shell("echo $$")
    assert told == [(int(done.output), QUICK)]


def test_what_can_not_be_killed_is_not_waited_for(monkeypatch):
    killed, waited = [], []

    def wait(seconds):
        waited.append(seconds)
        raise subprocess.TimeoutExpired("x", seconds)

    process = SimpleNamespace(pid=1 << 30, returncode=None, wait=wait)
    monkeypatch.setattr(runner.os, "killpg", lambda group, number: killed.append((group, number)))
    runner._kill_group(process)
    assert (process.returncode, killed, waited) == (-9, [(1 << 30, 9)], [runner._KILL_SECONDS])
    ended = SimpleNamespace(pid=1 << 30, returncode=3, wait=lambda _: 3)
    runner._kill_group(ended)
    assert ended.returncode == 3


def test_without_setpriv_the_launcher_is_a_shell_alone(monkeypatch):
    monkeypatch.setattr(runner.shutil, "which", lambda _: None)
    assert runner._die_with_us.__wrapped__() == ()
    monkeypatch.setattr(runner.shutil, "which", lambda _: "/bin/false")
    assert runner._die_with_us.__wrapped__() == ()
    monkeypatch.setattr(runner.shutil, "which", lambda _: "/usr/bin/env")
    monkeypatch.setattr(runner.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    assert runner._die_with_us.__wrapped__() == ("/usr/bin/env", "--pdeathsig", "KILL")
