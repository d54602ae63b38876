"""Adds up what comes of instances: the summary of a problem grows shard by shard."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from doublecount.problems.record import Status
from doublecount.verify import agreement, statistics, timing
from doublecount.verify.compare import Verdict
from doublecount.verify.results import Difference, Finding, Met, PartyInfo, Summary, Tally
from doublecount.verify.worker import Tried


def nothing(problem: str) -> Summary:
    """The summary before the first instance."""
    return Summary(problem, (), 0, 0, 0, large=0, nontrivial=0, strata={}, tallies={})


def differing(summary: Summary) -> int:
    """How many instances differ."""
    return summary.checked - summary.agreed - summary.undecided


def added(summary: Summary, tried: Sequence[Tried], parties: tuple[PartyInfo, ...]) -> Summary:
    """The summary with some more instances in it."""
    verdicts = Counter(one.verdict for one in tried)
    decided = [one for one in tried if one.verdict is not Verdict.UNDECIDED]
    seated = [party.name for party in parties or summary.parties]
    said = (f"instance {one.index + 1}: {failure}" for one in tried for failure in one.failures)
    return replace(
        summary,
        parties=parties or summary.parties,
        checked=summary.checked + len(tried),
        agreed=summary.agreed + verdicts[Verdict.AGREED],
        undecided=summary.undecided + verdicts[Verdict.UNDECIDED],
        large=summary.large + sum(one.large for one in decided),
        nontrivial=summary.nontrivial + sum(one.nontrivial for one in decided),
        strata=_strata(summary.strata, tried),
        tallies={party: _tally(summary.tallies.get(party, Tally()), party, tried) for party in seated},
        failures=failed(summary.failures, said),
        met=met(summary.met, (difference for one in tried for difference in one.differences)),
        generated=statistics.added(summary.generated, tried),
        pairs=agreement.added(summary.pairs, seated, (one.alike for one in tried)),
        timings=timing.added(summary.timings, seated, tried),
        asked=agreement.asked(summary.asked, (one.again for one in tried)),
    )


def met(before: Iterable[Met], differences: Iterable[Difference]) -> tuple[Met, ...]:
    """Differences counted by kind and accused, the most frequent first."""
    counts = Counter({(one.kind, one.accused): one.count for one in before})
    counts.update((one.kind, one.accused) for one in differences)
    return tuple(
        sorted(
            (Met(kind, accused, count) for (kind, accused), count in counts.items()),
            key=lambda one: (-one.count, one.kind.value, one.accused),
        )
    )


def failed(failures: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Failures, each kept once."""
    return tuple(dict.fromkeys((*failures, *more)))


def _strata(strata: Mapping[str, int], tried: Sequence[Tried]) -> dict[str, int]:
    return dict(sorted((Counter(strata) + Counter(one.stratum for one in tried)).items()))


def _tally(tally: Tally, party: str, tried: Sequence[Tried]) -> Tally:
    statuses = Counter(one.statuses[party] for one in tried if party in one.statuses)  # dear ones seldom are
    return Tally(
        answered=tally.answered + statuses[Status.ANSWERED],
        out_of_budget=tally.out_of_budget + statuses[Status.OUT_OF_BUDGET],
        too_large=tally.too_large + statuses[Status.TOO_LARGE],
        failed=tally.failed + statuses[Status.FAILED],
        seconds=tally.seconds + sum(one.seconds.get(party, 0.0) for one in tried),
    )


def distinct(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings that shrank to the same file are one, the first; the smallest file comes first."""
    first = {finding.id: finding for finding in reversed(findings)}
    return tuple(
        sorted(first.values(), key=lambda finding: (len(finding.instance), finding.kind.value, finding.id))
    )
