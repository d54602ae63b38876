"""What several commands need: problems by name, input files, errors with their exit codes."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import InputError
from doublecount.verify import catalogue

Command = TypeVar("Command", bound=Callable[..., Any])


def near(word: str, known: Sequence[str]) -> str:
    """Say which known word was meant, or which there are."""
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"


class _Problem(click.ParamType[str]):
    """The name of a problem."""

    name = "problem"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name if there is such a problem."""
        if value not in catalogue.NAMES:
            self.fail(f"{value!r} is no problem; {near(value, catalogue.NAMES)}", param, ctx)
        return value


PROBLEM = _Problem()


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
    """Return the bytes of a file and its name for messages."""
    name = "<stdin>" if file == "-" else file
    if file == "-" and sys.stdin is None:
        raise BadInputError(f"{name}: standard input is closed")
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes(), name
    except OSError as error:
        raise BadInputError(f"{name}: {error.strerror}") from error


def as_text(data: bytes) -> str:
    """Decode an input file; bytes that are not UTF-8 become surrogates, one each."""
    return data.decode("utf-8", errors="surrogateescape")


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
