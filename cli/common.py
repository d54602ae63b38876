"""What several commands need: problems by name, input files, errors with their exit codes."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from doublecount.problems.record import AnyProblem, Form
from doublecount.problems.text import InputError
from doublecount.verify import catalogue

Command = TypeVar("Command", bound=Callable[..., Any])

STDOUT = Path("-")
"""As an output file: standard output."""
NO_CACHE = "DOUBLECOUNT_NO_CACHE"
"""The switch of dp/cache, which is not imported for it: that would load NumPy."""


def near(word: str, known: Sequence[str]) -> str:
    """Say which known word was meant, or which there are."""
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"


def aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return a line a row, in columns: the first ``left`` of them flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


class _Problem(click.ParamType[str]):
    """The name of a problem."""

    name = "problem"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name if there is such a problem."""
        if value not in catalogue.NAMES:
            self.fail(f"{value!r} is no problem; {near(value, catalogue.NAMES)}", param, ctx)
        return value


PROBLEM = _Problem()


def no_cache_option(function: Command) -> Command:
    """Add the option that leaves the cache folder alone: in this process, before it compiles anything."""

    def switch(_: click.Context, __: click.Parameter, chosen: bool) -> None:
        if chosen:
            os.environ[NO_CACHE] = "1"

    words = "Neither read nor write the folder of compiled boards."
    return click.option("--no-cache", is_flag=True, expose_value=False, callback=switch, help=words)(function)


def format_option(words: str) -> Callable[[Command], Command]:
    """Return what adds the option ``--format``, a ``Form`` called ``form``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice([form.value for form in Form]),
        default=Form.JUDGE.value,
        show_default=True,
        callback=lambda _, __, value: Form(value),
        help=words,
    )


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


def read_instances(problem: AnyProblem, file: str, form: Form) -> list[Any]:
    """Read all instances of a file."""
    data, name = read_bytes(file)
    with bad_input():
        return list(problem.read_as(form, as_text(data), name))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let the first interrupt wait until something is done; a second one, of the impatient, does not."""
    waiting, before = False, signal.getsignal(signal.SIGINT)

    def wait(*_: object) -> None:
        nonlocal waiting
        waiting = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        signal.raise_signal(signal.SIGINT)


def write(output: str | bytes) -> None:
    """Write to standard output, whole even where an interrupt comes while the reader is slow."""
    with uninterrupted():
        if isinstance(output, str):
            sys.stdout.write(output)
            return
        left = memoryview(output)
        while left:  # an unbuffered stream may take a part only
            left = left[sys.stdout.buffer.write(left) :]


def insist_on_new(output: Path | None, *inputs: Path | None) -> None:
    """Refuse to write over what is read: an input, or what stands beside a store while it is in use."""
    beside = (
        path.with_name(path.name + end) for path in filter(None, inputs) for end in ("", "-wal", "-shm")
    )
    if output and output != STDOUT and any(_same(output, path) for path in beside):
        raise BadInputError(f"{output}: expected another file to write to than the one that is read")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return os.path.abspath(one) == os.path.abspath(other)


def write_out(content: bytes, output: Path, what: str) -> None:
    """Write a picture or a report to a file, whole or not at all, and say so; or to standard output."""
    if output == STDOUT:
        write(content)
        return
    from doublecount.reports.files import write_whole

    try:
        write_whole(content, output)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error
    click.echo(f"{what}: {output}", err=True)


def clean(text: str) -> str:
    """Text that is safe on a terminal: control characters are shown, not sent."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def json_line(value: object) -> str:
    """One object on one line, ASCII only."""
    import json

    return json.dumps(value, separators=(", ", ": "))
