"""Injured Queen: small random changes of a board, in search of hard ones."""

from random import Random

from doublecount.problems.injured_queen.instance import Instance


def changed(rng: Random, instance: Instance) -> Instance:
    """Free or fix a column, add a free one, or drop one with the last row."""
    column = rng.randrange(instance.n)
    what = rng.randrange(4)
    if what == 0:
        return Instance((*instance.rows[:column], None, *instance.rows[column:]))
    if what == 1 and instance.n > 1:
        rows = instance.rows[:column] + instance.rows[column + 1 :]
        return Instance(tuple(None if row is None else min(row, instance.n - 2) for row in rows))
    return instance.fixing(column, rng.choice((None, rng.randrange(instance.n))))
