"""Injured Queen by SAT: one variable a square, one queen a column, attacks excluded, all enumerated."""

from itertools import pairwise, product

from pysat.card import CardEnc, EncType

from doublecount.models import sat
from doublecount.models.injured_queen.limit import MOST_WAYS, too_many_ways
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.claim import Claim
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.record import Model, Outcome

UNIT = "conflicts and calls"


def clauses(instance: Instance) -> tuple[list[sat.Clause], list[int]]:
    """State the rules; return the clauses and the variable of each square, column by column."""
    n = instance.n
    pool, squares = sat.new_pool(n * n)
    columns = [squares[column * n : (column + 1) * n] for column in range(n)]
    stated: list[sat.Clause] = []
    for column, fixed in enumerate(instance.rows):
        one_queen = CardEnc.equals(lits=columns[column], bound=1, vpool=pool, encoding=EncType.seqcounter)
        stated += one_queen.clauses
        if fixed is not None:
            stated.append([columns[column][fixed]])
    for left, right in pairwise(columns):
        stated += [
            [-left[row], -right[other]] for row, other in product(range(n), repeat=2) if abs(row - other) <= 1
        ]
    return stated, squares


def bare_clauses(instance: Instance) -> list[sat.Clause]:
    """State the rules without a helper variable: some queen in each column, the fixed ones, no attack.

    More than one queen in a column does no harm where all placements are looked for: each of them stands
    for a placement of its own.
    """
    n = instance.n
    at = [range(column * n + 1, (column + 1) * n + 1) for column in range(n)]
    fixed = [[at[column][row]] for column, row in enumerate(instance.rows) if row is not None]
    attacks = [
        [-left[row], -right[other]]
        for left, right in pairwise(at)
        for row in range(n)
        for other in range(max(0, row - 1), min(n, row + 2))
    ]
    return [*at, *fixed, *attacks]


def claim(instance: Instance, budget: int) -> Outcome[Claim]:
    """Enumerate all placements, and refute that there is another."""
    found = run(instance, budget)
    if found.answer is None or found.answer.solutions is None:
        return out_of_budget(budget, UNIT)
    meter = Meter(budget)
    n = instance.n
    placements = sorted(found.answer.solutions)
    others = ([-(column * n + row + 1) for column, row in enumerate(rows)] for rows in placements)
    try:
        meter.spend(found.work)
        proven = sat.refuted(placements, bare_clauses(instance), others, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(proven, meter.spent)


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Enumerate all placements."""
    meter = Meter(budget)
    n = instance.n
    stated, squares = clauses(instance)
    try:
        boards = [*sat.board_models(stated, squares, meter)]
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    found = frozenset(
        tuple(board[column * n : (column + 1) * n].index(True) for column in range(n)) for board in boards
    )
    return answered(Answer(len(found), min(found, default=None), found), meter.spent)


MODEL = Model(
    name="sat",
    technique="a SAT solver enumerates the occupied squares, each found placement blocked",
    run=run,
    claim=claim,
    budget=3000,
    unit=UNIT,
    fits=too_many_ways,
    size_limit=f"{MOST_WAYS} ways to fill the free columns; about 10^5 placements",
    shares=frozenset({"pysat"}),
)
