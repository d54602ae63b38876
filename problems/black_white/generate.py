"""Black & White: random boards. Each function takes the generator it draws from."""

from itertools import product
from random import Random

from doublecount.problems.black_white.colouring import random_colouring
from doublecount.problems.black_white.instance import (
    BLACK,
    COLOURS,
    FREE,
    WHITE,
    Instance,
    blank,
    other,
    transposed,
)
from doublecount.problems.record import Stratum

JUDGE_SIDES = range(2, 9)


def _sides(rng: Random, low: int, high: int) -> tuple[int, int]:
    return rng.randint(low, high), rng.randint(low, high)


def _freed(rng: Random, rows: tuple[str, ...], window: tuple[int, int], more: int) -> Instance:
    """Free a window of a board, somewhere on it, and as many cells ``more`` wherever they lie."""
    height, width = min(window[0], len(rows)), min(window[1], len(rows[0]))
    top, left = rng.randint(0, len(rows) - height), rng.randint(0, len(rows[0]) - width)
    cells = [list(row) for row in rows]
    for row in cells[top : top + height]:
        row[left : left + width] = FREE * width
    for _ in range(more):
        rng.choice(cells)[rng.randrange(len(rows[0]))] = FREE
    return Instance(tuple("".join(row) for row in cells))


def uniform(rng: Random) -> Instance:
    """Draw a size and every cell independently: large boards mostly have no colouring."""
    height, width = _sides(rng, 2, 8)
    share_free = rng.choice([0.3, 0.6, 0.9])
    return Instance(
        tuple(
            "".join(FREE if rng.random() < share_free else rng.choice(COLOURS) for _ in range(width))
            for _ in range(height)
        )
    )


def few_givens(rng: Random) -> Instance:
    """Give at most three cells of a small board, or some of its corners and nothing else."""
    height, width = _sides(rng, 2, 5)
    board = blank(height, width)
    cells = [(rng.randrange(height), rng.randrange(width)) for _ in range(rng.randint(0, 3))]
    if rng.random() < 1 / 3:
        cells = [corner for corner in product((0, height - 1), (0, width - 1)) if rng.random() < 1 / 2]
    for row, column in cells:
        board = board.painting(row, column, rng.choice(COLOURS))
    return board


def from_colouring(rng: Random) -> Instance:
    """Take a valid colouring of a judge-size board and free a window: few colourings, seldom one."""
    colouring = random_colouring(rng, *_sides(rng, rng.choice([3, 6, 6]), 8))
    window = rng.choice([(2, 3), (3, 3), (3, 4), (2, 5), (4, 4), (2, 8), (3, 6)])
    return _freed(rng, colouring, rng.choice([window, window[::-1]]), rng.randint(0, 12))


def sparse_colouring(rng: Random) -> Instance:
    """Take a valid colouring of a judge-size board and leave about half of its cells."""
    height, width = _sides(rng, 5, 8)
    colouring = random_colouring(rng, height, width)
    return _freed(rng, colouring, (0, 0), round(height * width * rng.uniform(0.4, 1.0)))


def near_colouring(rng: Random) -> Instance:
    """Take a board made from a colouring and turn the colour of one given."""
    board = from_colouring(rng)
    row, column = rng.randrange(board.height), rng.randrange(board.width)
    given = board.rows[row][column]
    return board if given == FREE else board.painting(row, column, other(given))


def one_flipped(rng: Random) -> Instance:
    """Take a complete valid colouring and turn no, one or two neighbouring cells: 0 or 1 colourings."""
    height, width = _sides(rng, 2, 8)
    board = Instance(random_colouring(rng, height, width))
    row, column = rng.randrange(height), rng.randrange(width)
    for place in range(column, min(column + rng.randint(0, 2), width)):
        board = board.painting(row, place, other(board.rows[row][place]))
    return board


def one_colour(rng: Random) -> Instance:
    """Give cells of one colour only, some of them along the border; the colour may fill the board."""
    height, width = _sides(rng, 2, rng.choice([4, 6]))
    colour, share = rng.choice(COLOURS), rng.choice([0.1, 0.4, 1.0])
    board = blank(height, width)
    for row in range(height):
        for column in range(width):
            on_border = row in (0, height - 1) or column in (0, width - 1)
            if rng.random() < (share if on_border else share / 3):
                board = board.painting(row, column, colour)
    return board


def two_rows(rng: Random) -> Instance:
    """Take a board of two rows or two columns, blank or with a few givens of a colouring left."""
    length = rng.randint(2, 8)
    sides = rng.choice([(2, length), (length, 2)])
    return _freed(rng, random_colouring(rng, *sides), (0, 0), rng.randint(2, 8 * length))


def nearly_blank(rng: Random) -> Instance:
    """Give at most two cells of a large board: counts up to millions, beyond every enumeration."""
    height, width = _sides(rng, 7, 8)
    board = blank(height, width)
    for _ in range(rng.randint(0, 2)):
        board = board.painting(rng.randrange(height), rng.randrange(width), rng.choice([BLACK, WHITE]))
    return board


def line(rng: Random) -> Instance:
    """Take a board of one row or one column, where a colour may be missing."""
    length = rng.randint(1, 12)
    sides = rng.choice([(1, length), (length, 1)])
    return _freed(rng, random_colouring(rng, *sides), (0, 0), rng.randint(0, 4 * length))


def beyond(rng: Random) -> Instance:
    """Take a colouring of a board larger than the judge's and free a window."""
    colouring = random_colouring(rng, *rng.choice([(9, 9), (2, 15), (4, 12), (10, 7), (20, 3)]))
    return _freed(rng, colouring, (3, 4), rng.randint(0, 10))


def last_lines(rng: Random) -> Instance:
    """Leave the last row, the last column or both of a colouring, and hardly anything else."""
    height, width = _sides(rng, 3, 5)
    colouring = random_colouring(rng, height, width)
    rows, columns = rng.choice([(height - 1, width), (height, width - 1), (height - 1, width - 1)])
    cells = [
        (FREE * columns if row < rows else painted[:columns]) + painted[columns:]
        for row, painted in enumerate(colouring)
    ]
    board = Instance(tuple(cells))
    row, column = rng.randrange(height), rng.randrange(width)
    return board.painting(row, column, colouring[row][column])


def judge_size(rng: Random) -> Instance:
    """Take a colouring of the judge's largest board and free a window and some cells."""
    return _freed(rng, random_colouring(rng, JUDGE_SIDES[-1], JUDGE_SIDES[-1]), (4, 4), rng.randint(0, 16))


WIDE_SIDES = ((28, 4), (29, 4), (20, 5), (21, 5), (35, 5), (36, 5), (42, 5), (43, 5), (44, 5), (15, 6))
"""Blank boards with somewhat fewer and more colourings than 2^31, 2^32, 2^53, 2^63 and 2^64. (No
board of the judge's has more than 2^24.)"""


def widths(rng: Random) -> Instance:
    """Give at most one cell of a long board whose number of colourings is near the end of an integer."""
    height, width = rng.choice(WIDE_SIDES)
    board = blank(height, width)
    if rng.random() < 0.3:
        board = board.painting(rng.randrange(height), rng.randrange(width), rng.choice(COLOURS))
    return rng.choice([board, Instance(transposed(board.rows))])


STRATA = (
    Stratum("uniform", 2, uniform),
    Stratum("few-givens", 3, few_givens),
    Stratum("from-colouring", 9, from_colouring),
    Stratum("sparse-colouring", 3, sparse_colouring),
    Stratum("near-colouring", 2, near_colouring),
    Stratum("one-flipped", 1, one_flipped),
    Stratum("one-colour", 1, one_colour),
    Stratum("two-rows", 2, two_rows),
    Stratum("nearly-blank", 1, nearly_blank),
    Stratum("last-lines", 0.5, last_lines),
    Stratum("judge-size", 1, judge_size),
    Stratum("line", 2, line, beyond_judge=True),
    Stratum("beyond", 1, beyond, beyond_judge=True),
    Stratum("widths", 0.25, widths, beyond_judge=True),
)
