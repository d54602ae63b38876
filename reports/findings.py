"""The data step for findings: one view a cause, its first finding drawn and put into words."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from doublecount.problems.picture import Picture
from doublecount.problems.record import Form
from doublecount.problems.text import InputError
from doublecount.reports.answers import Answer, Side, answers_of
from doublecount.reports.snippet import snippet
from doublecount.reports.svg import draw
from doublecount.reports.text import presentable, visible
from doublecount.reports.words import charge, fails, kind_words, standing_words
from doublecount.verify.causes import Cause, causes, file_of
from doublecount.verify.results import (
    Campaign,
    Finding,
    Kind,
    Solutions,
    Summary,
    Switch,
)

MINIMAL_SCALE = 1.35
"""The board that matters is drawn a little larger."""
SMALL_SCALE = 0.6
MOST_ALIKE = 20
"""Findings of one cause that are listed below the first."""
LONGEST_SNIPPET = 16_384
"""Characters of a script that the page shows."""
LARGEST_DOWNLOAD = 65_536
"""Bytes of a file that the page offers as a download."""


@dataclass(frozen=True)
class SolutionsView:
    """The complete boards that the accused takes for solutions, beside those that the rules do."""

    boards: int
    groups: tuple[tuple[str, int, tuple[Markup, ...]], ...]
    """A title, how many there are, and the first few drawn."""


@dataclass(frozen=True)
class FindingView:
    """A cause, shown by its first finding."""

    place: int
    """From 1."""
    finding: Finding
    anchor: str
    charge: str
    """What becomes of the accused: "is refuted", "crashes"."""
    signature: str
    met: int | None
    """Differences of its kind and accused in the whole campaign; None where an earlier cause has them."""
    alike: tuple[tuple[str, Finding], ...]
    """Further findings of the cause with their anchors, ``MOST_ALIKE`` at most."""
    unlisted: int
    """Findings of the cause beyond these."""
    known: str | None
    """The reason why it is known."""
    kind_words: str
    standing_words: str
    """Empty where the accused said nothing that could be refuted."""
    cases: int
    """Of the file."""
    board: Markup | None
    original_board: Markup | None
    evidence_board: Markup | None
    answers: tuple[Answer, ...]
    """The accused first, then those that contradict it, then the others."""
    marked: bool
    """Whether the boards of accused and opponent have differing cells marked."""
    solutions: SolutionsView | None
    replay: str | None
    """The replay command, percent-encoded, where it is shown otherwise than it is typed."""
    snippet: str | None
    """A script that runs it again; None where it is too long."""
    download: str | None
    """The file as a ``data:`` address; None where it is too long."""
    filename: str

    @property
    def other_readings(self) -> tuple[Switch, ...]:
        """The readings of the statement that the hint does not name."""
        hint = self.finding.hint or ""
        return tuple(one for one in self.finding.switches if not (one.agrees and one.name in hint))

    @property
    def contradicts(self) -> bool:
        """Whether the accused takes the right complete boards for solutions all the same."""
        told = self.finding.solutions
        alike = told is not None and not told.only_accused and not told.only_rules
        return alike and self.finding.kind in (Kind.WRONG_ANSWER, Kind.RELATION_VIOLATED)

    @property
    def telling_board(self) -> Markup | None:
        """The board that tells the most at a glance: the witness that breaks the rules, or the instance."""
        witness = self.finding.kind is Kind.INVALID_WITNESS and self.sides and self.sides[0].board
        return witness or _board(self.finding, "instance", "the minimal instance")

    @property
    def sides(self) -> tuple[Answer, ...]:
        """The accused and the first party against it."""
        groups = ([one for one in self.answers if one.side is side] for side in (Side.ACCUSED, Side.AGAINST))
        return tuple(group[0] for group in groups if group)

    @property
    def index(self) -> dict[str, Any]:
        """What filters look at, by the names of their tokens; "text" is what free words are looked for in."""
        finding = self.finding
        parties = [finding.accused, *finding.against]
        title = (
            f"{finding.accused} {self.charge} on {finding.problem}: {finding.kind.value.replace('-', ' ')}"
        )
        words = [finding.id, title, finding.why, finding.hint or "", finding.stratum, self.signature]
        return {
            "id": [finding.id, *(one.id for _, one in self.alike)],
            "anchors": [self.anchor, *(anchor for anchor, _ in self.alike)],
            "problem": [finding.problem],
            "kind": [finding.kind.value],
            "status": [finding.status.value],
            "accused": [finding.accused],
            "party": parties,
            "stratum": [finding.stratum, *(one.stratum for _, one in self.alike)],
            "cause": [self.signature],
            "known": ["yes" if self.known is not None else "no"],
            "text": "\n".join(words).lower(),
        }


def views(campaign: Campaign, known: Mapping[str, str], most: int) -> tuple[list[FindingView], int]:
    """Return the causes' views, ``most`` at most, and how many findings those leave out.

    The first cause of each accused and problem comes before the others, known ones come last.
    """
    grouped = [(one, cause) for one in campaign.summaries for cause in causes(one)]
    first: dict[tuple[str, str], Cause] = {}
    for one, cause in grouped:
        first.setdefault((one.problem, cause.findings[0].accused), cause)
    at_once = {id(cause) for cause in first.values()}
    grouped.sort(key=lambda pair: (pair[1].signature in known, id(pair[1]) not in at_once))
    name = _Names()
    shown = [
        _view(place, cause, summary, campaign, known, name)
        for place, (summary, cause) in enumerate(grouped[:most], start=1)
    ]
    return shown, sum(len(cause.findings) for _, cause in grouped[most:])


class _Names:
    """Names for links, made from findings' content; a second one of the same name gets a number."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def __call__(self, finding: Finding) -> str:
        fit = re.fullmatch("[0-9a-f]{1,40}", finding.id)
        content = finding.id.encode(errors="backslashreplace")
        first = name = f"finding-{finding.id if fit else hashlib.sha256(content).hexdigest()[:12]}"
        count = 1
        while name in self._given:
            count += 1
            name = f"{first}-{count}"
        self._given.add(name)
        return name


def _view(
    place: int,
    cause: Cause,
    summary: Summary,
    campaign: Campaign,
    known: Mapping[str, str],
    name: _Names,
) -> FindingView:
    told, *others = cause.findings
    finding: Finding = presentable(told)
    anchor = name(told)
    alike = tuple((name(one), presentable(one)) for one in others[:MOST_ALIKE])
    answers, marked = answers_of(told, {party.name: party for party in summary.parties})
    reason = known.get(cause.signature)
    extension = "jsonl" if told.form is Form.JSONL else "in"
    return FindingView(
        place=place,
        finding=finding,
        anchor=anchor,
        charge=charge(finding.kind, finding.status),
        signature=presentable(cause.signature),
        met=cause.met,
        alike=alike,
        unlisted=len(others) - len(alike),
        known=None if reason is None else presentable(reason),
        kind_words=kind_words(finding.kind),
        cases=_cases(told),
        standing_words="" if fails(finding.kind) else standing_words(finding.status),
        board=_board(told, "instance", "the minimal instance", MINIMAL_SCALE, legend=True),
        original_board=_board(told, "original", "the instance as it was generated"),
        evidence_board=_board(told, "evidence", "the instance that refutes the accused"),
        answers=answers,
        marked=marked,
        solutions=_solutions(told, told.solutions) if told.solutions else None,
        replay=None if told.replay == finding.replay else quote(told.replay, errors="replace"),
        snippet=_snippet(told, campaign),
        download=_download(told.instance),
        filename=f"{anchor}.{extension}",
    )


def _cases(finding: Finding) -> int:
    try:
        return len(file_of(finding))
    except (InputError, LookupError):
        return 1


def _board(
    finding: Finding, name: str, title: str, scale: float = 1.0, legend: bool = False
) -> Markup | None:
    picture = finding.pictures.get(name)
    return draw(picture, f"{finding.problem}, {title}", scale, legend=legend) if picture else None


def _solutions(finding: Finding, solutions: Solutions) -> SolutionsView:
    accused = presentable(finding.accused)
    titles = {
        "only accused": (f"only {accused}", solutions.only_accused),
        "only rules": ("only the rules", solutions.only_rules),
        "both": ("both", solutions.both),
    }
    return SolutionsView(
        solutions.boards,
        tuple(
            (title, count, tuple(_drawn(solutions.shown.get(group, ()), f"{finding.problem}, {title}")))
            for group, (title, count) in titles.items()
        ),
    )


def _drawn(pictures: Iterable[Picture], title: str) -> Iterator[Markup]:
    return (draw(picture, title, SMALL_SCALE) for picture in pictures)


def _snippet(finding: Finding, campaign: Campaign) -> str | None:
    script = snippet(finding, campaign)
    return visible(script) if len(script) <= LONGEST_SNIPPET else None


def _download(text: str) -> str | None:
    content = text.encode(errors="backslashreplace")
    if len(content) > LARGEST_DOWNLOAD:
        return None
    return f"data:text/plain;charset=utf-8;base64,{base64.b64encode(content).decode()}"
