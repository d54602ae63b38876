"""Black & White: the colourings of one board, explored by its givens; no graph of its size is compiled."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from doublecount.dp import forward
from doublecount.dp.black_white.boards import Symbols, allowed, painted
from doublecount.dp.black_white.curve import START, Moves
from doublecount.dp.layered import Moves as StateMoves
from doublecount.dp.layered import coloured_moves
from doublecount.dp.restricted import Restricted, explore_allowed
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import Colouring, cut_into_rows

MOST_WIDTH = 30
"""Of the shorter side: plugs and colour must fit in 63 bits."""


@dataclass(frozen=True)
class Explored:
    """What exploring a board found."""

    board: Instance
    graph: Restricted

    @property
    def whole(self) -> bool:
        """Whether nothing was left out: colourings that are not found do not exist."""
        return self.graph.whole

    def solutions(self) -> Iterator[Colouring]:
        """Yield the colourings found, black before white along the shorter rows."""
        for way in self.graph.walk():
            colours = np.array(way, dtype=np.uint8)[:, None]
            (rows,) = painted(colours, self.board.height, self.board.width)
            yield cut_into_rows(rows.tobytes().decode("ascii"), self.board.width)

    def first(self, number: int) -> list[Colouring]:
        """Return the first colourings found, at most so many."""
        return [*islice(self.solutions(), number)]

    def possible(self) -> list[list[tuple[bool, bool]]]:
        """Return for each ``[row][column]`` whether a colouring found has it black, and white."""
        board, cells = self.board, self.graph.possible()
        long, short = max(board.height, board.width), min(board.height, board.width)
        table = cells.reshape(long, short, 2)
        if board.height < board.width:
            table = table.swapaxes(0, 1)
        return [[(black, white) for black, white in row] for row in table.tolist()]

    def count(self) -> int:
        """Count the colourings; as dear as exploring the board once more, unbounded if not ``whole``."""
        return forward.count(START, len(self.graph.arcs), _moves(self.board), allowed(_symbols(self.board)))


def explore(board: Instance, most: int) -> Explored:
    """Explore a board; at most so many states of each layer are kept, drawn always alike.

    Raises ValueError if the shorter side exceeds ``MOST_WIDTH``.
    """
    if min(board.height, board.width) > MOST_WIDTH:
        raise ValueError(f"more than {MOST_WIDTH} rows and columns")
    return Explored(board, explore_allowed(START, _moves(board), allowed(_symbols(board)), most))


def _moves(board: Instance) -> StateMoves:
    return coloured_moves(Moves(max(board.height, board.width), min(board.height, board.width)))


def _symbols(board: Instance) -> Symbols:
    return np.frombuffer("".join(board.rows).encode("ascii"), dtype=np.uint8).reshape(
        board.height, board.width
    )
