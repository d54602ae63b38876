"""Overlapping Squares: random pictures. Each function takes the generator it draws from."""

from collections.abc import Sequence
from random import Random

from doublecount.problems.overlapping_squares.instance import EDGES, MOST_SQUARES, SQUARES, Instance, Square
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.problems.record import Stratum

CORNERS = ((0, 0), (0, 2), (2, 0), (2, 2))
BORDER = tuple((row, column) for row, column in EDGES if row in (0, 4) or column in (0, 8))
"""Edges at or next to the border of the board."""


def _stacked(order: Sequence[Square]) -> Instance:
    picture = BLANK
    for square in order:
        picture = painted(picture, square)
    return picture


def stack(rng: Random) -> Instance:
    """Place 1 to 6 squares anywhere, hidden ones included."""
    return _stacked([rng.choice(SQUARES) for _ in range(rng.randint(1, MOST_SQUARES))])


def six_squares(rng: Random) -> Instance:
    """Place 6 different squares: the most that may be needed."""
    return _stacked(rng.sample(SQUARES, MOST_SQUARES))


def tall_stack(rng: Random) -> Instance:
    """Place 7 to 9 different squares: often more than the judge allows."""
    return _stacked(rng.sample(SQUARES, rng.randint(MOST_SQUARES + 1, len(SQUARES))))


def full_board(rng: Random) -> Instance:
    """Place the four corner squares, which cover the board, and up to two others, in any order."""
    order = [*CORNERS, *(rng.choice(SQUARES) for _ in range(rng.randint(0, 2)))]
    rng.shuffle(order)
    return _stacked(order)


def flipped_edge(rng: Random) -> Instance:
    """Draw or erase one edge of a stack of 2 to 6 different squares."""
    return _stacked(rng.sample(SQUARES, rng.randint(2, MOST_SQUARES))).flipped(rng.choice(EDGES))


def flipped_border(rng: Random) -> Instance:
    """Draw or erase one edge at the border of a stack of 1 to 3 squares."""
    return _stacked(rng.sample(SQUARES, rng.randint(1, 3))).flipped(rng.choice(BORDER))


def random_edges(rng: Random) -> Instance:
    """Draw edges at random, sparse or dense, at least one."""
    share = rng.choice([0.1, 0.3, 0.5, 0.8, 1.0])
    return Instance.of({rng.choice(EDGES), *(edge for edge in EDGES if rng.random() < share)})


def few_edges(rng: Random) -> Instance:
    """Draw one to three edges."""
    return Instance.of(rng.sample(EDGES, rng.randint(1, 3)))


def last_lines(rng: Random) -> Instance:
    """Place squares along the bottom and the right border only, and mostly draw or erase one edge."""
    last = [square for square in SQUARES if max(square) == max(max(one) for one in SQUARES)]
    picture = _stacked(rng.sample(last, rng.randint(1, len(last))))
    return picture if rng.random() < 0.4 else picture.flipped(rng.choice(EDGES))


def blank(_: Random) -> Instance:
    """Return the blank picture, which programs read differently."""
    return BLANK


STRATA = (
    Stratum("stack", 3, stack),
    Stratum("six-squares", 3, six_squares),
    Stratum("tall-stack", 4, tall_stack),
    Stratum("full-board", 2, full_board),
    Stratum("flipped-edge", 4, flipped_edge),
    Stratum("flipped-border", 1, flipped_border),
    Stratum("random-edges", 1, random_edges),
    Stratum("few-edges", 1, few_edges),
    Stratum("last-lines", 0.5, last_lines),
    Stratum("blank", 1, blank, beyond_judge=True),
)
