"""What the tests reach: the figures of ``make coverage``, and whether they are enough.

    python -m tests.covered

Reads the combined data of coverage.py, prints a table as docs/trust.md has it, and says what is missing. The
exit code is 1 where a module of ``WHOLE`` has a line or a branch that no test reaches, or where less than
``LEAST`` percent of all branches or of all lines are reached.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

LEAST = 95.0
WHOLE: dict[str, tuple[str, ...]] = {
    "comparison": (
        "verify/compare.py",
        "verify/again.py",
        "verify/trial.py",
        "verify/localise.py",
        "verify/shrink.py",
    ),
    "certificates": (
        "verify/certify.py",
        "verify/proven.py",
        "verify/proofs.py",
        "verify/rup.py",
        "verify/table.py",
        "verify/complete.py",
        "problems/claim.py",
        "problems/*/clauses.py",
        "problems/*/rules.py",
    ),
    "readers": (
        "problems/text.py",
        "problems/jsonl.py",
        "problems/*/formats.py",
        "puzzles/formats.py",
        "puzzles/janko.py",
        "puzzles/plain.py",
        "puzzles/puzzle.py",
        "puzzles/pzprv3.py",
        "puzzles/url.py",
        "verify/reading.py",
        "verify/shell.py",
    ),
    "store": (
        "verify/store.py",
        "verify/database.py",
        "verify/rows.py",
        "verify/summing.py",
        "verify/writer.py",
        "verify/whole.py",
    ),
    "caps": (
        "verify/runner.py",
        "verify/descendants.py",
        "verify/contained.py",
        "verify/sandbox.py",
    ),
}
"""By group the modules, as patterns of paths, of which every line and every branch is to be reached."""


@dataclass(frozen=True)
class Reached:
    """What is reached of a module, or of several."""

    lines: int = 0
    lines_reached: int = 0
    branches: int = 0
    branches_reached: int = 0

    @property
    def least_percent(self) -> float:
        """Of branches or lines, whichever is less."""
        return min(_percent(self.lines_reached, self.lines), _percent(self.branches_reached, self.branches))


@dataclass(frozen=True)
class Module:
    """What is reached of one module, and what is not: lines, and branches as pairs of lines."""

    reached: Reached
    missing: tuple[str, ...] = ()


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def total(parts: Iterable[Reached]) -> Reached:
    """Add up."""
    columns = zip(*((p.lines, p.lines_reached, p.branches, p.branches_reached) for p in parts), strict=True)
    return Reached(*map(sum, columns))


def chosen(modules: Mapping[str, Module], patterns: Sequence[str]) -> dict[str, Module]:
    """The modules that patterns mean. Raises ValueError for a pattern that means none."""
    found: dict[str, Module] = {}
    for pattern in patterns:
        paths = [path for path in modules if fnmatchcase(path, pattern)]
        if not paths:
            raise ValueError(f"no module measured is called {pattern}")
        found |= {path: modules[path] for path in paths}
    return found


def table(rows: Mapping[str, Sequence[Reached]]) -> str:
    """Write figures as a table."""
    lines = ["| modules | files | lines | reached | branches | reached |", "|---|---|---|---|---|---|"]
    for name, parts in rows.items():
        one = total(parts)
        cells = (
            name,
            str(len(parts)),
            f"{one.lines:,}",
            _share(one.lines_reached, one.lines),
            f"{one.branches:,}",
            _share(one.branches_reached, one.branches),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    """Cut, not rounded: what is not all must not look so."""
    return f"{part:,} ({int(10 * _percent(part, whole)) / 10:.1f}%)"


def faults(modules: Mapping[str, Module]) -> list[str]:
    """Say, in a line each, in what the figures are not enough."""
    wanted = {path: one for patterns in WHOLE.values() for path, one in chosen(modules, patterns).items()}
    told = [f"{path}: not reached: {', '.join(one.missing)}" for path, one in wanted.items() if one.missing]
    least = total(one.reached for one in modules.values()).least_percent
    if least < LEAST:
        told.append(f"{least:.1f}% of all are reached, less than {LEAST:g}%")
    return told


def measured() -> dict[str, Module]:
    """The combined data, by paths from the root of the repository."""
    data = Coverage()
    data.load()
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        data.json_report(outfile=str(report))
        files = json.loads(report.read_text())["files"]
    return {path: _module(content) for path, content in sorted(files.items())}


def _module(content: Mapping[str, Any]) -> Module:
    told = content["summary"]
    reached = Reached(
        told["num_statements"], told["covered_lines"], told["num_branches"], told["covered_branches"]
    )
    gone = content["missing_lines"]
    branches = (
        f"{start} to {end if end > 0 else 'the end'}"
        for start, end in content["missing_branches"]
        if start not in gone
    )
    return Module(reached, (*map(str, gone), *branches))


def main() -> int:
    """Print figures and faults; return the exit code."""
    modules = measured()
    rows = {name: [one.reached for one in chosen(modules, WHOLE[name]).values()] for name in WHOLE}
    rows["all"] = [one.reached for one in modules.values()]
    print(table(rows))
    told = faults(modules)
    print(*told, sep="\n", file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
