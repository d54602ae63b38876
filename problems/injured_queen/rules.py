"""Injured Queen: is this answer valid? Written from the statement only."""

from functools import partial

from doublecount.problems.counting import check_solutions, refuted_by_solutions
from doublecount.problems.injured_queen.instance import Answer, Instance, Placement


def broken_rule(instance: Instance, placement: Placement) -> str | None:
    """Return None if the placement obeys all rules, else the first rule that it breaks."""
    return misfit(instance, placement) or _attack(placement)


def misfit(instance: Instance, placement: Placement) -> str | None:
    """Return None if there is a queen in a row of the board for each column, and the fixed ones stay."""
    if len(placement) != instance.n:
        return f"{len(placement)} queens on {instance.n} columns"
    for column, (row, fixed) in enumerate(zip(placement, instance.rows, strict=True)):
        if not 0 <= row < instance.n:
            return f"the queen in column {column + 1} is off the board, in row {row + 1}"
        if fixed is not None and row != fixed:
            return f"the queen in column {column + 1} is fixed in row {fixed + 1}, not {row + 1}"
    return None


def _attack(placement: Placement) -> str | None:
    for column in range(1, len(placement)):
        if abs(placement[column - 1] - placement[column]) <= 1:
            return f"the queens in columns {column} and {column + 1} attack each other"
    return None


def check(instance: Instance, answer: Answer) -> str | None:
    """Check the placement, all listed placements, and that their number fits the count."""
    return check_solutions(answer, answer.placement, partial(broken_rule, instance))


def refutes(instance: Instance, one: Answer, other: Answer) -> str | None:
    """Say why the valid placements in ``one`` prove ``other`` wrong."""
    return refuted_by_solutions(one, one.placement, other, partial(broken_rule, instance))


def decide(instance: Instance) -> Answer | None:
    """Decide a board without a free column."""
    if instance.free:
        return None
    placement = tuple(row for row in instance.rows if row is not None)
    valid = broken_rule(instance, placement) is None
    return Answer(
        count=int(valid),
        placement=placement if valid else None,
        solutions=frozenset([placement]) if valid else frozenset(),
    )
