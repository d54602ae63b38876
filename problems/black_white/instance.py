"""Black & White: the instance and the answer.

Every free cell of an h x w board is to be painted black or white so that the cells of each colour are
connected by their sides and no 2 x 2 block has one colour only.
"""

from dataclasses import dataclass

BLACK, WHITE, FREE = "#", "o", "."
COLOURS = BLACK + WHITE
SYMBOLS = COLOURS + FREE

Colouring = tuple[str, ...]
"""``colouring[row][column]`` is ``#`` or ``o``, both indices from 0."""


def other(colour: str) -> str:
    """Return the other colour."""
    return WHITE if colour == BLACK else BLACK


@dataclass(frozen=True)
class Instance:
    """A board: ``rows[row][column]`` is ``#`` (black), ``o`` (white) or ``.`` (free); at least one cell."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise ValueError(f"a board has at least one row and one column, not {self.rows!r}")
        for number, row in enumerate(self.rows):
            if len(row) != self.width:
                raise ValueError(f"row {number} has {len(row)} cells, expected {self.width}: {row!r}")
            if row.strip(SYMBOLS):
                raise ValueError(f"row {number} must consist of {SYMBOLS!r}, not {row!r}")

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def free(self) -> tuple[tuple[int, int], ...]:
        """The free cells as (row, column), row by row."""
        return tuple(
            (number, column)
            for number, row in enumerate(self.rows)
            for column, symbol in enumerate(row)
            if symbol == FREE
        )

    @property
    def givens(self) -> int:
        """The number of cells that are not free."""
        return sum(len(row) - row.count(FREE) for row in self.rows)

    def painting(self, row: int, column: int, symbol: str) -> "Instance":
        """The same board with one cell given in a colour, or freed by ``.``."""
        old = self.rows[row]
        new = old[:column] + symbol + old[column + 1 :]
        return Instance((*self.rows[:row], new, *self.rows[row + 1 :]))


def transposed(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return rows as columns and columns as rows."""
    return tuple("".join(column) for column in zip(*rows, strict=True))


def cut_into_rows(cells: str, width: int) -> tuple[str, ...]:
    """Cut a text of all cells, row by row, into rows of ``width`` cells."""
    return tuple(cells[first : first + width] for first in range(0, len(cells), width))


def blank(height: int, width: int) -> Instance:
    """The board without a given."""
    return Instance((FREE * width,) * height)


@dataclass(frozen=True)
class Answer:
    """The number of colourings and one of them; None where a party does not state it.

    A wrong program may count below zero.
    """

    count: int | None = None
    colouring: Colouring | None = None
    solutions: frozenset[Colouring] | None = None
    """All colourings."""
