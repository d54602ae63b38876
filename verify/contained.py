"""Works through tasks in processes of their own; one that fails takes no other with it.

Every process has a pool of its own, so that it is certain whose task a process died of: one pool of several
would lose all the tasks in hand.
"""

import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from doublecount.problems.text import error_line
from doublecount.verify.descendants import adopt_orphans, die_with_parent

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

_LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class Failure:
    """What is left of a task that came to no result."""

    why: str
    """In one line: the error and where it was raised, or that the process died."""


class _Processes(Generic[TaskT, ResultT]):
    """As many processes as are to work at once, each begun with its first task."""

    def __init__(self, work: Callable[[TaskT], ResultT], number: int) -> None:
        self._work, self._idle, self._number = work, SimpleQueue[ProcessPoolExecutor](), number
        self._others, self._stopped = {child.pid for child in active_children()}, False
        for _ in range(number):
            self._idle.put(_process())

    def result(self, task: TaskT) -> ResultT | Failure:
        """Give a task to a process that is idle; after one that died comes a new one."""
        process = self._idle.get()
        try:
            if self._stopped:
                return Failure("nobody waits for it any more")
            return process.submit(_guarded, self._work, task).result()
        except BrokenProcessPool:
            process = _process()
            return Failure("its process died")
        finally:
            self._idle.put(process)

    def stop(self) -> None:
        """End the processes at once, in the middle of their tasks, with all that they started."""
        self._stopped = True
        left = self._number
        while left:
            for child in active_children():
                if child.pid not in self._others:
                    child.terminate()
            with suppress(Empty):
                self._idle.get(timeout=_LOOK_SECONDS).shutdown()
                left -= 1

    def close(self) -> None:
        """End the processes when their tasks are done."""
        for _ in range(self._number):
            self._idle.get().shutdown()


def each(work: Callable[[TaskT], ResultT], tasks: Sequence[TaskT], jobs: int) -> Iterator[ResultT | Failure]:
    """Yield what comes of every task, in order, whatever the number of processes."""
    processes = _Processes(work, jobs)
    with ThreadPoolExecutor(jobs) as threads:
        try:
            yield from threads.map(processes.result, tasks)
            processes.close()  # before the threads that began them end: they would be taken for the parent
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            processes.stop()
            raise


def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _begin)


def _begin() -> None:
    """What each process does first."""
    die_with_parent()
    adopt_orphans()


def _guarded(work: Callable[[TaskT], ResultT], task: TaskT) -> ResultT | Failure:
    """Run in the process: an error is told in a line, which can always be sent back."""
    try:
        return work(task)
    except Exception as error:  # the boundary of a task: told as the tool's own fault, never as a result
        return Failure(_told(error))


def _told(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{error_line(error)} ({Path(place.filename).name}, line {place.lineno})"
