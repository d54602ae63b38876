"""Every reader as a function of bytes, with the exceptions that its documentation allows."""

import io
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from zlib import crc32

import click

from doublecount.cli import main as command_line
from doublecount.cli.common import as_text, one_line
from doublecount.cli.resume import taken_up
from doublecount.cli.verify import command as verify_command
from doublecount.dp import cache
from doublecount.problems.record import Form
from doublecount.problems.text import InputError
from doublecount.verify import catalogue, function, known, replay
from doublecount.verify.known import KnownError
from doublecount.verify.replay import Replayed
from tests.fuzz import seeds, words
from tests.fuzz.mutations import mutated, mutated_store

MOST_CASES = 1000
CODES = {0, 1, 2, 4}
"""Exit codes that a damaged file may lead to: answers, a difference, bad input, nothing decided."""
STORE_CODES = {*CODES, 3}


class FaultError(Exception):
    """A reader did not keep its promise; the text says how."""


@dataclass(frozen=True)
class Target:
    """A reader on trial."""

    name: str
    seeds: Callable[[], Sequence[bytes]]
    read: Callable[[bytes], None]
    """Reads; raises ``FaultError``, or whatever it should not have raised."""
    refused: tuple[type[Exception], ...] = ()
    """What it may raise instead: an error of one line."""
    mutate: Callable[[random.Random, Sequence[bytes]], bytes] = mutated
    weight: int = 10
    """How often it is tried, in relation to the others."""

    def input(self, rng: random.Random) -> bytes:
        """The next input."""
        return self.mutate(rng, self.seeds())

    def accepts(self, data: bytes) -> bool:
        """Try an input; whether it was read. Raises what should not be."""
        try:
            self.read(data)
        except self.refused as error:
            insist_on_a_line(
                error.format_message() if isinstance(error, click.ClickException) else str(error)
            )
            return False
        return True


def insist_on_a_line(text: str) -> None:
    """A complaint is one line that a terminal can show, and not a whole file."""
    if not text.strip() or "\n" in text.strip():
        raise FaultError(f"not a line: {text!r}")
    if len(text) > 2000:
        raise FaultError(f"a line of {len(text)} characters")


# Readers of instances and answers


def _read_instances(name: str, form: Form, data: bytes) -> None:
    problem = catalogue.problem(name)
    read = [*islice(problem.read_as(form, as_text(data), "file"), MOST_CASES)]
    for instance in read[:3]:
        again = [*problem.read_jsonl(problem.write_jsonl([instance]), "again")]
        if again != [instance]:
            raise FaultError(f"{instance} is written so that {again} is read")


def _read_answers(name: str, data: bytes) -> None:
    problem, file = catalogue.problem(name), seeds.instances(name)[0]
    answers = problem.read_answers(data.decode(errors="surrogateescape"), file)
    if len(answers) != len(file):
        raise FaultError(f"{len(answers)} answers to {len(file)} cases")
    for instance, answer in zip(file, answers, strict=True):
        problem.check(instance, answer)
        problem.to_json(answer)


def _read_lines(name: str, data: bytes) -> None:
    problem, file = catalogue.problem(name), seeds.instances(name)[0]
    answers = function.read_answers(problem, data.decode(errors="surrogateescape"), file)
    for instance, answer in zip(file, answers, strict=True):
        problem.check(instance, answer)
        problem.to_json(answer)
        if problem.drawable(instance, answer):
            problem.picture(instance, answer)


def _answers(name: str) -> Sequence[bytes]:
    problem, file = catalogue.problem(name), seeds.instances(name)[0]
    solved = [problem.load_solver().solve(instance) for instance in file]
    return ["".join(problem.write_answer(case, one) for case, one in enumerate(solved, 1)).encode()]


def _lines(name: str) -> Sequence[bytes]:
    import msgspec

    problem, file = catalogue.problem(name), seeds.instances(name)[0]
    return [b"".join(msgspec.json.encode(problem.load_solver().solve(one)) + b"\n" for one in file)]


def _by_lane(name: str, data: bytes) -> None:
    """The fast lane says what the strict reader and the solver say, or nothing."""
    problem = catalogue.problem(name)
    solver = problem.load_solver()
    output = solver.answer_text and solver.answer_text(data)
    if output is None:
        return
    try:
        file = [*problem.read(as_text(data), "file")]
    except InputError as error:
        raise FaultError(f"the lane answers what is refused: {error}") from error
    told = "".join(problem.write_answer(case, solver.solve(one)) for case, one in enumerate(file, 1))
    if bytes(output) != told.encode():
        raise FaultError(f"the lane says {bytes(output)!r}, not {told!r}")


# Files


@contextmanager
def _as_file(data: bytes, name: str = "file") -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


def _read_known(data: bytes) -> None:
    with _as_file(data) as path:
        known.read(path)


def _read_cache(data: bytes) -> None:
    with _as_file(data) as path:
        arrays = cache._read(path, "fuzzed")
        for array in (arrays or {}).values():
            array.sum()


def _cached() -> Sequence[bytes]:
    import numpy as np

    arrays = {"a": np.arange(40), "b": np.ones((3, 4), dtype=np.uint8)}
    return [b"".join(cache._pieces("fuzzed", arrays)), b"".join(cache._pieces("fuzzed", {}))]


def _mutated_cache(rng: random.Random, whole: Sequence[bytes]) -> bytes:
    """Damaged as any file, or with a head that lies under a checksum that is right."""
    if rng.random() < 0.5:
        return mutated(rng, whole)
    start = len(cache.MAGIC) + 18
    data = rng.choice(whole)
    length = int(data[len(cache.MAGIC) + 9 : start], 16)
    head = mutated(rng, [data[start : start + length].rstrip()]).ljust(length)
    body = head + data[start + length :]
    return cache.MAGIC + b"%08x %08x\n" % (cache.crc32(body), len(head)) + body


# The command line, in this process


class _Streams:
    """Standard streams in memory."""

    def __init__(self, data: bytes) -> None:
        self.stdin = io.TextIOWrapper(io.BytesIO(data))
        self.stdout, self.stderr = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in range(2))

    def said(self) -> str:
        """What went to standard error."""
        return self.stderr.buffer.getvalue().decode(errors="replace")


def run_command(words: Sequence[str], data: bytes = b"", codes: set[int] = CODES) -> int:
    """Run the command line here; raises ``FaultError`` for another exit code or an unfit complaint."""
    streams, before = _Streams(data), (sys.argv, sys.stdin, sys.stdout, sys.stderr)
    forget, command_line._forget = command_line._forget, lambda _: None
    sys.argv = ["doublecount", *words]
    sys.stdin, sys.stdout, sys.stderr = streams.stdin, streams.stdout, streams.stderr
    try:
        code = command_line._run()
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
        command_line._forget = forget
    said = streams.said()
    if code not in codes or "Traceback" in said or "output cannot be written" in said:
        raise FaultError(f"exit code {code}: {said}")
    if code == 2:
        insist_on_a_line(said.strip().splitlines()[-1])
        if not said.startswith("Usage:") and len(said.strip().splitlines()) > 1:
            raise FaultError(f"more than a line: {said!r}")
    return code


def _command_on_store(data: bytes) -> None:
    """One of the commands that read a store; what would run for long is stopped before it does."""
    found = seeds.finding(catalogue.NAMES[0]).id
    with _as_file(data) as path:
        store, beside = str(path), str(path.with_name("new"))
        lines = [
            *(
                ["report", "--store", store, "--format", form, "-o", "-"]
                for form in ("html", "junit", "jsonl")
            ),
            ["report", "--compare", store, store],
            ["replay", found, "--store", store],
            ["known", "add", found, "--store", store, "--known", beside, "--reason", "x"],
            ["promote", found, "--store", store, "--into", beside],
        ]
        which = crc32(data) % (len(lines) + 1)
        if which == len(lines):
            _take_up(path)
        else:
            with _nothing_run():
                run_command(lines[which], codes=STORE_CODES)


@contextmanager
def _nothing_run() -> Iterator[None]:
    """Replaying stops where processes would be started."""
    real, replay.replay_file = replay.replay_file, lambda *_, **__: Replayed((), (), (), ())
    try:
        yield
    finally:
        replay.replay_file = real


def _take_up(path: Path) -> None:
    with verify_command.make_context(
        "verify", ["--resume", "--store", str(path)], resilient_parsing=False
    ) as context:
        try:
            taken_up(context, path)
        except click.ClickException as error:
            insist_on_a_line(one_line(error.format_message()))


def _regressions(name: str, suffix: str, data: bytes) -> None:
    from doublecount.cli.kept import kept_files

    with _as_file(data, f"{name}-x{suffix}") as path:
        kept_files((), path.parent, (name,))


def _command(data: bytes) -> None:
    """Words that a NUL byte separates."""
    line = [word.decode(errors="surrogateescape") for word in data.split(b"\0")]
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        here = os.getcwd()
        os.chdir(folder)
        try:
            if words.is_light(line):
                run_command(line, b"???\n", codes=STORE_CODES)
            else:
                _parsed(line)
        finally:
            os.chdir(here)


def _parsed(line: Sequence[str]) -> None:
    """Read the options of a command that would run for long, and stop there."""
    try:
        with command_line.group.make_context("doublecount", list(line)) as context:
            name, command, rest = command_line.group.resolve_command(
                context, [*context._protected_args, *context.args]
            )
            assert name and command
            command.make_context(name, rest, parent=context)
    except click.exceptions.Exit:
        pass
    except click.ClickException as error:
        insist_on_a_line(one_line(error.format_message()))


def targets() -> list[Target]:
    """All readers."""
    found = [
        Target("known findings", seeds.known_file, _read_known, (KnownError,)),
        Target("cache", _cached, _read_cache, (), _mutated_cache),
        Target("store", seeds.store, _command_on_store, (), mutated_store, weight=4),
        Target("command line", words.seeds, _command, (), words.mutated_line),
    ]
    for name in catalogue.NAMES:
        judge, jsonl = partial(seeds.judge, name), partial(seeds.jsonl, name)
        found += [
            Target(f"judge's text: {name}", judge, partial(_read_instances, name, Form.JUDGE), (InputError,)),
            Target(f"JSON lines: {name}", jsonl, partial(_read_instances, name, Form.JSONL), (InputError,)),
            Target(f"answers: {name}", partial(_answers, name), partial(_read_answers, name), (InputError,)),
            Target(f"answer lines: {name}", partial(_lines, name), partial(_read_lines, name), (InputError,)),
            Target(f"fast lane: {name}", judge, partial(_by_lane, name), weight=3),
            Target(
                f"regressions: {name}",
                judge,
                partial(_regressions, name, ".txt"),
                (click.ClickException,),
                weight=2,
            ),
            Target(
                f"regressions, JSON lines: {name}",
                jsonl,
                partial(_regressions, name, ".jsonl"),
                (click.ClickException,),
                weight=2,
            ),
        ]
    return [replace(one, seeds=_once(one.seeds)) for one in found]


def _once(make: Callable[[], Sequence[bytes]]) -> Callable[[], Sequence[bytes]]:
    """Make the seeds when they are first needed, once."""
    made: list[Sequence[bytes]] = []

    def kept() -> Sequence[bytes]:
        if not made:
            made.append(make())
        return made[0]

    return kept
