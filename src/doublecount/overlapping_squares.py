"""Overlapping Squares: can at most six opaque squares of 2 x 2 cells, one over the other, make a picture?

Squares are named by the row and column of their top-left cells, from 0.

    >>> from doublecount import overlapping_squares
    >>> picture = overlapping_squares.stack([(0, 0), (1, 1)])
    >>> print(*picture.rows, sep="|")
     _ _     ||  _|_   ||_|   |  |  |_ _|  |         
    >>> overlapping_squares.solve(picture).order
    ((0, 0), (1, 1))
    >>> overlapping_squares.solve(picture.flipped((4, 1))).possible
    False
    >>> [model.name for model in overlapping_squares.models()]
    ['cp-sat', 'sat', 'painting']
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from doublecount.face import as_html, insist
from doublecount.problems.overlapping_squares import PROBLEM
from doublecount.problems.overlapping_squares import Answer as _Answer
from doublecount.problems.overlapping_squares import Instance as _Instance
from doublecount.problems.overlapping_squares.instance import MOST_SQUARES, Square
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.problems.record import Model

__all__ = ["Answer", "Instance", "board", "models", "solve", "stack"]


class Instance(_Instance):
    """A picture: ``Instance(rows, limit=6)``; notebooks draw it. ValueError for rows that are none."""

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self)


@dataclass(frozen=True)
class Answer(_Answer):
    """Whether the picture can be made, by how few squares, and their order; notebooks draw it."""

    instance: _Instance | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self.instance, self)


def board(*rows: str, limit: int = MOST_SQUARES) -> Instance:
    """Return the picture of these rows: where the full picture has ``_`` or ``|``, that or a blank."""
    return Instance(rows, limit)


def stack(order: Iterable[Square]) -> Instance:
    """Return the picture that squares make on the judge's board of 4 x 4 cells, the first placed first."""
    picture = BLANK
    for square in order:
        picture = painted(picture, square)
    return Instance(picture.rows, picture.limit)


def solve(instance: _Instance) -> Answer:
    """Return whether the picture can be made, the fewest squares, and an order; ValueError if too large."""
    from doublecount.dp import overlapping_squares as dp

    insist(dp.fits(instance))
    found = dp.solve(instance)
    return Answer(found.possible, found.fewest, found.order, instance)


def models() -> tuple[Model[_Instance, _Answer], ...]:
    """Return the independent models; loads the libraries of constraint solvers."""
    from doublecount.models.overlapping_squares import MODELS

    return MODELS
