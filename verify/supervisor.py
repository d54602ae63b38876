"""Keeps worker processes busy, one killable child per worker, and survives their death.

A worker that dies, or where the party that is asked says nothing for too long, is replaced and its task is
reported as lost, with that party; no other task is touched. Results come in the order in which they
are ready; whoever needs another order sorts.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import psutil

from doublecount.verify.descendants import adopt_orphans, end_strays
from doublecount.verify.own import BrokenProblemError
from doublecount.verify.worker import Result, Setup, Task, work

HANG_SECONDS = 120.0
"""An oracle that says nothing for so long is stopped. Budgets end oracles; this only ends a hang."""
_LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class Lost:
    """A task whose worker died or was stopped. ``party`` is the one that was asked, or empty."""

    party: str
    why: str


class NoWorkersError(Exception):
    """There is nobody to do tasks, for the reason that it tells."""


class _Worker:
    def __init__(self, setup: Setup) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.connection: Connection[Any, Any] = ours
        self.process: BaseProcess = context.Process(target=work, args=(theirs, setup), daemon=False)
        self.process.start()
        theirs.close()
        self.task: Task | None = None
        self.party = ""
        self.since = time.monotonic()

    def stop(self) -> None:
        """End the process and whatever it started, at once."""
        self.connection.close()
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(2.0)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Supervisor:
    """A fixed number of workers for tasks of one campaign. Use as a context manager."""

    def __init__(self, setup: Setup, jobs: int) -> None:
        adopt_orphans()
        self._setup = setup
        self._limits = {spec.name: spec.time_limit for spec in setup.candidates}
        before = {child.pid for child in psutil.Process().children()}
        self._workers = [_Worker(setup) for _ in range(jobs)]
        ours = {worker.process.pid for worker in self._workers}
        # Whatever else is there now stays: children from before, and multiprocessing's own helper.
        self._others = before | {child.pid for child in psutil.Process().children()} - ours

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(self, *exc: object) -> None:
        for worker in self._workers:
            worker.stop()
        # A worker that had to be killed could not end what it was running: that is now this process's child.
        end_strays(self._others)

    @property
    def jobs(self) -> int:
        """How many tasks are done at a time."""
        return len(self._workers)

    def interrupt(self) -> None:
        """End the processes and leave it at that: the tasks that they are at come back as lost."""
        for worker in self._workers:
            worker.process.terminate()

    def run(self, next_task: Callable[[], Task | None]) -> Iterator[tuple[Task, Result | Lost]]:
        """Do tasks, asked for one by one as workers become free; ends when none runs and none is left.

        ``next_task`` may return None and a task later: it is asked again after every result.
        Raises ``BrokenProblemError`` where code of a problem from elsewhere fails.
        """
        while True:
            for worker in self._workers:
                if worker.task is None and (task := next_task()) is not None:
                    self._give(worker, task)
            if all(worker.task is None for worker in self._workers):
                return
            yield from self._collect()

    def _give(self, worker: _Worker, task: Task) -> None:
        worker.task, worker.party, worker.since = task, "", time.monotonic()
        with suppress(ConnectionError):  # it has died while idle; collecting notices
            worker.connection.send(task)

    def _collect(self) -> Iterator[tuple[Task, Result | Lost]]:
        busy = {worker.connection: worker for worker in self._workers if worker.task is not None}
        for connection in wait(list(busy), _LOOK_SECONDS):
            worker = busy[connection]  # type: ignore[index]
            task = worker.task
            assert task is not None
            try:
                what, content = worker.connection.recv()
            except (EOFError, ConnectionError):
                yield task, self._replace(worker, "died")
                continue
            worker.since = time.monotonic()
            if what == "asking":
                worker.party = content
            elif what == "broken":
                raise BrokenProblemError(content)
            else:
                worker.task = None
                yield task, content
        for worker in busy.values():
            patience = HANG_SECONDS + self._limits.get(worker.party, 0.0)
            if worker.task and worker.party and time.monotonic() - worker.since > patience:
                yield worker.task, self._replace(worker, f"gave no sign for {patience:.0f} s")

    def _replace(self, worker: _Worker, why: str) -> Lost:
        """Put a new process in the place of one that died or hangs."""
        worker.stop()
        status = worker.process.exitcode
        self._workers[self._workers.index(worker)] = _Worker(self._setup)
        # What the dead worker was running is now a child of this process.
        end_strays(frozenset(self._others | {one.process.pid or 0 for one in self._workers}))
        return Lost(worker.party, f"{why} (exit status {status})" if why == "died" else why)
