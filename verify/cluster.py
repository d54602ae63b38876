"""Does the tasks of a campaign on a Dask cluster, behind the interface of ``Supervisor``.

Only some tasks are handed out ahead, and every result is fetched as soon as it is there: what has been
fetched is the campaign's, and a worker that dies takes nothing with it but the task that it was at, which
the scheduler gives to another. Nothing is waited for without end: neither tasks, nor workers, nor answers.
"""

import logging
import queue
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

from distributed import Client, Future, KilledWorker

from doublecount.verify import remote
from doublecount.verify.files import LARGE
from doublecount.verify.supervisor import HANG_SECONDS, Lost, NoWorkersError
from doublecount.verify.worker import Result, Setup, Task

AHEAD = 2
"""Tasks handed out for each worker: one that it does and one that waits at its door."""
PATIENCE_SECONDS = 60.0
"""How long to wait for a first worker, or for one after the last has gone."""
_CONNECT_SECONDS = 10.0
_ANSWER_SECONDS = 30.0
_LOOK_SECONDS = 1.0
_RUNS = 60
"""More than the runs of a candidate that one task may take and that may all last until its time limit."""


def _greet(address: str) -> None:
    """Raise OSError unless somebody there speaks first, as schedulers do: a client would wait for ever."""
    host, _, port = address.removeprefix("tcp://").rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECT_SECONDS) as line:
        if not line.recv(1):
            raise ConnectionError(f"{address} hangs up")


class Cluster:
    """The workers of a Dask cluster, for tasks of one campaign. Use as a context manager.

    Raises ``NoWorkersError`` where there is no cluster, or none that does tasks as this process would.
    """

    def __init__(self, setup: Setup, address: str) -> None:
        for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said by us
        self._campaign, self._setup, self._address = uuid4().hex, setup, address
        self._needs = remote.needs(setup.candidates, setup.own)
        self._fit: set[str] = set()
        self._workers: set[str] = set()
        self._under_way: dict[Future[Any], tuple[Task, float]] = {}
        self._ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        limits = sum(spec.time_limit for spec in setup.candidates)
        self._longest = AHEAD * (LARGE * HANG_SECONDS + _RUNS * limits)
        try:
            _greet(address)
            self._client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, OverflowError) as error:
            raise NoWorkersError(f"{address}: no Dask scheduler answers there") from error
        try:
            self._look_at_the_scheduler()
            self._look()
        except BaseException:
            self.__exit__()
            raise

    @property
    def jobs(self) -> int:
        """How many tasks are done at a time."""
        return len(self._workers)

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *exc: object) -> None:
        with suppress(Exception):  # whoever is gone needs no farewell
            if self._client.status == "running":
                self._ask(self._client.cancel, list(self._under_way))
                self._ask(self._client.run, remote.release, self._campaign, on_error="ignore")
        with suppress(Exception):
            self._client.close(timeout=_LOOK_SECONDS)

    def run(self, next_task: Callable[[], Task | None]) -> Iterator[tuple[Task, Result | Lost]]:
        """Do tasks as ``Supervisor.run`` does: asked for one by one, results in the order of readiness."""
        while True:
            self._look()
            while len(self._under_way) < AHEAD * self.jobs and (task := next_task()) is not None:
                self._give(task)
            if not self._under_way:
                return
            yield from self._collect()

    def _give(self, task: Task) -> None:
        sent = remote.shifted(task, -time.monotonic())
        future = self._client.submit(remote.do, self._campaign, self._setup, sent, pure=False)
        self._under_way[future] = task, time.monotonic()
        future.add_done_callback(self._ended.put)

    def _collect(self) -> Iterator[tuple[Task, Result | Lost]]:
        ended = None
        with suppress(queue.Empty):
            ended = self._ended.get(timeout=_LOOK_SECONDS)
        if ended in self._under_way:
            task, _ = self._under_way.pop(ended)
            yield task, self._result(ended)
        for future, (task, since) in list(self._under_way.items()):
            if time.monotonic() - since > self._longest:
                del self._under_way[future]
                future.cancel()
                yield task, Lost("", f"gave no result for {self._longest:.0f} s")

    def _result(self, future: "Future[Any]") -> Result | Lost:
        try:
            result: Result | Lost = future.result(timeout=_ANSWER_SECONDS)
        except KilledWorker:
            return Lost("", "died, and the next ones that the scheduler tried")
        except Exception as error:  # the boundary to the cluster: the task is lost, whatever it says
            self._insist_on_the_scheduler()
            return Lost("", f"was lost: {type(error).__name__}: {error}".splitlines()[0])
        return result

    def _look(self) -> None:
        """See which workers there are, and wait for one where there is none."""
        since = time.monotonic()
        while not self._found():
            if time.monotonic() - since > PATIENCE_SECONDS:
                raise NoWorkersError(f"{self._address}: no worker for {PATIENCE_SECONDS:.0f} s")
            time.sleep(_LOOK_SECONDS / 2)

    def _found(self) -> bool:
        self._insist_on_the_scheduler()
        self._workers = set()
        with suppress(OSError):  # no answer counts as no worker
            threads: dict[str, int] = self._ask(self._client.nthreads)
            self._workers = set(threads)
            for address, number in threads.items():
                if number != 1:
                    raise self._refused(f"the worker {address}", f"has {number} threads: use --nthreads 1")
            self._examine(self._workers - self._fit)
        return bool(self._workers)

    def _examine(self, new: Iterable[str]) -> None:
        """Refuse a worker that would answer otherwise than this machine; one that has died is no matter."""
        if not (addresses := sorted(new)):
            return
        said = self._ask(self._client.run, remote.unfit, self._needs, workers=addresses, on_error="return")
        for address, complaint in said.items():
            if isinstance(complaint, ImportError | AttributeError):
                complaint = f"has not this version of doublecount: {complaint}"
            if isinstance(complaint, str):
                if complaint:
                    raise self._refused(f"the worker {address}", complaint)
                self._fit.add(address)

    def _look_at_the_scheduler(self) -> None:
        """It only passes tasks on, but has to be able to read them."""
        wanted = remote.needs(())
        try:
            complaint = self._ask(self._client.run_on_scheduler, remote.unfit, wanted)
        except (ImportError, AttributeError) as error:
            complaint = f"has not this version of doublecount: {error}"
        except OSError as error:
            raise NoWorkersError(f"{self._address}: the scheduler does not answer") from error
        if complaint:
            raise self._refused("the scheduler", complaint)

    def _refused(self, who: str, why: str) -> NoWorkersError:
        return NoWorkersError(f"{self._address}: {who} {why}")

    def _insist_on_the_scheduler(self) -> None:
        if self._client.status != "running":
            raise NoWorkersError(f"{self._address}: the scheduler has gone")

    def _ask(self, question: Callable[..., Any], *words: Any, **options: Any) -> Any:
        """Ask the cluster something that it may never answer; raises TimeoutError then."""

        async def asked() -> Any:
            return await question(*words, **options)

        return self._client.sync(asked, callback_timeout=_ANSWER_SECONDS)
