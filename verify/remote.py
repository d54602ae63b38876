"""What a worker of a cluster does: it keeps one local worker process, which does the tasks that arrive.

That process is for what a cluster can't do: say which oracle was at work when it died or hung, and end a
candidate with all its descendants. Nothing rests here; a task that is lost with its worker is done anew.

Durations go over the wire, never times: clocks of different machines have nothing to do with each other.
"""

import multiprocessing
import os
import shutil
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.util import Finalize

from doublecount.verify import programs
from doublecount.verify.own import Source
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import environment
from doublecount.verify.supervisor import Lost, Supervisor
from doublecount.verify.worker import Result, Setup, Task, TryFile


@dataclass(frozen=True)
class Needs:
    """What has to be the same wherever tasks of a campaign are done."""

    versions: Mapping[str, str]
    programs: tuple[str, ...]
    files: Mapping[str, str]
    """SHA-256 of the files that the candidates' commands and functions name, and of problems' modules."""


def needs(candidates: Sequence[CandidateSpec], own: Sequence[Source] = ()) -> Needs:
    """Return what the tasks of a campaign need, as it is on this machine."""
    modules = {source.file: source.digest for source in own if not source.installed}
    files = programs.digests(candidates) | modules
    return Needs(_versions(), tuple(spec.argv[0] for spec in candidates), files)


def unfit(wanted: Needs) -> str:
    """Say why tasks would not be done here as where they come from; empty if they would."""
    here = _versions()
    for name, version in wanted.versions.items():
        if here.get(name) != version:
            return f"has {name} {here.get(name, 'not at all')}, the campaign {version}"
    for program in wanted.programs:
        if shutil.which(program) is None:
            return f"can't run the candidate: it has no program {program}"
    for file, digest in wanted.files.items():
        if not os.path.isfile(file):
            return f"can't run the candidate: it has no file {file}"
        if programs.digest(file) != digest:
            return f"has another {file} than the campaign"
    return ""


def _versions() -> dict[str, str]:
    """Of this package, the solvers' libraries and Python, whose last figure does not matter."""
    versions = {name: version for name, version in environment().items() if name != "system"}
    return {**versions, "python": versions["python"].rpartition(".")[0]}


def shifted(task: Task, seconds: float) -> Task:
    """The same task with another origin of time."""
    return task if isinstance(task, TryFile) else replace(task, deadline=task.deadline + seconds)


class _Bench:
    """The local worker process of one campaign."""

    def __init__(self, campaign: str, setup: Setup) -> None:
        # Only so can this process, one of a nanny's, have children; ours ends with it by itself.
        multiprocessing.current_process().daemon = False
        self.campaign = campaign
        self.supervisor = Supervisor(setup, 1)


_busy = threading.Lock()
"""Held while a task is done: one at a time, for whatever process appears meanwhile belongs to it."""
_bench: _Bench | None = None
_over: set[str] = set()
"""Campaigns that have ended. A task that waited at the door may be let in before it is called off."""


def do(campaign: str, setup: Setup, task: Task) -> Result | Lost:
    """Do one task, whose deadline counts from now; none of a campaign that was released.

    ``campaign`` is a name that no other has, not even one of the same setup.
    """
    try:
        with _busy:
            if campaign in _over:
                return Lost("", "was called off")
            tasks = iter([shifted(task, time.monotonic())])
            ((_, result),) = _kept(campaign, setup).supervisor.run(lambda: next(tasks, None))
            return result
    finally:
        _tidy()


def release(campaign: str) -> None:
    """End the local worker process of a campaign that is over; a task under way is broken off."""
    _over.add(campaign)
    if (bench := _bench) is not None and bench.campaign == campaign:
        bench.supervisor.interrupt()
    _tidy()


def _kept(campaign: str, setup: Setup) -> _Bench:
    """The process is kept from task to task, and makes room for the next campaign's."""
    global _bench
    if _bench is None or _bench.campaign != campaign:
        _clear()
        _bench = _Bench(campaign, setup)
        Finalize(None, _clear, exitpriority=1)  # before multiprocessing waits for its children to end
    return _bench


def _tidy() -> None:
    """End the process of a campaign that is over, unless it is at a task: then it is tidied up after that."""
    if _busy.acquire(blocking=False):
        try:
            if _bench is not None and _bench.campaign in _over:
                _clear()
        finally:
            _busy.release()


def _clear() -> None:
    global _bench
    if _bench is not None:
        _bench.supervisor.__exit__()
    _bench = None
