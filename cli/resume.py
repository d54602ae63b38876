"""``verify --resume``: takes up a campaign again, with the options it was begun with."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from doublecount.cli.common import BadInputError, ToolError
from doublecount.problems.text import encodable
from doublecount.verify import catalogue, programs
from doublecount.verify.campaign import Options
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import environment
from doublecount.verify.shell import split
from doublecount.verify.store import Begun, Store, StoreError, UnusableStoreError

FREE = (
    *("resume", "store_path", "jobs", "cluster", "report", "as_json"),
    *("known_path", "strict_known", "by_stratum"),
)
"""Parameters that change nothing in what a campaign finds."""


@dataclass(frozen=True)
class Kept:
    """What the store keeps of how a campaign was begun."""

    options: Options
    asked: Mapping[str, Any]
    """The parameters of the command, but for those that are free."""
    files: Mapping[str, str]
    """SHA-256 of the files that the candidates' commands and functions name."""


def kept(options: Options, parameters: Mapping[str, Any]) -> Kept:
    """Return what is needed to go on with a campaign."""
    settled = {**parameters, "problems": options.problems, "seed": options.seed}
    asked = {name: _plain(value) for name, value in settled.items() if name not in FREE}
    return Kept(options, asked, programs.digests(options.candidates))


def _plain(value: Any) -> Any:
    """A parameter as JSON can hold it."""
    if isinstance(value, str | Path):
        return encodable(str(value))
    return [*map(_plain, value)] if isinstance(value, tuple | list) else value


def fresh_store(seed: int) -> Path:
    """Name a store that does not exist yet, in the user's state folder."""
    from platformdirs import user_state_path

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return user_state_path("doublecount") / "campaigns" / f"{stamp}-{seed}-{os.getpid()}.sqlite"


def opened(path: Path, create: bool) -> Store:
    """Open a store, or end with the right exit code: 2 for none, 3 for one that is of no use or not ours."""
    try:
        return Store(path, create)
    except UnusableStoreError as error:
        raise BadInputError(str(error)) from error
    except StoreError as error:
        raise ToolError(str(error)) from error


def taken_up(context: click.Context, path: Path | None) -> tuple[Store, Begun, Options]:
    """Find the campaign to go on with: the newest unfinished one, else the newest."""
    if path is None:
        raise click.UsageError("--resume needs --store FILE")
    store = opened(path, create=False)
    catalogue.learn(store.own)
    try:
        begun = store.unfinished()
        before = msgspec.json.decode(begun.options, type=Kept)
        _insist_on_the_same_options(context, before)
        if not begun.ended:
            _insist_on_the_same_tool(begun)
            _insist_on_the_same_problems(begun)
            _insist_on_the_same_programs(before)
            store.claim(begun.number)
    except LookupError as error:
        raise BadInputError(str(error)) from error
    except msgspec.MsgspecError as error:
        raise BadInputError(f"{path}: the campaign's options can't be read: {error}") from error
    except UnusableStoreError as error:
        raise BadInputError(str(error)) from error
    except StoreError as error:
        raise ToolError(str(error)) from error
    return store, begun, before.options


def _insist_on_the_same_options(context: click.Context, before: Kept) -> None:
    """Options may be left away or repeated, not changed."""
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if not given or name in FREE or name not in context.params:
            continue
        asked, then = msgspec.to_builtins(_plain(context.params[name])), before.asked.get(name)
        if name == "problems":
            asked = [*dict.fromkeys(asked)]
        if asked != then:
            label = parameter.opts[0] if isinstance(parameter, click.Option) else "PROBLEMS"
            raise click.UsageError(
                f"{label} {_shown(asked)} contradicts --resume: "
                f"the campaign was begun with {_shown(then) or 'none'}"
            )


def _shown(value: Any) -> str:
    words = value if isinstance(value, list) else [] if value is None or value is False else [value]
    return " ".join(str(word.value if isinstance(word, Enum) else word) for word in words)


def _insist_on_the_same_tool(begun: Begun) -> None:
    """Another version may draw other instances, another library answer otherwise."""
    before, today = begun.campaign.environment, environment()
    for name in {**today, **before}:
        then, now = (f"{name} {one[name]}" if name in one else f"no {name}" for one in (before, today))
        if then != now:
            raise BadInputError(f"the campaign was begun with {then}, this is {now}: begin anew")


def _insist_on_the_same_problems(begun: Begun) -> None:
    for source in begun.campaign.own:
        found = catalogue.problem(source.name)
        for now in catalogue.sources([found.name]):
            if now.digest != source.digest:
                raise BadInputError(f"{now.file} has changed since the campaign was begun: begin anew")


def _insist_on_the_same_programs(before: Kept) -> None:
    for spec in before.options.candidates:
        program = _program(spec)
        if shutil.which(program) is None:
            raise BadInputError(f"{spec.name} can't be run any more: {program} is no program")
    for name, digest in before.files.items():
        file = _unquoted(name)
        if not os.path.isfile(file):
            raise BadInputError(f"a candidate can't be run any more: {file} is gone")
        if programs.digest(file) != digest:
            raise BadInputError(f"{file} has changed since the campaign was begun: begin anew")


def _unquoted(name: str) -> str:
    """The file that a quoted name stands for; a name that was stored without quotes is one as it stands."""
    try:
        words = split(name)
    except ValueError:
        return name
    return words[0] if len(words) == 1 else name


def _program(spec: CandidateSpec) -> str:
    """The first word of a stored command, or what is there in the place of a command."""
    try:
        return spec.argv[0]
    except (ValueError, IndexError):
        return spec.command
