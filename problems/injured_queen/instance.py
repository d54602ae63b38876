"""Injured Queen: the instance and the answer.

An injured queen attacks its whole column and, as a king would, the neighbouring squares of the two
neighbouring columns. One queen stands in each of the n columns of an n x n board; some are fixed.
"""

from dataclasses import dataclass

Placement = tuple[int, ...]
"""``placement[column]`` is the row of the queen in that column, both from 0."""


@dataclass(frozen=True)
class Instance:
    """A board status: ``rows[column]`` is the row of the fixed queen (from 0), or None where it is free."""

    rows: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("a board has at least one column")
        for column, row in enumerate(self.rows):
            if row is not None and not 0 <= row < self.n:
                raise ValueError(f"row {row!r} in column {column} is not on a board of {self.n} rows")

    @property
    def n(self) -> int:
        """The number of columns, which is the number of rows."""
        return len(self.rows)

    @property
    def free(self) -> tuple[int, ...]:
        """The columns without a fixed queen."""
        return tuple(column for column, row in enumerate(self.rows) if row is None)

    def fixing(self, column: int, row: int | None) -> "Instance":
        """The same board with the queen of one column fixed at a row, or freed by None."""
        return Instance((*self.rows[:column], row, *self.rows[column + 1 :]))


@dataclass(frozen=True)
class Answer:
    """The number of placements and one of them; None where a party does not state it."""

    count: int | None = None
    placement: Placement | None = None
    solutions: frozenset[Placement] | None = None
    """All placements."""
