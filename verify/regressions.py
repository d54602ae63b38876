"""Regression files: the smallest files of earlier findings, which later campaigns try first.

Their names begin with the problem's; ``.txt`` holds the judge's text, ``.jsonl`` one JSON object a line.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from doublecount.problems.record import AnyProblem, Form
from doublecount.problems.text import encodable
from doublecount.verify import catalogue
from doublecount.verify.causes import signature_of
from doublecount.verify.known import Known
from doublecount.verify.reading import UnreadableError, insist_on_file, read_file
from doublecount.verify.results import Finding
from doublecount.verify.whole import write_whole

_PROMOTED = re.compile(r"[a-z][a-z0-9-]*-[0-9a-f]{12}")
SUFFIXES = {Form.JUDGE: ".txt", Form.JSONL: ".jsonl"}
MOST_CASES = 10_000
"""Of one file."""


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
    write_whole(finding.instance.encode(), path)
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
        named = [name for name in (*catalogue.NAMES, *problems) if path.name.startswith(f"{name}-")]
        problem = max(named, key=len, default=None)
        if problem is None and _PROMOTED.fullmatch(path.stem):
            continue  # of a problem from elsewhere that this campaign is not on
        if problem is None:
            raise ValueError(f"{path}: expected a name that begins with a problem's, as in PROBLEM-NAME.txt")
        if problem in problems:
            text = _text(path)
            cases = _cases(catalogue.problem(problem), form, text, path)
            kept += [KeptFile(problem, f"regression {encodable(path.name)}", form, text, cases)] * bool(cases)
    return tuple(kept)


def _text(path: Path) -> str:
    try:
        insist_on_file(path)
        return read_file(path).decode("utf-8", errors="surrogateescape")
    except UnreadableError as error:
        raise ValueError(f"{path}: {error}") from error


def _cases(problem: AnyProblem, form: Form, text: str, path: Path) -> int:
    """Count the cases of a file: so few that a campaign is still about random instances."""
    cases = sum(1 for _ in islice(problem.read_as(form, text, str(path)), MOST_CASES + 1))
    if cases > MOST_CASES:
        raise ValueError(f"{path}: expected at most {MOST_CASES:,} cases, found more")
    return cases


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
