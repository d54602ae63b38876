"""Boards below each other as one SVG document that needs nothing else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from doublecount.problems.picture import Picture
from doublecount.reports.grid import MARGIN, SMALL_LETTER
from doublecount.reports.markup import group, written
from doublecount.reports.shapes import Box, number
from doublecount.reports.svg import GAP, drawn, explained
from doublecount.reports.text import visible

TEXT = 20
"""Height of a line of text."""
BETWEEN = 22
"""Between one board and the next."""


@dataclass(frozen=True)
class Entry:
    """A board with the line that stands above it; none if that is empty."""

    heading: str
    picture: Picture


def sheet(entries: Sequence[Entry], title: str) -> str:
    """Return an SVG document, the same for the same boards: each with its caption, one legend for all.

    It follows the reader's choice of light or dark. Boards may have up to ``picture.MOST_CELLS`` cells each.
    """
    y, right, content = float(MARGIN), 0.0, []
    for box, part in _parts(entries):
        content.append(Markup('<g transform="translate({} {})">{}</g>').format(*_shift(box, y), part))
        y, right = y + box.height, max(right, box.width)
    width, height = number(right + 2 * MARGIN), number(y + MARGIN)
    document = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'
        '<title>{2}</title><style>{3}</style><path class="paper" d="M0 0h{0}v{1}H0z"/>'
        '<g class="board">{4}</g></svg>\n'
    )
    return str(document.format(width, height, visible(title), Markup(style()), Markup("\n").join(content)))


def _shift(box: Box, y: float) -> tuple[str, str]:
    """Where the origin of a box goes, so that it begins at the margin and at ``y``."""
    return number(MARGIN - box.x), number(y - box.y)


def _parts(entries: Sequence[Entry]) -> Iterator[tuple[Box, Markup]]:
    """Yield the headings, boards and captions, then the legend, each with the box that it takes."""
    for place, entry in enumerate(entries):
        if place:
            yield Box(0, 0, 0, BETWEEN), Markup("")
        yield from _line(entry.heading)
        yield drawn(entry.picture)
        yield from _line(entry.picture.caption)
    samples = tuple(dict.fromkeys(sample for entry in entries for sample in entry.picture.legend))
    if samples:
        yield Box(0, 0, 0, GAP), Markup("")
        yield explained(samples)


def _line(text: str) -> Iterator[tuple[Box, Markup]]:
    if text:
        shown = group("name words", [written(visible(text), 0, TEXT - 6)])
        yield Box(0, 0, len(visible(text)) * SMALL_LETTER, TEXT), shown


def style() -> str:
    """Return the style sheet; before a colour of the theme the light one, for viewers that know no themes."""
    text = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]+);", text.partition("}")[0]))
    themed = r"([a-z-]+): var\((--[a-z-]+)\);"
    return re.sub(themed, lambda found: f"{found[1]}: {light[found[2]]}; {found[0]}", text)
