"""The data step: a ``Dossier`` becomes what the page shows. No HTML in here but drawn boards and charts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from doublecount.reports.coverage import ProblemView, SelfTestView, problem_view, selftest_views
from doublecount.reports.findings import FindingView, views
from doublecount.reports.text import presentable
from doublecount.reports.words import Verdict, verdict
from doublecount.verify.results import Campaign, Dossier, Planted, Row

MOST_FINDINGS = 5_000
"""Causes that the page shows; the store has all findings."""
STATIC_FINDINGS = 50
"""Of these, shown without JavaScript, too."""
MOST_AT_A_GLANCE = 6
"""Accused parties with a finding at the top of the page."""
MOST_ROWS = 100_000
"""Instances that the page lists."""


@dataclass(frozen=True)
class Page:
    """All that the page shows, every text in it fit for a page."""

    campaign: Campaign
    """Without findings."""
    verdict: Verdict
    problems: tuple[ProblemView, ...]
    findings: tuple[FindingView, ...]
    left_out: int
    """Findings beyond ``MOST_FINDINGS`` causes."""
    rows: dict[str, tuple[Row, ...]]
    """By problem, ``MOST_ROWS`` in all."""
    rows_left_out: int
    failures: tuple[tuple[str, str], ...]
    """Problem and what failed."""
    selftest: tuple[SelfTestView, ...]
    circumstances: tuple[tuple[str, str], ...]

    def total(self, name: str) -> int:
        """Sum a number over the problems."""
        return sum(int(getattr(problem.summary, name)) for problem in self.problems)

    @property
    def glance(self) -> list[FindingView]:
        """The first finding against each of the first few that are accused."""
        first: dict[tuple[str, str], FindingView] = {}
        for view in self.findings[:STATIC_FINDINGS]:
            first.setdefault((view.finding.problem, view.finding.accused), view)
        return [*first.values()][:MOST_AT_A_GLANCE]

    @property
    def differing(self) -> int:
        """Instances on which a difference was met."""
        return sum(problem.differing for problem in self.problems)

    @property
    def row_count(self) -> int:
        """Instances listed."""
        return sum(map(len, self.rows.values()))


def page_of(dossier: Dossier) -> Page:
    """Make the page's content; the same dossier gives the same page."""
    told = dossier.campaign
    bare = replace(told, summaries=tuple(replace(one, findings=()) for one in told.summaries))
    campaign: Campaign = presentable(bare)
    shown, left_out = views(told, dossier.known, MOST_FINDINGS)
    rows, planted = dict(_rows(dossier)), presentable(dossier.selftest)
    return Page(
        campaign=campaign,
        verdict=presentable(verdict(told)),
        problems=tuple(
            problem_view(summary, campaign, len(before.findings), _first(shown, summary.problem))
            for before, summary in zip(told.summaries, campaign.summaries, strict=True)
        ),
        findings=tuple(shown),
        left_out=left_out,
        rows=rows,
        rows_left_out=sum(one.checked for one in told.summaries) - sum(map(len, rows.values())),
        failures=(*_failures(campaign), *_untried(planted)),
        selftest=tuple(selftest_views(planted)),
        circumstances=tuple(_circumstances(campaign)),
    )


def _failures(campaign: Campaign) -> Iterator[tuple[str, str]]:
    return ((one.problem, failure) for one in campaign.summaries for failure in one.failures)


def _untried(selftest: Sequence[Planted]) -> Iterator[tuple[str, str]]:
    """The failures of the tool in its self-test."""
    for one in selftest:
        if one.error:
            yield one.problem, f"self-test, fault {one.fault}, seed {one.seed}: {one.error}"


def _first(shown: list[FindingView], problem: str) -> str | None:
    return next((view.anchor for view in shown[:STATIC_FINDINGS] if view.finding.problem == problem), None)


def _rows(dossier: Dossier) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """The rows that fit, problem by problem."""
    room = MOST_ROWS
    for problem, rows in dossier.rows.items():
        yield presentable(problem), rows[:room]
        room -= len(rows[:room])


def _circumstances(campaign: Campaign) -> Iterator[tuple[str, str]]:
    yield "seed", str(campaign.seed)
    yield "version", campaign.version
    yield "started", campaign.started or "not recorded"
    yield "finished", campaign.finished or "not recorded"
    yield from ((name, text) for name, text in campaign.environment.items() if name != "doublecount")
