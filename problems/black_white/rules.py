"""Black & White: is this answer valid? Written from the statement only."""

from functools import partial

from doublecount.problems.black_white.instance import COLOURS, FREE, Answer, Colouring, Instance
from doublecount.problems.counting import check_solutions, refuted_by_solutions

Steps = tuple[tuple[int, int], ...]
"""Rows down and columns to the right, to every neighbour."""
BY_SIDES: Steps = ((-1, 0), (1, 0), (0, -1), (0, 1))

_NAMES = dict(zip(COLOURS, ("black", "white"), strict=True))


def broken_rule(instance: Instance, colouring: Colouring) -> str | None:
    """Return None if the colouring obeys all rules, else the first rule that it breaks. O(cells)."""
    return _wrong_shape(instance, colouring) or _wrong_given(instance, colouring) or broken_law(colouring)


def broken_law(colouring: Colouring) -> str | None:
    """Return None if no 2 x 2 block has one colour and both colours are connected; givens left aside."""
    return _one_coloured_block(colouring) or _disconnected(colouring)


def _wrong_shape(instance: Instance, colouring: Colouring) -> str | None:
    if len(colouring) != instance.height:
        return f"{len(colouring)} rows on a board of {instance.height}"
    for number, row in enumerate(colouring, start=1):
        if len(row) != instance.width:
            return f"row {number} has {len(row)} cells on a board of {instance.width} columns"
        if row.strip(COLOURS):
            return f"row {number} has cells that are neither {COLOURS[0]!r} nor {COLOURS[1]!r}"
    return None


def _wrong_given(instance: Instance, colouring: Colouring) -> str | None:
    for number, (row, painted) in enumerate(zip(instance.rows, colouring, strict=True), start=1):
        for column, (given, colour) in enumerate(zip(row, painted, strict=True), start=1):
            if given not in (FREE, colour):
                return f"the cell in row {number}, column {column} is given {_NAMES[given]}"
    return None


def _one_coloured_block(colouring: Colouring) -> str | None:
    for row, column, colour in one_coloured_blocks(colouring)[:1]:
        return f"the 2 x 2 block from row {row + 1}, column {column + 1} is all {_NAMES[colour]}"
    return None


def one_coloured_blocks(colouring: Colouring) -> list[tuple[int, int, str]]:
    """The 2 x 2 blocks of one colour: row and column of the top left cell, from 0, and the colour."""
    return [
        (row, column, colouring[row][column])
        for row in range(len(colouring) - 1)
        for column in range(len(colouring[0]) - 1)
        if len({*colouring[row][column : column + 2], *colouring[row + 1][column : column + 2]}) == 1
    ]


def _disconnected(colouring: Colouring) -> str | None:
    """Both colours connected?"""
    for colour in COLOURS:
        if not connected(colouring, colour):
            return f"the {_NAMES[colour]} cells are not connected"
    return None


def connected(colouring: Colouring, colour: str, steps: Steps = BY_SIDES) -> bool:
    """Whether the cells of a colour are connected by these steps; a colour without a cell counts as such."""
    cells = {
        (row, column)
        for row, painted in enumerate(colouring)
        for column, found in enumerate(painted)
        if found == colour
    }
    return not cells or len(_reached(min(cells), cells, steps)) == len(cells)


def _reached(start: tuple[int, int], cells: set[tuple[int, int]], steps: Steps) -> set[tuple[int, int]]:
    """Return the cells that can be reached from ``start`` by steps from cell to cell in ``cells``."""
    seen, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        for down, right in steps:
            cell = row + down, column + right
            if cell in cells and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return seen


def check(instance: Instance, answer: Answer) -> str | None:
    """Check the colouring, all listed colourings, and that their number fits the count."""
    return check_solutions(answer, answer.colouring, partial(broken_rule, instance))


def refutes(instance: Instance, one: Answer, other: Answer) -> str | None:
    """Say why the valid colourings in ``one`` prove ``other`` wrong."""
    return refuted_by_solutions(one, one.colouring, other, partial(broken_rule, instance))


def decide(instance: Instance) -> Answer | None:
    """Decide a board without a free cell."""
    if any(FREE in row for row in instance.rows):
        return None
    valid = broken_law(instance.rows) is None
    return Answer(
        count=int(valid),
        colouring=instance.rows if valid else None,
        solutions=frozenset([instance.rows]) if valid else frozenset(),
    )
