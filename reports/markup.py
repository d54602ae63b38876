"""Elements of an SVG drawing as safe markup: classes only, no styles."""

from collections.abc import Iterable

from markupsafe import Markup

from doublecount.reports.shapes import number


def path(kind: str, steps: Iterable[str]) -> Markup:
    """A path of the classes in ``kind``; empty when there is nothing to draw."""
    data = "".join(steps)
    return Markup('<path class="{}" d="{}"/>').format(kind, data) if data else Markup("")


def group(kind: str, parts: Iterable[Markup]) -> Markup:
    """A group of the classes in ``kind``; empty when there is nothing in it."""
    joined = Markup("").join(parts)
    return Markup('<g class="{}">{}</g>').format(kind, joined) if joined else joined


def written(text: str, x: float, y: float) -> Markup:
    """A text whose base line passes through (x, y)."""
    return Markup('<text x="{}" y="{}">{}</text>').format(number(x), number(y), text)
