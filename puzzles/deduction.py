"""Simple rules of Yin-Yang: what a person sees, applied to the whole board at once.

A set of cells is an integer: bit ``row * (width + 1) + column``; the bit after each row is never set, so that
a step is a shift, and none leads over an edge.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE

Cells = int


class Rule(Enum):
    """Why a cell must have a colour."""

    BLOCK = "else a 2x2 block would have one colour"
    CROSSING = "else the colours would cross in a 2x2 block, and one of them be parted"
    BORDER = "else the colours would change more than twice around the border"
    CUT_OFF = "the other colour cannot reach it from its own cells"
    TRIAL = "the other colour leads to a contradiction by simple rules"
    SOLUTIONS = "by all solutions"


class ContradictionError(Exception):
    """No colouring obeys the rules."""


@dataclass(frozen=True)
class Frame:
    """A board's shape: sets of cells that do not depend on what is painted."""

    height: int
    width: int
    every: Cells
    corners: Cells
    """Top left cells of 2x2 blocks."""
    border: tuple[Cells, ...]
    """The cells of the border one by one, all around; none on a board of one row or column."""

    def cell(self, row: int, column: int) -> Cells:
        """Return the set of one cell."""
        return 1 << row * (self.width + 1) + column

    def each(self, cells: Cells) -> Iterator[tuple[int, int]]:
        """Yield the cells of a set as (row, column), row by row."""
        while cells:
            low = cells & -cells
            yield divmod(low.bit_length() - 1, self.width + 1)
            cells ^= low


@lru_cache(maxsize=64)
def frame(height: int, width: int) -> Frame:
    """Return the frame of a board size."""
    at = {(r, c): 1 << r * (width + 1) + c for r in range(height) for c in range(width)}
    around = [(0, c) for c in range(width)] + [(r, width - 1) for r in range(1, height)]
    around += [(height - 1, c) for c in range(width - 2, -1, -1)] + [(r, 0) for r in range(height - 2, 0, -1)]
    return Frame(
        height,
        width,
        sum(at.values()),
        sum(bit for (r, c), bit in at.items() if r < height - 1 and c < width - 1),
        tuple(at[cell] for cell in around) if min(height, width) > 1 else (),
    )


@dataclass(frozen=True)
class Painted:
    """What is known of a board."""

    frame: Frame
    black: Cells
    white: Cells

    @property
    def free(self) -> Cells:
        """The cells without a colour."""
        return self.frame.every & ~(self.black | self.white)

    def adding(self, black: Cells, white: Cells) -> "Painted":
        """Paint more cells; raises ContradictionError if one gets both colours."""
        black, white = self.black | black, self.white | white
        if black & white:
            raise ContradictionError
        return Painted(self.frame, black, white)

    def board(self) -> Instance:
        """Return the board as an instance."""
        rows = [[FREE] * self.frame.width for _ in range(self.frame.height)]
        for symbol, cells in ((BLACK, self.black), (WHITE, self.white)):
            for row, column in self.frame.each(cells):
                rows[row][column] = symbol
        return Instance(tuple("".join(row) for row in rows))


def painted(board: Instance) -> Painted:
    """Return what the givens tell."""
    shape = frame(board.height, board.width)
    sets = {BLACK: 0, WHITE: 0, FREE: 0}
    for row, symbols in enumerate(board.rows):
        for column, symbol in enumerate(symbols):
            sets[symbol] |= shape.cell(row, column)
    return Painted(shape, sets[BLACK], sets[WHITE])


def blocks(known: Painted) -> tuple[Cells, Cells]:
    """Return the cells that must be black, and white, lest a block has one colour."""
    return _fourth(known.frame, known.white, known.white), _fourth(known.frame, known.black, known.black)


def crossings(known: Painted) -> tuple[Cells, Cells]:
    """Return the cells that must be black, and white, lest the colours cross in a block."""
    return _fourth(known.frame, known.black, known.white), _fourth(known.frame, known.white, known.black)


def _fourth(shape: Frame, beside: Cells, opposite: Cells) -> Cells:
    """Return cells of blocks whose two neighbours there and whose opposite cell are in these sets."""
    down = shape.width + 1
    found = 0
    for own, (one, two), far in (
        (0, (1, down), down + 1),
        (1, (0, down + 1), down),
        (down, (0, down + 1), 1),
        (down + 1, (1, down), 0),
    ):
        found |= ((beside >> one) & (beside >> two) & (opposite >> far) & shape.corners) << own
    return found


def border(known: Painted) -> tuple[Cells, Cells]:
    """Return the border's cells that must be black, and white: each colour is in one stretch.

    Raises ContradictionError if the colours change more than twice.
    """
    given = [cell for cell in known.frame.border if cell & (known.black | known.white)]
    blacks = [bool(cell & known.black) for cell in given]
    changes = sum(one != two for one, two in zip(blacks, blacks[1:] + blacks[:1], strict=True))
    if changes > 2:
        raise ContradictionError
    if changes < 2:
        return 0, 0
    found, last = {True: 0, False: 0}, blacks[-1]
    waiting: Cells = 0
    for cell in known.frame.border + known.frame.border:
        if not cell & (known.black | known.white):
            waiting |= cell
            continue
        black = bool(cell & known.black)
        if black == last:
            found[black] |= waiting
        waiting, last = 0, black
    return found[True], found[False]


def cut_off(known: Painted) -> tuple[Cells, Cells]:
    """Return the cells that must be black, and white, as the other colour can't reach them.

    Raises ContradictionError if cells of one colour can't be joined.
    """
    return _beyond(known.frame, known.white, known.black), _beyond(known.frame, known.black, known.white)


def _beyond(shape: Frame, own: Cells, others: Cells) -> Cells:
    """Return the cells that are neither others nor joined to a colour's own by cells that are not others."""
    if not own:
        return 0
    room, down = shape.every & ~others, shape.width + 1
    reached, grown = 0, own & -own
    while grown != reached:
        reached = grown
        grown |= (grown << 1 | grown >> 1 | grown << down | grown >> down) & room
    if own & ~reached:
        raise ContradictionError
    return room & ~reached


RULES = ((Rule.BLOCK, blocks), (Rule.CROSSING, crossings), (Rule.BORDER, border), (Rule.CUT_OFF, cut_off))
"""From the plainest to the most far-sighted."""


@dataclass(frozen=True)
class Step:
    """One rule applied once, wherever it says something new."""

    rule: Rule
    black: Cells
    white: Cells


def step(known: Painted) -> Step | None:
    """Return what the plainest rule with something to say tells; raises ContradictionError."""
    free = known.free
    for rule, tells in RULES:
        black, white = tells(known)
        if black & white or black & known.white or white & known.black:
            raise ContradictionError
        if (black | white) & free:
            return Step(rule, black & free, white & free)
    return None


def deduced(known: Painted) -> tuple[Painted, list[Step]]:
    """Apply the simple rules until none says more; return the steps. Raises ContradictionError."""
    steps: list[Step] = []
    while (found := step(known)) is not None:
        steps.append(found)
        known = known.adding(found.black, found.white)
    return known, steps


def tried(known: Painted) -> Step | None:
    """Return the first free cell one colour of which the simple rules refute; raises ContradictionError."""
    for row, column in known.frame.each(known.free):
        cell = known.frame.cell(row, column)
        black, white = _holds(known, cell, 0), _holds(known, 0, cell)
        if not black and not white:
            raise ContradictionError
        if black != white:
            return Step(Rule.TRIAL, cell if black else 0, cell if white else 0)
    return None


def _holds(known: Painted, black: Cells, white: Cells) -> bool:
    try:
        deduced(known.adding(black, white))
    except ContradictionError:
        return False
    return True


def settled(known: Painted) -> tuple[Painted, list[Step]]:
    """Apply rules and, where they are stuck, trials, until neither says more. Raises ContradictionError."""
    known, steps = deduced(known)
    while (found := tried(known)) is not None:
        known, more = deduced(known.adding(found.black, found.white))
        steps += [found, *more]
    return known, steps
