"""Black & White: is this answer valid? Written from the statement only."""

from functools import partial
from itertools import pairwise

from doublecount.problems.black_white.instance import COLOURS, FREE, Answer, Colouring, Instance
from doublecount.problems.counting import check_solutions, refuted_by_solutions

Steps = tuple[tuple[int, int], ...]
"""Rows down and columns to the right, to every neighbour."""
BY_SIDES: Steps = ((-1, 0), (1, 0), (0, -1), (0, 1))

_BITS = {colour: {ord(one): str(int(one == colour)) for one in (*COLOURS, FREE)} for colour in COLOURS}
"""For each colour, how its cells become ones and all others zeros."""
_NAMES = dict(zip(COLOURS, ("black", "white"), strict=True))


def broken_rule(instance: Instance, colouring: Colouring) -> str | None:
    """Return None if the colouring obeys all rules, else the first rule that it breaks. O(cells)."""
    return misfit(instance, colouring) or broken_law(colouring)


def misfit(instance: Instance, colouring: Colouring) -> str | None:
    """Return None if these are cells of two colours, as many as the board's, with its givens among them."""
    return _wrong_shape(instance, colouring) or _wrong_given(instance, colouring)


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
        (row, column, a)
        for row, (upper, lower) in enumerate(pairwise(colouring))
        for column, (a, b, c, d) in enumerate(zip(upper, upper[1:], lower, lower[1:], strict=False))
        if a == b == c == d
    ]


def _disconnected(colouring: Colouring) -> str | None:
    """Both colours connected?"""
    for colour in COLOURS:
        if not connected(colouring, colour):
            return f"the {_NAMES[colour]} cells are not connected"
    return None


def connected(colouring: Colouring, colour: str, steps: Steps = BY_SIDES) -> bool:
    """Whether the cells of a colour are connected by these steps; a colour without a cell counts as such."""
    # The board as one number: a bit for each cell, row by row, and a bit that is never set after each row, so
    # that a step is a shift for all cells at once, and nothing steps over an edge.
    stride = len(colouring[0]) + 1
    cells = int("0".join(colouring)[::-1].translate(_BITS[colour]), 2)
    shifts = [down * stride + right for down, right in steps]
    reached, grown = 0, cells & -cells
    while grown != reached:
        reached = grown
        for shift in shifts:
            grown |= (grown << shift if shift > 0 else grown >> -shift) & cells
    return reached == cells


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
