"""The data step for answers: what each party said to the minimal instance, alike answers once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from markupsafe import Markup

from doublecount.problems.picture import Picture, Place, differing
from doublecount.reports.svg import draw
from doublecount.reports.text import plain, presentable
from doublecount.verify.results import Certificate, Finding, PartyInfo


class Side(Enum):
    """Where a party stands in a finding."""

    ACCUSED = "accused"
    AGAINST = "against"
    OTHER = "other"


@dataclass(frozen=True)
class Fact:
    """One named part of an answer; a bare text has no name."""

    name: str
    text: str

    @property
    def long(self) -> bool:
        """Whether it needs lines of its own."""
        return "\n" in self.text or len(self.text) > 40


@dataclass(frozen=True)
class Speaker:
    """A party, and what backs its answer besides its word."""

    name: str
    role: str
    certificate: Certificate | None


@dataclass(frozen=True)
class Answer:
    """What one party said to the minimal instance, or several on one side said alike."""

    speakers: tuple[Speaker, ...]
    side: Side
    facts: tuple[Fact, ...]
    board: Markup | None
    caption: str


def answers_of(told: Finding, parties: Mapping[str, PartyInfo]) -> tuple[tuple[Answer, ...], bool]:
    """Everybody's answer, alike ones once, and whether what differs is marked.

    It is on the boards of the accused and of the first party against it, if both have one.
    """
    groups = _alike(told)
    facing = [names[0] for side, names in groups if side is not Side.OTHER and names[0] in told.pictures]
    marks: frozenset[Place] = frozenset()
    if len(facing) > 1 and facing[0] == told.accused and _shows(told.pictures, told.accused):
        one, other = (told.pictures[party] for party in facing[:2])
        alike = (one.height, one.width) == (other.height, other.width)
        marks = differing(one, other) if alike else marks
    answers = (
        _answer(told, side, names, parties, marks if names[0] in facing[:2] else frozenset())
        for side, names in groups
    )
    return tuple(answers), bool(marks)


def _shows(pictures: Mapping[str, Picture], party: str) -> bool:
    """Whether a party's picture shows more than the instance does."""
    blank, own = pictures.get("instance"), pictures[party]
    return blank is None or (blank.cells, blank.edges) != (own.cells, own.edges)


def _alike(told: Finding) -> list[tuple[Side, list[str]]]:
    """The parties, those together that stand on one side, say the same and show the same."""
    order, groups = list(Side), list[tuple[Side, list[str]]]()
    for party in sorted(told.answers, key=lambda party: order.index(_side(told, party))):
        said = _side(told, party), told.answers[party], told.pictures.get(party)
        for side, names in groups:
            if said == (side, told.answers[names[0]], told.pictures.get(names[0])):
                names.append(party)
                break
        else:
            groups.append((said[0], [party]))
    return groups


def _answer(
    told: Finding,
    side: Side,
    names: Sequence[str],
    parties: Mapping[str, PartyInfo],
    marks: frozenset[Place],
) -> Answer:
    first = names[0]
    picture = told.pictures.get(first)
    return Answer(
        speakers=tuple(
            Speaker(
                name=presentable(name),
                role=parties[name].role.value if name in parties else "party",
                certificate=told.certificates.get(name),
            )
            for name in names
        ),
        side=side,
        facts=_facts(presentable(told.answers[first])),
        board=draw(picture, f"{told.problem}, the answer of {first}", 1.0, marks) if picture else None,
        caption=presentable(picture.caption) if picture else "",
    )


def _side(finding: Finding, party: str) -> Side:
    if party == finding.accused:
        return Side.ACCUSED
    return Side.AGAINST if party in finding.against else Side.OTHER


def _facts(answer: Any) -> tuple[Fact, ...]:
    """Name the parts of an answer's JSON form; parts that are not stated (null) are left out."""
    if not isinstance(answer, dict):
        return (Fact("", plain(answer)),)
    return tuple(Fact(name, plain(value)) for name, value in answer.items() if value is not None)
