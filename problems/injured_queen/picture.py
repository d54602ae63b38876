"""Injured Queen: the board as a picture, row 1 at the bottom as on a chess board."""

from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.injured_queen.rules import misfit
from doublecount.problems.picture import MOST_CELLS, Cell, Paint, Picture, Sample, Sign


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw fixed queens as ``Q``, those of the answer's placement as ``q``.

    Squares that a queen attacks in a neighbouring column are ``x``, those in her own ``|``.
    """
    n = instance.n
    if n * n > MOST_CELLS:
        return Picture(n, n)
    queens = dict(enumerate(answer.placement)) if answer and answer.placement else {}
    queens |= {column: row for column, row in enumerate(instance.rows) if row is not None}
    fixed = {column for column, row in enumerate(instance.rows) if row is not None}
    kinds = [[_kind(queens, fixed, row, column) for column in range(n)] for row in reversed(range(n))]
    cells = tuple(
        _cell(row, column, kind) for row, there in enumerate(kinds) for column, kind in enumerate(there)
    )
    named = tuple(str(row) for row in range(n, 0, -1))
    return Picture(n, n, cells, legend=_legend(cells), rows=named, columns=named[::-1])


def _kind(queens: dict[int, int], fixed: set[int], row: int, column: int) -> str:
    """Return the character that stands for a square."""
    if queens.get(column) == row:
        return "Q" if column in fixed else "q"
    if any(abs(queens[near] - row) <= 1 for near in (column - 1, column + 1) if near in queens):
        return "x"
    return "|" if column in queens else "."


_LOOKS = {
    "Q": (Paint.GIVEN, Sign.QUEEN),
    "q": (Paint.BEST, Sign.QUEEN),
    "x": (Paint.FAINT, Sign.CROSS),
    "|": (Paint.FREE, Sign.RAY),
    ".": (Paint.FREE, None),
}


def _cell(row: int, column: int, kind: str) -> Cell:
    paint, sign = _LOOKS[kind]
    return Cell(row, column, kind, paint, sign, given=kind == "Q")


def _legend(cells: tuple[Cell, ...]) -> tuple[Sample, ...]:
    there = {cell.text for cell in cells}
    words = {
        "Q": "queen, given",
        "q": "queen, placed",
        "x": "attacked from a neighbouring column",
        "|": "attacked in her own column",
    }
    return tuple(Sample(text, _cell(0, 0, kind)) for kind, text in words.items() if kind in there)


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a placement that fits the board and the fixed queens, whoever attacks whom."""
    return answer.placement is not None and misfit(instance, answer.placement) is None
