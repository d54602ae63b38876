"""Results as the JSON of the command line and as an exit code."""

import platform
import sys
from collections.abc import Collection
from contextlib import suppress
from enum import IntEnum
from importlib import metadata
from typing import Any

from doublecount import __version__
from doublecount.verify.causes import signature_of
from doublecount.verify.known import Known, unexplained
from doublecount.verify.results import Campaign, Finding
from doublecount.verify.statistics import covered

LIBRARIES = ("numpy", "ortools", "networkx", "python-sat")
OPTIONAL = ("graphillion", "pyganak")
"""Libraries of extras, with which more models take part."""


class Exit(IntEnum):
    """Exit codes of the command line."""

    CLEAN = 0
    DIFFERENCE = 1
    BAD_INPUT = 2
    TOOL_FAILED = 3
    UNDECIDED = 4
    INTERRUPTED = 130


def exit_code(campaign: Campaign, known: Collection[Known] = ()) -> Exit:
    """A difference that was found, and is not known, stands, whatever else went wrong."""
    if campaign.interrupted:
        return Exit.INTERRUPTED
    if any(unexplained(summary, known) for summary in campaign.summaries):
        return Exit.DIFFERENCE
    if any(summary.failures for summary in campaign.summaries):
        return Exit.TOOL_FAILED
    if all(summary.checked == summary.undecided for summary in campaign.summaries):
        return Exit.UNDECIDED
    return Exit.CLEAN


def campaign_json(campaign: Campaign, known: Collection[Known] = ()) -> dict[str, Any]:
    """The object that ``verify --json`` prints; known findings have their reason under "known"."""
    reasons = {one.signature: {"known": one.reason} for one in known}
    return {
        "seed": campaign.seed,
        "problems": {
            summary.problem: {
                "checked": summary.checked,
                "agreed": summary.agreed,
                "undecided": summary.undecided,
                "findings": [
                    finding_json(finding) | (reasons.get(signature_of(finding), {}) if known else {})
                    for finding in summary.findings
                ],
                **({"covered": covered(summary)} if summary.scope else {}),
                **({"stopped": summary.stopped} if summary.stopped else {}),
            }
            for summary in campaign.summaries
        },
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as ``verify --json`` prints it."""
    return {
        "id": finding.id,
        "problem": finding.problem,
        "kind": finding.kind.value,
        "accused": finding.accused,
        "status": finding.status.value,
        "instance": finding.instance,
        "original": finding.original,
        "answers": {
            party: {"case": finding.case, **answer} if isinstance(answer, dict) else answer
            for party, answer in finding.answers.items()
        },
        "hint": finding.hint,
        "replay": finding.replay,
    }


def environment() -> dict[str, str]:
    """What the results may depend on, besides the seed."""
    versions = {name: metadata.version(name) for name in LIBRARIES}
    for name in OPTIONAL:
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return {
        "doublecount": __version__,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.machine()}",
        **versions,
    }
