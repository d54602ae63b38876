"""Progress on standard error: a bar on a terminal, nothing elsewhere."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublecount.verify.campaign import Progress


@contextmanager
def progress_to_stderr(patience: float = 0.0) -> "Iterator[Progress]":
    """Give a function that shows progress, where there is somebody to see it, after so many seconds."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or "CI" in os.environ:
        yield lambda *_: None
        return
    shown_from = time.monotonic() + patience
    with ExitStack() as ended:
        bars: Progress | None = None

        def show(what: str, done: int, wanted: int | None) -> None:
            nonlocal bars
            if bars is None and time.monotonic() >= shown_from:
                bars = ended.enter_context(_bars())
            if bars is not None:
                bars(what, done, wanted)

        yield show


@contextmanager
def _bars() -> "Iterator[Progress]":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Bars(*columns, console=Console(stderr=True)) as bars:
        known: dict[str, TaskID] = {}

        def show(what: str, done: int, wanted: int | None) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=wanted)
            bars.update(known[what], completed=done)

        yield show
