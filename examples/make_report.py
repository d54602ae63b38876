"""Makes the example report: one campaign in which wrong programs stand trial, problem by problem.

    .venv/bin/python examples/make_report.py

writes ``examples/report.sqlite``, the store, and ``examples/report.html``, the page. The findings follow from
the seed.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from doublecount.verify.campaign import Options, run
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import environment
from doublecount.verify.results import Campaign
from doublecount.verify.store import Store

ROOT = Path(__file__).parents[1]
PROGRAMS = Path("examples/programs")
STORE, PAGE = Path("examples/report.sqlite"), Path("examples/report.html")
SEED = 2024
INSTANCES = 80
"""A problem, at most."""
DIFFERENCES = 12
"""A program: with so many it stops. The first of each kind are brought to a verdict."""
TIME_LIMIT = 60.0
"""Seconds; no program here is wrong by being slow, so that a busy machine changes nothing."""
WRONG = {
    "black-white": ["black_white_corners.py"],
    "injured-queen": ["injured_queen_int.cpp", "injured_queen_first_column.py"],
    "overlapping-squares": ["overlapping_squares_see_through.py"],
    "wooden-chess": ["wooden_chess_never_behind.py"],
    "dots-and-boxes": ["dots_and_boxes_draws_again.py"],
}
"""By problem: the programs on trial."""


def spec(problem: str, program: str) -> CandidateSpec:
    """Make a program ready; its command holds for the root of the repository, on any machine."""
    path = PROGRAMS / program
    name = path.stem.removeprefix(problem.replace("-", "_") + "_").replace("_", "-")
    return CandidateSpec(name, compiled(path) if path.suffix == ".cpp" else f"python3 -S {path}", TIME_LIMIT)


def compiled(path: Path) -> str:
    """Compile a C++ program; return the command that runs it."""
    compiler = shutil.which("c++")
    if compiler is None:
        sys.exit(f"{path}: expected a C++ compiler, the program c++; found none")
    subprocess.run([compiler, "-O2", "-o", path.with_suffix(""), path], check=True)
    return str(path.with_suffix(""))


def make(store_path: Path, instances: int = INSTANCES) -> Campaign:
    """Run the campaign into a new store; the current folder is the root of the repository."""
    campaign = Campaign(
        seed=SEED,
        version=environment()["doublecount"],
        environment=environment(),
        command="python3 examples/make_report.py",
        summaries=(),
        started=now(),
    )
    store = Store(store_path, create=True)
    number = store.begin(campaign, {})
    for problem, programs in WRONG.items():
        options = Options(
            problems=(problem,),
            examples=instances,
            seed=SEED,
            jobs=len(os.sched_getaffinity(0)),
            max_findings=DIFFERENCES * len(programs),
            candidates=tuple(spec(problem, program) for program in programs),
            all_wrong=True,
        )
        for summary in run(options, store, number):
            print(
                f"{problem}: {len(summary.findings)} finding(s) in {summary.seconds:.0f} s", file=sys.stderr
            )
    store.update(number, Campaign(**{**vars(campaign), "finished": now()}), ended=True)
    told = store.newest()
    store.close()
    return told


def now() -> str:
    """The time as campaigns keep it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def main() -> None:
    """Make the store and the page."""
    os.chdir(ROOT)
    for old in STORE.parent.glob(f"{STORE.name}*"):
        old.unlink()
    make(STORE)
    words = ["report", "-o", str(PAGE), "--store", str(STORE)]
    sys.exit(subprocess.run([sys.executable, "-m", "doublecount", *words], check=False).returncode)


if __name__ == "__main__":
    main()
