"""What the modules that users import share: drawing for notebooks, and refusing what is too large."""

from base64 import b64encode
from typing import Any

from doublecount.problems.picture import MOST_CELLS, Picture
from doublecount.problems.record import AnyProblem


def insist(why: str | None) -> None:
    """Raise ValueError if there is a reason why an instance is too large."""
    if why:
        raise ValueError(f"too large: {why}")


def as_html(problem: AnyProblem, instance: Any, answer: Any | None = None) -> str | None:
    """Return a board as an HTML image that holds its drawing, without scripts and without styles for others.

    None where there is no board, or one too large to be drawn; notebooks then show the text. An answer that
    breaks the rules is not drawn, only its board.
    """
    if instance is None:
        return None
    valid = answer is not None and problem.check(instance, answer) is None
    picture: Picture = problem.picture(instance, answer if valid else None)
    if not picture.cells and not picture.edges or picture.height * picture.width > MOST_CELLS:
        return None
    from doublecount.reports.sheet import Entry, sheet  # brings the drawing, which few need

    drawing = b64encode(sheet([Entry("", picture)], problem.title).encode()).decode()
    return f'<img alt="{problem.name}" src="data:image/svg+xml;base64,{drawing}">'
