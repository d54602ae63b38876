"""Domino tilings of a board with holes: in how many ways can dominoes cover all cells but the holes?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from doublecount.problems import own

Cell = tuple[int, int]
Domino = tuple[Cell, Cell]
MOST_LISTED = 2000
"""Tilings that the model lists before it gives up."""


@dataclass(frozen=True)
class Instance:
    """``rows[r][c]`` is ``#``, a hole, or ``.``, a cell to be covered."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) != 1:
            raise ValueError("expected rows of one length, at least one of at least one cell")
        if set("".join(self.rows)) - {".", "#"}:
            raise ValueError("expected cells . and #")

    def cells(self) -> list[Cell]:
        """List the cells to be covered, row by row."""
        return [(r, c) for r, row in enumerate(self.rows) for c, kind in enumerate(row) if kind == "."]


@dataclass(frozen=True)
class Answer:
    """The number of tilings, and one of them if there is one: the two cells of each domino."""

    count: int | None = None
    tiling: tuple[Domino, ...] | None = None


def read_case(lines: own.Lines) -> Instance:
    """Read height and width, then the rows."""
    head = lines.take("height and width")
    height, width = head.integers([(1, 100, "a number of rows"), (1, 100, "a number of columns")])
    return Instance(tuple(lines.take("a row").row(width, ".#", "cells") for _ in range(height)))


def write_case(instance: Instance) -> str:
    """Write height, width and the rows."""
    return "\n".join([f"{len(instance.rows)} {len(instance.rows[0])}", *instance.rows, ""])


def check(instance: Instance, answer: Answer) -> str | None:
    """Check the tiling by the statement: neighbours, and each cell once."""
    if answer.tiling is None:
        return None
    for (r, c), (s, d) in answer.tiling:
        if abs(r - s) + abs(c - d) != 1:
            return f"a domino on row {r + 1}, column {c + 1} and row {s + 1}, column {d + 1}"
    covered = Counter(cell for domino in answer.tiling for cell in domino)
    if covered != Counter(instance.cells()):
        return "not every cell is covered once, and nothing else"
    return "there is a tiling, the count is 0" if answer.count == 0 else None


def exhaust(instance: Instance) -> own.Exhausted[Answer] | None:
    """Lay dominoes on the first cell that is left, in all ways: what the rules alone say of a small board."""
    if len(instance.cells()) > 30:
        return None

    def tilings(left: list[Cell]) -> int:
        if not left:
            return 1
        (r, c), *rest = left
        return sum(
            tilings([one for one in rest if one != near]) for near in ((r, c + 1), (r + 1, c)) if near in rest
        )

    return own.Exhausted(Answer(tilings(instance.cells())), "all ways to lay dominoes")


def generate(rng: Random) -> Instance:
    """Draw up to 6 x 6 cells, an even number of them, with few holes or many."""
    height, width, holes = rng.randint(1, 6), rng.randint(1, 6), rng.choice([0.0, 0.1, 0.3])
    rows = [["#" if rng.random() < holes else "." for _ in range(width)] for _ in range(height)]
    if sum(row.count(".") for row in rows) % 2:
        r, c = rng.randrange(height), rng.randrange(width)
        rows[r][c] = "#" if rows[r][c] == "." else "."
    return Instance(tuple("".join(row) for row in rows))


def picture(instance: Instance, answer: Answer | None) -> own.Picture:
    """Draw the board, each domino as two letters."""
    rows = [list(row) for row in instance.rows]
    for number, domino in enumerate(answer.tiling or () if answer else ()):
        for r, c in domino:
            rows[r][c] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]
    return own.board(["".join(row) for row in rows], instance.rows)


def steps(rows: tuple[str, ...], cell: Cell, ahead: int) -> Iterator[tuple[int, Domino | None]]:
    """Yield what can be done at a cell; ``ahead`` has a bit for each covered cell of the next ``width``."""
    (r, c), covered = cell, ahead & 1
    if rows[r][c] == "#" or covered:
        yield ahead >> 1, None
        return
    if c + 1 < len(rows[0]) and rows[r][c + 1] == "." and not ahead & 2:
        yield ahead >> 1 | 1, (cell, (r, c + 1))
    if r + 1 < len(rows) and rows[r + 1][c] == ".":
        yield ahead >> 1 | 1 << len(rows[0]) - 1, (cell, (r + 1, c))


def solve(instance: Instance) -> Answer:
    """Go through the cells row by row; a state is which of the cells ahead are covered."""
    counts: dict[int, int] = {0: 1}
    tilings: dict[int, tuple[Domino, ...]] = {0: ()}
    for r, row in enumerate(instance.rows):
        for c in range(len(row)):
            before, counts = counts, Counter()
            tilings_before, tilings = tilings, {}
            for ahead, count in before.items():
                for after, domino in steps(instance.rows, (r, c), ahead):
                    counts[after] += count
                    tilings[after] = tilings_before[ahead] + ((domino,) if domino else ())
    return Answer(counts.get(0, 0), tilings.get(0))


def by_sat(instance: Instance) -> Answer | None:
    """List the solutions of: every cell lies in exactly one domino."""
    from pysat.solvers import Solver

    cells = instance.cells()
    dominoes = [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in cells]
    tiling, found = None, 0
    with Solver("glucose4") as solver:
        for cell in cells:
            places = [place for place, domino in enumerate(dominoes, start=1) if cell in domino]
            if not places:
                return Answer(0)
            solver.add_clause(places)
            for one, other in combinations(places, 2):
                solver.add_clause([-one, -other])
        for model in solver.enum_models():
            tiling, found = tuple(dominoes[place - 1] for place in model if place > 0), found + 1
            if found > MOST_LISTED:
                return None
    return Answer(found, tiling)


PROBLEM = own.problem(
    name="dominoes",
    title="Domino tilings",
    question="In how many ways can dominoes cover all cells but the holes?",
    instance=Instance,
    answer=Answer,
    read_case=read_case,
    write_case=write_case,
    check=check,
    exhaust=exhaust,
    generate=generate,
    picture=picture,
    solve=solve,
    models=[
        own.model(
            "sat", "lists all exact covers by dominoes", by_sat, shares=["pysat"], size_limit="2000 tilings"
        )
    ],
)
