"""What the page says in sentences: the verdict, what the words mean, how sure one can be."""

from dataclasses import dataclass
from enum import Enum

from doublecount.verify.results import Campaign, Finding, Kind, Role, Standing
from doublecount.verify.statistics import highest_rate

MOST_NAMED = 3
"""Accusations that the verdict names."""
LONGEST_NAME = 80
"""Characters of a name in headings and tables."""

_KINDS = {
    Kind.WRONG_ANSWER: "its answer differs from that of other parties or from what the rules say",
    Kind.INVALID_WITNESS: "the solution it shows breaks the rules",
    Kind.CRASH: "the program ended with an error",
    Kind.TIMEOUT: "no answer within the time limit",
    Kind.MEMORY_LIMIT: "the program needed more memory than it may use",
    Kind.OUTPUT_LIMIT: "the program wrote more than any answer can need",
    Kind.MALFORMED_OUTPUT: "its output cannot be read as an answer",
    Kind.ORDER_DEPENDENT: "its answer to a case depends on the other cases in the file",
    Kind.FORMAT_SENSITIVE: "its answer depends on how the same input is laid out",
    Kind.RELATION_VIOLATED: "its own answers to related instances contradict each other",
    Kind.FLAKY: "the difference did not come back when the same file was run again",
}

_FAILED = {
    Kind.CRASH: "crashes",
    Kind.TIMEOUT: "does not answer in time",
    Kind.MEMORY_LIMIT: "needs too much memory",
    Kind.OUTPUT_LIMIT: "writes too much",
    Kind.MALFORMED_OUTPUT: "gives no readable answer",
    Kind.FLAKY: "differed once, and not again",
}
"""Kinds in which nothing is said that could be refuted."""

_STANDINGS = {
    Standing.REFUTED: "the rules or a checked proof decide against it, or it contradicts itself",
    Standing.OUTVOTED: "only the word of the other parties stands against it",
}


class Tone(Enum):
    """The mood of the verdict."""

    CLEAN = "clean"
    WRONG = "wrong"
    FAILED = "failed"
    OPEN = "open"


@dataclass(frozen=True)
class Verdict:
    """The verdict: a short form for the window's title, and one sentence."""

    tone: Tone
    short: str
    sentence: str


def kind_words(kind: Kind) -> str:
    """Explain a kind of difference."""
    return _KINDS[kind]


def standing_words(standing: Standing) -> str:
    """Explain how sure it is."""
    return _STANDINGS[standing]


def fails(kind: Kind) -> bool:
    """Whether there is nothing said that could be refuted."""
    return kind in _FAILED


def charge(kind: Kind, standing: Standing) -> str:
    """Say what becomes of the accused: "is refuted", "crashes"."""
    return _FAILED.get(kind, f"is {standing.value}")


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: "1 finding", "1,200 instances"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def verdict(campaign: Campaign) -> Verdict:
    """Put the outcome of a campaign into one sentence; the gravest thing is said."""
    found = _outcome(campaign)
    if not campaign.interrupted:
        return found
    return Verdict(found.tone, f"{found.short} (interrupted)", f"Interrupted; so far: {found.sentence}")


def _outcome(campaign: Campaign) -> Verdict:
    checked = sum(one.checked for one in campaign.summaries)
    agreed = sum(one.agreed for one in campaign.summaries)
    undecided = sum(one.undecided for one in campaign.summaries)
    findings = [finding for one in campaign.summaries for finding in one.findings]
    failures = sum(len(one.failures) for one in campaign.summaries)
    if findings:
        return Verdict(Tone.WRONG, counted(len(findings), "finding"), _accusations(findings))
    if differing := checked - agreed - undecided:
        what = counted(differing, "instance")
        return Verdict(Tone.WRONG, "differences", f"The parties differ on {what}; none was pursued further.")
    if failures:
        what = counted(failures, "time")
        sentence = f"The tool itself failed {what}; where parties could be compared, they agreed."
        return Verdict(Tone.FAILED, "the tool failed", sentence)
    if not agreed:
        what = counted(checked, "instance")
        sentence = f"Nothing was decided: no two parties answered any of {what}."
        return Verdict(Tone.OPEN, "undecided", sentence)
    sentence = f"No difference: {_everybody(campaign)} agree on all {counted(agreed, 'decided instance')}"
    problems = len(campaign.summaries)
    sentence += f" of {counted(problems, 'problem')}." if problems > 1 else "."
    return Verdict(Tone.CLEAN, "no difference", sentence)


def _everybody(campaign: Campaign) -> str:
    """Who agrees: candidates by name."""
    parties = (party for summary in campaign.summaries for party in summary.parties)
    on_trial = dict.fromkeys(shortened(one.name) for one in parties if one.role is Role.CANDIDATE)
    return f"{joined([*on_trial])} and the other parties" if on_trial else "the parties"


def _accusations(findings: list[Finding]) -> str:
    """Say who is refuted, who fails and who is outvoted on which problems, in this order."""
    charges: dict[tuple[str, str], str] = {}
    for finding in sorted(findings, key=lambda one: (fails(one.kind), one.status is Standing.OUTVOTED)):
        charges.setdefault((finding.accused, finding.problem), charge(finding.kind, finding.status))
    told = dict.fromkeys(charges.values())
    return " ".join(_accused(what, [key for key in charges if charges[key] == what]) for what in told)


def _accused(what: str, keys: list[tuple[str, str]]) -> str:
    """A sentence on those of whom the same is said, the first few by name."""
    problems: dict[str, list[str]] = {}
    for accused, problem in keys[:MOST_NAMED]:
        problems.setdefault(shortened(problem), []).append(shortened(accused))
    rest = [f"{len(keys) - MOST_NAMED} more"] if len(keys) > MOST_NAMED else []
    if len({accused for accused, _ in keys}) == 1:
        return f"{shortened(keys[0][0])} {what} on {joined([*problems, *rest])}."
    named = [f"{joined(names)} on {problem}" for problem, names in problems.items()]
    return f"{what.removeprefix('is ').capitalize()}: {'; '.join([*named, *rest])}."


def shortened(name: str) -> str:
    """Cut a name where a longer one would only be in the way."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def joined(parts: list[str]) -> str:
    """Join names by commas and "and"."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def percent(share: float) -> str:
    """Write a share: two digits, and never as a power of ten."""
    return f"{100 * share:.0f} %" if share >= 0.1 else f"{100 * share:.2g} %"


def bound(agreed: int, differing: int) -> str:
    """Say how sure one can be: the highest failure rate left open where nothing differed, else the share."""
    decided = agreed + differing
    if differing:
        what = f"{differing:,} of {counted(decided, 'decided instance')} ({percent(differing / decided)})"
        return f"Parties differed on {what}."
    if not agreed:
        return "Nothing was decided: nothing is known of the failure rate."
    return (
        f"No difference on {counted(agreed, 'decided instance')}: with 95 % confidence, at most "
        f"{percent(highest_rate(agreed))} of instances like these make the parties differ."
    )
