"""Wooden chess: two players fill a board of scores from its top-left corner; what is the game worth?

Rows and columns count from 0. The value is the first player's total minus the second's.

    >>> from doublecount import wooden_chess
    >>> game = wooden_chess.board([[2, 7, 3], [9, 1, 2]], [[3, 7, 2], [2, 3, 1]])
    >>> wooden_chess.solve(game).value
    2
    >>> wooden_chess.solve(game).line[0]
    (0, 0)
    >>> [answer.value for answer in wooden_chess.solve_many([game, game])]
    [2, 2]
    >>> [model.name for model in wooden_chess.models()]
    ['game-tree', 'networkx', 'cp-sat']
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from doublecount.face import as_html, insist
from doublecount.problems.record import Model
from doublecount.problems.wooden_chess import PROBLEM
from doublecount.problems.wooden_chess import Answer as _Answer
from doublecount.problems.wooden_chess import Instance as _Instance

__all__ = ["Answer", "Instance", "board", "models", "solve", "solve_many"]


class Instance(_Instance):
    """A board: ``Instance(a, b)``, rows of scores of either player; notebooks draw it."""

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self)


@dataclass(frozen=True)
class Answer(_Answer):
    """The value of the game and a line of best play; notebooks draw it."""

    instance: _Instance | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self.instance, self)


def board(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> Instance:
    """Return the board of the scores of the first player and of the second."""
    return Instance(tuple(map(tuple, a)), tuple(map(tuple, b)))


def solve(instance: _Instance) -> Answer:
    """Return the value of the game and a line of best play; ValueError for a board too large."""
    return solve_many([instance])[0]


def solve_many(instances: Sequence[_Instance]) -> list[Answer]:
    """Solve boards in one go: a fraction of the time of as many calls where sizes are alike."""
    from doublecount.dp import wooden_chess as dp

    for one in instances:
        insist(dp.fits(one))
    found = zip(instances, dp.solve_many(instances), strict=True)
    return [Answer(told.value, told.line, one) for one, told in found]


def models() -> tuple[Model[_Instance, _Answer], ...]:
    """Return the independent models; loads the libraries of constraint solvers."""
    from doublecount.models.wooden_chess import MODELS

    return MODELS
