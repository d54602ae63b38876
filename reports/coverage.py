"""The data step for the campaign: who was compared with whom, on what, and how sure one can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from doublecount.reports.charts import Chart, bars, times
from doublecount.reports.words import bound, counted, joined, percent, shortened
from doublecount.verify import statistics
from doublecount.verify.results import (
    Campaign,
    Generated,
    Kind,
    Pair,
    PartyInfo,
    Planted,
    Role,
    Summary,
    Tally,
)

NOT_ASKED = "on which it was not asked, after it had run out of time in the same file"


@dataclass(frozen=True)
class Part:
    """One stratum's part of the instances."""

    name: str
    tried: int
    decided: int
    agreed: int
    percent: float
    """Of the instances tried."""
    bound: str
    """The highest failure rate left open, or what else there is to say."""


@dataclass(frozen=True)
class Matrix:
    """How often any two parties answered the same instance, and how often alike."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Pair | None, ...]], ...]


@dataclass(frozen=True)
class ProblemView:
    """What was done on one problem."""

    summary: Summary
    differing: int
    sureness: str
    """How sure one can be after this, in a sentence."""
    parties: tuple[tuple[PartyInfo, Tally], ...]
    compared: str
    """Who was compared with whom, in a sentence."""
    shared: tuple[str, ...]
    """Sentences: which parties share what, and which were asked in other ways, too."""
    matrix: Matrix | None
    strata: tuple[Part, ...]
    charts: tuple[tuple[str, Chart], ...]
    """With their titles: sizes, answers, times."""
    timeouts: int
    caveats: tuple[str, ...]
    """Sentences: what was skipped, and why."""
    findings: int
    first: str | None
    """Anchor of its first finding."""


@dataclass(frozen=True)
class SelfTestView:
    """What a self-test came to on one problem."""

    problem: str
    caught: int
    smallest: int
    median: float | None
    """Instances needed."""
    planted: tuple[Planted, ...]


def problem_view(summary: Summary, campaign: Campaign, findings: int, first: str | None) -> ProblemView:
    """Put what was done on a problem into tables, charts and sentences."""
    differing = summary.checked - summary.agreed - summary.undecided
    return ProblemView(
        summary=summary,
        differing=differing,
        sureness=statistics.covered(summary) or bound(summary.agreed, differing),
        parties=tuple((party, summary.tallies.get(party.name, Tally())) for party in summary.parties),
        compared=_compared(summary.parties),
        shared=(*_shared(summary.parties), *_asked(summary)),
        matrix=_matrix(summary),
        strata=tuple(_parts(summary)),
        charts=tuple(_charts(summary)),
        timeouts=sum(one.count for one in summary.met if one.kind is Kind.TIMEOUT),
        caveats=tuple(_caveats(summary, campaign, findings)),
        findings=findings,
        first=first,
    )


def _compared(parties: Sequence[PartyInfo]) -> str:
    """Programs on trial against everybody else; without any, all against each other."""
    by_role = {role: [shortened(one.name) for one in parties if one.role is role] for role in Role}
    solver = [f"{name} (solver)" for name in by_role[Role.SOLVER]]
    models, on_trial = by_role[Role.MODEL], by_role[Role.CANDIDATE]
    others = solver + ([f"{counted(len(models), 'model')} ({joined(models)})"] if models else [])
    sides = [joined(on_trial), joined(others)] if on_trial else others
    return f"{' against '.join(sides)}."


def _shared(parties: Sequence[PartyInfo]) -> Iterator[str]:
    """Say which parts several parties have in common: their agreement is worth less."""
    for part in sorted({part for party in parties for part in party.shares}):
        users = [shortened(party.name) for party in parties if part in party.shares]
        if len(users) > 1:
            yield f"{joined(users)} share {shortened(part)}: their agreement counts for less."


def _asked(summary: Summary) -> Iterator[str]:
    """Say how often oracles were asked again in other ways, and whether that made a difference."""
    for one in summary.asked:
        other = one.both - one.alike
        told = f"something else {counted(other, 'time')}" if other else "the same each time"
        asked = f"{shortened(one.party)}, asked again {one.way} about {counted(one.both, 'instance')}"
        yield f"{asked}, said {told}."


def _matrix(summary: Summary) -> Matrix | None:
    names = tuple(party.name for party in summary.parties)
    met = {(pair.one, pair.other): pair for pair in summary.pairs}
    if not met:
        return None
    rows = ((one, tuple(met.get((one, other)) or met.get((other, one)) for other in names)) for one in names)
    return Matrix(names, tuple(rows))


def _parts(summary: Summary) -> Iterator[Part]:
    rates = statistics.highest_rates(summary)
    for name, tried in summary.strata.items():
        told = summary.generated.get(name, Generated(tried))
        percent = round(100 * tried / max(summary.checked, 1), 1)
        yield Part(name, tried, told.decided, told.agreed, percent, _bounded(told, rates.get(name)))
    for name, enough in statistics.never_hit(summary).items():
        yield Part(name, 0, 0, 0, 0.0, f"never hit; {enough:,} instances would have been enough")


def _bounded(told: Generated, rate: float | None) -> str:
    if rate is not None:
        return f"at most {percent(rate)}"
    if told.decided > told.agreed:
        return counted(told.decided - told.agreed, "difference")
    return "–" if told.decided else "undecided"


def _charts(summary: Summary) -> Iterator[tuple[str, Chart]]:
    """The charts that have something to show."""
    name, sizes, answers = summary.problem, _over_strata(summary, "sizes"), _over_strata(summary, "answers")
    drawn = {
        "Instances by size": bars(sizes, f"{name}: sizes", "size"),
        "Instances by answer": bars(answers, f"{name}: answers", "answer"),
        "Time by size (log scale)": times(summary.timings, f"{name}: time by size"),
    }
    return ((title, chart) for title, chart in drawn.items() if chart)


def _over_strata(summary: Summary, which: str) -> dict[str, int]:
    """A histogram of ``Generated`` over all strata."""
    total: Counter[str] = Counter()
    for one in summary.generated.values():
        total.update(getattr(one, which))
    return dict(total)


def _caveats(summary: Summary, campaign: Campaign, pursued: int) -> Iterator[str]:
    """What was skipped, and why."""
    for party, tally in ((one, summary.tallies.get(one.name, Tally())) for one in summary.parties):
        on_trial = party.role is Role.CANDIDATE
        reasons = [
            f"{counted(number, 'instance')} {what}"
            for number, what in (
                (tally.too_large, "beyond its size limit"),
                (tally.out_of_budget, NOT_ASKED if on_trial else "beyond its budget of work"),
                (tally.failed, "on which it failed or ran out of time" if on_trial else "on which it failed"),
            )
            if number
        ]
        if reasons:
            yield f"{shortened(party.name)} did not answer {', '.join(reasons)}."
    differences = sum(one.count for one in summary.met)
    if differences > pursued:
        what = f"{counted(differences, 'difference')} met, {counted(pursued, 'finding')} made of them"
        yield f"{what}: of each kind and party the simplest few are brought to a verdict."
    if summary.stopped:
        yield f"Ended {summary.stopped}."
    if summary.kept:
        yield f"Tried first, and in no statistics: {counted(len(summary.kept), 'file')} of earlier campaigns."
    if summary.scope and summary.scope.skipped:
        yield f"{counted(summary.scope.skipped, 'instance')} outside the judge's limits skipped."
    if summary.failures:
        yield f"The tool itself failed {counted(len(summary.failures), 'time')}; see below."
    if campaign.interrupted:
        yield "The campaign was interrupted."


def selftest_views(planted: Sequence[Planted]) -> Iterator[SelfTestView]:
    """Sum up a self-test problem by problem, in the order in which they were tried."""
    for problem in dict.fromkeys(one.problem for one in planted):
        mine = tuple(one for one in planted if one.problem == problem)
        needed = [one.instances for one in mine if one.instances is not None]
        yield SelfTestView(
            problem=problem,
            caught=len(needed),
            smallest=sum(one.smallest for one in mine),
            median=median(needed) if needed else None,
            planted=mine,
        )
