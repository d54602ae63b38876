"""Injured Queen: the board as a picture, row 1 at the bottom as on a chess board."""

from doublecount.problems.injured_queen.instance import Answer, Instance
from doublecount.problems.injured_queen.rules import misfit
from doublecount.problems.picture import Cell, Paint, Picture


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw fixed queens as ``Q``, those of the answer's placement as ``q``, attacked squares as ``x``."""
    n = instance.n
    queens = dict(enumerate(answer.placement)) if answer and answer.placement else {}
    queens |= {column: row for column, row in enumerate(instance.rows) if row is not None}
    cells = []
    for row in range(n):
        for column in range(n):
            if queens.get(column) == row:
                fixed = instance.rows[column] == row
                text, paint = ("Q", Paint.GIVEN) if fixed else ("q", Paint.BEST)
            elif any(abs(queens[near] - row) <= 1 for near in (column - 1, column + 1) if near in queens):
                text, paint = "x", Paint.FAINT
            else:
                text, paint = ".", Paint.FREE
            cells.append(Cell(n - 1 - row, column, text, paint))
    return Picture(n, n, tuple(cells))


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a placement that fits the board and the fixed queens, whoever attacks whom."""
    return answer.placement is not None and misfit(instance, answer.placement) is None
