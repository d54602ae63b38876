"""Random command lines from the words and options of the real one."""

import random
from collections.abc import Sequence
from functools import cache
from importlib import import_module

import click

from doublecount.cli.main import COMMANDS
from doublecount.verify import catalogue
from tests.fuzz.mutations import TOKENS

LIGHT = ("problems", "solve", "draw", "known", "promote", "report", "generate")
"""Commands that are run; of the others, which would start campaigns, only the options are read."""
WORDS = (
    *(
        "-",
        "--",
        "",
        "x",
        "0",
        "1",
        "-1",
        "3x3",
        "999999999x999999999",
        "1e9",
        "nan",
        "inf",
        "no-such/file",
        "/",
        ".",
    ),
    *(
        "/dev/null",
        "/dev/zero",
        "a=b",
        "true",
        "true 'x",
        "m:f",
        "tcp://x:1",
        "html",
        "jsonl",
        "judge",
        "standard",
    ),
    *(
        "\n",
        "\x1b[31m",
        "\udcff",
        "\u202e",
        "$(touch x)",
        "; rm -rf x",
        "-rf",
        "x" * 3000,
        "dp",
        "sat",
        "2" * 400,
    ),
)
DEAR = (
    "--solver",
    "--certify",
    "--all",
    "--marginals",
    "--candidate",
    "--candidate-py",
    "--sample",
    "--count",
)
"""Options that are never given to a command that is run with a valid file: they may take long."""


@cache
def options(name: str) -> tuple[str, ...]:
    """All options of a command, those of its problems and its own commands included."""
    command = import_module(f"doublecount.cli.{name}").command
    commands = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
    own = [flag for one in commands for parameter in one.params for flag in parameter.opts]
    asked = [option.flag for problem in catalogue.NAMES for option in catalogue.problem(problem).options]
    return (*own, *(asked if name == "solve" else ()), "--help", "-h", "--version", "--no-such-option")


def line(rng: random.Random) -> list[str]:
    """A random command line."""
    name = rng.choice([*COMMANDS, *LIGHT])
    words = [name] if rng.random() < 0.97 else []
    if name == "known" and rng.random() < 0.8:
        words.append(rng.choice(("add", "list", "remove", "x")))
    if rng.random() < 0.8:
        words.append(rng.choice(catalogue.NAMES))
    for _ in range(rng.randrange(6)):
        if rng.random() < 0.5:
            words.append(rng.choice(options(name)))
        words.append(rng.choice(WORDS))
    if rng.random() < 0.2:
        rng.shuffle(words)
    return words


def mutated_line(rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A random command line, words separated by NUL, with rubbish in it now and then."""
    words = [word.encode(errors="surrogateescape") for word in line(rng)]
    if rng.random() < 0.2:
        words.insert(rng.randrange(len(words) + 1), rng.choice(TOKENS).replace(b"\0", b""))
    return b"\0".join(words)


def seeds() -> list[bytes]:
    """A line to begin with."""
    return [b"problems"]


def is_light(words: Sequence[str]) -> bool:
    """Whether a command line may be run: it starts nothing that lasts."""
    names = [word for word in words if word in COMMANDS]
    return bool(set(names) <= {*LIGHT}) and not {*words} & {*DEAR}
