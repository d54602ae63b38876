"""Black & White: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator
from itertools import starmap

from doublecount.problems.black_white.instance import (
    BLACK,
    FREE,
    WHITE,
    Instance,
    blank,
    transposed,
)

FEW_CELLS = 20
"""On larger boards there are too many ways to take two lines away."""


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer cells; then fewer givens; then fewer white ones."""
    whites = sum(row.count(WHITE) for row in instance.rows)
    return (instance.height * instance.width, instance.givens, whites)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop a row or a column, free a row or a cell, turn all white givens black, or one; then bolder steps.

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
    yield from _bolder(instance)


def _bolder(instance: Instance) -> Iterator[Instance]:
    """Yield what helps where no small step does any more.

    What depends on the parity of a side, or shows on a square but not on its halves, is shown by no board
    one line smaller.
    """
    if instance.givens == 0:
        yield from starmap(blank, _shapes(instance.height * instance.width - 1))
    if instance.height * instance.width <= FEW_CELLS:
        yield from _without_two_lines(instance)
        if min(instance.height, instance.width) > 1:
            yield from (Instance((row,)) for row in instance.rows)
            yield from (Instance(tuple(column)) for column in transposed(instance.rows))


def _shapes(cells: int) -> list[tuple[int, int]]:
    """Return the sides of all boards of at most so many cells that fit in no other one, squares first."""
    widest = {height: cells // height for height in range(1, cells + 1)}
    shapes = {width: height for height, width in widest.items()}
    return sorted(((height, width) for width, height in shapes.items()), key=lambda x: (abs(x[0] - x[1]), x))


def _without_two_lines(instance: Instance) -> Iterator[Instance]:
    """Yield the board without two successive rows, two successive columns, or a row and a column."""
    rows, columns = instance.rows, transposed(instance.rows)
    yield from (Instance(two) for two in _without(rows, 2))
    yield from (Instance(transposed(two)) for two in _without(columns, 2))
    for fewer in _without(rows, 1):
        yield from (Instance(transposed(both)) for both in _without(transposed(fewer), 1))


def _without(lines: tuple[str, ...], gone: int) -> Iterator[tuple[str, ...]]:
    for place in range(len(lines) - gone + 1 if len(lines) > gone else 0):
        yield lines[:place] + lines[place + gone :]


def _changed_cells(instance: Instance) -> Iterator[Instance]:
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    for row, column in cells:
        if instance.rows[row][column] != FREE:
            yield instance.painting(row, column, FREE)
    for row, column in cells:
        if instance.rows[row][column] == WHITE:
            yield instance.painting(row, column, BLACK)
