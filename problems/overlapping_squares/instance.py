"""Overlapping Squares: the instance and the answer.

A picture shows a board of 4 x 4 unit cells as text, five rows of nine characters: ``_`` is the lower side
of the cell above it, ``|`` a side between two cells. Squares of 2 x 2 cells are placed on the board one
after the other; each shows its outline and hides whatever lies under it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

Square = tuple[int, int]
"""Row and column of the top-left cell of a placed square, both from 0."""
Position = tuple[int, int]
"""Row and column of a character of the picture, both from 0."""

MOST_SQUARES = 6
SQUARES: tuple[Square, ...] = tuple((row, column) for row in range(3) for column in range(3))
"""All places for a square, row by row."""

FULL = (" _ _ _ _ ", *("|_|_|_|_|",) * 4)
"""The picture in which every unit edge is drawn: other pictures have blanks instead of some marks."""
EDGES: tuple[Position, ...] = tuple(
    (row, column) for row, text in enumerate(FULL) for column, mark in enumerate(text) if mark != " "
)
"""The characters that stand for the 40 unit edges, row by row."""

NO_STACK = 0
"""``fewest`` of a picture that no stack of any height makes. (None means that a party does not state it.)"""


@dataclass(frozen=True)
class Instance:
    """A picture: ``rows[row][column]`` is a blank or the mark that ``FULL`` has there."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.rows) != len(FULL) or any(
            len(row) != len(full) for row, full in zip(self.rows, FULL, strict=True)
        ):
            raise ValueError(
                f"a picture has {len(FULL)} rows of {len(FULL[0])} characters, not {self.rows!r}"
            )
        for number, (row, full) in enumerate(zip(self.rows, FULL, strict=True)):
            for column, (character, mark) in enumerate(zip(row, full, strict=True)):
                if character not in (" ", mark):
                    raise ValueError(
                        f"character {column} of row {number} is {expectation(mark)}, not {character!r}"
                    )

    @classmethod
    def of(cls, marked: Iterable[Position]) -> "Instance":
        """Return the picture in which exactly the edges at these characters are drawn."""
        drawn = frozenset(marked)
        return cls(
            tuple(
                "".join(mark if (row, column) in drawn else " " for column, mark in enumerate(full))
                for row, full in enumerate(FULL)
            )
        )

    @property
    def marked(self) -> tuple[Position, ...]:
        """The characters at which an edge is drawn, row by row."""
        return tuple((row, column) for row, column in EDGES if self.rows[row][column] != " ")

    def flipped(self, edge: Position) -> "Instance":
        """The same picture with one edge drawn or erased."""
        return Instance.of({*self.marked} ^ {edge})


def expectation(mark: str) -> str:
    """Say what may stand where the full picture has ``mark``."""
    return "a blank" if mark == " " else f"{mark!r} or a blank"


@dataclass(frozen=True)
class Answer:
    """Whether 1 to 6 squares make the picture, and how; None where a party does not state it."""

    possible: bool | None = None
    fewest: int | None = None
    """The fewest squares that make the picture, 7 or more included, or ``NO_STACK``."""
    order: tuple[Square, ...] | None = None
    """At most six squares that make the picture, the first placed first; none when it is not possible."""

    def __post_init__(self) -> None:
        if self.fewest is not None and self.fewest < NO_STACK:
            raise ValueError(f"the fewest squares are a number of at least {NO_STACK}, not {self.fewest!r}")
