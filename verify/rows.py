"""The instances of a campaign, a line each, and how a stretch of them is kept: as columns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from doublecount.verify.compare import Verdict
from doublecount.verify.results import Row
from doublecount.verify.worker import Tried

_VERDICTS = {verdict.value[0]: verdict.value for verdict in Verdict}


@dataclass(frozen=True)
class Stretch:
    """The rows of successive instances."""

    first: int
    """The number of the first one, from 1."""
    strata: tuple[str, ...]
    sizes: tuple[int, ...]
    verdicts: str
    """The first letter of each."""
    answers: tuple[str, ...]
    differences: Mapping[int, tuple[str, ...]]
    """By place in the stretch, from 0, where there are any."""

    def __post_init__(self) -> None:
        lengths = {*map(len, (self.strata, self.sizes, self.verdicts, self.answers))}
        if len(lengths) != 1 or not {*self.verdicts} <= {*_VERDICTS}:
            raise ValueError(f"expected columns of one length and verdicts of {[*_VERDICTS]}")

    @property
    def differing(self) -> int:
        """How many instances differ."""
        return self.verdicts.count(Verdict.DIFFERING.value[0])


def row(tried: Tried) -> Row:
    """The row of an instance."""
    return Row(
        number=tried.index + 1,
        stratum=tried.stratum,
        size=tried.measure,
        verdict=tried.verdict.value,
        answer=tried.fact,
        differences=tuple(f"{one.kind.value} {one.accused}" for one in tried.differences),
    )


def packed(rows: Sequence[Row]) -> Stretch:
    """Return rows of successive instances as columns."""
    return Stretch(
        first=rows[0].number,
        strata=tuple(one.stratum for one in rows),
        sizes=tuple(one.size for one in rows),
        verdicts="".join(one.verdict[0] for one in rows),
        answers=tuple(one.answer for one in rows),
        differences={place: one.differences for place, one in enumerate(rows) if one.differences},
    )


def unpacked(stretch: Stretch) -> Iterator[Row]:
    """Return the rows of a stretch."""
    columns = zip(stretch.strata, stretch.sizes, stretch.verdicts, stretch.answers, strict=True)
    for place, (stratum, size, verdict, answer) in enumerate(columns):
        differences = stretch.differences.get(place, ())
        yield Row(stretch.first + place, stratum, size, _VERDICTS[verdict], answer, differences)
