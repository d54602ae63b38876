"""What every empty grid of dots and boxes is worth: the table of docs/dots-and-boxes.md.

python benchmarks/grids.py [--most LINES]

Prints a row for each grid of at most so many lines (24, the limit of the solver, by default): the first
player's points minus the second's with best play of both, and how many of the lines are best to begin with,
under either rule. Each row is computed twice, by the solver and by another route; models answer where their
default budgets allow it, and the solver's table is checked position by position up to 200,000 positions.
Exit code 1 when any two differ, 2 for bad usage. Half a minute.

The other route is written from the statement: it goes from the full grid backwards to the empty one, and a
position is worth the best that any line earns there plus, or minus, what the next position is worth. It knows
nothing of the solver's sets, standings and layers, numbers lines in another order, and shares no code.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_LINES = 24
CHUNK = 1 << 18
"""Positions moved at a time: what is needed for them stays small."""
RULES = ("strict", "standard")

Worths = NDArray[np.int8]
Positions = NDArray[np.uint32]
Line = tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """So many rows and columns of boxes. Lines across have the lower bits, row by row; then those down."""

    rows: int
    columns: int

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    def across(self, row: int, column: int) -> int:
        """Return the bit of the line above the box in this row and column."""
        return row * self.columns + column

    def down(self, row: int, column: int) -> int:
        """Return the bit of the line to the left of that box."""
        return (self.rows + 1) * self.columns + row * (self.columns + 1) + column

    def boxes(self) -> list[int]:
        """Return the four sides of each box as a mask of bits."""
        sides = [
            (self.across(r, c), self.across(r + 1, c), self.down(r, c), self.down(r, c + 1))
            for r in range(self.rows)
            for c in range(self.columns)
        ]
        return [sum(1 << line for line in box) for box in sides]

    def named(self) -> list[Line]:
        """Return the points that each line joins, counted from 1, row by row; by bits."""
        width = self.columns + 1
        across = [(r, c, 1) for r in range(self.rows + 1) for c in range(self.columns)]
        down = [(r, c, width) for r in range(self.rows) for c in range(width)]
        starts = [(1 + r * width + c, step) for r, c, step in across + down]
        return [(start, start + step) for start, step in starts]


@dataclass(frozen=True)
class Opening:
    """What an empty grid is worth to who begins, and with which lines."""

    worth: int
    best: tuple[Line, ...]


def grids(most: int) -> Iterator[Grid]:
    """All grids of at most so many lines, the shorter side first."""
    for rows in range(1, most):
        for columns in range(rows, most):
            if Grid(rows, columns).lines <= most:
                yield Grid(rows, columns)


def worths(grid: Grid, rules: str) -> Worths:
    """Return what each position, a mask of the lines drawn, is worth to who moves.

    Twenty bytes a position at the most, O(lines) steps each.
    """
    worth = np.zeros(1 << grid.lines, dtype=np.int8)
    drawn = np.bitwise_count(np.arange(1 << grid.lines, dtype=np.uint32))
    order = np.argsort(drawn, kind="stable").astype(np.uint32)
    ends = np.cumsum(np.bincount(drawn)).tolist()
    for first, end in zip([0, *ends[:-2]][::-1], ends[-2::-1], strict=True):  # the full grid is worth nothing
        for start in range(first, end, CHUNK):
            positions = order[start : min(end, start + CHUNK)]
            worth[positions] = best_of(grid, rules, positions, worth)
    return worth


def best_of(grid: Grid, rules: str, positions: Positions, worth: Worths) -> Worths:
    """Return what the best line of each position is worth, from the worths of the positions with one more."""
    best = np.full(len(positions), -128, dtype=np.int8)
    boxes = grid.boxes()
    for line in range(grid.lines):
        free = np.flatnonzero(positions >> np.uint32(line) & np.uint32(1) == 0)
        after = positions[free] | np.uint32(1 << line)
        beside = [np.uint32(box) for box in boxes if box >> line & 1]
        earned = sum(((after & box == box).astype(np.int8) for box in beside), np.zeros(len(after), np.int8))
        goes_on = earned > 0 if rules == "standard" else np.zeros(len(after), np.bool_)
        rest = worth[after]
        best[free] = np.maximum(best[free], earned + np.where(goes_on, rest, -rest))
    return best


def opening(grid: Grid, rules: str) -> Opening:
    """Return what the empty grid is worth. No first line closes a box, so the other moves next."""
    worth = worths(grid, rules)
    firsts = [-int(worth[1 << line]) for line in range(grid.lines)]
    best = sorted(name for name, first in zip(grid.named(), firsts, strict=True) if first == worth[0])
    return Opening(int(worth[0]), tuple(best))


def others(grid: Grid, rules: str) -> Iterator[tuple[str, Opening]]:
    """What everybody else says who can answer: the solver, models, the check of the solver's table."""
    from doublecount.problems.dots_and_boxes import Instance
    from doublecount.verify import catalogue
    from doublecount.verify.proven import Proven, proven

    problem = catalogue.problem("dots-and-boxes")
    empty = Instance((), grid.rows, grid.columns, "standard" if rules == "standard" else "strict")
    yield "dp", told(problem.load_solver().solve(empty))
    for model in problem.load_models():
        if model.fits(empty) is None and (answer := model.run(empty, model.budget).answer):
            yield model.name, told(answer)
    found = proven(problem, empty)
    if isinstance(found, Proven):
        yield "every position", told(found.answer)


def told(answer: Any) -> Opening:
    """Return what an answer says of an opening; the first player is Tom."""
    return Opening(answer.margin, tuple(answer.best))


def row(grid: Grid) -> tuple[str, bool]:
    """Return the row of a grid, and whether all agree on it."""
    cells, alike, by = [], True, set[str]()
    for rules in RULES:
        found, said = opening(grid, rules), dict(others(grid, rules))
        wrong = [name for name, one in said.items() if one != found]
        by = by & {*said} if cells else {*said}
        alike = alike and not wrong
        cells += [f"{found.worth:+}" if found.worth else "0", str(len(found.best))]
        if wrong:
            cells[-1] += f" BUT {', '.join(wrong)}"
    also = ", ".join(sorted(by - {"dp"})) or " "
    return f"| {grid.rows} x {grid.columns} | {grid.lines} | {' | '.join(cells)} | {also} |", alike


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the largest number of lines."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--most", type=int, default=MOST_LINES, metavar="LINES")
    found = parser.parse_args(words)
    if not 4 <= found.most <= MOST_LINES:
        parser.error(f"expected 4 to {MOST_LINES} lines, not {found.most}")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    most, agree = arguments(words).most, True
    print("| boxes | lines | strict | best first lines | standard | best first lines | also |")
    print("|---|---|---|---|---|---|---|")
    for grid in grids(most):
        text, alike = row(grid)
        print(text, flush=True)
        agree = agree and alike
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
