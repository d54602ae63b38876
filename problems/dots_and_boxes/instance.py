"""Dots and boxes: the instance and the answer.

A grid of ``rows`` x ``columns`` boxes has (rows + 1) x (columns + 1) points, numbered from 1 row by row.
The players draw one line between neighbouring points in turn, Tom200 first; whoever closes a box gets a point
(two for two boxes). Under the strict rule, which is the judge's, the turn passes all the same; under the
standard rule of the game, who has closed a box draws the next line too.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

Line = tuple[int, int]
"""The numbers of two neighbouring points, the smaller first."""

_KEPT = 1 << 14
"""Points and lines of which is kept what is next to them: games of one grid ask again and again."""

TOM, JERRY, DRAW = "Tom200", "Jerry404", "draw"
OTHER = {TOM: JERRY, JERRY: TOM}

Rules = Literal["strict", "standard"]
RULES: tuple[Rules, ...] = ("strict", "standard")


def winner_of(margin: int) -> str:
    """Return who wins when Tom ends ``margin`` points ahead of Jerry."""
    return TOM if margin > 0 else JERRY if margin < 0 else DRAW


@dataclass(frozen=True)
class Instance:
    """The lines drawn so far, in the order of drawing, on a grid of ``rows`` x ``columns`` boxes."""

    lines: tuple[Line, ...]
    rows: int = 3
    columns: int = 3
    rules: Rules = "strict"

    def __post_init__(self) -> None:
        if self.rules not in RULES:
            raise ValueError(f"expected {' or '.join(RULES)} rules, not {self.rules!r}")
        if self.rows < 1 or self.columns < 1:
            raise ValueError(f"expected at least 1 x 1 boxes, not {self.rows!r} x {self.columns!r}")
        for line in self.lines:
            if len(line) != 2 or line[1] not in self.neighbours(line[0]) or line[0] > line[1]:
                raise ValueError(f"expected two neighbouring points, the smaller first, not {line!r}")
        if len(set(self.lines)) < len(self.lines):
            raise ValueError(f"expected every line once, not {self.lines!r}")

    @property
    def width(self) -> int:
        """The number of points in a row; the step from a point to the one below it."""
        return self.columns + 1

    @property
    def points(self) -> int:
        """The number of points, which is the number of the last one."""
        return (self.rows + 1) * self.width

    @property
    def boxes(self) -> int:
        """The number of boxes of the grid, closed or not."""
        return self.rows * self.columns

    @property
    def free_count(self) -> int:
        """The number of lines not drawn yet; O(1) whatever the grid."""
        return self.rows * self.width + (self.rows + 1) * self.columns - len(self.lines)

    @cached_property
    def free(self) -> tuple[Line, ...]:
        """The lines not drawn yet, sorted; O(points)."""
        drawn = set(self.lines)
        return tuple(line for line in _lines(self.rows, self.columns) if line not in drawn)

    @property
    def mover(self) -> str:
        """Who draws the next line, if there is one."""
        return self.drawers[-1]

    @cached_property
    def drawers(self) -> tuple[str, ...]:
        """Who drew each line, and who draws the next. O(lines)."""
        if self.rules == "strict":
            return tuple((TOM, JERRY)[turn % 2] for turn in range(len(self.lines) + 1))
        drawers = [TOM]
        drawn: set[Line] = set()
        for line in self.lines:
            drawn.add(line)
            closes = any(drawn.issuperset(sides(self, box)) for box in boxes_beside(self, line))
            drawers.append(drawers[-1] if closes else OTHER[drawers[-1]])
        return tuple(drawers)

    def neighbours(self, point: int) -> tuple[int, ...]:
        """Return the points next to a point, sorted; none for a number that is not on the grid."""
        return _neighbours(self.rows, self.columns, point)

    def drawing(self, line: Line) -> "Instance":
        """The same game after one more line."""
        return self.with_lines((*self.lines, line))

    def with_lines(self, lines: tuple[Line, ...]) -> "Instance":
        """The same grid and rules with other lines drawn."""
        return replace(self, lines=lines)


@lru_cache(_KEPT)
def _neighbours(rows: int, columns: int, point: int) -> tuple[int, ...]:
    width, points = columns + 1, (rows + 1) * (columns + 1)
    if not 1 <= point <= points:
        return ()
    column = (point - 1) % width
    steps = (
        (-width, point > width),
        (-1, column > 0),
        (1, column < columns),
        (width, point + width <= points),
    )
    return tuple(point + step for step, possible in steps if possible)


@lru_cache(16)
def _lines(rows: int, columns: int) -> tuple[Line, ...]:
    """All lines of a grid, sorted."""
    return tuple(
        (point, other)
        for point in range(1, (rows + 1) * (columns + 1) + 1)
        for other in _neighbours(rows, columns, point)
        if point < other
    )


def sides(instance: Instance, box: int) -> tuple[Line, Line, Line, Line]:
    """Return the top, left, right and bottom line of a box, which is named by its top-left point."""
    below = box + instance.width
    return (box, box + 1), (box, below), (box + 1, below + 1), (below, below + 1)


def boxes_beside(instance: Instance, line: Line) -> tuple[int, ...]:
    """Return the one or two boxes that have this line as a side."""
    return _beside(instance.rows, instance.columns, line)


@lru_cache(_KEPT)
def _beside(rows: int, columns: int, line: Line) -> tuple[int, ...]:
    (start, end), width = line, columns + 1
    boxes = (start, start - (width if end == start + 1 else 1))
    places = ((box, *divmod(box - 1, width)) for box in boxes)
    return tuple(box for box, row, column in places if 0 <= row < rows and column < columns)


@dataclass(frozen=True)
class Answer:
    """How the game ends with best play of both; None where a party does not state it."""

    winner: str | None = None
    """``TOM``, ``JERRY`` or ``DRAW``."""
    margin: int | None = None
    """Tom's points at the end minus Jerry's, those already made included."""
    best: tuple[Line, ...] | None = None
    """All best next lines, sorted; empty when every line is drawn."""

    def __post_init__(self) -> None:
        if self.winner not in (None, TOM, JERRY, DRAW):
            raise ValueError(f"expected {TOM!r}, {JERRY!r} or {DRAW!r} as winner, not {self.winner!r}")
