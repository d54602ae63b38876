"""Black & White, the Yin-Yang puzzle: colour a board so that each colour is connected and no 2 x 2 block alike.

Cells are ``#`` black, ``o`` white and, on a board, ``.`` free. Counts are exact at any size.

    >>> from doublecount import black_white
    >>> puzzle = black_white.board("...", "#.o")
    >>> black_white.count(puzzle)
    4
    >>> black_white.solve(puzzle).colouring
    ('###', '#oo')
    >>> sorted(black_white.solutions(puzzle))
    [('###', '#oo'), ('##o', '#oo'), ('#oo', '##o'), ('ooo', '##o')]
    >>> len(black_white.sample(puzzle, 10, seed=1))
    10
    >>> black_white.marginals(puzzle)[0][0]
    (3, 1)
    >>> [model.name for model in black_white.models()]
    ['cp-sat', 'sat', 'brute-force']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from doublecount.face import as_html, insist
from doublecount.problems.black_white import PROBLEM
from doublecount.problems.black_white import Answer as _Answer
from doublecount.problems.black_white import Instance as _Instance
from doublecount.problems.black_white.instance import Colouring
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
    "solve_many",
]


class Instance(_Instance):
    """A board: ``Instance(rows)``; notebooks draw it. ValueError for rows that are none."""

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self)


@dataclass(frozen=True)
class Answer(_Answer):
    """The number of colourings and one of them, None if there is none; notebooks draw it."""

    instance: _Instance | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str | None:
        return as_html(PROBLEM, self.instance, self)


def board(*rows: str) -> Instance:
    """Return the board of these rows."""
    return Instance(rows)


def solve(instance: _Instance) -> Answer:
    """Return the number of colourings and one; ValueError for a board too large."""
    return solve_many([instance])[0]


def solve_many(instances: Sequence[_Instance]) -> list[Answer]:
    """Solve boards in one go: a fraction of the time of as many calls."""
    from doublecount.dp import black_white as dp

    for one in instances:
        insist(dp.fits(one))
    found = zip(instances, dp.solve_many(instances), strict=True)
    return [Answer(told.count, told.colouring, told.solutions, one) for one, told in found]


def count(instance: _Instance) -> int:
    """Return the number of colourings: of larger boards than ``solve``; ValueError beyond."""
    from doublecount.dp import black_white as dp

    insist(dp.count_fits(instance))
    return dp.count(instance)


def count_many(instances: Sequence[_Instance]) -> list[int]:
    """Count the colourings of boards in one go."""
    from doublecount.dp import black_white as dp

    for one in instances:
        insist(dp.fits(one))
    return dp.count_many(instances)


def solutions(instance: _Instance) -> Iterator[Colouring]:
    """Yield all colourings, one at a time, in a stable order."""
    from doublecount.dp import black_white as dp

    insist(dp.fits(instance))
    return dp.solutions(instance)


def sample(instance: _Instance, number: int, seed: int) -> list[Colouring]:
    """Draw colourings independently and uniformly; ValueError if there is none."""
    from doublecount.dp import black_white as dp

    insist(dp.fits(instance))
    return dp.sample(instance, number, seed)


def marginals(instance: _Instance) -> list[list[tuple[int, int]]]:
    """Return for ``[row][column]`` in how many colourings the cell is black, and white."""
    from doublecount.dp import black_white as dp

    insist(dp.fits(instance))
    return dp.marginals(instance)


def models() -> tuple[Model[_Instance, _Answer], ...]:
    """Return the independent models; loads the libraries of constraint solvers."""
    from doublecount.models.black_white import MODELS

    return MODELS
