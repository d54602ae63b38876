"""Two campaigns held against each other: which findings are new, gone or changed, by their signatures.

A finding is gone only where the later campaign tried its problem with its accused; else it was not tried.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from doublecount.verify.causes import Cause, causes, met
from doublecount.verify.known import unpursued
from doublecount.verify.results import Campaign, Finding, Met, Standing, Summary, Tally


class Turn(Enum):
    """What became of a finding."""

    NEW = "new"
    GONE = "gone"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    NOT_TRIED = "not tried"


@dataclass(frozen=True)
class Change:
    """A cause, and what became of it."""

    turn: Turn
    signature: str
    old: Cause | None
    new: Cause | None
    what: tuple[str, ...] = ()
    """What changed, or a remark."""
    worse: bool = False
    """It is new, or changed for the worse: refuted now, or met more often on the same instances."""

    @property
    def finding(self) -> Finding:
        """The finding as it is now, or was."""
        cause = self.new or self.old
        assert cause
        return cause.findings[0]


@dataclass(frozen=True)
class Contrast:
    """What differs between two campaigns."""

    circumstances: tuple[tuple[str, str, str], ...]
    """What differs in how they were run: its name, then and now."""
    changes: tuple[Change, ...]
    """One a cause; new ones first, then in the order of ``Turn``."""
    unpursued: tuple[tuple[str, Met], ...]
    """By problem: kinds of differences met now, never before, that no finding stands for."""

    def count(self, turn: Turn) -> int:
        """How many findings took this turn."""
        return sum(change.turn is turn for change in self.changes)

    @property
    def worse(self) -> bool:
        """Whether something is new or has changed for the worse."""
        return bool(self.unpursued) or any(change.worse for change in self.changes)


def contrast(old: Campaign, new: Campaign) -> Contrast:
    """Hold a campaign against an earlier one."""
    changes = [change for problem in _problems(old, new) for change in _changes(old, new, problem)]
    order = list(Turn)
    return Contrast(
        tuple(_circumstances(old, new)),
        tuple(sorted(changes, key=lambda change: order.index(change.turn))),
        tuple(_unpursued(old, new)),
    )


def _problems(old: Campaign, new: Campaign) -> list[str]:
    """Names of the problems, those of the new campaign first."""
    return list(dict.fromkeys(one.problem for one in (*new.summaries, *old.summaries)))


def _summary(campaign: Campaign, problem: str) -> Summary | None:
    return next((one for one in campaign.summaries if one.problem == problem), None)


def _causes(summary: Summary | None) -> dict[str, Cause]:
    return {cause.signature: cause for cause in causes(summary)} if summary else {}


def _changes(old: Campaign, new: Campaign, problem: str) -> Iterator[Change]:
    then, now = _summary(old, problem), _summary(new, problem)
    before, after = _causes(then), _causes(now)
    same_instances = old.seed == new.seed and bool(then and now and then.checked == now.checked)
    for name, cause in after.items():
        if then and name in before:
            yield _change(name, before[name], cause, met(then, cause.findings[0]), same_instances)
        else:
            remark = () if _tried(then, cause) else ("not tried before",)
            yield Change(Turn.NEW, name, None, cause, remark, worse=True)
    for name, cause in before.items():
        if name not in after:
            tried = _tried(now, cause)
            what = tuple(_still_met(now, cause)) if tried else ()
            yield Change(Turn.GONE if tried else Turn.NOT_TRIED, name, cause, None, what)


def _tried(summary: Summary | None, cause: Cause) -> bool:
    """Whether a campaign asked the accused of a cause about anything of its problem."""
    accused = cause.findings[0].accused
    if summary is None or not summary.checked or accused not in {one.name for one in summary.parties}:
        return False
    tally = summary.tallies.get(accused, Tally())
    return bool(tally.answered or tally.failed or tally.out_of_budget)


def _still_met(summary: Summary | None, cause: Cause) -> Iterator[str]:
    """Remark that such differences were met, whatever their causes."""
    finding = cause.findings[0]
    for one in summary.met if summary else ():
        if (one.kind, one.accused) == (finding.kind, finding.accused):
            yield f"{one.count} difference{'s' * (one.count != 1)} of this kind still met"


def _change(name: str, old: Cause, new: Cause, before: int, same_instances: bool) -> Change:
    """Compare a cause that occurs in both; ``before`` such differences, of any cause, were met in the old."""
    then, now = old.findings[0], new.findings[0]
    parties = [party for party in now.answers if party in then.answers]
    differing = [party for party in parties if now.answers[party] != then.answers[party]]
    what = [
        *_said("status", then.status.value, now.status.value),
        *_said("hint", then.hint or "none", now.hint or "none"),
        *([f"answer of {', '.join(differing)}"] if differing else []),
        *(_said("differences met", before, new.met) if new.met is not None else []),
    ]
    refuted = (then.status, now.status) == (Standing.OUTVOTED, Standing.REFUTED)
    worse = refuted or (same_instances and (new.met or 0) > before)
    return Change(Turn.CHANGED if what else Turn.UNCHANGED, name, old, new, tuple(what), worse)


def _said(name: str, then: Any, now: Any) -> list[str]:
    return [] if then == now else [f"{name} {then}, now {now}"]


def _unpursued(old: Campaign, new: Campaign) -> Iterator[tuple[str, Met]]:
    for summary in new.summaries:
        then = _summary(old, summary.problem)
        before = {(one.kind, one.accused) for one in (then.met if then else ())}
        for one in unpursued(summary):
            if (one.kind, one.accused) not in before:
                yield summary.problem, one


def _circumstances(old: Campaign, new: Campaign) -> Iterator[tuple[str, str, str]]:
    """What differs in how the campaigns were run."""
    then, now = _told(old), _told(new)
    for name in dict.fromkeys((*then, *now)):
        one, other = then.get(name, "none"), now.get(name, "none")
        if one != other:
            yield name, one, other


def _told(campaign: Campaign) -> dict[str, str]:
    """How a campaign was run; the package's own version is stated once."""
    libraries = {name: text for name, text in campaign.environment.items() if name != "doublecount"}
    instances = {f"instances of {one.problem}": str(one.checked) for one in campaign.summaries}
    return {
        "seed": str(campaign.seed),
        "version": campaign.version,
        "command": campaign.command,
        **libraries,
        **instances,
        "interrupted": "yes" if campaign.interrupted else "no",
    }
