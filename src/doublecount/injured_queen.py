"""Injured Queen: place a queen in every column so that no two in neighbouring columns attack each other.

Rows and columns count from 0. Counts are exact at any size.

    >>> from doublecount import injured_queen
    >>> injured_queen.count(injured_queen.board("??????"))
    2642
    >>> injured_queen.solve(injured_queen.board("??1??")).placement
    (0, 2, 0, 2, 0)
    >>> list(injured_queen.solutions(injured_queen.Instance((None, None, 0))))
    [(0, 2, 0)]
    >>> injured_queen.marginals(injured_queen.board("???"))
    [[1, 0, 1], [1, 0, 1], [1, 0, 1]]
    >>> len(injured_queen.sample(injured_queen.board("????"), 10, seed=1))
    10
    >>> [model.name for model in injured_queen.models()]
    ['cp-sat', 'sat', 'networkx']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from doublecount.face import as_html, insist
from doublecount.problems.injured_queen import PROBLEM
from doublecount.problems.injured_queen import Answer as _Answer
from doublecount.problems.injured_queen import Instance as _Instance
from doublecount.problems.injured_queen.instance import Placement
from doublecount.problems.record import Model

__all__ = [
    "Answer",
    "Instance",
    "board",
    "count",
    "count_many",
    "marginals",
    "models",
    "sample",
    "solutions",
    "solve",
]


class Instance(_Instance):
    """A board: ``Instance(rows)``, the row of each column's fixed queen or None; notebooks draw it."""

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self)


@dataclass(frozen=True)
class Answer(_Answer):
    """The number of placements and one of them, None if there is none; notebooks draw it."""

    instance: _Instance | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self.instance, self)


def board(columns: str) -> Instance:
    """Return the board of a judge's line: a column's row, ``1`` to ``9`` or ``A`` to ``F``, or ``?``."""
    (found,) = PROBLEM.read(f"{columns}\n", "board")
    return Instance(found.rows)


def solve(instance: _Instance) -> Answer:
    """Return the number of placements and one; ValueError for a board too large."""
    from doublecount.dp import injured_queen as dp

    insist(dp.fits(instance))
    found = dp.solve(instance)
    return Answer(found.count, found.placement, found.solutions, instance)


def count(instance: _Instance) -> int:
    """Return the number of placements."""
    return count_many([instance])[0]


def count_many(instances: Sequence[_Instance]) -> list[int]:
    """Count the placements on boards in one go."""
    from doublecount.dp import injured_queen as dp

    for one in instances:
        insist(dp.fits(one))
    return dp.count_many(instances)


def solutions(instance: _Instance) -> Iterator[Placement]:
    """Yield all placements, one at a time, in a stable order."""
    from doublecount.dp import injured_queen as dp

    insist(dp.fits(instance))
    return dp.solutions(instance)


def sample(instance: _Instance, number: int, seed: int) -> list[Placement]:
    """Draw placements independently and uniformly; ValueError if there is none."""
    from doublecount.dp import injured_queen as dp

    insist(dp.fits(instance))
    return dp.sample(instance, number, seed)


def marginals(instance: _Instance) -> list[list[int]]:
    """Return for ``[column][row]`` in how many placements there is a queen."""
    from doublecount.dp import injured_queen as dp

    insist(dp.fits(instance))
    return dp.marginals(instance)


def models() -> tuple[Model[_Instance, _Answer], ...]:
    """Return the independent models; loads the libraries of constraint solvers."""
    from doublecount.models.injured_queen import MODELS

    return MODELS
