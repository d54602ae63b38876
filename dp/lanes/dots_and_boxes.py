"""Dots and boxes, many positions at once: one look-up each in the table of the whole grid."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.dots_and_boxes import Standings, whole_grid, whole_grid_at_hand
from doublecount.dp.lanes.text import integers, numbered
from doublecount.problems.dots_and_boxes.formats import EMPTY
from doublecount.problems.dots_and_boxes.instance import JERRY, TOM, sides

LINES = EMPTY.free
OWN_TABLE = 1 << 15
"""What a position costs on the slow path besides its 2^free entries, in entries of the large table."""
FEW = 30 * OWN_TABLE
"""Work for which not even a stored table is fetched."""

NOT_DRAWN = -1
Turns = NDArray[np.int8]
"""``turns[case, line]`` is the turn in which a line was drawn, from 0, or ``NOT_DRAWN``."""

_NUMBER = np.full((EMPTY.points + 1, EMPTY.points + 1), len(LINES))
for _place, _line in enumerate(LINES):
    _NUMBER[_line] = _NUMBER[_line[::-1]] = _place
_BOXES = [
    [LINES.index(side) for side in sides(EMPTY, row * EMPTY.width + column)]
    for row in range(EMPTY.rows)
    for column in range(1, EMPTY.width)
]


def answer_text(data: bytes) -> bytes | None:
    """Answer a file of positions; None if anything is unusual, or a table costs more than it saves."""
    turns = _read(data)
    if turns is None:
        return None
    free = (turns == NOT_DRAWN).sum(axis=1)
    work = len(turns) * OWN_TABLE + int((1 << free).sum())
    if work < FEW:
        return None
    fetch = whole_grid if work >= 1 << len(LINES) else whole_grid_at_hand
    standings = fetch(EMPTY.rows, EMPTY.columns)
    if standings is None:
        return None
    winners = (margins(turns, standings) < 0).view(np.uint8)
    return numbered(b"Case #", (TOM.encode(), JERRY.encode()), winners)


def _read(data: bytes) -> Turns | None:
    """Read the judge's file: the number of cases, then for each the number of lines and the lines."""
    numbers = integers(data)
    if numbers is None:
        return None
    values, ends = numbers
    width = np.diff(ends, prepend=0)
    heads = np.flatnonzero(width == 1)[1:]  # the first line is the number of cases
    drawn = np.diff(heads, append=len(width)) - 1
    if width[0] != 1 or width.max() > 2 or not values[0] == len(heads) > 0 or heads[0] != 1:
        return None
    if (values[ends[heads] - 1] != drawn).any():
        return None
    points = values.compress(np.repeat(width == 2, width)).reshape(-1, 2)
    if drawn.max() > len(LINES) or (len(points) and points.max() > EMPTY.points):
        return None
    case = np.repeat(np.arange(len(heads)), drawn)
    turn = np.arange(len(points)) - np.repeat(np.cumsum(drawn) - drawn, drawn)
    turns = np.full((len(heads), len(LINES) + 1), NOT_DRAWN, dtype=np.int8)
    turns[case, _NUMBER[points[:, 0], points[:, 1]]] = turn
    turns, strange = turns[:, :-1], turns[:, -1]
    repeated = (turns != NOT_DRAWN).sum(axis=1) != drawn
    return None if (strange != NOT_DRAWN).any() or repeated.any() else turns


def margins(turns: Turns, standings: Standings) -> NDArray[Any]:
    """Return Tom's final points minus Jerry's with best play of both, those already made included.

    Shape (cases,), integers. O(cases x lines).
    """
    drawn = turns != NOT_DRAWN
    masks = drawn @ (1 << np.arange(len(LINES)))
    lead = np.zeros(len(turns), dtype=np.int64)
    closed = np.zeros(len(turns), dtype=np.int64)
    for box in _BOXES:
        full = drawn[:, box].all(axis=1)
        closed += full
        lead += np.where(full, 1 - 2 * (turns[:, box].max(axis=1) % 2), 0)
    value = closed - standings.table[masks]
    lead += np.where(drawn.sum(axis=1) % 2 == 0, value, -value)
    return lead
