"""What earlier campaigns left: known findings and regression files, by option or from the working folder."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeVar

import click

from doublecount.cli.common import BadInputError
from doublecount.problems.text import InputError
from doublecount.verify import catalogue, known, regressions
from doublecount.verify.known import Known, KnownError
from doublecount.verify.regressions import KeptFile
from doublecount.verify.results import Finding
from doublecount.verify.store import Store, StoreError

Command = TypeVar("Command", bound=Callable[..., Any])

KNOWN = Path("doublecount-known.jsonl")
REGRESSIONS = Path("doublecount-regressions")

_OPTIONS = (
    click.option(
        "--known",
        "known_path",
        type=click.Path(dir_okay=False, path_type=Path),
        help=f"Findings that are no news: see `doublecount known`. By default {KNOWN}, if there is one.",
    ),
    click.option(
        "--strict-known", is_flag=True, help="Exit code 1 if a known finding does not occur any more."
    ),
    click.option(
        "--regressions",
        "regressions_path",
        type=click.Path(file_okay=False, path_type=Path),
        help=f"Folder of files to try first: see `doublecount promote`. Else {REGRESSIONS}, if there is one.",
    ),
)


def kept_options(function: Command) -> Command:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def read_known(path: Path | None) -> tuple[Known, ...]:
    """Return the known findings; none where no file is named and there is none in the working folder."""
    if path is None and not KNOWN.exists():
        return ()
    try:
        return known.read(path or KNOWN)
    except KnownError as error:
        raise BadInputError(str(error)) from error


def kept_files(
    entries: Collection[Known], folder: Path | None, problems: Collection[str]
) -> tuple[KeptFile, ...]:
    """Return the files that a campaign tries first: of known findings, and regressions."""
    files = regressions.of_known(entries, problems)
    if folder is None and not REGRESSIONS.is_dir():
        return files
    try:
        return files + regressions.read_folder(folder or REGRESSIONS, problems)
    except (InputError, ValueError) as error:
        raise BadInputError(str(error)) from error
    except OSError as error:
        raise BadInputError(f"{error.filename}: {error.strerror}") from error


def stored_finding(name: str, path: Path) -> Finding:
    """Return a finding of a store."""
    try:
        store = Store(path)
        catalogue.learn(store.own)
        return store.finding(name)
    except StoreError as error:
        raise BadInputError(str(error)) from error
