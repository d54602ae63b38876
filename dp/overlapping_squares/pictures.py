"""Overlapping Squares on the judge's board: one table of all pictures that stacks of squares can make.

The states are the pictures, a move places one more square on top; layer k holds the pictures that need k
squares and no fewer. The board has only 13,464 such pictures, in layers 0 to 9, so all layers are built
once (about 120,000 moves) and an instance is looked up.
"""

from functools import cache

from doublecount.dp.overlapping_squares.edges import BLANK, moves


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


def lowest_stack(picture: int) -> tuple[int, ...] | None:
    """Return the numbers of the fewest squares that make a picture, the first placed first, by following the
    table back; None if no stack of one or more does.
    """
    if picture == BLANK or picture not in table():
        return None
    order = []
    while picture != BLANK:
        _, number, picture = table()[picture]
        order.append(number)
    return tuple(reversed(order))
