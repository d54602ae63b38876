"""Injured Queen: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator

from doublecount.problems.injured_queen.instance import Instance


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer columns; then fewer fixed queens; then lower rows."""
    fixed = [row for row in instance.rows if row is not None]
    return (instance.n, len(fixed), sum(fixed))


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop one or two columns with as many last rows, free a fixed queen, move one down by a row or to row 0.

    Two, because no board of 2 columns has a placement: what shows only where there is one must get past it.
    """
    for dropped in (1, 2):
        last = instance.n - dropped - 1
        for column in range(instance.n - dropped + 1 if last >= 0 else 0):
            rows = instance.rows[:column] + instance.rows[column + dropped :]
            yield Instance(tuple(None if row is None else min(row, last) for row in rows))
    for column, row in enumerate(instance.rows):
        if row is not None:
            yield instance.fixing(column, None)
    for column, row in enumerate(instance.rows):
        for lower in sorted({0, row - 1} if row else ()):
            yield instance.fixing(column, lower)
