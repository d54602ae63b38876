"""Groups findings by their cause: problem, kind, who is accused, and the smallest file up to symmetry.

Who stands against the accused is left out: that changes with the other programs on trial, and with what
the models' budgets allow. So is the candidate's command.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import InputError
from doublecount.verify import catalogue
from doublecount.verify.results import Finding, Kind, Summary


@dataclass(frozen=True)
class Cause:
    """Findings that have one cause, as far as one can tell."""

    signature: str
    findings: tuple[Finding, ...]
    """The same up to symmetry; at least one, and the first is the one to show."""
    met: int | None
    """Differences of this kind and accused in the whole campaign; they may have other causes, too. None
    where an earlier cause of the same kind and accused has the number: nobody knows how it is shared."""


def canonical(problem: AnyProblem, file: Sequence[Any]) -> str:
    """Return the smallest text, as JSON lines, among the images of a file.

    One symmetry is applied to all cases alike.
    """
    images = zip(*(problem.images(instance) for instance in file), strict=True)
    return min(problem.write_jsonl(image) for image in images)


def signature(problem: AnyProblem, kind: Kind, accused: str, file: Sequence[Any]) -> str:
    """Name a cause: 12 hexadecimal digits that depend on these and nothing else."""
    content = "\0".join([problem.name, kind.value, accused, canonical(problem, file)])
    return hashlib.sha256(content.encode(errors="backslashreplace")).hexdigest()[:12]


def file_of(finding: Finding) -> list[Any]:
    """Return the cases of a finding's smallest file."""
    problem = catalogue.problem(finding.problem)
    return list(problem.read_as(finding.form, finding.instance, f"finding {finding.id}"))


def signature_of(finding: Finding) -> str:
    """Name the cause of a finding; by its id where its file can't be read, in a store from elsewhere."""
    try:
        file = file_of(finding)
    except (InputError, LookupError):
        file = []
    if not file:
        return finding.id
    return signature(catalogue.problem(finding.problem), finding.kind, finding.accused, file)


def causes(summary: Summary) -> tuple[Cause, ...]:
    """Group the findings of a problem by cause, in the order of their first findings."""
    groups: dict[str, list[Finding]] = {}
    for finding in summary.findings:
        groups.setdefault(signature_of(finding), []).append(finding)
    first: dict[tuple[Kind, str], str] = {}
    for name, alike in groups.items():
        first.setdefault((alike[0].kind, alike[0].accused), name)
    counted = {*first.values()}
    return tuple(
        Cause(name, tuple(alike), met(summary, alike[0]) if name in counted else None)
        for name, alike in groups.items()
    )


def met(summary: Summary, finding: Finding) -> int:
    """Count its like; where the search for evidence has moved the blame, there is none but itself."""
    same = (one.count for one in summary.met if (one.kind, one.accused) == (finding.kind, finding.accused))
    return next(same, 1)
