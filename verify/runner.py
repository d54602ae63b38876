"""Runs one external program under limits, and leaves no process of it behind.

The program gets its own session and process group; wall time, CPU time, memory, output and file sizes are
capped. When it ends, whatever it started is killed, also what left its process group: the calling process
adopts orphans (Linux), so every new child of it is a stray. This contains accidents, not attacks.
"""

import ctypes
import os
import resource
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache

import psutil

MIB = 1 << 20
_LAUNCH = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2"; ulimit -f "$3"; shift 3; exec "$@"'
_DRAIN_SECONDS = 0.2
"""How long output is still read after the program itself has ended."""
_PR_SET_CHILD_SUBREAPER = 36
_REFUSED = (b"MemoryError", b"std::bad_alloc", b"OutOfMemoryError")
"""What the last line says when Python, C++ or Java was refused one request larger than the cap."""


class Ended(Enum):
    """How a run ended."""

    EXITED = "exited"
    """By itself; see the exit status."""
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"


@dataclass(frozen=True)
class Limits:
    """Caps of one run. ``seconds`` is wall time; CPU time, over all threads, gets twice as much."""

    seconds: float = 10.0
    memory_mib: int = 1024
    output_bytes: int = MIB
    error_bytes: int = 64 << 10
    file_mib: int = 8


@dataclass(frozen=True)
class Run:
    """One finished run. ``status`` is the exit status, negative for a signal."""

    ended: Ended
    status: int
    output: bytes
    errors: bytes
    seconds: float


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans, where the system can (Linux)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_everything() -> None:
    """Kill all descendants and this process: for a signal handler, when whoever asked for runs is gone."""
    end_strays(frozenset())
    os._exit(128 + signal.SIGTERM)


def end_strays(known: frozenset[int]) -> None:
    """Kill and reap the children of this process that are not known, with all their descendants.

    Descendants whose parents die become children in turn, so it ends when no unknown child is left.
    """
    for _ in range(100):
        strays = [child for child in psutil.Process().children() if child.pid not in known]
        if not strays:
            return
        for stray in strays:
            with suppress(psutil.Error):
                for process in [*stray.children(recursive=True), stray]:
                    process.kill()
            with suppress(ChildProcessError):
                os.waitpid(stray.pid, 0)


def run(command: Sequence[str], data: bytes, limits: Limits) -> Run:
    """Run a command with ``data`` on its standard input; raises OSError if it can't be started."""
    adopt_orphans()
    known = frozenset(child.pid for child in psutil.Process().children())
    started = time.monotonic()
    process = subprocess.Popen(
        _launcher(command, limits),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        exchange = _Exchange(process, data, limits, started + limits.seconds)
        ended = exchange.talk()
    finally:
        _kill_group(process)
        end_strays(known)
    seconds = time.monotonic() - started
    status = process.returncode
    if status != 0 and ended is Ended.EXITED and exchange.out_of_memory():
        ended = Ended.MEMORY_LIMIT
    if status != 0 and ended is Ended.EXITED and exchange.cpu_seconds >= _cpu_limit(limits):
        ended = Ended.TIMEOUT
    if status == -signal.SIGXFSZ and ended is Ended.EXITED:
        ended = Ended.OUTPUT_LIMIT
    return Run(ended, status, bytes(exchange.output), bytes(exchange.errors), seconds)


def _launcher(command: Sequence[str], limits: Limits) -> list[str]:
    """A tiny shell sets the limits and turns into the command; nothing of it is interpreted."""
    memory_kib = str(limits.memory_mib * 1024)
    file_blocks = str(limits.file_mib * MIB // 512)
    return [
        *_die_with_us(),
        "/bin/sh",
        "-c",
        _LAUNCH,
        "launch",
        str(_cpu_limit(limits)),
        memory_kib,
        file_blocks,
        *command,
    ]


@cache
def _die_with_us() -> tuple[str, ...]:
    """What makes the command die with this process, where the system has it (util-linux)."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    prefix = (setpriv, "--pdeathsig", "KILL")
    tried = subprocess.run([*prefix, "/bin/sh", "-c", "true"], capture_output=True, check=False)
    return prefix if tried.returncode == 0 else ()


def _cpu_limit(limits: Limits) -> int:
    return int(2 * limits.seconds) + 2


class _Exchange:
    """Feeds input and collects output until the program ends or breaks a limit."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", data: bytes, limits: Limits, deadline: float
    ) -> None:
        self.process, self.limits, self.deadline = process, limits, deadline
        self.output, self.errors = bytearray(), bytearray()
        self._pending = memoryview(data)
        self._peak = 0
        self._own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        self._over: float | None = None
        self.cpu_seconds = 0.0

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
            if not selector.get_map():
                time.sleep(min(left, 0.002))
                continue
            for key, _ in selector.select(min(left, 0.02)):
                self._step(selector, key)
            if len(self.output) > self.limits.output_bytes:
                return Ended.OUTPUT_LIMIT

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

    def _finished(self) -> bool:
        """Reap the program if it has ended; sample its memory if not."""
        if self.process.returncode is not None:
            return True
        with suppress(psutil.Error):
            self._peak = max(self._peak, psutil.Process(self.process.pid).memory_info().rss)
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return False
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self._over = time.monotonic()
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        # The system's own peak counts what this process held when it forked, so it says nothing below that.
        peak = usage.ru_maxrss * 1024
        if peak > self._own_peak:
            self._peak = max(self._peak, peak)
        return True

    def _drained(self) -> bool:
        """Somebody else holds the pipes open: give what is under way a moment."""
        return self._over is not None and time.monotonic() - self._over > _DRAIN_SECONDS

    def out_of_memory(self) -> bool:
        """Whether the peak came within a tenth of the cap, or the program says that it was refused memory."""
        last = self.errors.rstrip().rsplit(b"\n", 1)[-1]
        refused = any(word in last for word in _REFUSED)
        return refused or self._peak >= 0.9 * self.limits.memory_mib * MIB


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill and reap the program and its process group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.returncode is None:
        _, status = os.waitpid(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
