"""Injured Queen by SAT in the order encoding: a variable says that a queen is in some row or below it.

No helper variables, no counting of queens: a column's variables are true down to its queen's row, so they
name one row whatever they are. Four of them exclude an attack on a row.
"""

from itertools import pairwise

from doublecount.models import sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.record import Outcome, Way

UNIT = "conflicts and calls"


def clauses(instance: Instance) -> list[sat.Clause]:
    """State the rules; variable ``column * n + row + 1`` says that the queen is in the row or below."""
    n = instance.n
    columns = range(n)
    stated: list[sat.Clause] = [_from(n, column, 0) for column in columns]
    for column, fixed in enumerate(instance.rows):
        stated += [[*_before(n, column, row + 1), *_from(n, column, row)] for row in range(n - 1)]
        if fixed is not None:
            stated += [_from(n, column, fixed), *([_before(n, column, fixed + 1)] * (fixed + 1 < n))]
    for left, right in pairwise(columns):
        for row in range(n):
            elsewhere = [*_before(n, left, row), *_from(n, left, row + 1)]
            stated.append([*elsewhere, *_before(n, right, row - 1), *_from(n, right, row + 2)])
    return stated


def _from(n: int, column: int, row: int) -> list[int]:
    """Say that the queen is in the row or below, as a part of a clause: empty where that is impossible."""
    return [column * n + row + 1] if row < n else []


def _before(n: int, column: int, row: int) -> list[int]:
    """Say that the queen is above the row, as a part of a clause: empty where that is impossible."""
    return [-(column * n + row + 1)] if row > 0 else []


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Enumerate all placements."""
    n, meter = instance.n, Meter(budget)
    squares = range(1, n * n + 1)
    try:
        boards = [*sat.board_models(clauses(instance), squares, meter, solver=sat.SECOND_SOLVER)]
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    found = frozenset(
        tuple(sum(board[column * n : (column + 1) * n]) - 1 for column in range(n)) for board in boards
    )
    return answered(Answer(len(found), min(found, default=None), found), meter.spent)


WAY = Way(sat.OTHERWISE, run)
