"""What several commands need: problems by name, input files, errors with their exit codes."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from doublecount.cli import completion
from doublecount.problems.record import AnyModel, AnyProblem, Form
from doublecount.problems.text import InputError
from doublecount.verify import catalogue, reading
from doublecount.verify.reading import UnreadableError

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_SAID = 1000
"""Characters of a message: names and words of users may be longer."""
STDOUT = Path("-")
"""As an output file: standard output."""
INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what ``kill`` and ``timeout`` send: both end a command alike."""
NO_CACHE = "DOUBLECOUNT_NO_CACHE"
"""The switch of dp/cache, which is not imported for it: that would load NumPy."""


def near(word: str, known: Sequence[str]) -> str:
    """Say which known word was meant, or which there are."""
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"


def install(model: AnyModel) -> str:
    """Say how to get the library that a model needs."""
    return f"pip install 'doublecount[{model.extra}]'"


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
    """The name of a problem, or the path of the module of one."""

    name = "problem"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the problem's name if there is such a problem."""
        if value in catalogue.NAMES or (ctx and ctx.resilient_parsing):
            return value
        if not names_problem(value):
            self.fail(f"{value!r} is no problem; {near(value, catalogue.names())}", param, ctx)
        return record_of(value).name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        """Return names that go on so, or have the shell find a file."""
        return completion.problems(incomplete)


PROBLEM = _Problem()


def names_problem(word: str) -> bool:
    """Tell whether a word of the command line names a problem, or the module of one."""
    return word in catalogue.NAMES or word.endswith(".py") or catalogue.is_problem(word)


def record_of(problem: str) -> AnyProblem:
    """Return the record of a problem; end the command if it is one from elsewhere that can't be used."""
    try:
        return catalogue.problem(problem)
    except LookupError as error:
        raise BadInputError(str(error)) from error


class ProblemCommand(click.Command):
    """A command on problems: ``--problem FILE.py`` is another way to say the argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put what ``--problem`` names in the place of the argument."""
        args = problems_first(args)
        ctx.meta[completion.WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Show the option among the others."""
        words = "In place of PROBLEM: the Python module of a problem of your own."
        option = click.Option(
            [_PROBLEM_OPTION], type=click.Path(), metavar="FILE.py", help=words, expose_value=False
        )
        return [*super().get_params(ctx), option]


_PROBLEM_OPTION = "--problem"


def problems_first(args: list[str]) -> list[str]:
    """Return the words of a command line with the values of ``--problem`` in front, as arguments."""
    named: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        flag, equals, value = word.partition("=")
        if word == "--":
            return [*named, *rest, word, *words]
        if flag != _PROBLEM_OPTION:
            rest.append(word)
        elif equals:
            named.append(value)
        elif (following := next(words, None)) is not None:
            named.append(following)
        else:
            rest.append(word)  # click will say what is missing
    return [*named, *rest]


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
    """Return the bytes of a file and its name for messages; end the command where there is no end to them."""
    name = "<stdin>" if file == "-" else file
    if file == "-" and sys.stdin is None:
        raise BadInputError(f"{name}: standard input is closed")
    try:
        return reading.collected(sys.stdin.buffer) if file == "-" else reading.read_file(file), name
    except OSError as error:
        raise BadInputError(f"{name}: {error.strerror}") from error
    except UnreadableError as error:
        raise BadInputError(f"{name}: {error}") from error


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


def read_instances(problem: AnyProblem, file: str, form: Form, most: int, what: str) -> list[Any]:
    """Read all instances of a file, which are to be so many at most; ``what`` is to be done with them."""
    data, name = read_bytes(file)
    with bad_input():
        instances = list(islice(problem.read_as(form, as_text(data), name), most + 1))
    if len(instances) > most:
        raise BadInputError(f"{name}: expected at most {most:,} cases {what}, found more")
    return instances


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let the first interrupt wait until something is done; a second one, of the impatient, does not."""
    waiting: list[int] = []
    before = {one: signal.getsignal(one) for one in INTERRUPTS}

    def wait(number: int, _: object) -> None:
        waiting.append(number)
        signal.signal(number, before[signal.Signals(number)])

    for one in INTERRUPTS:
        signal.signal(one, wait)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    for number in waiting[:1]:
        signal.raise_signal(number)


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
    beside = (Path(f"{path}{end}") for path in filter(None, inputs) for end in ("", "-wal", "-shm"))
    if output and output != STDOUT and any(_same(output, path) for path in beside):
        raise BadInputError(f"{output}: expected another file to write to than the one that is read")


def insist_on_writable(output: Path | None) -> None:
    """Refuse, before any work is done, a file that can't be written in the end."""
    if output is None or output == STDOUT:
        return
    try:
        output.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass  # told below, with the folder
    except OSError as error:
        raise BadInputError(f"{output}: can't be written: {error.strerror}") from error
    special = os.path.exists(output) and not os.path.isfile(output)
    folder = Path(os.path.realpath(output)).parent
    if special and not os.access(output, os.W_OK):
        raise BadInputError(f"{output}: can't be written")
    if not special and not os.path.isdir(folder):
        raise BadInputError(f"{output}: can't be written: there is no folder {folder}")
    if not special and not os.access(folder, os.W_OK | os.X_OK):
        raise BadInputError(f"{output}: can't be written: the folder {folder} is closed to it")


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
    from doublecount.verify.whole import write_whole

    try:
        write_whole(content, output)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error
    click.echo(f"{what}: {clean(str(output))}", err=True)


def one_line(text: str) -> str:
    """The same in one line, and in the middle of what is endless a gap."""
    line = clean(text).replace("\n", "\\n").replace("\t", "\\t")
    return line if len(line) <= MOST_SAID else f"{line[: MOST_SAID // 2]} … {line[-MOST_SAID // 2 :]}"


def clean(text: str) -> str:
    """Text that is safe on a terminal: control characters are shown, not sent."""
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


def json_line(value: object) -> str:
    """One object on one line, ASCII only."""
    import json

    return json.dumps(value, separators=(", ", ": "))
