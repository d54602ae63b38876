"""Injured Queen: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator

from doublecount.problems.injured_queen.instance import Instance

FEW_COLUMNS = 5
"""On larger boards a queen is dropped and another moved one after the other."""


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer columns; then fewer fixed queens; then lower rows."""
    fixed = [row for row in instance.rows if row is not None]
    return (instance.n, len(fixed), sum(fixed))


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop one or two columns with as many last rows, free a fixed queen, move one down by a row or to row 0.

    Two, because no board of 2 columns has a placement: what shows only where there is one must get past it.
    On a small board drop or free and move another queen up: there is no other way to the middle row.
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
    if instance.n <= FEW_COLUMNS:
        yield from _raised(instance)


def _raised(instance: Instance) -> Iterator[Instance]:
    """Yield the board with a column dropped, or a queen freed, and another queen a row up."""
    last, fixed = instance.n - 2, [column for column, row in enumerate(instance.rows) if row is not None]
    cut = [instance.rows[:column] + instance.rows[column + 1 :] for column in range(instance.n)]
    dropped = [
        Instance(tuple(None if row is None else min(row, last) for row in rows)) for rows in cut if rows
    ]
    for simpler in (*dropped, *(instance.fixing(column, None) for column in fixed)):
        for column, row in enumerate(simpler.rows):
            if row is not None and row < simpler.n - 1:
                yield simpler.fixing(column, row + 1)
