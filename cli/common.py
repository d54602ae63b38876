"""What several commands need: problems by name, input files, errors with their exit codes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import InputError
from doublecount.verify import catalogue

Command = TypeVar("Command", bound=Callable[..., Any])

PROBLEM = click.Choice(catalogue.NAMES)


class BadInputError(click.ClickException):
    """Input that can't be used."""

    exit_code = 2


class ToolError(click.ClickException):
    """The tool itself failed."""

    exit_code = 3


def input_argument(function: Command) -> Command:
    """Add the argument FILE: a path, or ``-`` for standard input, which is the default."""
    return click.argument("file", default="-", type=click.Path(allow_dash=True, path_type=str))(function)


def read_bytes(file: str) -> tuple[bytes, str]:
    """Return the bytes of a file and how to call it in messages."""
    name = "<stdin>" if file == "-" else file
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes(), name
    except OSError as error:
        raise BadInputError(f"{name}: {error.strerror}") from error


def as_text(data: bytes) -> str:
    """Decode an input file; bytes that are not UTF-8 stay visible."""
    return data.decode("utf-8", errors="backslashreplace")


@contextmanager
def bad_input() -> Iterator[None]:
    """Turn a reader's complaint into exit code 2 and its one line."""
    try:
        yield
    except InputError as error:
        raise BadInputError(str(error)) from error


def read_instances(problem: AnyProblem, file: str) -> list[Any]:
    """Read all instances of a file in the judge's format."""
    data, name = read_bytes(file)
    with bad_input():
        return list(problem.read(as_text(data), name))


def clean(text: str) -> str:
    """Text that is safe on a terminal: control characters are shown, not sent."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def json_line(value: object) -> str:
    """One object on one line, ASCII only."""
    import json

    return json.dumps(value, separators=(", ", ": "))
