"""Charts as inline SVG, from the harness's counts: how long parties took, and how often something was met.

Classes only, as in svg.py; parties differ by the shape of their points and the dashes of their lines.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from doublecount.reports.grid import SMALL_LETTER
from doublecount.reports.markup import group, path, written
from doublecount.reports.shapes import cross, diamond, disc, number, square, triangle, tumbled
from doublecount.reports.text import visible
from doublecount.verify.results import Timing

LEFT, TOP, RIGHT, BOTTOM = 74.0, 14.0, 20.0, 46.0
"""Room around the plot for the axes and their names."""
STEP, DECADE = 74.0, 34.0
"""Width of a range of sizes and height of a factor of ten in time."""
ROW, BAR = 22.0, 220.0
"""Height of a line of a bar chart, and its longest bar."""
NOTES = ("point: median", "bar: up to the slowest")
"""Below the names of the parties."""
LONGEST = 28
"""Characters of a name in a chart."""

_POINTS: tuple[Callable[[float, float, float], str], ...] = (disc, square, triangle, diamond, cross, tumbled)


@dataclass(frozen=True)
class Chart:
    """A chart, and the same numbers as a table for who can't see it."""

    svg: Markup
    heads: tuple[str, ...]
    """Heads of the table's columns."""
    rows: tuple[tuple[str, ...], ...]
    """The table, texts only."""


@dataclass(frozen=True)
class _Span:
    """What one party took for one range of sizes, in microseconds."""

    size: str
    count: int
    median: float
    fastest: float
    slowest: float


def times(
    timings: Mapping[str, Mapping[str, Timing]], title: str, time_limit: float | None = None
) -> Chart | None:
    """Draw the time of each party against the size of the instances, on a log scale; None without a number.

    ``timings`` is by party and range of sizes, as in ``Summary.timings``; ``time_limit``, in seconds, is
    drawn as a line. Times are known to a factor of two: points stand at the middle of what they can be.
    The points of up to six parties differ in shape.
    """
    sizes = in_order({size for party in timings.values() for size in party})
    spans = {party: [_span(size, of[size]) for size in sizes if size in of] for party, of in timings.items()}
    spans = {party: [span for span in line if span.count] for party, line in spans.items()}
    spans = {party: line for party, line in spans.items() if line}
    if not spans:
        return None
    scale = _Scale.of(sizes, spans.values(), time_limit)
    parts = [*_axes(scale), *_limit(scale, time_limit), *_parties(scale, spans)]
    notes = [*map(_short, spans), *NOTES]
    width = scale.right + RIGHT + max(map(len, notes)) * SMALL_LETTER + 30
    height = max(scale.bottom + BOTTOM, TOP + 20 * len(notes) + 10)
    told = f"Time per instance against size, log scale, for {', '.join(spans)}: the median and the slowest."
    rows = [_row(party, span) for party, line in spans.items() for span in line]
    heads = ("party", "size", "instances", "median", "slowest")
    return Chart(_svg("chart times", width, height, title, told, parts), heads, tuple(rows))


def bars(counts: Mapping[str, int], title: str, what: str, unit: str = "instances") -> Chart | None:
    """Draw how often each value of ``what`` was met as horizontal bars from zero; None where nothing was."""
    labels = [label for label in in_order(counts) if counts[label] > 0]
    if not labels:
        return None
    left = max(len(_short(label)) for label in labels) * SMALL_LETTER + 10
    most, total = max(counts.values()), sum(counts[label] for label in labels)
    parts, rows = [], []
    for line, label in enumerate(labels):
        count, y = counts[label], line * ROW
        long = max(BAR * count / most, 1)
        parts.append(group("name row", [written(_short(label), left - 6, y + 15)]))
        parts.append(path("bar", [f"M{number(left)} {number(y + 4)}h{number(long)}v14h-{number(long)}z"]))
        parts.append(group("name words", [written(f"{count:,}", left + long + 6, y + 15)]))
        rows.append((visible(label), f"{count:,}", f"{100 * count / total:.1f} %"))
    width = left + BAR + len(f"{most:,}") * SMALL_LETTER + 12
    told = f"How many {unit} had which {what}; the bars begin at zero."
    chart = _svg("chart bars", width, len(labels) * ROW + 4, title, told, parts)
    return Chart(chart, (what, unit, "share"), tuple(rows))


def in_order(labels: Iterable[str]) -> list[str]:
    """Sort names of ranges by the numbers in them: "2-3", "4-7", "10-99", "4 digits"; words come last."""
    return sorted(labels, key=_rank)


def _rank(label: str) -> tuple[int, int, int, str]:
    found = re.match(r"(-?)(\d{1,18})( digits)?", label)
    if not found:
        return 2, 0, 0, label
    sign = -1 if found[1] else 1
    return sign, sign * bool(found[3]), sign * int(found[2]), label


def duration(microseconds: float) -> str:
    """Write a time in the unit that suits it: 120 µs, 3.5 ms, 1 s, 20 s."""
    for unit, length in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= length:
            return f"{_two_digits(microseconds / length)} {unit}"
    return f"{_two_digits(microseconds)} µs"


def _two_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")


def _span(size: str, timing: Timing) -> _Span:
    """Median, fastest and slowest of a histogram over powers of two."""
    held = sorted((int(below), count) for below, count in timing.seconds.items() if count > 0)
    total = sum(count for _, count in held)
    if not total:
        return _Span(size, 0, 0, 0, 0)
    passed, median = 0, held[-1][0]
    for below, count in held:
        passed += count
        if 2 * passed >= total:
            median = below
            break
    return _Span(size, total, _middle(median), _middle(held[0][0]), _middle(held[-1][0]))


def _middle(below: int) -> float:
    """The geometric middle of the times from half of ``below`` up to it."""
    return max(below, 1) / math.sqrt(2)


def _row(party: str, span: _Span) -> tuple[str, ...]:
    times = (f"about {duration(span.median)}", f"about {duration(span.slowest)}")
    return visible(party), visible(span.size), f"{span.count:,}", *times


@dataclass(frozen=True)
class _Scale:
    """Where sizes and times are in the drawing; times are powers of ten of microseconds."""

    sizes: Sequence[str]
    low: int
    high: int

    @classmethod
    def of(cls, sizes: Sequence[str], lines: Iterable[Sequence[_Span]], limit: float | None) -> "_Scale":
        every = [time for line in lines for span in line for time in (span.fastest, span.slowest)]
        every += [limit * 1e6] if limit else []
        low = math.floor(math.log10(min(every)))
        return cls(sizes, low, max(math.ceil(math.log10(max(every))), low + 1))

    @property
    def right(self) -> float:
        return LEFT + STEP * len(self.sizes)

    @property
    def bottom(self) -> float:
        return TOP + DECADE * (self.high - self.low)

    def x(self, size: str) -> float:
        return LEFT + STEP * (self.sizes.index(size) + 0.5)

    def y(self, microseconds: float) -> float:
        return self.bottom - DECADE * (math.log10(microseconds) - self.low)


def _axes(scale: _Scale) -> Iterator[Markup]:
    powers = range(scale.low, scale.high + 1)
    across = number(scale.right - LEFT)
    lines = (f"M{number(LEFT)} {number(scale.y(10.0**power))}h{across}" for power in powers)
    yield path("grid", lines)
    yield path("axis", [f"M{number(LEFT)} {number(TOP)}V{number(scale.bottom)}h{across}"])
    ticks = (written(duration(10.0**power), LEFT - 6, scale.y(10.0**power) + 4) for power in powers)
    yield group("name row", ticks)
    sizes = (written(_short(size), scale.x(size), scale.bottom + 17) for size in scale.sizes)
    yield group("name", sizes)
    yield group("name", [written("size of the instance", (LEFT + scale.right) / 2, scale.bottom + 37)])
    turned = Markup('<g class="name" transform="translate(12 {}) rotate(-90)">{}</g>')
    yield turned.format(number((TOP + scale.bottom) / 2), written("time (log scale)", 0, 0))


def _limit(scale: _Scale, seconds: float | None) -> Iterator[Markup]:
    if seconds:
        y = scale.y(seconds * 1e6)
        yield path("limit", [f"M{number(LEFT)} {number(y)}H{number(scale.right)}"])
        words = f"time limit {duration(seconds * 1e6)}"
        yield group("name words", [written(words, LEFT + 6, y - 4 if y > TOP + 12 else y + 13)])


def _parties(scale: _Scale, spans: Mapping[str, Sequence[_Span]]) -> Iterator[Markup]:
    """Each party's range, line and points, a little beside those of the others, and its name at the right."""
    for place, (party, line) in enumerate(spans.items()):
        aside = (place - (len(spans) - 1) / 2) * min(8, STEP * 0.7 / len(spans))
        shape, kind = _POINTS[place % len(_POINTS)], f"party{place % len(_POINTS)}"
        points = [(scale.x(span.size) + aside, span) for span in line]
        reach = (
            f"M{number(x)} {number(scale.y(span.median))}V{number(scale.y(span.slowest))}m-3 0h6"
            for x, span in points
        )
        yield path(f"range {kind}", reach)
        joined = "L".join(f"{number(x)} {number(scale.y(span.median))}" for x, span in points)
        yield path(f"line {kind}", [f"M{joined}"] if len(points) > 1 else [])
        y = TOP + 10 + 20 * place
        x = scale.right + RIGHT
        marks = [shape(x, scale.y(span.median), 5) for x, span in points]
        yield path(f"point {kind}", [*marks, shape(x, y, 5)])
        yield group("name words", [written(_short(party), x + 12, y + 4)])
    for place, note in enumerate(NOTES, start=len(spans)):
        yield group("name words", [written(note, scale.right + RIGHT + 12, TOP + 14 + 20 * place)])


def _short(name: str) -> str:
    name = visible(name)
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _svg(kind: str, width: float, height: float, title: str, told: str, parts: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg class="{0}" role="img" width="{1}" height="{2}" viewBox="0 0 {1} {2}">'
        "<title>{3}</title><desc>{4}</desc>{5}</svg>"
    ).format(kind, number(width), number(height), visible(title), visible(told), Markup("").join(parts))
