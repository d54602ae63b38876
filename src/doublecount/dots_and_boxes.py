"""Dots and boxes: who wins, by how much, and by which next lines, from the lines drawn so far?

Points count from 1, row by row; a line is a pair of neighbours. Tom draws first.

    >>> from doublecount import dots_and_boxes
    >>> game = dots_and_boxes.board([(1, 2), (1, 4), (4, 5), (2, 3)], rows=1, columns=2)
    >>> answer = dots_and_boxes.solve(game)
    >>> answer.winner, answer.margin, answer.best
    ('Tom200', 2, ((2, 5),))
    >>> dots_and_boxes.moves(game)[2, 5], dots_and_boxes.moves(game)[3, 6]
    (2, 0)
    >>> [model.name for model in dots_and_boxes.models()]
    ['cp-sat', 'game-tree', 'networkx']
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from doublecount.face import as_html, insist
from doublecount.problems.dots_and_boxes import PROBLEM
from doublecount.problems.dots_and_boxes import Answer as _Answer
from doublecount.problems.dots_and_boxes import Instance as _Instance
from doublecount.problems.dots_and_boxes.game import GAME
from doublecount.problems.dots_and_boxes.instance import Line, Rules
from doublecount.problems.record import Model

__all__ = ["Answer", "Instance", "board", "models", "moves", "solve"]


class Instance(_Instance):
    """A game: ``Instance(lines, rows=3, columns=3, rules="strict")``; notebooks draw it."""

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self)


@dataclass(frozen=True)
class Answer(_Answer):
    """Who wins, Tom's points minus Jerry's, and all best next lines; notebooks draw it."""

    instance: _Instance | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self.instance, self)


def board(lines: Iterable[Line] = (), rows: int = 3, columns: int = 3, rules: Rules = "strict") -> Instance:
    """Return the game in which these lines were drawn, in this order; points in either order."""
    return Instance(tuple((min(line), max(line)) for line in lines), rows, columns, rules)


def solve(instance: _Instance) -> Answer:
    """Return how the game ends with best play of both; ValueError for a grid too large."""
    from doublecount.dp import dots_and_boxes as dp

    insist(dp.fits(instance))
    found = dp.solve(instance)
    return Answer(found.winner, found.margin, found.best, instance)


def moves(instance: _Instance) -> dict[Line, int]:
    """Return what each line that can be drawn is worth to who draws it, the best first.

    That is the mover's further points minus the other's, with best play from there on, under the rules of the
    instance. Raises ValueError for a grid too large.
    """
    from doublecount.dp import dots_and_boxes as dp

    insist(dp.fits(instance))
    return GAME.worths(instance, dp.values(instance))


def models() -> tuple[Model[_Instance, _Answer], ...]:
    """Return the independent models; loads the libraries of constraint solvers."""
    from doublecount.models.dots_and_boxes import MODELS

    return MODELS
