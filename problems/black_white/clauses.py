"""Black & White in clauses: the cell in row r and column c, from 0, is black if r * width + c + 1 is true."""

from functools import partial

from doublecount.problems.black_white.instance import (
    BLACK,
    COLOURS,
    FREE,
    WHITE,
    Answer,
    Colouring,
    Instance,
    cut_into_rows,
)
from doublecount.problems.black_white.rules import BY_SIDES, broken_rule, one_coloured_blocks
from doublecount.problems.claim import Claim, Clause, Conclusion, all_of


def concluded(instance: Instance, claim: Claim) -> Conclusion[Answer]:
    """Return the count that a claim comes to; raises UnfoundedError."""
    formula = all_of(claim, partial(broken_rule, instance), partial(holds, instance), named)
    colourings = frozenset(claim.witnesses)
    return Conclusion(Answer(len(colourings), min(colourings, default=None), colourings), formula)


def named(colouring: Colouring) -> Clause:
    """The colours of all cells."""
    return tuple(
        cell if colour == BLACK else -cell for cell, colour in enumerate("".join(colouring), start=1)
    )


def holds(instance: Instance, clause: Clause) -> bool:
    """Whether no colouring violates a clause, by a plain argument.

    The cells that violate it would contradict a given, or complete a 2 x 2 block of one colour, or two of
    one colour would be parted by the other. False where this does not show.
    """
    cells = [*"".join(instance.rows)]
    for fact in clause:
        colour = WHITE if fact > 0 else BLACK
        if abs(fact) > len(cells):
            return False
        if cells[abs(fact) - 1] not in (FREE, colour):
            return True
        cells[abs(fact) - 1] = colour
    painted = cut_into_rows("".join(cells), instance.width)
    blocks = (colour for _, _, colour in one_coloured_blocks(painted))
    return any(colour != FREE for colour in blocks) or any(_parted(painted, colour) for colour in COLOURS)


def _parted(painted: Colouring, colour: str) -> bool:
    """Whether no path over cells of a colour and free ones joins all cells of that colour."""
    at = {(row, column): one for row, cells in enumerate(painted) for column, one in enumerate(cells)}
    mine = {cell for cell, one in at.items() if one == colour}
    reached = {min(mine)} if mine else set()
    edge = [*reached]
    while edge:
        row, column = edge.pop()
        beside = {(row + down, column + right) for down, right in BY_SIDES} - reached
        new = [cell for cell in beside if at.get(cell) in (colour, FREE)]
        reached.update(new)
        edge += new
    return not mine <= reached
