"""A campaign as JSON lines, for programs: its head, its findings, then a summary a problem.

The key ``record`` says what a line is: "campaign", "finding" or "problem".
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from doublecount.verify.causes import causes
from doublecount.verify.present import finding_json
from doublecount.verify.results import Campaign, Summary
from doublecount.verify.statistics import covered
from doublecount.verify.summing import differing


def json_lines(campaign: Campaign, known: Mapping[str, str] | None = None) -> bytes:
    """Return the lines, ASCII only. ``known``: reasons of known findings, by their signatures."""
    lines = [_head(campaign)]
    for summary in campaign.summaries:
        lines += _findings(summary, known or {})
    lines += map(_summary, campaign.summaries)
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def _head(campaign: Campaign) -> dict[str, Any]:
    return {
        "record": "campaign",
        "seed": campaign.seed,
        "version": campaign.version,
        "command": campaign.command,
        "environment": dict(campaign.environment),
        "interrupted": campaign.interrupted,
        "started": campaign.started,
        "finished": campaign.finished,
    }


def _findings(summary: Summary, known: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Every finding, also those that are alike: they share a signature."""
    for cause in causes(summary):
        reason = {"known": known[cause.signature]} if cause.signature in known else {}
        for finding in cause.findings:
            more = {"signature": cause.signature, "why": finding.why, "met": cause.met}
            yield {"record": "finding", **finding_json(finding), **more, **reason}


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "record": "problem",
        "problem": summary.problem,
        "checked": summary.checked,
        "agreed": summary.agreed,
        "undecided": summary.undecided,
        "differing": differing(summary),
        "large": summary.large,
        "nontrivial": summary.nontrivial,
        "parties": {
            party.name: {"role": party.role.value, **asdict(summary.tallies[party.name])}
            for party in summary.parties
            if party.name in summary.tallies
        },
        "met": [{**asdict(one), "kind": one.kind.value} for one in summary.met],
        "strata": dict(summary.strata),
        "failures": list(summary.failures),
        **({"covered": covered(summary)} if summary.scope else {}),
        "seconds": summary.seconds,
    }
