"""Whether a campaign ended as was declared beforehand: so a set of known-wrong programs is a test."""

from collections.abc import Collection, Sequence
from enum import Enum

from doublecount.verify.known import Known
from doublecount.verify.present import Exit, exit_code
from doublecount.verify.results import Campaign


class Expected(Enum):
    """What is expected of every candidate of a campaign."""

    RIGHT = "right"
    WRONG = "wrong"
    """Each has at least one finding."""


def not_caught(campaign: Campaign, candidates: Sequence[str]) -> list[str]:
    """The candidates without a finding."""
    accused = _accused(campaign)
    return [name for name in candidates if name not in accused]


def others_accused(campaign: Campaign, candidates: Sequence[str]) -> list[str]:
    """Parties with a finding that are no candidates: those are never expected to be wrong."""
    return sorted(_accused(campaign) - {*candidates})


def _accused(campaign: Campaign) -> set[str]:
    return {finding.accused for one in campaign.summaries for finding in one.findings}


def expected_code(
    campaign: Campaign,
    expected: Expected | None,
    candidates: Sequence[str],
    known: Collection[Known] = (),
) -> Exit:
    """The exit code in the light of what was expected.

    With wrong candidates expected: clean when all were caught and nobody else, whatever else went wrong.
    """
    if expected is not Expected.WRONG or campaign.interrupted:
        return exit_code(campaign, known)
    if others_accused(campaign, candidates):
        return Exit.DIFFERENCE
    if not not_caught(campaign, candidates):
        return Exit.CLEAN
    failed = any(one.failures for one in campaign.summaries)
    return Exit.TOOL_FAILED if failed else Exit.DIFFERENCE
