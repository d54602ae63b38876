"""Black & White: a walk along the cells that carries the border between the two colours.

Around every inner grid point the four cells are never all alike (a rule) nor a checkerboard (one colour would
be disconnected), so the border between the colours is one curve through every inner point: closed, or from
border to border. Conversely, any such curve gives a colouring and its negative. So instead of connected
parts, a state keeps how the curve runs.

The layers are the cells, row by row (the board is transposed if it is wider than high). The *frontier* is the
line of painted cells that unpainted ones can still touch: the current row up to the last painted cell, then
the previous row from the cell above that one onwards. A state is a text, the *plugs*, with a character for
each pair of neighbours on the frontier: ``.`` where they are alike; else the curve passes between them into
the unpainted part, and the character tells where it comes from: ``(`` and ``)`` are the two plugs of one
piece of the curve, ``!`` belongs to a piece that ends at the border of the board. At most two pieces end
there. The curve may close at the last cell only: were it closed earlier, the points left would need another.

The moves first say whether a cell differs from the one painted before it; so the plugs suffice, and the graph
is compiled and merged without colours. ``coloured`` then makes two states of each, by the colour of the last
painted cell, and moves that say the colour of the next one: 0 black, 1 white.
"""

from collections.abc import Iterator
from functools import lru_cache, partial

import numpy as np

from doublecount.dp.counting import Allowed, Counter
from doublecount.dp.layered import DEAD, Arcs, LayeredGraph, explore, merged
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

ALIKE, OPENING, CLOSING, ENDED = ".", "(", ")", "!"
BORDER = -1
"""The mate of a plug whose piece ends at the border of the board."""

Move = tuple[int, str]
"""Whether the cell differs from the one painted before, and the plugs after it."""


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
    moves = Moves(length, width) if width > 1 else _line_moves
    graph, _ = explore("", length * width, 2, moves, partial(_kind, length, width))
    return Counter(coloured(merged(graph)))


def _kind(length: int, width: int, layer: int) -> tuple[int, int]:
    """Tell apart the columns, and the first and last row from those between."""
    row, column = divmod(layer, width)
    return column, 0 if row == 0 else 2 if row == length - 1 else 1


def coloured(graph: LayeredGraph) -> LayeredGraph:
    """Turn choices "alike or different" into colours; state 2s + c is state s after a cell of colour c.

    The first layer keeps one state, as if a black cell came before the first.
    """
    known: dict[int, Arcs] = {}
    for arcs in graph.arcs:
        if id(arcs) not in known:
            known[id(arcs)] = _coloured_layer(arcs)
    layers = [known[id(arcs)] for arcs in graph.arcs]
    layers[0] = np.ascontiguousarray(layers[0][:, :1])
    return LayeredGraph(tuple(layers))


def _coloured_layer(arcs: Arcs) -> Arcs:
    black = np.where(arcs == DEAD, DEAD, 2 * arcs)
    white = np.where(arcs == DEAD, DEAD, 2 * arcs + 1)
    after_black, after_white = np.stack((black[0], white[1])), np.stack((black[1], white[0]))
    return np.stack((after_black, after_white), axis=2).reshape(2, -1).astype(np.int32)


def _line_moves(layer: int, plugs: str) -> Iterator[Move]:
    """Paint a cell of a line, which has no inner point: the colour may change once."""
    yield 0, plugs
    if layer == 0 or not plugs:
        yield 1, plugs if layer == 0 else ENDED


class Moves:
    """The moves on a board of ``height`` x ``width`` cells, both at least 2."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width

    def __call__(self, layer: int, plugs: str) -> Iterator[Move]:
        """Yield (choice, plugs) for the colours that the rules leave to the next cell."""
        row, column = divmod(layer, self.width)
        if row > 0 and column > 0:
            return self._at_point(row, column, plugs)
        return _at_top(column, plugs) if row == 0 else _at_left(plugs)

    def _at_point(self, row: int, column: int, plugs: str) -> Iterator[Move]:
        """Paint a cell whose upper left corner is an inner point."""
        last_row, last_column = row == self.height - 1, column == self.width - 1
        for choice, after in _through_point(plugs, column):
            if last_row and last_column:
                yield choice, ""  # No plug is left elsewhere: this closes the curve, the only one.
                continue
            if after and last_row:
                after = _ended(after, column - 1)
            elif after and last_column:
                after = _ended(after, column)[:-1]
            if after:
                yield choice, after


def _at_top(column: int, plugs: str) -> Iterator[Move]:
    """Paint a cell of the first row: a change of colour starts a piece at the border."""
    yield 0, plugs + ALIKE if column else plugs
    if column == 0 or plugs.count(ENDED) < 2:
        yield 1, plugs + ENDED if column else plugs


def _at_left(plugs: str) -> Iterator[Move]:
    """Paint a cell of the first column, likewise. The cell painted before is the last of the row above."""
    above_differs = (len(plugs) - plugs.count(ALIKE)) % 2
    yield above_differs, ALIKE + plugs
    if plugs.count(ENDED) < 2:
        yield 1 - above_differs, ENDED + plugs


def _through_point(plugs: str, column: int) -> Iterator[Move]:
    """Lead the curve through the point between the plugs before and at ``column``.

    The plugs yielded are empty where the curve closes.
    """
    left, up = plugs[column - 1], plugs[column]
    before, behind = plugs[: column - 1], plugs[column + 1 :]
    if left == up == ALIKE:
        yield 1, before + OPENING + CLOSING + behind
    elif left != ALIKE and up != ALIKE:
        yield 0, _joined(plugs, column)
    else:
        plug = up if left == ALIKE else left
        yield 0, before + ALIKE + plug + behind
        yield 1, before + plug + ALIKE + behind


def _joined(plugs: str, column: int) -> str:
    """Join the plugs before and at ``column``; return nothing if that closes the curve."""
    one, two = _mate(plugs, column - 1), _mate(plugs, column)
    if one == column or one == two == BORDER:
        return ""
    symbols = list(plugs)
    symbols[column - 1] = symbols[column] = ALIKE
    if BORDER in (one, two):
        symbols[max(one, two)] = ENDED
    else:
        symbols[min(one, two)], symbols[max(one, two)] = OPENING, CLOSING
    return "".join(symbols)


def _ended(plugs: str, place: int) -> str:
    """End a plug at the border; return nothing if that closes the curve or makes a third end."""
    if plugs[place] == ALIKE:
        return plugs
    mate = _mate(plugs, place)
    if mate == BORDER or plugs.count(ENDED) == 2:
        return ""
    symbols = list(plugs)
    symbols[place], symbols[mate] = ALIKE, ENDED
    return "".join(symbols)


def _mate(plugs: str, place: int) -> int:
    """Return the place of the plug at the other end of a piece, or ``BORDER``."""
    if plugs[place] == ENDED:
        return BORDER
    step = 1 if plugs[place] == OPENING else -1
    depth = step
    while depth:
        place += step
        depth += {OPENING: 1, CLOSING: -1}.get(plugs[place], 0)
    return place


SOLVER = Solver(solve=solve, fits=fits, solutions=solutions)
