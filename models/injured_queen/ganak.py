"""Injured Queen by Ganak, an exact model counter: each queen's row as a binary number, attacks excluded.

No helper variables: a placement is one assignment, and numbers that are no rows are excluded. A queen's
digits are tied to those of her neighbours only, so the counter parts the board where it has decided a column.

One assignment more is let in, in which a variable of its own is true and all others are false: the counter
prints a message on standard output where there is none at all.
"""

from collections.abc import Iterator
from itertools import pairwise

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.record import Model, Outcome

MOST_COLUMNS = 20
UNIT = "clauses"

Clause = list[int]


def digits(n: int) -> int:
    """Return how many binary digits the numbers of ``n`` rows take."""
    return max(1, (n - 1).bit_length())


def unlike(n: int, column: int, row: int) -> Clause:
    """Say that a column's queen is not in a row, or her number is not this one, as a part of a clause."""
    first = column * digits(n) + 1
    return [-(first + k) if row >> k & 1 else first + k for k in range(digits(n))]


def clauses(instance: Instance) -> Iterator[Clause]:
    """State the rules; variable ``column * digits + k + 1`` is binary digit ``k`` of the queen's row."""
    n = instance.n
    for column, fixed in enumerate(instance.rows):
        yield from (unlike(n, column, row) for row in range(n, 2 ** digits(n)))
        if fixed is not None:
            yield from ([-digit] for digit in unlike(n, column, fixed))
    for left, right in pairwise(range(n)):
        for row in range(n):
            for other in range(max(0, row - 1), min(n, row + 2)):
                yield [*unlike(n, left, row), *unlike(n, right, other)]


def counted(stated: list[Clause], variables: int) -> int:
    """Count the assignments of so many variables that satisfy the clauses."""
    from pyganak import Counter

    counter, one_more = Counter(), variables + 1
    counter.new_vars(one_more)
    counter.add_clauses([[*clause, one_more] for clause in stated])
    counter.add_clauses([[-one_more, -variable] for variable in range(1, one_more)])
    return int(counter.count()) - 1


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Count all placements; the counter can't be interrupted, so the work is that of stating the rules."""
    meter, stated = Meter(budget), [*clauses(instance)]
    try:
        meter.spend(len(stated))
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(Answer(counted(stated, instance.n * digits(instance.n))), meter.spent)


MODEL = Model(
    name="ganak",
    technique="the model counter Ganak counts the rows of all columns, as binary numbers",
    run=run,
    budget=5000,
    unit=UNIT,
    fits=lambda instance: f"more than {MOST_COLUMNS} columns" if instance.n > MOST_COLUMNS else None,
    size_limit=f"{MOST_COLUMNS} columns",
    shares=frozenset({"ganak"}),
    seldom=True,
    library="pyganak",
    extra="count",
)
