"""Progress on standard error: a bar on a terminal, nothing elsewhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from doublecount.verify.campaign import Progress


@contextmanager
def progress_to_stderr() -> Iterator[Progress]:
    """Give a function that shows progress, where there is somebody to see it."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or "CI" in os.environ:
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Bars(*columns, console=Console(stderr=True)) as bars:
        known: dict[str, TaskID] = {}

        def show(problem: str, done: int, wanted: int | None) -> None:
            if problem not in known:
                known[problem] = bars.add_task(problem, total=wanted)
            bars.update(known[problem], completed=done)

        yield show
