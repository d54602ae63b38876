"""The long runs behind docs/trust.md, piece by piece. Run by ``make long-runs``; run it again to go on.

Every piece that has ended well is a line of JSON in ``benchmarks/long_runs.jsonl`` and is not run again; an
interrupt loses the piece under way only. A piece that fails is told, and tried again next time. In the end
the table is printed, from the lines. Environment:

    ONLY     'NAME,NAME …': only pieces whose names begin so

*Campaigns* are ``verify`` with the solver and a cheap model that agree, in a process of its own with one
worker; whatever it finds is a false finding. Meanwhile the resident memory and the open descriptors of both
processes are looked at every second: the slope of memory is that of a straight line through the last three
quarters.
*Suites* are tests that are too dear for ``make test``.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression
from typing import Any

import psutil
from bench import machine

HERE = Path(__file__).parent
KEPT = HERE / "long_runs.jsonl"
LOOK_SECONDS = 1.0
MIB = 2**20
Row = dict[str, Any]


@dataclass(frozen=True)
class Campaign:
    """``examples`` instances of a problem, asked of the solver and one model."""

    problem: str
    model: str
    examples: int
    seed: int

    @property
    def name(self) -> str:
        """What the piece is kept by."""
        return f"campaign {self.problem} {self.model} {self.examples} seed {self.seed}"

    def run(self) -> Row:
        """Return what came of it; raises ChildProcessError for a finding or a failure."""
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "doublecount", "verify", self.problem, "--model", self.model]
            command += ["--examples", str(self.examples), "--seed", str(self.seed), "--jobs", "1", "--json"]
            process = subprocess.Popen(
                [*command, "--store", f"{folder}/store"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            looks = list(_looks(process))
            out, errors = process.communicate()
        if process.returncode:
            raise ChildProcessError(f"exit status {process.returncode}: {out!r} {errors!r}")
        summary = json.loads(out)["problems"][self.problem]
        return {"instances": summary["checked"], "agreed": summary["agreed"], **_held(looks, self.examples)}


@dataclass(frozen=True)
class Suite:
    """Tests, by what pytest is told."""

    about: str
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the piece is kept by."""
        return f"suite {self.about}"

    def run(self) -> Row:
        """Return pytest's closing line; raises ChildProcessError if a test fails or none is run."""
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-m", "", *self.words],
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ChildProcessError(done.stdout[-4_000:] + done.stderr[-1_000:])
        return {"outcome": done.stdout.splitlines()[-1]}


Piece = Campaign | Suite


def campaigns() -> Iterator[Campaign]:
    """A million instances, most of them of the problems whose parties are fastest."""
    for problem, model, pieces, examples in (
        ("injured-queen", "networkx", 5, 100_000),
        ("overlapping-squares", "painting", 4, 100_000),
        ("wooden-chess", "networkx", 4, 10_000),
        ("dots-and-boxes", "cp-sat", 5, 6_000),
        ("black-white", "sat", 6, 5_000),
    ):
        yield from (Campaign(problem, model, examples, seed) for seed in range(1, pieces + 1))


SUITES = (
    Suite("small boards by brute force", ("tests/exhaustive", "tests/slow/test_small_boards.py")),
    Suite("certified counts", ("tests/slow/test_certified_counts.py",)),
    Suite("fuzzing", ("tests/fuzz",)),
    Suite("mutants of the solvers", ("tests/slow/test_mutants_dp.py",)),
    Suite("proofs", ("tests/quick/test_proofs.py", "tests/harness/test_proven.py")),
)


def main() -> None:
    """Run what has not been run, and print the table."""
    only, done = tuple(os.environ.get("ONLY", "").split(",")), kept()
    for piece in (*campaigns(), *SUITES):
        if piece.name in done or not piece.name.startswith(only):
            continue
        print(f"{piece.name} …", flush=True)
        started = time.monotonic()
        try:
            row = piece.run()
        except ChildProcessError as error:
            print(f"FAILED: {error}", file=sys.stderr)
            continue
        seconds = round(time.monotonic() - started)
        line = {"piece": piece.name, **row, "seconds": seconds, "date": machine()["date"]}
        with KEPT.open("a") as lines:
            lines.write(json.dumps(line) + "\n")
        print(row, flush=True)
    _show(list(kept().values()))


def kept() -> dict[str, Row]:
    """What has been run, by name."""
    if not KEPT.exists():
        return {}
    rows = [json.loads(line) for line in KEPT.read_text().splitlines()]
    return {row["piece"]: row for row in rows}


def _looks(process: "subprocess.Popen[bytes]") -> Iterator[tuple[float, int, int]]:
    """Yield time, resident bytes and open descriptors of a process and its children until it ends."""
    main_process = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            family = [main_process, *main_process.children(recursive=True)]
            used = sum(one.memory_info().rss for one in family), sum(one.num_fds() for one in family)
            yield time.monotonic(), *used
        except psutil.Error:  # somebody has just ended
            pass
        time.sleep(LOOK_SECONDS)


def _held(looks: Sequence[tuple[float, int, int]], examples: int) -> Row:
    """How memory and descriptors went, start and end left out."""
    steady = looks[len(looks) // 4 : -2]
    times, memory, descriptors = zip(*steady, strict=True)
    whole = looks[-1][0] - looks[0][0]
    done = [examples * (time - looks[0][0]) / whole for time in times]
    slope = linear_regression(done, memory).slope * 100_000 / MIB
    return {
        "MiB per 100,000": round(slope, 2),
        "MiB": round(max(memory) / MIB),
        "descriptors": [min(descriptors), max(descriptors)],
    }


def _show(rows: Sequence[Row]) -> None:
    """Print the table as docs/trust.md has it."""
    print("\n| piece | instances | two parties agreed | MiB per 100,000 | descriptors | seconds |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        if "outcome" in row:
            print(f"| {row['piece']} | {row['outcome']} | | | | {row['seconds']} |")
            continue
        low, high = row["descriptors"]
        print(
            f"| {row['piece']} | {row['instances']:,} | {row['agreed']:,} | {row['MiB per 100,000']:+.2f}"
            f" | {low} to {high} | {row['seconds']} |"
        )
    total = sum(row.get("instances", 0) for row in rows)
    print(f"\n{total:,} instances, no finding")


if __name__ == "__main__":
    main()
