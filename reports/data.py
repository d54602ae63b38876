"""The data step: a ``Campaign`` becomes what the page shows. No HTML in here but the drawn boards."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from markupsafe import Markup

from doublecount.reports.svg import draw
from doublecount.reports.text import plain, presentable
from doublecount.reports.words import Verdict, bound, kind_words, shortened, standing_words, verdict
from doublecount.verify.results import Campaign, Finding, PartyInfo, Summary, Tally

MOST_FINDINGS = 100
"""Findings that the page shows; the store has them all."""

MINIMAL_SCALE = 1.35
"""The board that matters is drawn a little larger."""


class Side(Enum):
    """Where a party stands in a finding."""

    ACCUSED = "accused"
    AGAINST = "against"
    OTHER = "other"


@dataclass(frozen=True)
class Fact:
    """One named part of an answer; a bare text has no name."""

    name: str
    text: str

    @property
    def long(self) -> bool:
        """Whether it needs lines of its own."""
        return "\n" in self.text or len(self.text) > 40


@dataclass(frozen=True)
class Answer:
    """What one party said to the minimal instance."""

    party: str
    role: str
    side: Side
    facts: tuple[Fact, ...]
    board: Markup | None


@dataclass(frozen=True)
class FindingView:
    """A finding, drawn and put into words."""

    finding: Finding
    anchor: str
    kind_words: str
    standing_words: str
    board: Markup | None
    original_board: Markup | None
    evidence_board: Markup | None
    answers: tuple[Answer, ...]
    """The accused first, then those that contradict it, then the others."""

    @property
    def sides(self) -> tuple[Answer, ...]:
        """The accused and the first party against it."""
        groups = ([one for one in self.answers if one.side is side] for side in (Side.ACCUSED, Side.AGAINST))
        return tuple(group[0] for group in groups if group)


@dataclass(frozen=True)
class Part:
    """One stratum's part of the instances."""

    name: str
    count: int
    percent: float


@dataclass(frozen=True)
class ProblemView:
    """What was done on one problem."""

    summary: Summary
    differing: int
    sureness: str
    """How sure one can be after this, in a sentence."""
    parties: tuple[tuple[PartyInfo, Tally], ...]
    shared: tuple[str, ...]
    """Sentences: which parties share what."""
    strata: tuple[Part, ...]
    first: str | None
    """Anchor of its first finding."""


@dataclass(frozen=True)
class Page:
    """All that the page shows, every text in it fit for a page."""

    campaign: Campaign
    verdict: Verdict
    problems: tuple[ProblemView, ...]
    findings: tuple[FindingView, ...]
    left_out: int
    """Findings beyond ``MOST_FINDINGS``."""
    failures: tuple[tuple[str, str], ...]
    """Problem and what failed."""
    circumstances: tuple[tuple[str, str], ...]

    def total(self, name: str) -> int:
        """Sum a number over the problems."""
        return sum(int(getattr(problem.summary, name)) for problem in self.problems)

    @property
    def differing(self) -> int:
        """Instances on which a difference was met."""
        return sum(problem.differing for problem in self.problems)


def page_of(told: Campaign) -> Page:
    """Make the page's content; the same campaign gives the same page."""
    campaign: Campaign = presentable(told)
    found = [(one, finding) for one in campaign.summaries for finding in one.findings]
    anchors = _anchors([finding for _, finding in found])
    shown = [
        _finding(finding, anchor, one)
        for (one, finding), anchor in zip(found[:MOST_FINDINGS], anchors, strict=False)
    ]
    return Page(
        campaign=campaign,
        verdict=verdict(campaign),
        problems=tuple(_problem(summary, shown) for summary in campaign.summaries),
        findings=tuple(shown),
        left_out=len(found) - len(shown),
        failures=tuple((one.problem, failure) for one in campaign.summaries for failure in one.failures),
        circumstances=tuple(_circumstances(campaign)),
    )


def _anchors(findings: Sequence[Finding]) -> list[str]:
    """Names for links, made from the findings' content; a second one of the same name gets a number."""
    anchors: list[str] = []
    for finding in findings:
        plain_id = re.fullmatch("[0-9a-z-]{1,40}", finding.id)
        name = finding.id if plain_id else hashlib.sha256(finding.id.encode()).hexdigest()[:12]
        anchor, count = f"finding-{name}", 1
        while anchor in anchors:
            count += 1
            anchor = f"finding-{name}-{count}"
        anchors.append(anchor)
    return anchors


def _finding(finding: Finding, anchor: str, summary: Summary) -> FindingView:
    return FindingView(
        finding=finding,
        anchor=anchor,
        kind_words=kind_words(finding.kind),
        standing_words=standing_words(finding.status),
        board=_board(finding, "instance", "the minimal instance"),
        original_board=_board(finding, "original", "the instance as it was generated"),
        evidence_board=_board(finding, "evidence", "the instance that refutes the accused"),
        answers=tuple(_answers(finding, {party.name: party for party in summary.parties})),
    )


def _board(finding: Finding, name: str, title: str) -> Markup | None:
    picture = finding.pictures.get(name)
    if picture is None:
        return None
    return draw(picture, f"{finding.problem}, {title}", MINIMAL_SCALE if name == "instance" else 1.0)


def _answers(finding: Finding, parties: dict[str, PartyInfo]) -> Iterator[Answer]:
    sides = list(Side)
    named = [(_side(finding, party), party, answer) for party, answer in finding.answers.items()]
    for side, party, answer in sorted(named, key=lambda entry: sides.index(entry[0])):
        role = parties[party].role.value if party in parties else ""
        board = _board(finding, party, f"the answer of {party}")
        yield Answer(party, role, side, _facts(answer), board)


def _side(finding: Finding, party: str) -> Side:
    if party == finding.accused:
        return Side.ACCUSED
    return Side.AGAINST if party in finding.against else Side.OTHER


def _facts(answer: Any) -> tuple[Fact, ...]:
    """Name the parts of an answer's JSON form; parts that are not stated (null) are left out."""
    if not isinstance(answer, dict):
        return (Fact("", plain(answer)),)
    return tuple(Fact(name, plain(value)) for name, value in answer.items() if value is not None)


def _problem(summary: Summary, findings: Sequence[FindingView]) -> ProblemView:
    differing = summary.checked - summary.agreed - summary.undecided
    mine = [view.anchor for view in findings if view.finding.problem == summary.problem]
    return ProblemView(
        summary=summary,
        differing=differing,
        sureness=bound(summary.agreed, differing),
        parties=tuple((party, summary.tallies.get(party.name, Tally())) for party in summary.parties),
        shared=tuple(_shared(summary.parties)),
        strata=tuple(
            Part(name, count, round(100 * count / max(summary.checked, 1), 1))
            for name, count in summary.strata.items()
        ),
        first=mine[0] if mine else None,
    )


def _shared(parties: Sequence[PartyInfo]) -> Iterator[str]:
    """Say which parts several parties have in common: their agreement is worth less."""
    for part in sorted({part for party in parties for part in party.shares}):
        users = [shortened(party.name) for party in parties if part in party.shares]
        if len(users) > 1:
            yield f"{' and '.join(users)} share {shortened(part)}: their agreement counts for less."


def _circumstances(campaign: Campaign) -> Iterator[tuple[str, str]]:
    yield "seed", str(campaign.seed)
    yield "version", campaign.version
    yield "started", campaign.started or "not recorded"
    yield "finished", campaign.finished or "not recorded"
    yield from ((name, text) for name, text in campaign.environment.items() if name != "doublecount")
