"""A campaign as JUnit XML, for systems that show test results: a suite a problem.

A finding is a failed test, named by who is accused, of what, and the finding's id; of findings with one cause
the first stands for all. A party that nothing stands against is a passed test. A failure of the tool, or an
interruption, is an error. Known findings, parties that never answered and undecided instances are skipped:
nobody should take them for passed.
"""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from doublecount.reports.text import cut, plain, visible
from doublecount.verify.causes import Cause, causes
from doublecount.verify.known import unpursued
from doublecount.verify.results import Campaign, Finding, Summary, Tally
from doublecount.verify.summing import differing


class Result(Enum):
    """How a test ended; the values are the elements that say so."""

    PASSED = "passed"
    FAILED = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Case:
    """One test of a suite; no two have the same name."""

    name: str
    result: Result = Result.PASSED
    kind: str = ""
    message: str = ""
    """In a line."""
    text: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Suite:
    """The tests of one problem."""

    name: str
    cases: tuple[Case, ...]
    seconds: float = 0.0
    properties: tuple[tuple[str, str], ...] = ()

    def count(self, result: Result) -> int:
        """How many tests ended so."""
        return sum(case.result is result for case in self.cases)


def junit(campaign: Campaign, known: Mapping[str, str] | None = None) -> bytes:
    """Return the XML in UTF-8. ``known``: reasons of known findings, by the signature of their causes."""
    suites = [_suite(campaign, one, known or {}) for one in campaign.summaries]
    if campaign.interrupted or not suites:
        suites.append(Suite("campaign", (_broken_off(campaign),)))
    root = ET.Element("testsuites", {"name": "doublecount", **_numbers(suites)})
    for suite in suites:
        root.append(_element(suite, campaign.started.rstrip("Z")))
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _suite(campaign: Campaign, summary: Summary, known: Mapping[str, str]) -> Suite:
    found = [_finding(cause, known.get(cause.signature)) for cause in causes(summary)]
    cases = [*found, *_met(summary), *_parties(summary), *_failures(summary), *_undecided(summary)]
    properties = {
        "seed": str(campaign.seed),
        "command": campaign.command,
        **campaign.environment,
        "checked": str(summary.checked),
        "agreed": str(summary.agreed),
        "undecided": str(summary.undecided),
    }
    return Suite(summary.problem, tuple(cases), summary.seconds, tuple(properties.items()))


def _finding(cause: Cause, reason: str | None) -> Case:
    """The failed test of a cause, skipped where that is known."""
    finding = cause.findings[0]
    name, kind = f"{finding.accused}: {finding.kind.value} ({finding.id})", finding.kind.value
    if reason is not None:
        return Case(name, Result.SKIPPED, message=f"known as {cause.signature}: {reason}")
    message = f"{finding.accused} is {finding.status.value}: {finding.why}"
    return Case(name, Result.FAILED, kind, message, "\n".join(_told(finding, cause)))


def _told(finding: Finding, cause: Cause) -> Iterator[str]:
    """The finding in lines: why, the file, who says what, the evidence, how to run it again."""
    yield f"{finding.why}\n"
    yield f"{'smallest file found' if finding.minimal else 'file'}:\n{cut(finding.instance)}"
    yield from (f"{party}: {_said(answer)}" for party, answer in finding.answers.items())
    if finding.evidence is not None:
        where = "" if finding.evidence == finding.instance else f":\n{cut(finding.evidence)}"
        yield f"evidence: {finding.evidence_why}{where}"
    if finding.hint:
        yield f"hint: {finding.hint}"
    yield f"again: {finding.replay}"
    met = "" if cause.met is None else f"; differences of this kind met: {cause.met}"
    yield f"signature: {cause.signature}{met}"


def _said(answer: object) -> str:
    return plain(answer) if isinstance(answer, str) else json.dumps(answer)


def _met(summary: Summary) -> Iterator[Case]:
    """Kinds of differences that no finding stands for."""
    for one in unpursued(summary):
        name = f"{one.accused}: {one.kind.value} (not pursued)"
        why = f"{one.count} difference(s) of this kind met, none brought to a verdict"
        yield Case(name, Result.FAILED, one.kind.value, why, why)
    if (instances := differing(summary)) and not summary.met and not summary.findings:
        why = f"the parties differ on {instances} instance(s)"
        yield Case("differences (not pursued)", Result.FAILED, "differing", why, why)


def _parties(summary: Summary) -> Iterator[Case]:
    """Who has nothing against it: passed if it answered anything."""
    accused = {finding.accused for finding in summary.findings} | {one.accused for one in summary.met}
    for party in summary.parties:
        tally = summary.tallies.get(party.name, Tally())
        if party.name in accused:
            continue
        name = f"{party.name} ({party.role.value})"
        if tally.answered:
            yield Case(name, seconds=tally.seconds)
        else:
            why = "nothing stands against it, but it answered nothing"
            yield Case(name, Result.SKIPPED, message=why, seconds=tally.seconds)


def _failures(summary: Summary) -> Iterator[Case]:
    """Failures of the tool itself."""
    for number, failure in enumerate(summary.failures, start=1):
        yield Case(f"failure {number} of the tool", Result.ERROR, "tool", failure, failure)


def _undecided(summary: Summary) -> Iterator[Case]:
    """Instances that say nothing, and their absence."""
    if summary.undecided or not summary.checked:
        why = f"{summary.undecided} of {summary.checked} instances: fewer than two parties answered"
        yield Case("instances that nobody could decide", Result.SKIPPED, message=why)


def _broken_off(campaign: Campaign) -> Case:
    """The error of a campaign that has not come to its end."""
    why = "interrupted: this is what was found so far" if campaign.interrupted else "no problem was begun"
    return Case("the campaign came to its end", Result.ERROR, "interrupted", why, why)


def _numbers(suites: Sequence[Suite]) -> dict[str, str]:
    """The attributes that count."""
    return {
        "tests": str(sum(len(suite.cases) for suite in suites)),
        "failures": str(sum(suite.count(Result.FAILED) for suite in suites)),
        "errors": str(sum(suite.count(Result.ERROR) for suite in suites)),
        "skipped": str(sum(suite.count(Result.SKIPPED) for suite in suites)),
        "time": f"{sum(suite.seconds for suite in suites):.3f}",
    }


def _element(suite: Suite, started: str) -> ET.Element:
    element = ET.Element("testsuite", {"name": _line(suite.name), **_numbers([suite])})
    if started:
        element.set("timestamp", _line(started))
    if suite.properties:
        properties = ET.SubElement(element, "properties")
        for name, value in suite.properties:
            ET.SubElement(properties, "property", {"name": _line(name), "value": _line(value)})
    for case in suite.cases:
        named = {"classname": f"doublecount.{_line(suite.name)}", "name": _line(case.name)}
        one = ET.SubElement(element, "testcase", {**named, "time": f"{case.seconds:.3f}"})
        if case.result is not Result.PASSED:
            one.append(_outcome(case))
    return element


def _outcome(case: Case) -> ET.Element:
    """What stands in a test that has not passed."""
    outcome = ET.Element(case.result.value, {"message": _line(case.message)})
    if case.result is not Result.SKIPPED:
        outcome.set("type", case.kind)
        outcome.text = visible(case.text)
    return outcome


def _line(text: str) -> str:
    """A text as one line; what XML forbids, and nobody can see, as escapes."""
    return visible(cut(text)).replace("\n", " ").strip()
