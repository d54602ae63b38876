"""The next step: which cells are forced now, and why."""

from dataclasses import dataclass

from doublecount.dp import black_white
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, WHITE
from doublecount.puzzles.deduction import Rule, Step, painted, settled, step, tried
from doublecount.puzzles.solving import explored, is_small, solved

Cell = tuple[int, int]


@dataclass(frozen=True)
class Hint:
    """A cell that has one colour in all colourings."""

    cell: Cell
    """Row and column, from 0."""
    colour: str
    why: Rule


@dataclass(frozen=True)
class Hints:
    """What is forced on a board."""

    first: Hint | None
    """None where no free cell is forced, as far as is known."""
    forced: int
    """The number of free cells that are forced."""
    at_once: int
    """Of these, the number that a simple rule tells at once."""
    exact: bool
    """Whether ``forced`` is their number, else at least so many."""


def hints(board: Instance) -> Hints | None:
    """Return a forced cell, by the plainest reason; None if no colouring is left.

    Raises UndecidedError, TooLargeError.
    """
    if not solved(board).solutions:
        return None
    colours, exact = forced(board)
    known = painted(board)
    told = step(known) or tried(known)
    first = _by_step(board, told) if told else _by_solutions(colours)
    at_once = (told.black | told.white).bit_count() if told and told.rule is not Rule.TRIAL else 0
    return Hints(first, len(colours), at_once, exact)


def _by_step(board: Instance, told: Step) -> Hint:
    known = painted(board)
    cell = next(known.frame.each(told.black | told.white))
    return Hint(cell, BLACK if known.frame.cell(*cell) & told.black else WHITE, told.rule)


def _by_solutions(colours: dict[Cell, str]) -> Hint | None:
    cell = min(colours, default=None)
    return None if cell is None else Hint(cell, colours[cell], Rule.SOLUTIONS)


def forced(board: Instance) -> tuple[dict[Cell, str], bool]:
    """Return the forced free cells with their colours, and whether these are all; there must be a colouring.

    All of them unless the board is so large and so empty that only a part of its states was kept: then
    those that rules and trials tell. Raises UndecidedError.
    """
    may_be, exact = _possible(board)
    colours = {}
    for row, column in board.free:
        black, white = may_be[row][column]
        if black != white:
            colours[row, column] = BLACK if black else WHITE
    return colours, exact


def _possible(board: Instance) -> tuple[list[list[tuple[bool, bool]]], bool]:
    """Return for each cell whether it can be black, and white."""
    if not is_small(board):
        known = settled(painted(board))[0].board()
        found = explored(known)
        if found.whole:
            return found.possible(), True
        if black_white.fits(board) is not None:
            return [[(one != WHITE, one != BLACK) for one in row] for row in known.rows], False
    made = black_white.marginals(board)
    return [[(black > 0, white > 0) for black, white in row] for row in made], True
