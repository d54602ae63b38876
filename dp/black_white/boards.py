"""Black & White: from boards to counters and back, one board or many of one size at a time.

Boards are arrays of symbols, ASCII codes of ``#``, ``o`` and ``.``, whose last two axes are rows and columns.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.dp import forward
from doublecount.dp.black_white.curve import START, Moves
from doublecount.dp.cache import Arrays, stored
from doublecount.dp.counting import Allowed, Choices, Counter, sums
from doublecount.dp.layered import LayeredGraph, coloured, coloured_moves, explore, merged
from doublecount.dp.layers import Layer, compiled
from doublecount.problems.black_white.instance import COLOURS, FREE

Symbols = NDArray[np.uint8]

MOST_CELLS = 10_000
"""Counts beyond may have more digits than Python prints by default."""
MOST_WIDTH = 14
"""Of the shorter side, where a graph is compiled."""
LONGEST_AT_MOST_WIDTH = 14
"""The longer side that goes with ``MOST_WIDTH``. Each column less doubles it."""
MOST_WIDTH_FORWARD = 18
LONGEST_AT_MOST_WIDTH_FORWARD = 18
"""Likewise, where colourings are counted without a graph."""
COUNTED_FORWARD_FROM = 13
"""From this width on, one board is counted sooner without a graph."""
MOST_BYTES = 1 << 24
"""Of the counts held at a time by a batch of more than one board."""
MOST_BOARDS = 700
"""In a batch: with more, what is at hand of a layer leaves the processor's cache."""
SMALL_CELLS = 100
"""Counters of boards up to this size take 2 MB at most: many are kept."""
QUICK_CELLS = 64
"""Boards up to this size are compiled sooner than read from a file: 10 ms for 8 x 8."""

_CODES = np.frombuffer(COLOURS.encode(), dtype=np.uint8)
_OTHERS = _CODES[::-1]
"""A cell may have a colour unless the other one is given."""


def too_large(height: int, width: int) -> str | None:
    """Return None, or why the graph of a board of this size would be too large."""
    return _beyond(height, width, MOST_WIDTH, LONGEST_AT_MOST_WIDTH)


def too_large_to_count(height: int, width: int) -> str | None:
    """Return None, or why counting the colourings would take too long."""
    return _beyond(height, width, MOST_WIDTH_FORWARD, LONGEST_AT_MOST_WIDTH_FORWARD)


def _beyond(height: int, width: int, most_width: int, longest_then: int) -> str | None:
    length, width = max(height, width), min(height, width)
    if width > most_width:
        return f"more than {most_width} rows and columns"
    longest = min(MOST_CELLS // width, longest_then << (most_width - width))
    return f"longer than {longest} cells at a width of {width}" if length > longest else None


def count_forward(board: Symbols, progress: forward.Progress) -> int:
    """Count the colourings of a board without a graph; O(states), memory for one layer.

    Without a given, colours need not be told apart.
    """
    moves = Moves(max(board.shape), min(board.shape))
    if (board == ord(FREE)).all():
        return forward.count(START, board.size, moves, progress=progress)
    return forward.count(START, board.size, coloured_moves(moves), allowed(board), progress)


def counter_for(height: int, width: int) -> Counter:
    """Return the counter of a board size, whose layers are the cells along the shorter side."""
    length, width = max(height, width), min(height, width)
    return (_small if length * width <= SMALL_CELLS else _large)(length, width)


def _counter(length: int, width: int) -> Counter:
    if length * width <= QUICK_CELLS:
        return Counter(compile_graph(length, width))
    return Counter(stored(f"black-white-{length}x{width}", lambda: compile_graph(length, width)))


_small = lru_cache(maxsize=64)(_counter)
_large = lru_cache(maxsize=4)(_counter)


def compile_graph(length: int, width: int) -> Arrays:
    """Compile a board size with length >= width; states grow 3.3-fold with each row and column."""
    return compiled(coloured(merged(_explored(Moves(length, width)))))


def _explored(moves: Moves) -> LayeredGraph:
    return explore(START, moves.height * moves.width, moves, moves.kind)


class Stages(NamedTuple):
    """A board size at each stage of its compilation: for the audit, which rebuilds every state and move."""

    moves: Moves
    explored: LayeredGraph
    """All states that the moves reach from ``curve.START``; those of a layer in ascending order."""
    merged: LayeredGraph
    layers: list[Layer]
    """What counters read, the final layer last; states and arcs are numbered as ``dp.layers`` says."""


def stages(height: int, width: int) -> Stages:
    """Compile a board size step by step; the layers are those of ``counter_for``."""
    length, width = max(height, width), min(height, width)
    moves = Moves(length, width)
    explored = _explored(moves)
    return Stages(moves, explored, merged(explored), counter_for(length, width).layers)


def allowed(boards: Symbols) -> Allowed:
    """Return which colours each cell may have, in the order of the layers.

    Shape (cells, 2) for one board, (cells, 2, boards) for a stack.
    """
    cells = _lengthwise(boards).reshape(*boards.shape[:-2], -1).T
    may_have: Allowed = cells[:, None] != _OTHERS.reshape(2, *(1 for _ in boards.shape[:-2]))
    return may_have


def painted(colours: Choices, height: int, width: int) -> Symbols:
    """Return as a stack of boards what ways painted, shape (cells, ways)."""
    lengthwise = (-1, max(height, width), min(height, width))
    stack = _CODES[colours.T].reshape(lengthwise)
    return stack if height >= width else stack.swapaxes(1, 2)


def _lengthwise(boards: Symbols) -> Symbols:
    """Return the boards, transposed if they are wider than high."""
    return boards if boards.shape[-1] <= boards.shape[-2] else boards.swapaxes(-1, -2)


def counts(boards: Symbols) -> list[int]:
    """Count the colourings of each board of a stack."""
    counter = counter_for(*boards.shape[1:])
    parts = _batches(boards, 2 * counter.most_bytes)
    return [count for part in parts for count in counter.totals(allowed(part))]


def answers(boards: Symbols) -> tuple[list[int], Symbols]:
    """Count the colourings of each board of a stack, and give the first of each as a stack.

    What is given for a board without a colouring is without meaning.
    """
    counter = counter_for(*boards.shape[1:])
    found, firsts = [], []
    for part in _batches(boards, counter.bytes):
        ways = counter.ways(allowed(part))
        found += sums(ways[0])
        firsts.append(counter.firsts(ways))
    return found, painted(np.concatenate(firsts, axis=1), *boards.shape[1:])


def _batches(boards: Symbols, bytes_a_board: int) -> list[Symbols]:
    """Cut a stack into as few batches as the limits allow, of almost equal size."""
    size = max(1, min(MOST_BOARDS, MOST_BYTES // bytes_a_board))
    return np.array_split(boards, -(-len(boards) // size))
