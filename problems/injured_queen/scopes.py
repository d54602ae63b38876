"""Injured Queen: all boards of a few columns."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from doublecount.problems.injured_queen.instance import Instance
from doublecount.problems.injured_queen.simpler import size
from doublecount.problems.record import Scope


def fixings(most: int) -> Iterator[Instance]:
    """Yield all ways to fix queens or none on boards of 1 to ``most`` columns: (n + 1) ** n each."""
    for n in range(1, most + 1):
        for rows in product((None, *range(n)), repeat=n):
            yield Instance(rows)


def tiny() -> Iterator[Instance]:
    """Yield all boards of 1 to 3 columns, the simplest first."""
    yield from sorted(fixings(3), key=size)


SCOPES = tuple(
    Scope(
        f"n{most}",
        f"ways to fix queens, or none, on boards of 1 to {most} columns",
        partial(fixings, most),
        sum((n + 1) ** n for n in range(1, most + 1)),
    )
    for most in (3, 4, 5)
)
