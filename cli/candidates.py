"""The options that put a program on trial, shared by ``verify`` and ``replay``."""

import os
import re
import shutil
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from doublecount.cli.common import clean
from doublecount.cli.seconds import SECONDS
from doublecount.problems.text import encodable
from doublecount.verify import catalogue, function, runner, sandbox
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.results import Sandbox
from doublecount.verify.shell import joined, quoted, split

LOAD_SECONDS = 10.0
"""A function is given at least so long to be imported at the start."""

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
        "--candidate-py",
        "functions",
        metavar="[NAME=]MODULE:FUNCTION",
        multiple=True,
        help="A Python function from the problem's Instance to its Answer, to the answer's first value, or to"
        " the judge's output; FILE.py:FUNCTION as well. Repeatable.",
    ),
    click.option(
        "--time-limit",
        type=SECONDS,
        default=10.0,
        show_default=True,
        help="Seconds for one call of a candidate.",
    ),
    click.option(
        "--memory-limit",
        type=click.IntRange(min=1, max=runner.MOST_MIB),
        default=1024,
        show_default=True,
        help="MiB for one call of a candidate.",
    ),
    click.option(
        "--sandbox",
        type=click.Choice([sandbox.value for sandbox in Sandbox]),
        default=Sandbox.NONE.value,
        show_default=True,
        callback=lambda _, __, value: insist_on_sandbox(Sandbox(value)),
        help="Run candidates without network, with nothing to write but an empty /tmp (needs bubblewrap).",
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


def insist_on_sandbox(wanted: Sandbox) -> Sandbox:
    """Return the sandbox; complain if it does not work here: nothing is run without it instead."""
    if wanted is Sandbox.BWRAP and (why := sandbox.unavailable()):
        raise click.BadParameter(why, param_hint="--sandbox")
    return wanted


def candidate_specs(
    problem: str,
    commands: Sequence[str],
    functions: Sequence[str],
    time_limit: float,
    memory_limit: int,
    inside: Sandbox,
) -> tuple[CandidateSpec, ...]:
    """Read ``[NAME=]CMD`` and functions; complain now about what can't be run, not in the middle."""
    wanted = [(text, "--candidate") for text in commands] + [(text, "--candidate-py") for text in functions]
    if not wanted:
        return ()
    taken = {"dp", "instance", "original", *(model.name for model in catalogue.every_model(problem))}
    specs: list[CandidateSpec] = []
    for number, (text, option) in enumerate(wanted, start=1):
        name, equals, rest = text.partition("=")
        named = bool(equals) and name.replace("-", "").replace("_", "").isalnum()
        default = "candidate" if len(wanted) == 1 else f"candidate-{number}"
        typed, is_function = rest if named else text, option == "--candidate-py"
        spec = CandidateSpec(
            name if named else default,
            _calling(problem, typed) if is_function else _located(typed),
            time_limit,
            memory_limit,
            encodable(typed),
            inside,
            is_function,
        )
        if spec.name in taken:
            raise click.BadParameter(f"the name {spec.name!r} is taken already", param_hint=option)
        if is_function:
            _try_loading(spec)
        taken.add(spec.name)
        specs.append(spec)
    return tuple(specs)


def titled(spec: CandidateSpec) -> str:
    """A candidate's name where it is met first: with its command, where nobody chose the name."""
    return f"{spec.name} ({clean(spec.typed or spec.command)})" if is_unnamed(spec) else spec.name


def is_unnamed(spec: CandidateSpec) -> bool:
    """Whether the name is one of those that ``candidate_specs`` gives where there are several."""
    return re.fullmatch(r"candidate-\d+", spec.name) is not None


def again(specs: Sequence[CandidateSpec]) -> list[str]:
    """The words of a command line that put the same candidates on trial."""
    words = []
    for spec in specs:
        option, what = ("--candidate-py", spec.typed) if spec.function else ("--candidate", spec.command)
        words.append(f"{option} {quoted(f'{spec.name}={what}')}")
    for spec in specs[:1]:
        words += [f"--time-limit {spec.time_limit:g}"] * (spec.time_limit != CandidateSpec.time_limit)
        words += [f"--memory-limit {spec.memory_limit}"] * (spec.memory_limit != CandidateSpec.memory_limit)
        words += [f"--sandbox {spec.sandbox.value}"] * (spec.sandbox is not Sandbox.NONE)
    return words


def _calling(problem: str, what: str) -> str:
    """The command that calls a function; a file's path becomes absolute, modules are looked for here."""
    if encodable(what) != what:
        raise click.BadParameter(f"{what!r} is no name in UTF-8", param_hint="--candidate-py")
    module, colon, name = what.rpartition(":")
    if module.endswith(".py"):
        what = f"{os.path.abspath(module)}{colon}{name}"
    return joined(function.command(problem, os.getcwd(), what))


def _try_loading(spec: CandidateSpec) -> None:
    """Load a function as it will be, in a process of its own."""
    seconds = max(spec.time_limit, LOAD_SECONDS)
    done = runner.run(
        [*spec.argv, function.CHECK], b"", runner.Limits(seconds, spec.memory_limit), spec.sandbox
    )
    if done.ended is runner.Ended.EXITED and done.status == 0:
        return
    said = done.errors.decode(errors="backslashreplace").strip().splitlines()
    why = (
        said[-1]
        if said and done.ended is runner.Ended.EXITED
        else f"importing it ended with a {done.ended.value}"
    )
    raise click.BadParameter(why, param_hint="--candidate-py")


def _located(command: str) -> str:
    """The command with its program as an absolute path, so that it can be replayed from anywhere."""
    try:
        words = split(command)
    except ValueError as error:
        raise click.BadParameter(f"{command!r}: {error}", param_hint="--candidate") from error
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise click.BadParameter(f"{command!r} is not a program that can be run", param_hint="--candidate")
    files = [os.path.abspath(word) if os.path.isfile(word) else word for word in words[1:]]
    return joined([os.path.abspath(program), *files])
