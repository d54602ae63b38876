"""Overlapping Squares: the instance and the answer.

A picture shows a board of ``height`` x ``width`` unit cells as text, ``height`` + 1 rows of 2 ``width`` + 1
characters: ``_`` is the lower side of the cell above it, ``|`` a side between two cells. Squares of 2 x 2
cells are placed on the board one after the other, at most ``limit`` of them; each shows its outline and
hides whatever lies under it. The judge's board is 4 x 4, and its limit 6.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

Square = tuple[int, int]
"""Row and column of the top-left cell of a placed square, both from 0."""
Position = tuple[int, int]
"""Row and column of a character of the picture, both from 0."""

SIDE = 2
"""Cells along each side of a square: no board is narrower."""
HEIGHT = WIDTH = 4
MOST_SQUARES = 6


@lru_cache(maxsize=16)
def full_picture(height: int, width: int) -> tuple[str, ...]:
    """Return the picture in which every unit edge is drawn: others have blanks instead of some marks."""
    return (" _" * width + " ", *("|_" * width + "|",) * height)


@lru_cache(maxsize=16)
def edges_of(height: int, width: int) -> tuple[Position, ...]:
    """Return the characters that stand for unit edges, row by row."""
    rows = enumerate(full_picture(height, width))
    return tuple((row, column) for row, text in rows for column, mark in enumerate(text) if mark != " ")


@lru_cache(maxsize=16)
def squares_of(height: int, width: int) -> tuple[Square, ...]:
    """Return all places for a square, row by row."""
    return tuple((row, column) for row in range(height - SIDE + 1) for column in range(width - SIDE + 1))


FULL = full_picture(HEIGHT, WIDTH)
EDGES = edges_of(HEIGHT, WIDTH)
SQUARES = squares_of(HEIGHT, WIDTH)
"""Those of the judge's board: 40 edges, 9 places."""

NO_STACK = 0
"""``fewest`` of a picture that no stack of any height makes. (None means that a party does not state it.)"""


@dataclass(frozen=True)
class Instance:
    """A picture and the most squares that may be placed.

    ``rows[row][column]`` is a blank or the mark that the full picture of the board has there.
    """

    rows: tuple[str, ...]
    limit: int = MOST_SQUARES

    def __post_init__(self) -> None:
        wrong = fault(self.rows)
        if wrong:
            raise ValueError(f"expected {wrong[0]}, not {wrong[1]!r}")
        if self.limit < 1:
            raise ValueError(f"expected a limit of at least 1 square, not {self.limit!r}")

    @classmethod
    def of(
        cls, marked: Iterable[Position], height: int = HEIGHT, width: int = WIDTH, limit: int = MOST_SQUARES
    ) -> "Instance":
        """Return the picture in which exactly the edges at these characters are drawn."""
        drawn = frozenset(marked)
        rows = (
            "".join(mark if (row, column) in drawn else " " for column, mark in enumerate(full))
            for row, full in enumerate(full_picture(height, width))
        )
        return cls(tuple(rows), limit)

    @property
    def height(self) -> int:
        """The rows of cells of the board."""
        return len(self.rows) - 1

    @property
    def width(self) -> int:
        """The columns of cells of the board."""
        return len(self.rows[0]) // 2

    @property
    def full(self) -> tuple[str, ...]:
        """The full picture of the board."""
        return full_picture(self.height, self.width)

    @property
    def edges(self) -> tuple[Position, ...]:
        """The characters that stand for the unit edges of the board, row by row."""
        return edges_of(self.height, self.width)

    @property
    def squares(self) -> tuple[Square, ...]:
        """All places for a square on the board, row by row."""
        return squares_of(self.height, self.width)

    @property
    def places(self) -> int:
        """How many places there are; O(1) whatever the board."""
        return (self.height - SIDE + 1) * (self.width - SIDE + 1)

    @property
    def is_judges(self) -> bool:
        """Whether board and limit are those of the judge, whose text knows no others."""
        return (self.height, self.width, self.limit) == (HEIGHT, WIDTH, MOST_SQUARES)

    @property
    def marked(self) -> tuple[Position, ...]:
        """The characters at which an edge is drawn, row by row."""
        return tuple((row, column) for row, column in self.edges if self.rows[row][column] != " ")

    def with_edges(self, marked: Iterable[Position]) -> "Instance":
        """Return the picture of exactly these edges, on the same board with the same limit."""
        return Instance.of(marked, self.height, self.width, self.limit)

    def with_limit(self, limit: int) -> "Instance":
        """Return the same picture with another limit."""
        return replace(self, limit=limit)

    def flipped(self, edge: Position) -> "Instance":
        """Return the same picture with one edge drawn or erased."""
        return self.with_edges({*self.marked} ^ {edge})


def fault(rows: Sequence[str], first: int = 0) -> tuple[str, object] | None:
    """Return what is expected of the rows of a picture and what is there instead, or None if all is well.

    Rows and characters are counted from ``first``.
    """
    if len(rows) <= SIDE:
        return f"at least {SIDE + 1} rows of a picture", len(rows)
    length = len(rows[0])
    if length <= 2 * SIDE or length % 2 == 0:
        return f"rows of an odd number of at least {2 * SIDE + 1} characters", rows[0]
    full_rows = full_picture(len(rows) - 1, length // 2)
    for number, (row, full) in enumerate(zip(rows, full_rows, strict=True), start=first):
        if len(row) != length:
            return f"{length} characters in row {number}", row
        for column, (character, mark) in enumerate(zip(row, full, strict=True), start=first):
            if character not in (" ", mark):
                return f"{expectation(mark)} as character {column} of row {number}", character
    return None


def expectation(mark: str) -> str:
    """Say what may stand where the full picture has ``mark``."""
    return "a blank" if mark == " " else f"{mark!r} or a blank"


@dataclass(frozen=True)
class Answer:
    """Whether squares within the limit make the picture, and how; None where a party does not state it."""

    possible: bool | None = None
    fewest: int | None = None
    """The fewest squares that make the picture, those beyond the limit included, or ``NO_STACK``."""
    order: tuple[Square, ...] | None = None
    """Squares within the limit that make the picture, the first placed first; none when not possible."""

    def __post_init__(self) -> None:
        if self.fewest is not None and self.fewest < NO_STACK:
            raise ValueError(f"the fewest squares are a number of at least {NO_STACK}, not {self.fewest!r}")
