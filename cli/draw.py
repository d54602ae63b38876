"""``doublecount draw``: boards as a picture."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from doublecount.cli.common import (
    PROBLEM,
    BadInputError,
    ProblemCommand,
    as_text,
    bad_input,
    format_option,
    input_argument,
    insist_on_new,
    insist_on_writable,
    no_cache_option,
    read_bytes,
    write_out,
)
from doublecount.cli.progress import PATIENCE, Watch
from doublecount.cli.solutions import insist_on_fit
from doublecount.problems.picture import MOST_CELLS
from doublecount.problems.record import AnyProblem, Form
from doublecount.reports.sheet import Entry, sheet
from doublecount.verify import catalogue

MOST_CASES = 100
"""Boards in one picture."""


@click.command("draw", cls=ProblemCommand)
@click.argument("problem", type=PROBLEM)
@input_argument
@click.option(
    "-o",
    "--output",
    default="-",
    show_default=True,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="The SVG file; - is standard output.",
)
@click.option("--solve", "solved", is_flag=True, help="Draw in the solver's answer to each case.")
@format_option("Form of the input; jsonl: an object a line.")
@no_cache_option
def command(problem: str, file: str, output: Path, solved: bool, form: Form) -> None:
    """Draw the cases of FILE (standard input by default) as one SVG picture.

    The picture needs no other file, and is light or dark as the reader prefers. It holds up to 100 cases
    below each other, of up to 10,000 cells each.

    \b
    Examples:
      doublecount draw black-white boards.txt -o boards.svg
      echo '?1??' | doublecount draw injured-queen --solve -o queens.svg
    """
    record = catalogue.problem(problem)
    insist_on_new(output, None if file in (None, "-") else Path(file))
    insist_on_writable(output)
    data, name = read_bytes(file)
    with bad_input(), Watch(PATIENCE) as watch:
        entries = []
        for case, instance in enumerate(_cases(record, form, as_text(data), name), start=1):
            entries.append(_entry(record, case, instance, f"{name}: case {case}", solved))
            watch("cases", case, None)
    if not entries:
        raise BadInputError(f"{name}: expected at least one case to draw, found none")
    if len(entries) == 1:
        entries = [Entry("", entries[0].picture)]
    write_out(sheet(entries, record.title).encode(), output, "picture")


def _cases(record: AnyProblem, form: Form, text: str, name: str) -> Iterator[Any]:
    """Yield the instances; end the command if there are too many."""
    instances = record.read_as(form, text, name)
    yield from islice(instances, MOST_CASES)
    if next(instances, None) is not None:
        raise BadInputError(f"{name}: expected at most {MOST_CASES} cases to draw, found more")


def _entry(record: AnyProblem, case: int, instance: Any, where: str, solved: bool) -> Entry:
    if solved:
        insist_on_fit(record, instance, where)
    picture = record.picture(instance, record.load_solver().solve(instance) if solved else None)
    if picture.height * picture.width > MOST_CELLS:
        size = f"{picture.height} x {picture.width}"
        raise BadInputError(f"{where}: expected a board of at most {MOST_CELLS:,} cells, found one of {size}")
    return Entry(f"case {case}", picture)
