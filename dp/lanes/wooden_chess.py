"""Wooden Chess, many boards at once: those of one size side by side."""

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.lanes.text import integers
from doublecount.dp.wooden_chess import MOST_STEPS, Values, evaluate, room, smallest_dtype
from doublecount.dp.wooden_chess.staircases import graph_of
from doublecount.problems.wooden_chess.formats import MOST_SCORE

BATCH = 64
"""Boards evaluated at once; their values are not kept."""

Tables = NDArray[np.int64]
"""A board: both players' scores, 2 x n x m."""


def answer_text(data: bytes) -> bytes | None:
    """Answer a file of boards; None if anything is unusual."""
    boards = _read(data)
    if boards is None:
        return None
    sizes: dict[tuple[int, ...], list[int]] = {}
    for place, board in enumerate(boards):
        sizes.setdefault(board.shape, []).append(place)
    lines = [b""] * len(boards)
    for places in sizes.values():
        for start in range(0, len(places), BATCH):
            batch = places[start : start + BATCH]
            for place, value in zip(batch, values_of(np.stack([boards[i] for i in batch])), strict=True):
                lines[place] = b"%d\n" % value
    return b"".join(lines)


def values_of(boards: NDArray[np.int64]) -> list[int]:
    """Return the values of boards of one size. Shape boards x 2 x n x m; scores up to ``MOST_SCORE``."""
    count, _, n, m = boards.shape
    dtype = smallest_dtype(int(boards.sum(axis=(1, 2, 3)).max()))
    scores: Values = boards.reshape(count, 2, n * m).transpose(1, 2, 0).astype(dtype, order="C")
    graph, both = graph_of(n, m, once=count == 1), scores[0] + scores[1]
    layers = room(graph, both, keep=False)
    evaluate(graph, both, layers)
    found: list[int] = (layers[0][0] - scores[1].sum(axis=0)).tolist()
    return found


def _read(data: bytes) -> list[Tables] | None:
    """Return the boards of the file, or None."""
    numbers = integers(data)
    if numbers is None or numbers[0].max() > MOST_SCORE:
        return None
    values, ends = numbers
    width = np.diff(ends, prepend=0)
    boards, line = [], 0
    while line < len(ends):
        if width[line] != 2:
            return None
        n, m = values[ends[line] - 2 : ends[line]].tolist()
        last = line + 2 * n
        if (
            not (n and m and n + m <= MOST_STEPS and last < len(ends))
            or (width[line + 1 : last + 1] != m).any()
        ):
            return None
        boards.append(values[ends[line] : ends[last]].reshape(2, n, m))
        line = last + 1
    return boards
