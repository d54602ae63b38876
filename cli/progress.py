"""Progress on standard error: a bar on a terminal, elsewhere a plain line now and then."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublecount.verify.campaign import Progress

PATIENCE = 1.0
"""Seconds before ``solve`` shows progress: drawing it takes some time to load."""
PLAIN_SECONDS = 30.0
"""Between plain lines of progress, for logs; the first one as late."""


class Watch:
    """Shows what is being done, once it takes longer than ``patience`` seconds. Use as a context manager.

    If nothing is said of what is being done, it shows at least that something is. Where nobody watches, it
    prints a line every ``PLAIN_SECONDS``.
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._latest: tuple[str, int, int | None] | None = None
        self._open = ExitStack()
        self._bars: Progress | None = None
        self._lock = RLock()
        self._ended, self._rested = Event(), Event()
        self._output_is_here = sys.stdout.isatty()
        self._started = time.monotonic()

    def __enter__(self) -> "Watch":
        Thread(target=self._grow_impatient if _somebody_watches() else self._tell, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._ended.set()
        self._rested.set()
        self._hide()

    def __call__(self, what: str, done: int, wanted: int | None) -> None:
        """Say how much of something is done, and of how much."""
        with self._lock:
            self._latest = (what, done, wanted)
            if self._bars is not None:
                self._bars(*self._latest)

    def rest(self) -> None:
        """Clear the terminal, if that is where the output goes, before something is written there."""
        if self._output_is_here:
            self._rested.set()
            self._hide()

    def _hide(self) -> None:
        with self._lock:
            self._bars, self._latest = None, None
            self._open.close()

    def _grow_impatient(self) -> None:
        while not self._ended.is_set():
            if not self._rested.wait(self.patience):
                self._show()
                self._rested.wait()
            self._rested.clear()

    def _tell(self) -> None:
        while not self._ended.wait(PLAIN_SECONDS):
            with suppress(OSError, ValueError):  # nobody reads it
                sys.stderr.write(self._line() + "\n")
                sys.stderr.flush()

    def _line(self) -> str:
        with self._lock:
            what, done, wanted = self._latest or ("working", 0, None)
        of_all = f" of {wanted:,}" if wanted is not None else ""
        how_far = f": {done:,}{of_all}" if done or wanted else ""
        return f"progress: {what}{how_far} after {time.monotonic() - self._started:.0f} s"

    def _show(self) -> None:
        with self._lock:
            if not self._ended.is_set():
                self._bars = self._open.enter_context(_bars())
                self._bars(*(self._latest or ("working", 0, None)))


def _somebody_watches() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and "CI" not in os.environ


@contextmanager
def _bars() -> "Iterator[Progress]":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    # Not redirected: what is printed belongs where the output goes, be it a file.
    with Bars(*columns, console=console, redirect_stdout=False, redirect_stderr=False) as bars:
        known: dict[str, TaskID] = {}

        def show(what: str, done: int, wanted: int | None) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=wanted)
            bars.update(known[what], completed=done)

        yield show
