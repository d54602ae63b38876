"""Overlapping Squares: one table of all pictures that stacks of squares can make.

The states are the pictures, a move places one more square on top; layer k holds the pictures that need k
squares and no fewer. The board has only 13,464 such pictures, in layers 0 to 9, so all layers are built
once (about 120,000 moves) and an instance is looked up.

A picture is an integer of 40 bits: bit 4r + c is the upper side of cell (r, c), r up to 4; bit
20 + 5r + c its left side, c up to 4.
"""

from functools import cache

from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import MOST_SQUARES, NO_STACK, SQUARES, Square
from doublecount.problems.record import Solver

BLANK = 0
SMALL_FILE = 2000
"""Bytes."""


def _side(row: int, column: int) -> int:
    """Return the bit of the upper side of a cell; row 4 is the bottom of the board."""
    return 1 << (4 * row + column)


def _left(row: int, column: int) -> int:
    """Return the bit of the left side of a cell; column 4 is the right end of the board."""
    return 1 << (20 + 5 * row + column)


def moves() -> tuple[tuple[int, int], ...]:
    """Return for each square the edges that it leaves as they are, and its outline."""
    result = []
    for row, column in SQUARES:
        outline = inside = 0
        for step in range(2):
            outline |= _side(row, column + step) | _side(row + 2, column + step)
            outline |= _left(row + step, column) | _left(row + step, column + 2)
            inside |= _side(row + 1, column + step) | _left(row + step, column + 1)
        result.append((~(outline | inside), outline))
    return tuple(result)


@cache
def table() -> dict[int, tuple[int, int, int]]:
    """Return for each picture that a stack makes: fewest squares, number of the last, picture before it.

    The blank picture is in it as the empty stack. O(pictures x squares); built on first use.
    """
    reached = {BLANK: (0, -1, BLANK)}
    squares = tuple(enumerate(moves()))
    layer, height = [BLANK], 0
    while layer:
        height += 1
        following = []
        for picture in layer:
            for number, (kept, outline) in squares:
                higher = picture & kept | outline
                if higher not in reached:
                    reached[higher] = (height, number, picture)
                    following.append(higher)
        layer = following
    return reached


def encode(instance: Instance) -> int:
    """Return the picture as an integer."""
    picture = BLANK
    for row, column in instance.marked:
        picture |= _left(row - 1, column // 2) if column % 2 == 0 else _side(row, column // 2)
    return picture


def fits(instance: Instance) -> str | None:
    """Return None: the table holds every picture."""


def solve(instance: Instance) -> Answer:
    """Look the picture up; if it needs at most six squares, follow the table back for their order."""
    picture = encode(instance)
    fewest = table()[picture][0] if picture in table() else NO_STACK
    if picture == BLANK:  # the empty stack is in the table, but at least one square must be placed
        fewest = NO_STACK
    if fewest == NO_STACK or fewest > MOST_SQUARES:
        return Answer(possible=False, fewest=fewest)
    return Answer(possible=True, fewest=fewest, order=_order(picture))


def _order(picture: int) -> tuple[Square, ...]:
    """Return the squares of a lowest stack, the first placed first."""
    order = []
    while picture != BLANK:
        _, number, picture = table()[picture]
        order.append(SQUARES[number])
    return tuple(reversed(order))


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file; leaves small ones alone, which are answered before NumPy is loaded."""
    if len(data) < SMALL_FILE:
        return None
    from doublecount.dp.lanes import overlapping_squares

    return overlapping_squares.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, answer_text=answer_text)
