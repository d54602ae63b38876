"""A finding on the terminal."""

from collections.abc import Mapping
from textwrap import wrap

from doublecount.cli.common import clean, json_line
from doublecount.verify.causes import Cause, causes
from doublecount.verify.finding import FROM_FILE
from doublecount.verify.known import unpursued
from doublecount.verify.results import Finding, Met, Summary

WIDTH = 110
"""Characters of a line of evidence: what every part of a board counts makes a long sentence."""


def summary_lines(summary: Summary, reasons: Mapping[str, str]) -> list[str]:
    """Return the lines that show a problem's findings, each cause once; known ones in a line."""
    lines: list[str] = []
    for cause in sorted(causes(summary), key=lambda cause: cause.signature in reasons):
        reason = reasons.get(cause.signature)
        lines += (
            [*finding_lines(cause.findings[0]), _cause_line(cause)]
            if reason is None
            else ["", clean(_known_line(cause, reason))]
        )
    others = [clean(_unpursued_line(summary.problem, one)) for one in unpursued(summary)]
    return lines + ([""] if others else []) + others


def _unpursued_line(problem: str, met: Met) -> str:
    times = f"{met.count:,} difference{'s' * (met.count > 1)}"
    return f"{problem}: {met.kind.value} of {met.accused}: {times} met, none brought to a verdict"


def _cause_line(cause: Cause) -> str:
    met, alike = cause.met or 0, len(cause.findings) - 1
    told = [
        *([f"{met:,} difference{'s' * (met > 1)} of this kind met"] if met else []),
        *([f"{alike} finding{'s' * (alike > 1)} alike"] if alike else []),
    ]
    return f"  signature: {cause.signature}" + (f"; {', and '.join(told)}" if told else "")


def _known_line(cause: Cause, reason: str) -> str:
    finding = cause.findings[0]
    what = f"{finding.problem} {finding.id}: {finding.kind.value} of {finding.accused}"
    return f"{what} is known as {cause.signature}: {clean(reason)}"


def finding_lines(finding: Finding) -> list[str]:
    """Return the lines that show a finding: who, why, the file, the answers, the evidence, how to go on."""
    again = [f"  again: {finding.replay}"] if _stored(finding) else []
    hint = [f"  hint: {finding.hint}"] if finding.hint else []
    lines = [
        "",
        f"{finding.problem} {finding.id}: {finding.kind.value}, {finding.accused} is {finding.status.value}",
        *_wrapped(finding.why),
        f"  {_file_title(finding)}:",
        *_indented(finding.instance),
        *_answers(finding),
        *_evidence(finding),
        *hint,
        *again,
    ]
    return [clean(line) for line in lines]


def _stored(finding: Finding) -> bool:
    """Whether it was met in a campaign."""
    return finding.stratum != FROM_FILE.stratum


def _file_title(finding: Finding) -> str:
    if not _stored(finding):
        return "on the file"
    return "smallest file found" if finding.minimal else "smallest file found in the time given"


def _answers(finding: Finding) -> list[str]:
    """One line a party, for the case that matters; none for what the finding's second line says already."""
    which = [f"  case {finding.case}:"] if finding.case > 1 else []
    texts = {
        party: answer if isinstance(answer, str) else json_line(answer)
        for party, answer in finding.answers.items()
    }
    shown = {party: clean(text).splitlines()[0] for party, text in texts.items() if text}
    if shown.get(finding.accused) == f"{finding.kind.value}: {clean(finding.why)}":
        del shown[finding.accused]
    return which + [f"  {party}: {text}" for party, text in shown.items()]


def _evidence(finding: Finding) -> list[str]:
    """The board that decides, where it is not the file itself."""
    if finding.evidence is None:
        return [f"  not refuted: {clean(finding.unrefuted)}"] if finding.unrefuted else []
    if finding.evidence == finding.instance:
        return _wrapped(f"evidence: {finding.evidence_why}")
    return [
        *_wrapped(f"evidence, followed down from there: {finding.evidence_why}"),
        *_indented(finding.evidence),
    ]


def _wrapped(text: str) -> list[str]:
    """A sentence in lines that fit a page; what has no blank stays whole, to be copied."""
    return wrap(
        clean(text),
        WIDTH,
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]
