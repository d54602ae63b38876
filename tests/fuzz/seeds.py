"""What the fuzzing starts from: small, right files of every kind that is read."""

import random
import tempfile
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

from doublecount.cli.resume import kept
from doublecount.verify import catalogue, known, summing
from doublecount.verify.campaign import Options
from doublecount.verify.causes import file_of
from doublecount.verify.finding import Origin
from doublecount.verify.instances import draw
from doublecount.verify.present import environment
from doublecount.verify.results import (
    Campaign,
    Certificate,
    Difference,
    Finding,
    Kind,
    PartyInfo,
    Planted,
    Role,
    Row,
    Standing,
    Switch,
)
from doublecount.verify.store import Reached, Store

FILES = 6
"""Of one kind and problem."""


@cache
def instances(name: str) -> tuple[tuple[object, ...], ...]:
    """Some files of a problem: one to three small instances each."""
    problem, rng = catalogue.problem(name), random.Random(name)
    drawn = (draw(problem, 5, index, judge_only=True).instance for index in range(400))
    small = sorted(drawn, key=lambda one: len(problem.write([one])))[: 3 * FILES]
    return tuple(tuple(rng.sample(small, 1 + number % 3)) for number in range(FILES))


@cache
def judge(name: str) -> tuple[bytes, ...]:
    """Files in the judge's format."""
    return tuple(catalogue.problem(name).write(file).encode() for file in instances(name))


@cache
def jsonl(name: str) -> tuple[bytes, ...]:
    """Files of JSON lines."""
    return tuple(catalogue.problem(name).write_jsonl(file).encode() for file in instances(name))


@cache
def finding(name: str) -> Finding:
    """A finding of a problem as a campaign stores it."""
    problem = catalogue.problem(name)
    file = instances(name)[0]
    text, picture = problem.write(file), problem.picture(file[0], None)
    solved = problem.load_solver().solve(file[0])
    return Finding(
        id=f"{catalogue.NAMES.index(name)}123456789ab",
        problem=name,
        kind=Kind.WRONG_ANSWER,
        accused="mine",
        status=Standing.REFUTED,
        why="the rules decide this board",
        against=("dp",),
        case=1,
        instance=text,
        original=text,
        answers={"dp": problem.to_json(solved), "mine": "malformed-output: output:1:1"},
        hint="the sign is reversed",
        replay=f"doublecount replay {catalogue.NAMES.index(name)}123456789ab",
        number=3,
        stratum="uniform",
        evidence=problem.write(file[:1]),
        command="/bin/false",
        pictures={"instance": picture},
        certificates={"dp": Certificate.UNCHECKED},
        switches=(Switch("it is read otherwise", True),),
    )


@cache
def known_file() -> tuple[bytes, ...]:
    """Files of known findings: of one problem each, and of all."""
    import msgspec

    lines = [msgspec.json.encode(known.entry(finding(name), "a reason")) + b"\n" for name in catalogue.NAMES]
    return (*lines, b"".join(lines))


@cache
def store() -> tuple[bytes, ...]:
    """A store with a campaign of each problem that has ended, and one with a campaign of all."""
    return (*(_stored((name,)) for name in catalogue.NAMES[:2]), _stored(catalogue.NAMES))


def _stored(names: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store"
        with closing(Store(path, create=True)) as made:
            campaign = Campaign(1, environment()["doublecount"], environment(), "doublecount verify", ())
            number = made.begin(campaign, kept(Options(problems=names, seed=1), {}))
            for name in names:
                _fill(made, number, name)
            made.add_selftest([Planted(names[0], "fault", "wrong", "dp", 1, 3, True, "???\n")])
            made.update(number, campaign, ended=True)
            made._database.execute("PRAGMA journal_mode=DELETE")
        return path.read_bytes()


def _fill(made: Store, number: int, name: str) -> None:
    problem, found = catalogue.problem(name), finding(name)
    parties = (PartyInfo("dp", Role.SOLVER, "dynamic"), PartyInfo("mine", Role.CANDIDATE, "program"))
    summary = replace(summing.nothing(name), parties=parties, checked=3, agreed=2)
    rows = [Row(k, "uniform", 4, "agreed", "2") for k in (1, 2)]
    rows.append(Row(3, "uniform", 4, "differing", "2", ("wrong-answer mine",)))
    why = Difference(found.kind, "mine", ("dp",), found.status, "why", 0, tuple(file_of(found)))
    made.reach(number, problem, Reached(summary, 3, True), [(Origin(3, "uniform"), why)], rows)
    made.add_finding(number, 0, found)
