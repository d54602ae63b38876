"""Injured Queen, many boards at once: a count is a product over the runs of free columns.

Between fixed queens in rows a and b with g free columns in between there are ``ways[g, a, b]`` placements,
whatever stands elsewhere; a line of the file ends and begins with a wall that attacks nothing. So a batch is
one table look-up for each fixed queen and each line's end, multiplied up line by line.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.injured_queen import MOST_COLUMNS as MOST_ACCEPTED
from doublecount.dp.injured_queen import count
from doublecount.problems.injured_queen.formats import ROWS

MOST_COLUMNS = 15
"""n free columns have at most n^n placements, and 15^15 < 2^63 < 16^16: up to here int64 cannot overflow."""
FREE = 128

_WALL, _STRANGE = 254, 253
_CODES = bytes(
    FREE if c == "?" else _WALL if c == "\n" else ROWS.index(c) if c in ROWS else _STRANGE
    for c in map(chr, range(256))
)

Boards = NDArray[np.uint8]
"""``boards[board, column]`` is the row of the fixed queen, from 0, or ``FREE``."""


@cache
def ways(n: int) -> NDArray[np.int64]:
    """Return ``ways[g, a, b]`` for g = 0..n free columns between queens in rows a and b; n is the wall.

    Shape (n + 1, n + 1, n + 1), n at most ``MOST_COLUMNS``: no entry exceeds n^n. O(n^4).
    """
    rows = np.arange(n + 1)
    peaceful = (abs(rows[:, None] - rows) > 1).astype(np.int64)
    peaceful[n] = peaceful[:, n] = 1
    layers = [peaceful]
    for _ in range(n):
        layers.append(layers[-1][:, :n] @ peaceful[:n])
    return np.stack(layers)


def count_many(boards: Boards) -> NDArray[np.int64]:
    """Count the placements of each of B boards of n columns, 1 <= n <= 15, exactly.

    ``boards`` has shape (B, n); the counts have shape (B,). O(B n).
    """
    boards = np.ascontiguousarray(boards)
    counts = np.zeros(len(boards), dtype=np.int64)
    near = (boards[:, 1:] - boards[:, :-1] + np.uint8(1) <= 2) & (boards[:, 1:] != FREE)
    peaceful = np.flatnonzero(~near.any(axis=1))
    counts[peaceful] = _products(boards[peaceful])
    return counts


def _products(boards: Boards) -> NDArray[np.int64]:
    """Multiply up the ways of all runs of free columns, each board closed by a wall."""
    n = boards.shape[1]
    walled = np.full((len(boards), n + 1), n, dtype=np.uint8)
    walled[:, :n] = boards
    symbols = walled.ravel()
    places = np.flatnonzero(symbols != FREE)
    rows = symbols[places].astype(np.intp)
    gaps = np.diff(places, prepend=-1) - 1
    before = np.concatenate(([n], rows[:-1]))
    factors = ways(n).ravel()[(gaps * (n + 1) + before) * (n + 1) + rows]
    ends = np.flatnonzero(rows == n)
    return np.multiply.reduceat(factors, np.concatenate(([0], ends[:-1] + 1))) if len(boards) else factors


def answer_text(data: bytes) -> bytes | None:
    """Answer a file of status strings, each its own line; None if anything is unusual."""
    if not data:
        return None
    data = data if data.endswith(b"\n") else data + b"\n"
    codes = np.frombuffer(data.translate(_CODES), dtype=np.uint8)
    ends = np.flatnonzero(codes == _WALL)
    lengths = np.diff(ends, prepend=-1) - 1
    sizes = np.flatnonzero(np.bincount(lengths)).tolist()
    if sizes[0] == 0 or sizes[-1] > MOST_ACCEPTED or (codes == _STRANGE).any():
        return None
    counts = np.empty(len(ends), dtype=np.int64 if sizes[-1] <= MOST_COLUMNS else object)
    for n in sizes:
        cases = np.flatnonzero(lengths == n)
        if len(cases) == len(ends):
            boards = codes.reshape(-1, n + 1)[:, :n]
        else:
            boards = codes[(ends[cases] - n)[:, None] + np.arange(n)]
        if ((boards >= n) & (boards != FREE)).any():
            return None
        counts[cases] = count_many(boards) if n <= MOST_COLUMNS else _one_by_one(boards)
    lines = [b"0\n"] * len(counts)
    for case in np.flatnonzero(counts).tolist():
        lines[case] = b"%d\n" % counts[case]
    return b"".join(lines)


def _one_by_one(boards: Boards) -> NDArray[np.object_]:
    rows = ([None if row == FREE else row for row in board] for board in boards.tolist())
    return np.array([count(board) for board in rows], dtype=object)
