"""Injured Queen: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator

from doublecount.problems.injured_queen.instance import Instance


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer columns; then fewer fixed queens; then lower rows."""
    fixed = [row for row in instance.rows if row is not None]
    return (instance.n, len(fixed), sum(fixed))


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop a column with the last row, free a fixed queen, move a fixed queen down by one row or to row 0."""
    for column in range(instance.n if instance.n > 1 else 0):
        rows = instance.rows[:column] + instance.rows[column + 1 :]
        yield Instance(tuple(None if row is None else min(row, instance.n - 2) for row in rows))
    for column, row in enumerate(instance.rows):
        if row is not None:
            yield instance.fixing(column, None)
    for column, row in enumerate(instance.rows):
        for lower in sorted({0, row - 1} if row else ()):
            yield instance.fixing(column, lower)
