"""Overlapping Squares: pictures as integers, a bit for each unit edge of the board.

On a board of h x w cells, bit w r + c is the upper side of cell (r, c), r up to h, and bit
w (h + 1) + (w + 1) r + c its left side, c up to w. The judge's board has 40 edges.
"""

from functools import lru_cache

from doublecount.problems.overlapping_squares import Instance
from doublecount.problems.overlapping_squares.instance import HEIGHT, WIDTH, squares_of

BLANK = 0


def _upper(width: int, row: int, column: int) -> int:
    """Return the bit of the upper side of a cell; below the last row of cells is the bottom of the board."""
    return 1 << (width * row + column)


def _left(height: int, width: int, row: int, column: int) -> int:
    """Return the bit of the left side of a cell; behind the last one is the right end of the board."""
    return 1 << (width * (height + 1) + (width + 1) * row + column)


@lru_cache(maxsize=16)
def moves(height: int = HEIGHT, width: int = WIDTH) -> tuple[tuple[int, int], ...]:
    """Return for each square the edges that it leaves as they are, and its outline."""
    result = []
    for row, column in squares_of(height, width):
        outline = inside = 0
        for step in range(2):
            outline |= _upper(width, row, column + step) | _upper(width, row + 2, column + step)
            outline |= _left(height, width, row + step, column) | _left(height, width, row + step, column + 2)
            inside |= _upper(width, row + 1, column + step) | _left(height, width, row + step, column + 1)
        result.append((~(outline | inside), outline))
    return tuple(result)


def encode(instance: Instance) -> int:
    """Return the picture as an integer."""
    height, width = instance.height, instance.width
    picture = BLANK
    for row, column in instance.marked:
        if column % 2 == 0:
            picture |= _left(height, width, row - 1, column // 2)
        else:
            picture |= _upper(width, row, column // 2)
    return picture
