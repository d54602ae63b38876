"""The processes that a program leaves behind: finding, measuring and ending them.

The calling process adopts orphans (Linux), so whatever a program starts, however it hides, is a descendant
of the caller: a child that was not there before is a stray.
"""

import ctypes
import os
import resource
import signal
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_AT_ONCE = 500
"""How many processes are looked for before those that were found are killed."""
_STUBBORN_SECONDS = 2.0
"""How long a process that was killed is waited for: one of another user, or stuck in the system, stays."""


def adopt_orphans() -> None:
    """Make this process the parent of its descendants' orphans, where the system can (Linux)."""
    _adopt(os.getpid())


@cache
def _adopt(_: int) -> None:
    """Once a process: what it forks does not inherit this."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def own_children() -> set[int]:
    """The children of this process; mostly there are none, which one call tells for certain."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return set()
    return children(os.getpid())


def children(process: int) -> set[int]:
    """The children of a process; empty if it is gone."""
    if not _listed_by_system():
        with suppress(psutil.Error):
            return {child.pid for child in psutil.Process(process).children()}
        return set()
    found: set[int] = set()
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", "rb", 0) as listed:
                found.update(map(int, listed.read().split()))
    return found


@cache
def _listed_by_system() -> bool:
    """Whether the system keeps lists of children; looking through all processes takes much longer."""
    return Path(f"/proc/self/task/{os.getpid()}/children").exists()


def strays(known: Iterable[int], most: int) -> set[int]:
    """All descendants of this process but the known children and what they started.

    The search ends once it has found more than ``most``: some multiply faster than they are found.
    """
    found: set[int] = set()
    edge = deque(own_children() - {*known})
    while edge and len(found) <= most:
        process = edge.popleft()
        if process not in found:
            found.add(process)
            edge.extend(children(process))
    return found


def end_strays(known: Iterable[int]) -> None:
    """Kill and reap the children of this process that are not known, with all their descendants.

    What is born while they die becomes a child in turn, so it ends when twice none was left: one reading
    of a list from which children just vanish may be incomplete.
    """
    known, quiet, until = frozenset(known), 0, time.monotonic() + _STUBBORN_SECONDS
    while quiet < 2 and time.monotonic() < until:
        left = strays(known, _AT_ONCE)
        quiet = 0 if left else quiet + 1
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        for process in own_children() - known:
            with suppress(ChildProcessError):
                os.waitpid(process, os.WNOHANG)
        if left:
            time.sleep(0.001)


def die_with_parent() -> None:
    """Leave interrupts to the parent; end, and whatever candidate runs with it, when the parent dies."""
    os.setsid()  # out of reach of the terminal's interrupt
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: end_everything())
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def end_everything() -> None:
    """Kill all descendants and this process: for a signal handler, when whoever asked for runs is gone."""
    end_strays(())
    os._exit(128 + signal.SIGTERM)


def memory(processes: Iterable[int], enough: int) -> int:
    """Bytes that processes hold together; pages that they share count once if it may be ``enough``."""
    pids = list(processes)
    held = sum(map(resident, pids))
    return held if held < enough else sum(map(_share, pids))


def resident(process: int) -> int:
    """Bytes that a process holds; 0 if it is gone."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{process}/statm", "rb", 0) as pages:
        return int(pages.read().split()[1]) * resource.getpagesize()
    with suppress(psutil.Error):
        return int(psutil.Process(process).memory_info().rss)
    return 0


def written(process: int) -> int | None:
    """Bytes that a process, which may have ended but not been reaped, and those it has reaped have written.

    None where the system can't say.
    """
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/io").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("wchar:"))
    return None


def _share(process: int) -> int:
    """Resident bytes, those shared with n processes divided by n; all of them where the system can't say."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return resident(process)
