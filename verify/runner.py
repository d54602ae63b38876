"""Runs one external program under limits, and leaves no process of it behind.

The program gets its own session and process group; wall time, CPU time, memory, output, file sizes and the
number of processes are capped. When it ends, whatever it started is killed, also what left its process group
(see ``descendants``). This contains accidents, not attacks; ``sandbox`` contains more.
"""

import os
import re
import resource
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path

from doublecount.verify import sandbox as bubble
from doublecount.verify.descendants import (
    adopt_orphans,
    end_strays,
    memory,
    own_children,
    resident,
    strays,
    written,
)
from doublecount.verify.results import Sandbox

MIB = 1 << 20
MOST_SECONDS = 1e6
MOST_MIB = 1 << 24
"""Larger limits are none that the system could set."""
_LAUNCH = 'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; test "$3" = any || ulimit -d "$3"; shift 3; exec "$@"'
_DRAIN_SECONDS = 0.2
"""How long output is still read after the program itself has ended."""
_KILL_SECONDS = 5.0
_THREADS = 1024
"""The system counts threads as processes, and those of all the user's programs: so many more are let pass."""
_CPU_GRAIN = 0.1
"""The system's account of CPU time may lag behind the count by which it ends a process."""
_WATCH_SECONDS = 0.05
"""How often the processes of a program are counted and their memory is summed."""
_REFUSED = (b"MemoryError", b"std::bad_alloc", b"OutOfMemoryError")
"""What the last line says when Python, C++ or Java was refused one request larger than the cap."""
_UNCAUGHT = {
    1: re.compile(rb"(?ms)^Traceback .*^[\w.]*MemoryError\b[^\n]*\Z|^Exception in .*OutOfMemoryError"),
    -signal.SIGABRT: re.compile(rb"(?m)^terminate called after throwing an instance of 'std::bad_alloc'"),
}
"""By exit status, what these say of themselves then, where the program has not caught it."""
_FILE_TOO_LARGE = b"File too large"
"""What the last line says when a program that ignores the signal for it met the cap of file sizes."""


class Ended(Enum):
    """How a run ended."""

    EXITED = "exited"
    """By itself; see the exit status."""
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    PROCESS_LIMIT = "process limit"


@dataclass(frozen=True)
class Limits:
    """Caps of one run. ``seconds`` is wall time; memory and number count all processes together."""

    seconds: float = 10.0
    memory_mib: int = 1024
    output_bytes: int = MIB
    error_bytes: int = 64 << 10
    file_mib: int = 8
    processes: int = 256
    cpu_seconds: int | None = None
    """Of one process, over all its threads; by default twice the wall time and two."""
    refused: bool = True
    """The system refuses memory beyond the cap; otherwise who holds more is ended, and a request is none."""

    @property
    def cpu(self) -> int:
        """The cap of CPU time."""
        return int(2 * self.seconds) + 2 if self.cpu_seconds is None else self.cpu_seconds


@dataclass(frozen=True)
class Run:
    """One finished run. ``status`` is the exit status, negative for a signal."""

    ended: Ended
    status: int
    output: bytes
    errors: bytes
    seconds: float


def run(command: Sequence[str], data: bytes, limits: Limits, sandbox: Sandbox = Sandbox.NONE) -> Run:
    """Run a command with ``data`` on its standard input; raises OSError if it can't be started.

    One that ends with the word that it was refused memory, but held little, is run once more.
    """
    done = _run(command, data, limits, sandbox)
    if done.ended is Ended.EXITED and done.status != 0 and _speaks_of_memory(done):
        free = replace(limits, refused=False, seconds=limits.seconds - done.seconds)
        if _was_refused(done, _run(command, data, free, sandbox)):
            return replace(done, ended=Ended.MEMORY_LIMIT)
    return done


def _speaks_of_memory(done: Run) -> bool:
    last = done.errors.rstrip().rsplit(b"\n", 1)[-1]
    return any(word in last for word in _REFUSED)


def _was_refused(done: Run, free: Run) -> bool:
    """Whether a program was refused memory, given how it ends where the system refuses none.

    It was, if that makes a difference. If not, it may have asked for more than there is: then it says so as
    its language does.
    """
    same = (free.ended, free.status) == (Ended.EXITED, done.status) and _speaks_of_memory(free)
    form = _UNCAUGHT.get(done.status)
    return not same or (form is not None and form.search(free.errors.rstrip()) is not None)


def _run(command: Sequence[str], data: bytes, limits: Limits, sandbox: Sandbox) -> Run:
    adopt_orphans()
    known = frozenset(own_children())
    started = time.monotonic()
    process = subprocess.Popen(
        _launcher(bubble.wrapped(command) if sandbox is Sandbox.BWRAP else command, limits),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    _limit_forks(process.pid, limits)
    exchange = _Exchange(process, data, limits, started + limits.seconds, known)
    try:
        ended = exchange.talk()
    finally:
        _kill_group(process)
        end_strays(known)
    seconds = time.monotonic() - started
    status = process.returncode
    if sandbox is Sandbox.BWRAP:
        status = _status_inside(status, exchange)
        exchange.written = None  # the account is bubblewrap's own, not that of the program inside
    if ended is Ended.EXITED and status != 0:
        ended = exchange.why_failed(status)
    return Run(ended, status, bytes(exchange.output), bytes(exchange.errors), seconds)


def _limit_forks(process: int, limits: Limits) -> None:
    """A second wall, in the system: it stops at once what multiplies faster than we look. Root passes it."""
    with suppress(OSError, ValueError, AttributeError):
        tasks = int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])
        _, hard = resource.prlimit(process, resource.RLIMIT_NPROC)
        most = tasks + _THREADS + limits.processes
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.prlimit(process, resource.RLIMIT_NPROC, (most, most))


def _status_inside(status: int, exchange: "_Exchange") -> int:
    """The program's own status: bubblewrap tells of signals as a shell does, of its own failure in words."""
    if status == 1 and not exchange.output and exchange.errors.startswith(b"bwrap: "):
        raise OSError(exchange.errors.decode(errors="backslashreplace").strip())
    return 128 - status if status > 128 else status


def _launcher(command: Sequence[str], limits: Limits) -> list[str]:
    """A tiny shell sets the limits and turns into the command; nothing of it is interpreted."""
    memory_kib = str(limits.memory_mib * 1024) if limits.refused else "any"
    file_blocks = str(limits.file_mib * MIB // 512)
    caps = (str(limits.cpu), file_blocks, memory_kib)
    return [*_die_with_us(), "/bin/sh", "-c", _LAUNCH, "launch", *caps, *command]


@cache
def _die_with_us() -> tuple[str, ...]:
    """What makes the command die with this process, where the system has it (util-linux)."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    prefix = (setpriv, "--pdeathsig", "KILL")
    tried = subprocess.run([*prefix, "/bin/sh", "-c", "true"], capture_output=True, check=False)
    return prefix if tried.returncode == 0 else ()


class _Exchange:
    """Feeds input and collects output until the program ends or breaks a limit."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        data: bytes,
        limits: Limits,
        deadline: float,
        known: frozenset[int],
    ) -> None:
        self.process, self.limits, self.deadline, self.known = process, limits, deadline, known
        self.output, self.errors = bytearray(), bytearray()
        self._pending = memoryview(data)
        self._peak = 0
        self._own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        self._over: float | None = None
        self._watch_at = time.monotonic() + _WATCH_SECONDS
        self._cpu_seconds = 0.0
        self.written: int | None = None
        """Bytes, whatever they went to; None where nobody knows."""

    def talk(self) -> Ended:
        """Exchange data; return how it ended. The process may still run when a limit was broken."""
        assert self.process.stdin and self.process.stdout and self.process.stderr
        with selectors.DefaultSelector() as selector:
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                os.set_blocking(stream.fileno(), False)
            selector.register(self.process.stdin, selectors.EVENT_WRITE)
            selector.register(self.process.stdout, selectors.EVENT_READ, self.output)
            selector.register(self.process.stderr, selectors.EVENT_READ, self.errors)
            ended = self._loop(selector)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                stream.close()
        return ended

    def _loop(self, selector: selectors.BaseSelector) -> Ended:
        while True:
            if self._finished() and (not selector.get_map() or self._drained()):
                return Ended.EXITED
            left = self.deadline - time.monotonic()
            if left <= 0:
                return Ended.TIMEOUT
            if selector.get_map():
                for key, _ in selector.select(min(left, 0.02)):
                    self._step(selector, key)
            else:
                time.sleep(min(left, 0.002))
            if len(self.output) > self.limits.output_bytes:
                return Ended.OUTPUT_LIMIT
            if time.monotonic() >= self._watch_at and (broken := self._watch()):
                return broken

    def _step(self, selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        if key.data is None:
            self._feed(selector, key)
            return
        chunk = os.read(key.fd, 1 << 16)
        if not chunk:
            selector.unregister(key.fileobj)
        elif key.data is self.output or len(self.errors) < self.limits.error_bytes:
            key.data.extend(chunk)

    def _feed(self, selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        try:
            self._pending = self._pending[os.write(key.fd, self._pending[: 1 << 16]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._pending = self._pending[:0]
        if not self._pending:
            selector.unregister(key.fileobj)
            assert self.process.stdin
            self.process.stdin.close()

    def _watch(self) -> Ended | None:
        """Count the program's processes and sum their memory, wherever they hide."""
        processes = strays(self.known, self.limits.processes)
        if len(processes) > self.limits.processes:
            return Ended.PROCESS_LIMIT
        most = self.limits.memory_mib * MIB
        held = memory(processes, most)
        self._peak = max(self._peak, held)
        self._watch_at = time.monotonic() + _WATCH_SECONDS
        return Ended.MEMORY_LIMIT if held > most else None

    def _finished(self) -> bool:
        """Reap the program if it has ended; sample its memory if not."""
        if self.process.returncode is not None:
            return True
        self._peak = max(self._peak, resident(self.process.pid))
        if os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return False
        self.written = written(self.process.pid)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self._over = time.monotonic()
        self._cpu_seconds = usage.ru_utime + usage.ru_stime
        # The system's own peak counts what this process held when it forked, so it says nothing below that.
        peak = usage.ru_maxrss * 1024
        if peak > self._own_peak:
            self._peak = max(self._peak, peak)
        return True

    def _drained(self) -> bool:
        """Somebody else holds the pipes open: give what is under way a moment."""
        return self._over is not None and time.monotonic() - self._over > _DRAIN_SECONDS

    def why_failed(self, status: int) -> Ended:
        """Tell a program that met a cap, and was ended or gave up by itself, from any other failure.

        Met the cap of memory: its peak came within a tenth of it. Of file sizes: it says so, and has written
        as much.
        """
        last = self.errors.rstrip().rsplit(b"\n", 1)[-1]
        if self._peak >= 0.9 * self.limits.memory_mib * MIB:
            return Ended.MEMORY_LIMIT
        if status == -signal.SIGKILL and self._cpu_seconds > self.limits.cpu - _CPU_GRAIN:
            return Ended.TIMEOUT
        much = self.written is None or self.written >= self.limits.file_mib * MIB
        if much and (status == -signal.SIGXFSZ or _FILE_TOO_LARGE in last):
            return Ended.OUTPUT_LIMIT
        return Ended.EXITED


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill and reap the program and its process group; what can't be killed is not waited for."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_KILL_SECONDS)
    if process.returncode is None:
        process.returncode = -signal.SIGKILL
