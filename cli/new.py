"""``doublecount new``: a module for a problem of one's own, to begin with."""

import keyword
import os
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from doublecount.cli.common import BadInputError, ToolError, insist_on_writable
from doublecount.verify import catalogue
from doublecount.verify.own import is_name


@click.command("new")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; by default NAME.py in this folder, with _ for -.",
)
def command(name: str, output: Path | None) -> None:
    """Write a module that states a small problem NAME and already runs, to be changed into yours.

    \b
    Example:
      doublecount new my-tilings
      doublecount verify my_tilings.py
    """
    if not is_name(name):
        raise click.UsageError(f"expected a name like two-words, found {name!r}")
    if name in catalogue.NAMES:
        raise click.UsageError(f"expected a name of its own, found {name!r}, which is taken")
    path = output or Path(f"{name.replace('-', '_')}.py")
    insist_on_writable(path)
    _insist_on_importable(path)
    text = (files("doublecount.problems.own") / "skeleton.py").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("NAME", name).replace("FILE.py", path.name))
    except FileExistsError as error:
        raise BadInputError(f"{path}: expected a file that is not there yet") from error
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}") from error
    click.echo(f"written: {path}; try: doublecount verify {path}", err=True)


def _insist_on_importable(path: Path) -> None:
    """A module called as one that is there would take its place for whatever runs in that folder."""
    module = path.stem
    if keyword.iskeyword(module) or (not os.path.exists(path) and find_spec(module.partition(".")[0])):
        raise click.UsageError(
            f"expected a name that is not Python's or an installed module's, found {module!r}"
        )
