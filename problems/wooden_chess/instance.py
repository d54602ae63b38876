"""Wooden Chess: the instance and the answer.

Two players fill a board of n rows and m columns with pieces, one a move, the first player first. A piece
may be put in an empty cell when all cells to its left and all cells above it are filled. A cell has two
scores: the first player earns ``a`` of the cells that he filled, the second ``b`` of hers, and each plays
for the own total minus the other's.
"""

from dataclasses import dataclass

Scores = tuple[tuple[int, ...], ...]
"""``scores[row][column]``, both from 0."""
Cell = tuple[int, int]
"""(row, column), both from 0."""
Line = tuple[Cell, ...]
"""A line of play: the cells in the order in which they are filled."""

JUDGE_SIDE = 10
JUDGE_SCORE = 100_000


@dataclass(frozen=True)
class Instance:
    """The scores ``a`` of the first player and ``b`` of the second: n rows of m non-negative integers."""

    a: Scores
    b: Scores

    def __post_init__(self) -> None:
        if not self.a or not self.a[0]:
            raise ValueError("a board has at least one row and one column")
        if len(self.b) != self.n:
            raise ValueError(f"expected {self.n} rows in b as in a, found {len(self.b)}")
        for row in (*self.a, *self.b):
            if len(row) != self.m:
                raise ValueError(f"expected {self.m} scores in every row, found {row!r}")
            for score in row:
                if not isinstance(score, int) or score < 0:
                    raise ValueError(f"expected a score of at least 0, found {score!r}")

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.a)

    @property
    def m(self) -> int:
        """The number of columns."""
        return len(self.a[0])

    @property
    def cells(self) -> int:
        """The number of cells, which is the number of moves."""
        return self.n * self.m

    @property
    def total_a(self) -> int:
        """The sum of all scores of the first player."""
        return sum(map(sum, self.a))

    @property
    def total_b(self) -> int:
        """The sum of all scores of the second player."""
        return sum(map(sum, self.b))


@dataclass(frozen=True)
class Answer:
    """The value of the game and a line of best play; None where a party does not state it.

    ``value`` is the first player's total minus the second's when both play best.
    """

    value: int | None = None
    line: Line | None = None


def within_judge_limits(instance: Instance) -> bool:
    """Tell whether the judge may set this board."""
    highest = max(max(row) for row in (*instance.a, *instance.b))
    return max(instance.n, instance.m) <= JUDGE_SIDE and highest <= JUDGE_SCORE
