"""Regression files: the smallest files of earlier findings, which later campaigns try first.

Their names begin with the problem's; ``.txt`` holds the judge's text, ``.jsonl`` one JSON object a line.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doublecount.problems.record import AnyProblem, Form
from doublecount.verify import catalogue
from doublecount.verify.causes import signature_of
from doublecount.verify.known import Known
from doublecount.verify.results import Finding

SUFFIXES = {Form.JUDGE: ".txt", Form.JSONL: ".jsonl"}


@dataclass(frozen=True)
class KeptFile:
    """A file of cases to be tried before random instances."""

    problem: str
    origin: str
    """What it is, as the stratum of its findings: "regression FILE", "known finding SIGNATURE"."""
    form: Form
    text: str
    case: int = 1
    """The case that gets the dearer checks, from 1."""

    def cases(self) -> tuple[Any, ...]:
        """Return the instances."""
        return tuple(catalogue.problem(self.problem).read_as(self.form, self.text, self.origin))


def promote(finding: Finding, folder: Path) -> Path:
    """Write the smallest file of a finding into a folder, which is made if there is none; return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.problem}-{signature_of(finding)}{SUFFIXES[finding.form]}"
    path.write_bytes(finding.instance.encode())
    return path


def read_folder(folder: Path, problems: Collection[str]) -> tuple[KeptFile, ...]:
    """Return the regression files of some problems, in the order of their names; other files are ignored.

    Raises OSError, ``InputError`` for a file that can't be read as its name says, and ValueError for a
    regression file of no problem.
    """
    kept = []
    for path in sorted(folder.iterdir()):
        form = next((form for form, suffix in SUFFIXES.items() if path.suffix == suffix), None)
        if form is None:
            continue
        problem = next((name for name in catalogue.NAMES if path.name.startswith(f"{name}-")), None)
        if problem is None:
            raise ValueError(f"{path}: expected a name that begins with a problem's, as in PROBLEM-NAME.txt")
        if problem in problems:
            text = path.read_bytes().decode("utf-8", errors="surrogateescape")
            cases = len(list(catalogue.problem(problem).read_as(form, text, str(path))))
            kept += [KeptFile(problem, f"regression {path.name}", form, text, cases)] * bool(cases)
    return tuple(kept)


def of_known(known: Collection[Known], problems: Collection[str]) -> tuple[KeptFile, ...]:
    """Return the files of known findings, so that a campaign tells whether they still occur."""
    return tuple(
        KeptFile(one.problem, one.origin, Form.JSONL, one.file, one.case)
        for one in known
        if one.problem in problems
    )


def fits(problem: AnyProblem, file: tuple[Any, ...], candidates: bool, judge_only: bool) -> bool:
    """Whether a campaign can try a file: within the limits that it keeps to, and readable for candidates."""
    if judge_only and not all(map(problem.limits.allows, file)):
        return False
    try:
        return not candidates or bool(problem.write(file))
    except ValueError:
        return False
