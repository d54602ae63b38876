"""The options that put a program on trial, shared by ``verify`` and ``replay``."""

import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from doublecount.verify import catalogue
from doublecount.verify.parties import CandidateSpec

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--candidate",
        "candidates",
        metavar="[NAME=]CMD",
        multiple=True,
        help="A program that reads the judge's input and writes the judge's output. Repeatable.",
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        default=10.0,
        show_default=True,
        help="Seconds for one call of a candidate.",
    ),
    click.option(
        "--memory-limit",
        type=click.IntRange(min=1),
        default=1024,
        show_default=True,
        help="MiB for one call of a candidate.",
    ),
    click.option(
        "--beyond-judge",
        is_flag=True,
        help="Try candidates outside the judge's limits and on doubtful readings, too.",
    ),
)


def candidate_options(function: Command) -> Command:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def candidate_specs(
    problem: str, commands: Sequence[str], time_limit: float, memory_limit: int
) -> tuple[CandidateSpec, ...]:
    """Read ``[NAME=]CMD``; complain now about a command that can't be run, not in the middle."""
    if not commands:
        return ()
    taken = {"dp", "instance", "original", *(model.name for model in catalogue.models(problem))}
    specs: list[CandidateSpec] = []
    for number, text in enumerate(commands, start=1):
        name, equals, rest = text.partition("=")
        named = bool(equals) and name.replace("-", "").replace("_", "").isalnum() and not Path(name).exists()
        default = "candidate" if len(commands) == 1 else f"candidate-{number}"
        spec = CandidateSpec(
            name if named else default, _located(rest if named else text), time_limit, memory_limit
        )
        if spec.name in taken:
            raise click.BadParameter(f"the name {spec.name!r} is taken already", param_hint="--candidate")
        taken.add(spec.name)
        specs.append(spec)
    return tuple(specs)


def _located(command: str) -> str:
    """The command with its program as an absolute path, so that it can be replayed from anywhere."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise click.BadParameter(f"{command!r}: {error}", param_hint="--candidate") from error
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise click.BadParameter(f"{command!r} is not a program that can be run", param_hint="--candidate")
    files = [os.path.abspath(word) if Path(word).is_file() else word for word in words[1:]]
    return shlex.join([os.path.abspath(program), *files])
