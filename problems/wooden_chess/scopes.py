"""Wooden Chess: all boards of a few cells and low scores."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from doublecount.problems.record import Scope
from doublecount.problems.wooden_chess.instance import Instance


def boards(n: int, m: int, highest: int) -> Iterator[Instance]:
    """Yield all boards of n rows and m columns with scores of 0 to ``highest``."""
    for scores in product(range(highest + 1), repeat=2 * n * m):
        rows = [scores[start : start + m] for start in range(0, 2 * n * m, m)]
        yield Instance(tuple(rows[:n]), tuple(rows[n:]))


def up_to(side: int, highest: int) -> Iterator[Instance]:
    """Yield all boards with at most ``side`` rows and columns."""
    for n, m in product(range(1, side + 1), repeat=2):
        yield from boards(n, m, highest)


SCOPES = (
    Scope("2x2", "boards of 1 or 2 rows and columns with scores of 0 to 2", partial(up_to, 2, 2)),
    Scope("2x3-scores01", "boards of 2 rows and 3 columns with scores of 0 and 1", partial(boards, 2, 3, 1)),
    Scope("3x2-scores01", "boards of 3 rows and 2 columns with scores of 0 and 1", partial(boards, 3, 2, 1)),
)
