"""``doublecount puzzle``: Yin-Yang puzzles in the formats that people keep them in."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from doublecount.cli.common import BadInputError, Command, as_text, bad_input, json_line, read_bytes, write
from doublecount.cli.progress import PATIENCE, Watch
from doublecount.problems.text import sides

if TYPE_CHECKING:
    from doublecount.puzzles.formats import Format
    from doublecount.puzzles.puzzle import Puzzle

FORMATS = ("plain", "url", "pzprv3", "janko")
"""Those of puzzles/formats, which is loaded when one is read."""
MOST_MADE = 400
"""Cells of a new puzzle; so many take a minute."""
ADDRESSES = ("http://", "https://", "yinyang/")


class UndecidedPuzzleError(click.ClickException):
    """Neither proven nor refuted."""

    exit_code = 4


@click.group("puzzle", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Check, solve step by step, make and convert Yin-Yang puzzles.

    PUZZLE is a file, an address (https://puzz.link/p?yinyang/...) or - for standard input. The format is
    found out: an address of puzz.link or pzv, a pzprv3 file, text as at janko.at, or a plain grid of # o
    and .

    \b
    Examples:
      doublecount puzzle check puzzle.txt
      doublecount puzzle hint yinyang/5/5/016612300
      doublecount puzzle make --size 8x8 --seed 1 --to url
      doublecount puzzle convert puzzle.txt --to pzprv3
    """


def _puzzle_argument(function: Command) -> Command:
    return click.argument("puzzle", default="-")(function)


def _json_option(function: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="One object.")(function)


def _to_option(**more: Any) -> Callable[[Command], Command]:
    return click.option("--to", "to", type=click.Choice(FORMATS), help="The format to write.", **more)


@command.command("check")
@_puzzle_argument
@_json_option
def check(puzzle: str, as_json: bool) -> None:
    """Say how many solutions PUZZLE has: unique, several or none.

    If there are several, two of them and where they differ; if there is none, a few givens that contradict
    each other, none of which can be spared. Exit code 0 if that could be said, 2 if PUZZLE is faulty, 4 if
    the puzzle is too hard to decide.
    """
    from doublecount.cli import puzzle_words

    read, form = _read(puzzle)
    with _decided():
        checked = puzzle_words.checked(read, form.name)
    write(json_line(checked) + "\n" if as_json else puzzle_words.check_text(checked))


@command.command("hint")
@_puzzle_argument
@_json_option
def hint(puzzle: str, as_json: bool) -> None:
    """Name a cell of PUZZLE whose colour is forced now, why, and how many cells are.

    Cells that are filled in count as givens, if the file has them.
    """
    from doublecount.cli import puzzle_words

    read, _ = _read(puzzle)
    with _decided():
        found = puzzle_words.hinted(read)
    write(json_line(found) + "\n" if as_json else puzzle_words.hint_text(found))


@command.command("make")
@click.option("--size", required=True, metavar="HxW", help="Rows and columns, as 8x8.")
@click.option(
    "--givens",
    type=click.Choice(["minimal"]),
    default="minimal",
    show_default=True,
    help="As few that none can be removed.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same puzzle.")
@click.option(
    "--symmetric", is_flag=True, help="Givens in pairs opposite each other; no pair can be removed."
)
@_to_option(default="plain", show_default=True)
@_json_option
def make(size: str, givens: str, seed: int, symmetric: bool, to: str, as_json: bool) -> None:
    """Make a puzzle with one solution, and say on standard error how hard it is."""
    height, width = _size(size)
    from doublecount.cli import puzzle_words
    from doublecount.puzzles.formats import BY_NAME
    from doublecount.puzzles.make import made

    with _decided():
        new = made(height, width, seed, symmetric)
    told = puzzle_words.made(new)
    if as_json:
        write(json_line({"seed": seed, "symmetric": symmetric, **told}) + "\n")
        return
    write(BY_NAME[to].write(new))
    click.echo(puzzle_words.difficulty_text(told["difficulty"]), err=True)


@command.command("convert")
@_puzzle_argument
@_to_option(required=True)
@_json_option
def convert(puzzle: str, to: str, as_json: bool) -> None:
    """Write PUZZLE in another format."""
    from doublecount.puzzles.formats import BY_NAME

    read, form = _read(puzzle)
    target = BY_NAME[to]
    text = target.write(read)
    lost = read.filled is not None and target.read(text, to).filled != read.filled
    if as_json:
        write(json_line({"from": form.name, "to": to, "text": text, "answer_lost": lost}) + "\n")
        return
    write(text)
    if lost:
        click.echo(f"the answer filled in is left out: {to} has no place for it", err=True)


def _read(source: str) -> "tuple[Puzzle, Format]":
    """Read a puzzle from an address, a file or standard input."""
    from doublecount.puzzles import formats

    if source.startswith(ADDRESSES) and not os.path.isfile(source):
        text, name = source, "<address>"
    else:
        data, name = read_bytes(source)
        text = as_text(data)
    with bad_input():
        return formats.read(text, name)


@contextmanager
def _decided() -> Iterator[None]:
    """Turn what can't be decided into exit code 4, and what is too large into 2."""
    from doublecount.puzzles.solving import TooLargeError, UndecidedError

    try:
        with Watch(PATIENCE):
            yield
    except UndecidedError as error:
        raise UndecidedPuzzleError("not decided: too many states for this puzzle") from error
    except TooLargeError as error:
        raise BadInputError(str(error)) from error


def _size(text: str) -> tuple[int, int]:
    size = sides(text, digits=3)
    if size is None:
        raise click.BadParameter(f"{text!r} is not rows and columns as 8x8", param_hint="--size")
    height, width = size
    if height * width > MOST_MADE or min(height, width) > 30:
        raise click.BadParameter(f"{text} has more than {MOST_MADE} cells", param_hint="--size")
    return height, width
