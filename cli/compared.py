"""Two campaigns held against each other, as text and as JSON."""

from typing import Any

from doublecount.cli.common import aligned, clean
from doublecount.verify.causes import Cause
from doublecount.verify.history import Change, Contrast, Turn
from doublecount.verify.present import finding_json


def contrast_text(told: Contrast) -> str:
    """Return what differs in lines: circumstances, counts, then a line for each finding that changed."""
    lines = [f"{name}: {old}, now {new}" for name, old, new in told.circumstances]
    lines += [_counts(told), *_table(told)]
    lines += [
        f"new, not pursued: {problem}: {one.kind.value} of {one.accused}, {one.count} met"
        for problem, one in told.unpursued
    ]
    return "\n".join(" ".join(clean(line).splitlines()) for line in lines) + "\n"


def contrast_json(told: Contrast) -> dict[str, Any]:
    """Return the same as one object."""
    return {
        "circumstances": {name: [old, new] for name, old, new in told.circumstances},
        "counts": {turn.value: told.count(turn) for turn in Turn},
        "findings": [_change_json(change) for change in told.changes],
        "not_pursued": [
            {"problem": problem, "kind": one.kind.value, "accused": one.accused, "met": one.count}
            for problem, one in told.unpursued
        ],
        "worse": told.worse,
    }


def _counts(told: Contrast) -> str:
    worse = sum(change.worse for change in told.changes if change.turn is Turn.CHANGED)
    counts = {turn: f"{told.count(turn)} {turn.value}" for turn in Turn}
    counts[Turn.CHANGED] += f" ({worse} for the worse)"
    return ", ".join(counts.values())


def _table(told: Contrast) -> list[str]:
    """One line a finding that is not as it was, in columns."""
    rows = [_row(change) for change in told.changes if change.turn is not Turn.UNCHANGED]
    if not rows:
        return []
    rows = [("", "signature", "problem", "kind", "accused", "old", "new", ""), *rows]
    return aligned(rows, left=len(rows[0]))


def _row(change: Change) -> tuple[str, ...]:
    finding = change.finding
    names = (change.signature, finding.problem, finding.kind.value, clean(finding.accused))
    what = "; ".join(change.what) + " (worse)" * (change.worse and change.turn is Turn.CHANGED)
    return (change.turn.value, *names, _short(change.old), _short(change.new), what)


def _short(cause: Cause | None) -> str:
    if cause is None:
        return "-"
    return cause.findings[0].status.value + ("" if cause.met is None else f", {cause.met} met")


def _change_json(change: Change) -> dict[str, Any]:
    finding = change.finding
    return {
        "change": change.turn.value,
        "signature": change.signature,
        "problem": finding.problem,
        "kind": finding.kind.value,
        "accused": finding.accused,
        "what": list(change.what),
        "worse": change.worse,
        "old": _cause_json(change.old),
        "new": _cause_json(change.new),
    }


def _cause_json(cause: Cause | None) -> dict[str, Any] | None:
    return {**finding_json(cause.findings[0]), "met": cause.met} if cause else None
