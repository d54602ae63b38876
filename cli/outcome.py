"""What ``verify`` says of a campaign: results on standard output, everything else on standard error."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from doublecount.cli.candidates import is_unnamed, titled
from doublecount.cli.common import ToolError, aligned, clean, json_line
from doublecount.cli.findings import summary_lines
from doublecount.cli.strata import strata_lines
from doublecount.verify import known, statistics
from doublecount.verify.expectation import Expected, expected_code, not_caught, others_accused
from doublecount.verify.known import Known
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import Exit, campaign_json
from doublecount.verify.results import Campaign, Summary
from doublecount.verify.shell import quoted
from doublecount.verify.store import Store, StoreError


@dataclass(frozen=True)
class Shown:
    """How a campaign's result is shown and judged."""

    report: Path | None
    as_json: bool
    by_stratum: bool
    known: tuple[Known, ...]
    strict_known: bool
    expected: Expected | None


def say_result(campaign: Campaign, candidates: Sequence[CandidateSpec], shown: Shown) -> None:
    """Print what was found."""
    expected = shown.expected
    if shown.as_json:
        told = {"expected": expected.value} if expected else {}
        click.echo(json_line(campaign_json(campaign, shown.known) | told))
        return
    if not campaign.summaries:
        click.echo("nothing was tried")
        return
    click.echo(_table(campaign, candidates, shown))
    if expected:
        names = [spec.name for spec in candidates]
        click.echo(f"\nexpected {expected.value}: {_caught(names, not_caught(campaign, names))}")


def _caught(candidates: Sequence[str], missed: Sequence[str]) -> str:
    """Say of which candidates something was found."""
    of_all = f"all {len(candidates)} candidates" if len(candidates) > 1 else "the candidate"
    if not missed:
        return f"something wrong was found in {of_all}"
    if len(missed) == len(candidates):
        nothing = f"any of the {len(candidates)} candidates" if len(candidates) > 1 else "the candidate"
        return f"nothing wrong was found in {nothing}"
    return (
        f"something wrong was found in {len(candidates) - len(missed)} of {len(candidates)} candidates,"
        f" nothing in {', '.join(missed)}"
    )


def judged(campaign: Campaign, candidates: list[str], shown: Shown) -> Exit:
    """Return the exit code; say what is against expectation, and which known findings are gone."""
    if shown.expected is Expected.WRONG:
        _say_names("expected to be wrong but not caught", not_caught(campaign, candidates))
        _say_names("not expected to be wrong", others_accused(campaign, candidates))
    gone = _say_gone(campaign, shown.known)
    code = expected_code(campaign, shown.expected, candidates, shown.known)
    strict = shown.strict_known and gone and code in (Exit.CLEAN, Exit.UNDECIDED)
    return Exit.DIFFERENCE if strict else code


def _say_names(what: str, names: list[str]) -> None:
    if names:
        click.echo(f"{what}: {', '.join(names)}", err=True)


def _say_gone(campaign: Campaign, entries: tuple[Known, ...]) -> bool:
    """Name the known findings that did not occur, though their files were tried to the end."""
    gone = [] if campaign.interrupted else known.gone(campaign.summaries, entries)
    for one in gone:
        what = f"{one.signature} ({one.problem}: {one.kind.value} of {one.accused}: {one.reason})"
        click.echo(f"gone: known finding {clean(what)} did not occur any more", err=True)
    return bool(gone)


def _table(campaign: Campaign, candidates: Sequence[CandidateSpec], shown: Shown) -> str:
    """The verdict per problem, then the findings."""
    rows: list[tuple[str, ...]] = [
        ("problem", "checked", "agreed", "undecided", "differing", "large", "non-trivial", "seconds")
    ]
    for one in campaign.summaries:
        differing = one.checked - one.agreed - one.undecided
        numbers = (one.checked, one.agreed, one.undecided, differing, one.large, one.nontrivial)
        rows.append((one.problem, *map(str, numbers), f"{one.seconds:.1f}"))
    lines = aligned(rows, left=1)
    lines += _parties(campaign, candidates)
    lines += _told(campaign)
    for one in campaign.summaries if shown.by_stratum else ():
        lines += strata_lines(one)
    reasons = {one.signature: one.reason for one in shown.known}
    for one in campaign.summaries:
        lines += summary_lines(one, reasons)
    return "\n".join(clean(line).replace("\n", "\\n") for line in lines)


def _parties(campaign: Campaign, candidates: Sequence[CandidateSpec]) -> list[str]:
    """Who answered how often; which program a candidate is whose name says nothing of it."""
    lines = ["", *(titled(spec) for spec in candidates if is_unnamed(spec))]
    lines += ["answered by each party:"]
    for one in campaign.summaries:
        told = ", ".join(f"{name} {tally.answered}" for name, tally in one.tallies.items())
        lines.append(f"  {one.problem}: {told}")
    return lines


def _told(campaign: Campaign) -> list[str]:
    """What was covered, what was tried first, and how sure one can be: a line each."""
    told = []
    for one in campaign.summaries:
        first = f"{one.problem}: tried first: {', '.join(one.kept)}" if one.kept else None
        ended = f"{one.problem}: ended {one.stopped}" if one.stopped else None
        told += [line for line in (first, ended, statistics.covered(one), statistics.bound(one)) if line]
    return ["", *told] if told else []


def say_where(campaign: Campaign, store: Store, number: int, shown: Shown) -> None:
    """Messages on standard error: failures, what was written where, and how to go on.

    ``number`` is the campaign's in the store.
    """
    for failure in _failures(campaign.summaries):
        click.echo(f"failed: {clean(failure)}", err=True)
    for warning in filter(None, map(statistics.warning, campaign.summaries)):
        click.echo(f"warning: {warning}", err=True)
    if campaign.interrupted:
        click.echo(f"interrupted; what was found so far is stored; {go_on(store.path)}", err=True)
    click.echo(f"seed: {campaign.seed}; store: {clean(str(store.path))}", err=True)
    if shown.report is None:
        click.echo(
            f"for a page: doublecount report -o report.html --store {quoted(str(store.path))}", err=True
        )
        return
    from doublecount.reports.page import write_report

    try:
        dossier = Store(store.path).dossier({one.signature: one.reason for one in shown.known}, number)
        write_report(dossier, shown.report)
    except OSError as error:
        raise ToolError(f"{shown.report}: {error.strerror}") from error
    except StoreError as error:
        raise ToolError(str(error)) from error
    click.echo(f"report: {clean(str(shown.report))}", err=True)


def go_on(store: Path) -> str:
    """Say how to take the campaign up again."""
    return f"go on with: doublecount verify --resume --store {quoted(str(store))}"


def _failures(summaries: tuple[Summary, ...]) -> list[str]:
    return [f"{one.problem}: {failure}" for one in summaries for failure in one.failures]
