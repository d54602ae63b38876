"""The benchmark table: what the production solvers need, measured here and now. Run by ``make bench``.

Whole processes, with an empty cache folder (cold) and with a filled one (warm), beside any other programs on
the same files in the same run; then boards inside one process; then the growth of the states. Environment:

    PEERS    'PROBLEM=COMMAND PROBLEM=COMMAND …': programs in the judges' formats to compare with
    QUICK=1  a tenth of the cases, three runs, no large boards
    LONG=1   the largest boards too, 16 x 16 and 18 x 18; LONG=16: those up to 16 x 16
    ONLY     'PROBLEM …': these problems only
    RESULTS  where the figures go as JSON (benchmarks/results.json)
"""

import dataclasses
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

import processes
from files import SEED
from processes import NUMPY, TOOL, Party
from works import WORKS, Work

HERE = Path(__file__).parent
QUICK = os.environ.get("QUICK", "") not in ("", "0")
LONG = int(os.environ.get("LONG") or 0)
PROBLEMS = tuple(dict.fromkeys(work.problem for work in WORKS))
PATIENCE = 1.0
"""Seconds."""
INSIDE = {"black-white": 1000, "wooden-chess": 64}
Row = dict[str, Any]


def main() -> None:
    """Measure, print, and write the results."""
    only = os.environ.get("ONLY", "").split() or PROBLEMS
    peers = processes.peers(os.environ.get("PEERS", ""), PROBLEMS)
    results: Row = {"machine": machine(), "seed": SEED, "quick": QUICK, "rows": [], "inside": {}}
    print(*(f"{name}: {value}" for name, value in results["machine"].items()), sep="\n", end="\n\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for work in map(adapted, WORKS):
            if work.problem in only and is_wanted(work):
                results["rows"].append(row := measured(work, peers.get(work.problem, []), folder))
                show(row)
        for problem in INSIDE:
            if problem in only:
                results["inside"][problem] = inside(problem, folder)
    if "black-white" in only:
        results["growth"] = growth(9 if QUICK else 13)
    target = Path(os.environ.get("RESULTS") or HERE / "results.json")
    target.write_text(json.dumps(results, indent=1) + "\n")


def machine() -> dict[str, str]:
    """Say where and when this is measured."""
    cpu = platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), cpu)
    return {
        "processor": f"{cpu}, {os.cpu_count()} cores",
        "versions": f"Python {platform.python_version()}, NumPy {metadata.version('numpy')}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def is_wanted(work: Work) -> bool:
    """Return whether a row is not too long for this run."""
    return (LONG == 1 or work.long <= LONG) and (work.in_quick or not QUICK)


def adapted(work: Work) -> Work:
    """Make a row smaller for a quick run."""
    if not QUICK:
        return work
    cases, peer_cases = (-(-number // 10) for number in (work.cases, work.peer_cases))
    return dataclasses.replace(work, cases=cases, peer_cases=peer_cases, runs=min(3, work.runs))


def file_for(kind: str, cases: int, folder: Path) -> Path:
    """Return a generated file, made by a process of its own; an empty one for no kind."""
    file = folder / f"{kind}-{cases}.txt"
    if not kind:
        file.touch()
    elif not file.exists():
        subprocess.run([sys.executable, HERE / "files.py", kind, str(cases), file], check=True)
    return file


def measured(work: Work, peers: list[tuple[str, list[str]]], folder: Path) -> Row:
    """Measure a row: the tool and its peers in turn."""
    command = (*TOOL, work.problem, *work.options)
    file = file_for(work.kind, work.cases, folder)
    parties = [Party("cold", command, file, work.cases, cold=True)]
    if work.warm:
        parties.append(Party("warm", command, file, work.cases))
    if work.beside_numpy:
        parties.append(Party("import numpy", NUMPY, file, work.cases))
    if work.peer_cases:
        parties += [peer(name, words, work, folder) for name, words in peers]
    if work.runs > 1:
        processes.run(command, file, folder / "cache")
    processes.take_turns(parties, work.runs, folder)
    return {
        "problem": work.problem,
        "work": work.title,
        "cases": work.cases,
        "runs": work.runs,
        "parties": {party.name: figures(party, parties[0], work.cases) for party in parties},
    }


def peer(name: str, words: list[str], work: Work, folder: Path) -> Party:
    """Let a peer have the whole file, or only its first cases if they take longer than ``PATIENCE``."""
    cases = work.peer_cases
    seconds, _, _ = processes.run(words, file_for(work.kind, cases, folder), folder / "cache")
    if seconds < PATIENCE:
        cases = work.cases
    return Party(name, words, file_for(work.kind, cases, folder), cases)


def figures(party: Party, tool: Party, cases: int) -> Row:
    """Return a party's figures; seconds are scaled to all cases of the row."""
    scale = cases / party.cases
    return {
        "seconds": party.median * scale,
        "measured cases": party.cases,
        "times": [round(seconds, 4) for seconds in party.seconds],
        "peak MiB": round(party.peak_mib),
        "ratio to cold": party.median * scale / tool.median,
    }


def show(row: Row) -> None:
    """Print a row: a line for each party."""
    number = f"{row['cases']:,} " if row["cases"] > 1 else ""
    print(f"{row['problem']}: {number}{row['work']} (median of {row['runs']})")
    warm = row["parties"].get("warm")
    for name, found in row["parties"].items():
        line = f"  {name:<14}{found['seconds']:>9.3f} s{found['peak MiB']:>7} MiB"
        if name not in ("cold", "warm"):
            line += f"   {found['ratio to cold']:.3g} x cold"
            line += f", {found['seconds'] / warm['seconds']:.3g} x warm" if warm else ""
            if name == "import numpy":
                line += f"; cold is {1 / found['ratio to cold']:.2f} x this"
        if found["measured cases"] != row["cases"]:
            line += f"   ({found['measured cases']:,} cases measured, scaled)"
        print(line, flush=True)


def inside(problem: str, folder: Path) -> dict[str, float]:
    """Measure and print what a board costs in a warm process."""
    file = file_for(problem, INSIDE[problem], folder)
    command = (sys.executable, str(HERE / "inside.py"), problem)
    _, peak, output = processes.run(command, file, folder / "cache")
    found: dict[str, float] = json.loads(output)
    print(f"{problem}: in one warm process, peak {peak:.0f} MiB")
    for name, seconds in found.items():
        print(f"  {name:<34}{1000 * seconds:>9.4f} ms a board")
    return {**found, "peak MiB": round(peak)}


def growth(width: int) -> list[dict[str, int]]:
    """Print how the states grow with the board."""
    command = [sys.executable, HERE / "growth.py", str(width)]
    rows: list[dict[str, int]] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    names = [name for name in rows[0] if name != "width"]
    print("black-white: states of a square board, before colours (growth a width, over the last two)")
    print(f"{'width':>7}" + "".join(f"{name:>22}" for name in names))
    for before, row in zip([None, None, *rows], rows, strict=False):
        growths = (f" ({(row[name] / before[name]) ** 0.5:.2f})" if before else "" for name in names)
        cells = (f"{row[name]:,}{growth}" for name, growth in zip(names, growths, strict=True))
        print(f"{row['width']:>7}" + "".join(f"{cell:>22}" for cell in cells))
    return rows


if __name__ == "__main__":
    main()
