"""How many colourings a board has: none, one or several.

Small boards are answered by the solver's compiled graph. Larger ones are settled by simple rules first, and
then explored with the cells found as givens; where that takes too many states a layer, by a part of them:
what is found there exists, so "several" is certain even then. Where that shows less than two colourings,
more states are kept, and at last the board is undecided.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from doublecount.dp import black_white
from doublecount.dp.black_white.restricted import MOST_WIDTH, Explored, explore
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import FREE, Colouring
from doublecount.puzzles.deduction import ContradictionError, painted, settled

SMALL_CELLS = 100
"""Boards up to this size are answered by the graph of their size, compiled in an instant."""
MOST_STATES = (1 << 12, 1 << 15, 1 << 17)
"""Of a layer; one after the other until the answer is certain."""
GRAPH = "the graph of all boards of this size"
RULES = "simple rules"
EXPLORED = "all states that the givens allow"
LAYERS = "all states, one layer at a time"
PART = "a part of the states that the givens allow"
ENOUGH = 2
MOST_CELLS = 1000


class UndecidedError(Exception):
    """Neither proven nor refuted within the limits."""


class TooLargeError(Exception):
    """A board that can't be explored."""


@dataclass(frozen=True)
class Solved:
    """What is known of a board's colourings."""

    count: int | None
    """None where it is several, and how many would be too dear to say."""
    solutions: tuple[Colouring, ...]
    """At most two."""
    by: str
    """What said so."""


def insist_on_fit(board: Instance) -> None:
    """Raise TooLargeError if the board can't be answered."""
    if min(board.height, board.width) > MOST_WIDTH or board.height * board.width > MOST_CELLS:
        size = f"{board.height} rows and {board.width} columns"
        raise TooLargeError(
            f"expected at most {MOST_CELLS} cells, the shorter side at most {MOST_WIDTH}, found {size}"
        )


def solved(board: Instance) -> Solved:
    """Count the colourings, and give two of them; raises UndecidedError, TooLargeError."""
    insist_on_fit(board)
    if is_small(board):
        counted = black_white.count(board)
        return Solved(counted, tuple(islice(black_white.solutions(board), ENOUGH)) if counted else (), GRAPH)
    try:
        known = settled(painted(board))[0].board()
    except ContradictionError:
        return Solved(0, (), RULES)
    if not any(FREE in row for row in known.rows):
        return Solved(1, (known.rows,), RULES)
    return _by_exploring(known)


def is_small(board: Instance) -> bool:
    """Whether the compiled graph of the size answers in an instant."""
    return board.height * board.width <= SMALL_CELLS and black_white.fits(board) is None


def _by_exploring(board: Instance) -> Solved:
    found = explored(board)
    two = tuple(found.first(ENOUGH))
    if found.whole:
        return Solved(found.count() if len(two) == ENOUGH else len(two), two, EXPLORED)
    if black_white.fits(board) is None:
        return Solved(black_white.count(board), two, LAYERS)
    return Solved(None, two, PART)


def explored(board: Instance) -> Explored:
    """Explore until two colourings are found or there are no more; raises UndecidedError."""
    for most in MOST_STATES:
        found = explore(board, most)
        if found.whole or len(found.first(ENOUGH)) == ENOUGH:
            return found
    raise UndecidedError


def has_solution(board: Instance) -> bool:
    """Whether there is a colouring; raises UndecidedError."""
    if is_small(board):
        return black_white.count(board) > 0
    try:
        known = settled(painted(board))[0].board()
    except ContradictionError:
        return False
    for most in MOST_STATES:
        found = explore(known, most)
        if found.first(1):
            return True
        if found.whole:
            return False
    raise UndecidedError


def differing(one: Colouring, other: Colouring) -> list[tuple[int, int]]:
    """Return the cells in which two colourings differ, row by row, from 0."""
    return [
        (row, column)
        for row, (upper, lower) in enumerate(zip(one, other, strict=True))
        for column, (a, b) in enumerate(zip(upper, lower, strict=True))
        if a != b
    ]


def givens(board: Instance) -> list[tuple[int, int]]:
    """Return the cells that are given, row by row, from 0."""
    return [(r, c) for r, row in enumerate(board.rows) for c, symbol in enumerate(row) if symbol != FREE]


def contradiction(board: Instance) -> list[tuple[int, int]]:
    """Return givens that no colouring has all of, and of which none can be spared; there must be some.

    The later ones in reading order are spared first. Where rules refute the board, givens that rules need are
    left before all else: to see that is cheap. Raises UndecidedError.
    """
    if _refuted_by_rules(board):
        board = _without(board, givens(board), _refuted_by_rules)
    return givens(_without(board, givens(board), lambda less: not has_solution(less)))


def _refuted_by_rules(board: Instance) -> bool:
    try:
        settled(painted(board))
    except ContradictionError:
        return True
    return False


def _without(
    board: Instance, cells: Sequence[tuple[int, int]], still: Callable[[Instance], bool]
) -> Instance:
    """Free one cell after the other, from the last on, as long as something still holds.

    It must hold of a board with more givens, too. So several cells can be tried at once, more and more of
    them, fewer where one of them must stay: it is asked a few times for each given that stays, not for each.
    """
    left, together = list(cells), 1
    while left:
        less = board
        for row, column in left[-together:]:
            less = less.painting(row, column, FREE)
        if still(less):
            board, left, together = less, left[:-together], 2 * together
        elif together > 1:
            together //= 2
        else:
            left.pop()
    return board
