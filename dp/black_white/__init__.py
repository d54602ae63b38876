"""Black & White: counts on the graph of all borders between the colours; see ``curve`` for its states.

The graph of a size is compiled once, with the shorter side as the rows. Choices are colours: 0 black, 1 white.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from doublecount.dp.counting import Allowed, Counter
from doublecount.dp.black_white.curve import START, Moves
from doublecount.dp.layered import coloured, explore, merged
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import (
    BLACK,
    COLOURS,
    WHITE,
    Colouring,
    cut_into_rows,
    transposed,
)
from doublecount.problems.record import Solver

MOST_CELLS = 10_000
"""Counts beyond may have more digits than Python prints by default."""
MOST_WIDTH = 12
"""Of the shorter side."""
LONGEST_AT_MOST_WIDTH = 24
"""The longer side that goes with ``MOST_WIDTH``: ten seconds to compile. Each column less doubles it."""

def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    length, width = _frame(instance)
    if width > MOST_WIDTH:
        return f"more than {MOST_WIDTH} rows and columns"
    longest = min(MOST_CELLS // width, LONGEST_AT_MOST_WIDTH << (MOST_WIDTH - width))
    return f"longer than {longest} cells at a width of {width}" if length > longest else None


def _frame(instance: Instance) -> tuple[int, int]:
    """Return the longer and the shorter side."""
    return max(instance.height, instance.width), min(instance.height, instance.width)


def solve(instance: Instance) -> Answer:
    """Count the colourings and give the first one, black before white, along the shorter rows."""
    counter, allowed = _counter(*_frame(instance)), _allowed(instance)
    ways = counter.ways(allowed)
    first = next(counter.walk_along(allowed, ways), None)
    colouring = None if first is None else _colouring(instance, first)
    return Answer(count=int(ways[0][:-1].sum()), colouring=colouring)


def solutions(instance: Instance) -> Iterator[Colouring]:
    """List all colourings in the order of ``solve``; O(cells) between two, never a dead end."""
    counter = _counter(*_frame(instance))
    return (_colouring(instance, colours) for colours in counter.walk(_allowed(instance)))


def _allowed(instance: Instance) -> Allowed:
    """Return which colours each cell may have, in the order of the layers; shape (cells, 2)."""
    givens = "".join(_lengthwise(instance, instance.rows))
    symbols = np.frombuffer(givens.encode("ascii"), dtype=np.uint8)
    return np.column_stack((symbols != ord(WHITE), symbols != ord(BLACK)))


def _colouring(instance: Instance, colours: tuple[int, ...]) -> Colouring:
    """Return the rows that a walk painted."""
    painted = "".join(COLOURS[colour] for colour in colours)
    return _lengthwise(instance, cut_into_rows(painted, min(instance.height, instance.width)))


def _lengthwise(instance: Instance, rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows, transposed if the board is wider than high; its own inverse."""
    return rows if instance.width <= instance.height else transposed(rows)


@lru_cache(maxsize=40)
def _counter(length: int, width: int) -> Counter:
    """Compile a board size with length >= width; states grow 3.3-fold with each row and column."""
    moves = Moves(length, width)
    graph = explore(START, length * width, moves, moves.kind)
    return Counter(coloured(merged(graph)))


SOLVER = Solver(solve=solve, fits=fits, solutions=solutions)
