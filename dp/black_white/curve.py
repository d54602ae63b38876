"""Black & White: the states and moves of a walk along the cells that carries the border between the colours.

Around every inner grid point the four cells are never all alike (a rule) nor a checkerboard (one colour would
be disconnected), so the border between the colours is one curve through every inner point: closed, or from
border to border. Conversely, any such curve gives a colouring and its negative. So instead of connected
parts, a state keeps how the curve runs.

The layers are the cells, row by row. The *frontier* is the line of painted cells that unpainted ones can
still touch: the current row up to the last painted cell, then the previous row from the cell above that one
onwards. A state is an integer, the *plugs*, with two bits for each pair of neighbours on the frontier, the
first pair in the lowest: ``ALIKE``; else the curve passes between them into the unpainted part, and the bits
tell where it comes from: ``OPENING`` and ``CLOSING`` are the two plugs of one piece of the curve, nested like
brackets, ``ENDED`` belongs to a piece that ends at the border of the board. At most two pieces end there. The
curve may close at the last cell only: were it closed earlier, the points left would need another.

A move says whether the next cell is alike (choice 0) or differs (choice 1) from the one painted before; so
the plugs suffice, and colours come in later: see ``coloured`` in ``layered``. All states of a layer move at
once: they are one array.
"""

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.layered import DEAD, States

ALIKE, OPENING, CLOSING, ENDED = range(4)
MOST_PLUGS = 31
LOW_BITS = sum(1 << 2 * place for place in range(MOST_PLUGS))
"""The lower bit of every plug."""

START = 0


def _by_pair(**values: int) -> NDArray[np.int64]:
    """Return a table over pairs of plugs at a point: ``_by_pair(oc=1)`` is 1 at (OPENING, CLOSING)."""
    table = np.zeros(16, dtype=np.int64)
    for pair, value in values.items():
        table["aoce".index(pair[0]) + 4 * "aoce".index(pair[1])] = value
    return table


# A point is met by the plug to its left and the one above it; a pair is left + 4 up.
_NONE = _by_pair(aa=1) != 0
_ONE = _by_pair(ao=1, ac=1, ae=1, oa=1, ca=1, ea=1) != 0
_BOTH = ~(_NONE | _ONE)
# The curve goes on downwards, between the new cell and the one before it: they differ. Two new plugs are one
# piece. To the right: they are alike.
_DOWN = _by_pair(aa=OPENING + 4 * CLOSING, ao=OPENING, ac=CLOSING, ae=ENDED, oa=OPENING, ca=CLOSING, ea=ENDED)
_RIGHT = _by_pair(ao=4 * OPENING, ac=4 * CLOSING, ae=4 * ENDED, oa=4 * OPENING, ca=4 * CLOSING, ea=4 * ENDED)
# Two pieces are joined: how the bits of a far end change. Of two OPENING plugs the end of the upper, an inner
# CLOSING, becomes the OPENING of the joint piece; beside a piece that ends at the border it becomes ENDED.
_TURN_BEHIND = _by_pair(oo=OPENING ^ CLOSING, eo=CLOSING ^ ENDED)
_TURN_BEFORE = _by_pair(cc=OPENING ^ CLOSING, ce=OPENING ^ ENDED)
_CLOSES = _by_pair(oc=1, ee=1) != 0

_DEEPER = np.array([0, 1, -1, 0], dtype=np.int8)
_FOUND = np.int8(100)


class Moves:
    """The moves on a board of ``height`` x ``width`` cells, 1 <= width <= height, width at most 31."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.odd = (height - 1) * (width - 1) % 2 == 1

    def _may_end(self, row: int, column: int) -> bool:
        """Return whether the curve may end at the border beside the inner point (row, column), from (1, 1).

        Its steps lead from points with an even row + column to odd ones and back. Of an odd number of points
        there is one more even than odd, so it begins and ends at even ones.
        """
        return not self.odd or (row + column) % 2 == 0

    def __call__(self, layer: int, states: States) -> States:
        """Return the states after each choice, shape (2, states); ``DEAD`` where the rules forbid it."""
        row, column = divmod(layer, self.width)
        if self.width == 1:
            return _along_line(row, states)
        if row > 0 and column > 0:
            return self._through_point(row, column, states)
        if row == 0:
            return _at_top(column, states, self._may_end(1, column))
        return _at_left(states, self._may_end(row, 1))

    def kind(self, layer: int) -> tuple[int, int, int]:
        """Return what the moves depend on.

        The column; in the first row, the last, or between; with an odd number of points, whose ends may not
        lie beside every row, whether the row is odd.
        """
        row, column = divmod(layer, self.width)
        return column, 0 if row == 0 else 2 if row == self.height - 1 else 1, row % 2 if self.odd else 0

    def _through_point(self, row: int, column: int, states: States) -> States:
        """Paint a cell whose upper left corner is an inner point: lead the curve through the point."""
        at = 2 * (column - 1)
        pairs = (states >> at) & 15
        if row == self.height - 1 and column == self.width - 1:
            # No plug is left elsewhere: whatever is done here closes the curve, the only one.
            return np.stack((np.where(_NONE[pairs], DEAD, START), np.where(_BOTH[pairs], DEAD, START)))
        rest = states & ~(15 << at)
        alike, differs = rest | (_RIGHT[pairs] << at), rest | (_DOWN[pairs] << at)
        both = np.flatnonzero(_BOTH[pairs])
        alike[both] = _joined(states[both], rest[both], pairs[both], column, self.width)
        alike[_NONE[pairs]] = differs[both] = DEAD
        may_end = self._may_end(row, column)
        if row == self.height - 1:
            differs = _ended(differs, column - 1, range(column, self.width), may_end)
        elif column == self.width - 1:
            alike = _ended(alike, column, range(column - 1, -1, -1), may_end)
            differs = _ended(differs, column, range(column - 1, -1, -1), may_end)
        return np.stack((alike, differs))


def _along_line(row: int, states: States) -> States:
    """Paint a cell of a line, which has no inner point: the colour may change once."""
    changed = states if row == 0 else np.where(states == START, ENDED, DEAD)
    return np.stack((states, changed))


def _at_top(column: int, states: States, may_end: bool) -> States:
    """Paint a cell of the first row: a change of colour starts a piece at the border."""
    if column == 0:
        return np.stack((states, states))
    ended = np.where(_one_may_end(states, may_end), states | (ENDED << 2 * (column - 1)), DEAD)
    return np.stack((states, ended))


def _at_left(states: States, may_end: bool) -> States:
    """Paint a cell of the first column, likewise. The cell painted before is the last of the row above."""
    above_differs = np.bitwise_count((states | states >> 1) & LOW_BITS) & 1 == 1
    on = states << 2
    ended = np.where(_one_may_end(states, may_end), on | ENDED, DEAD)
    return np.stack((np.where(above_differs, ended, on), np.where(above_differs, on, ended)))


def _joined(states: States, rest: States, pairs: States, column: int, width: int) -> States:
    """Join the two plugs at a point; ``rest`` is the state without them. ``DEAD`` if the curve closes."""
    for turn, places in (
        (_TURN_BEHIND, range(column + 1, width)),
        (_TURN_BEFORE, range(column - 2, -1, -1)),
    ):
        turned = np.flatnonzero(turn[pairs])
        rest[turned] ^= turn[pairs[turned]] * _far_end(states[turned], places)
    rest[_CLOSES[pairs]] = DEAD
    return rest


def _ended(states: States, place: int, places: range, may_end: bool) -> States:
    """End the plug at a place, if there is one, at the border; its piece goes on at one of ``places``.

    ``DEAD`` stays dead, and so becomes what closes the curve or makes a third end.
    """
    plugs = (states >> 2 * place) & 3
    result = np.where(plugs == ALIKE, states, DEAD)
    ending = np.flatnonzero((plugs != ALIKE) & (plugs != ENDED) & _one_may_end(states, may_end))
    before = states[ending]
    far_end = _far_end(before, places)
    result[ending] = (before & ~(3 << 2 * place)) | 3 * far_end
    return result


def _far_end(states: States, places: range) -> States:
    """Return the lower bit of the plug at the other end of a piece.

    ``places`` lead away from its one end, upwards for an ``OPENING``, downwards for a ``CLOSING``: the other
    end is the first place where the brackets met, the first included, balance.
    """
    inwards = _DEEPER if places.step > 0 else -_DEEPER
    depth = np.ones(len(states), dtype=np.int8)
    found = np.zeros(len(states), dtype=np.int64)
    for place in places if len(states) else ():
        depth += inwards[(states >> 2 * place) & 3]
        here = depth == 0
        found[here] = 1 << 2 * place
        depth[here] = _FOUND
    return found


def _one_may_end(states: States, may_end: bool) -> NDArray[np.bool_]:
    """Return where one more piece may end at the border: at most two do."""
    ends: NDArray[np.uint8] = np.bitwise_count(states & states >> 1 & LOW_BITS)
    return (ends < 2) & may_end
