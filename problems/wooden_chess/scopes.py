"""Wooden Chess: all boards of a few cells and low scores."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement, product

from doublecount.problems.record import Scope
from doublecount.problems.wooden_chess.instance import Instance
from doublecount.problems.wooden_chess.simpler import size


def boards(n: int, m: int, highest: int) -> Iterator[Instance]:
    """Yield all boards of n rows and m columns with scores of 0 to ``highest``."""
    for scores in product(range(highest + 1), repeat=2 * n * m):
        rows = [scores[start : start + m] for start in range(0, 2 * n * m, m)]
        yield Instance(tuple(rows[:n]), tuple(rows[n:]))


def up_to(side: int, highest: int) -> Iterator[Instance]:
    """Yield all boards with at most ``side`` rows and columns."""
    for n, m in product(range(1, side + 1), repeat=2):
        yield from boards(n, m, highest)


def tiny() -> Iterator[Instance]:
    """Yield all boards of up to four cells with scores of up to 2 in all, 3 on 2 x 2; the simplest first."""
    shapes = [(n, cells // n) for cells in range(1, 5) for n in range(1, cells + 1) if cells % n == 0]
    boards = (board for n, m in shapes for board in _of_total(n, m, 3 if n == m == 2 else 2))
    yield from sorted(boards, key=size)


def _of_total(n: int, m: int, most: int) -> Iterator[Instance]:
    """Yield all boards of n rows and m columns with scores of at most so much in all."""
    for total in range(most + 1):
        for places in combinations_with_replacement(range(2 * n * m), total):
            scores = [places.count(place) for place in range(2 * n * m)]
            rows = [tuple(scores[start : start + m]) for start in range(0, 2 * n * m, m)]
            yield Instance(tuple(rows[:n]), tuple(rows[n:]))


SCOPES = (
    Scope("2x2", "boards of 1 or 2 rows and columns with scores of 0 to 2", partial(up_to, 2, 2), 6_732),
    Scope(
        "2x3-scores01",
        "boards of 2 rows and 3 columns with scores of 0 and 1",
        partial(boards, 2, 3, 1),
        4_096,
    ),
    Scope(
        "3x2-scores01",
        "boards of 3 rows and 2 columns with scores of 0 and 1",
        partial(boards, 3, 2, 1),
        4_096,
    ),
)
