"""Injured Queen in clauses: the queen of column c stands in row r, both from 0, if c * n + r + 1 is true."""

from functools import partial

from doublecount.problems.claim import Claim, Clause, Conclusion, all_of
from doublecount.problems.injured_queen.instance import Answer, Instance, Placement
from doublecount.problems.injured_queen.rules import broken_rule


def concluded(instance: Instance, claim: Claim) -> Conclusion[Answer]:
    """Return the count that a claim comes to; raises UnfoundedError."""
    formula = all_of(claim, partial(broken_rule, instance), partial(holds, instance), named)
    placements = frozenset(claim.witnesses)
    return Conclusion(Answer(len(placements), min(placements, default=None), placements), formula)


def named(placement: Placement) -> Clause:
    """The squares with queens."""
    return tuple(column * len(placement) + row + 1 for column, row in enumerate(placement))


def holds(instance: Instance, clause: Clause) -> bool:
    """Whether no placement violates a clause, by a plain argument.

    Violating it would leave a queen no row, or two neighbours only rows in which they attack each other.
    False where this does not show.
    """
    n = instance.n
    rows: dict[int, set[int]] = {}
    for fact in clause:
        column, row = divmod(abs(fact) - 1, n)
        if column >= n:
            return False
        left = rows.setdefault(column, _rows(instance, column))
        rows[column] = left - {row} if fact > 0 else left & {row}
    return not all(rows.values()) or any(
        all(abs(one - other) <= 1 for one in left for other in rows.get(column + 1, range(n)))
        for column, left in rows.items()
        if column + 1 in rows
    )


def _rows(instance: Instance, column: int) -> set[int]:
    """Where the queen of a column may stand."""
    fixed = instance.rows[column]
    return {*range(instance.n)} if fixed is None else {fixed}
