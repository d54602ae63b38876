"""Black & White: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator
from itertools import product

from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Instance


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer cells; then fewer givens; then fewer white ones."""
    whites = sum(row.count(WHITE) for row in instance.rows)
    return (instance.height * instance.width, instance.givens, whites)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop a row or a column, free a row or a cell, turn all white givens black, or one; make 2 x 2 a line.

    First of all, drop one and give all cells black: on no board is it easier to see that there is nothing.
    """
    rows = instance.rows
    if len(rows) > 1:
        yield Instance((BLACK * instance.width,) * (len(rows) - 1))
    if instance.width > 1:
        yield Instance((BLACK * (instance.width - 1),) * len(rows))
    for number in range(len(rows) if len(rows) > 1 else 0):
        yield Instance(rows[:number] + rows[number + 1 :])
    for column in range(instance.width if instance.width > 1 else 0):
        yield Instance(tuple(row[:column] + row[column + 1 :] for row in rows))
    for number, row in enumerate(rows):
        if len(row) - row.count(FREE) > 1:
            yield Instance((*rows[:number], FREE * len(row), *rows[number + 1 :]))
    if sum(row.count(WHITE) for row in rows) > 1:
        yield Instance(tuple(row.replace(WHITE, BLACK) for row in rows))
    yield from _changed_cells(instance)
    if instance.height == instance.width == 2:
        yield from _short_lines()


def _short_lines() -> Iterator[Instance]:
    """Yield all boards of one row and at most three cells."""
    for length in range(1, 4):
        for cells in product(FREE + BLACK + WHITE, repeat=length):
            yield Instance(("".join(cells),))


def _changed_cells(instance: Instance) -> Iterator[Instance]:
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    for row, column in cells:
        if instance.rows[row][column] != FREE:
            yield instance.painting(row, column, FREE)
    for row, column in cells:
        if instance.rows[row][column] == WHITE:
            yield instance.painting(row, column, BLACK)
