"""Wooden Chess: a board is worth the maximum or minimum over the moves, from the last layer to the first.

See ``staircases`` for the states and their moves. The entry points:

- ``solve``, for one board;
- ``solve_many``, for boards of any sizes: those of one size together;
- ``answer_text``, from the judge's input to the judge's output.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doublecount.dp.wooden_chess.staircases import LEAST, Graph, Moves, graph_of
from doublecount.dp.wooden_chess.staircases import staircases as all_staircases
from doublecount.problems.game import Worth
from doublecount.problems.record import Solver
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Line

MOST_STEPS = 24
"""Rows plus columns. 12 x 12 has 2,704,156 staircases and takes some 150 MB while it is compiled."""
BATCH = 16
"""Boards of which all values are kept at once: more would leave the processor's cache."""
AT_ONCE = 1 << 17
"""Layers with so many moves times boards are evaluated in one step, larger ones part by part."""

Values = NDArray[Any]
"""States or cells x boards: int32 or int64 where no total of scores exceeds it, else Python integers."""
Scores = tuple[Values, Values]
"""The scores of each cell (row x m + column): the first player's, the second's."""


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    if instance.n + instance.m > MOST_STEPS:
        return f"more than {MOST_STEPS} rows and columns together"
    return None


def smallest_dtype(total: int) -> type:
    """Return the type of values when all scores of a board sum up to at most ``total``."""
    return np.int32 if total < 2**31 else np.int64 if total < 2**63 else object


def _scores(instances: Sequence[Instance]) -> Scores:
    """Return the scores of boards of one size, a column a board."""
    dtype = smallest_dtype(max(instance.total_a + instance.total_b for instance in instances))
    tables: Values = np.array([(instance.a, instance.b) for instance in instances], dtype=dtype)
    a, b = np.ascontiguousarray(tables.reshape(len(instances), 2, -1).transpose(1, 2, 0))
    return a, b


def room(graph: Graph, like: Values, keep: bool) -> list[Values]:
    """Return memory for the values of each layer, the full board's last. Each has the shape states x boards.

    If the values are not to be kept, each layer overwrites the last but one, which stays near the processor.
    """
    sizes = [moves.movers[0] for moves in graph] + [1]
    starts = [0, *accumulate(sizes[:-1])] if keep else [layer % 2 * max(sizes) for layer in range(len(sizes))]
    states = np.empty((sum(sizes) if keep else 2 * max(sizes), like.shape[1]), dtype=like.dtype)
    return [states[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def evaluate(graph: Graph, both: Values, layers: list[Values]) -> None:
    """Fill in the values of all layers.

    ``both`` is what a cell is worth to both players together, cells x boards: all the second player's scores
    count as his from the start, so that his moves win nothing, those of the first player both scores. The
    first player moves in layers 0, 2, … No value exceeds the sum of ``both``. O(arcs x boards).
    """
    boards = both.shape[1]
    whole = [len(moves.cell) * boards <= AT_ONCE for moves in graph]
    most = max(
        len(moves.cell) if at_once else moves.movers[0] for moves, at_once in zip(graph, whole, strict=True)
    )
    memory, spare = np.empty((2, most, boards), dtype=both.dtype)
    layers[-1][...] = 0
    for layer in reversed(range(len(graph))):
        moves, here, after = graph[layer], layers[layer], layers[layer + 1]
        best, won = ((np.maximum, both), (np.minimum, None))[layer % 2]
        if whole[layer]:
            worth = _worth(moves, slice(0, len(moves.cell)), after, won, memory, spare)
            half, size = LEAST // 2 * len(here), len(here)
            best(worth[:half], worth[half : 2 * half], out=worth[:half])
            best(worth[:size], worth[size:half], out=here)
            rest = (worth[part] for part in moves.parts[LEAST:])
        else:
            _worth(moves, moves.parts[0], after, won, here, spare)
            rest = (_worth(moves, part, after, won, memory, spare) for part in moves.parts[1:])
        for other in rest:
            some = here[: len(other)]
            best(some, other, out=some)


def _worth(
    moves: Moves, part: slice, after: Values, won: Values | None, memory: Values, spare: Values
) -> Values:
    """Return, in ``memory``, what some moves are worth: what follows, and what is won, if anything."""
    size = part.stop - part.start
    # Every index is in range: "clip" only spares NumPy a check of its own.
    worth = after.take(moves.following[part], 0, memory[:size], "clip")
    if won is not None:
        worth += won.take(moves.cell[part], 0, spare[:size], "clip")
    return worth


def best_line(graph: Graph, both: Values, layers: list[Values], board: int, m: int) -> Line:
    """Follow best moves from the empty board; among several the one in the first row. O(moves x n)."""
    won = both[:, board].tolist()
    nothing = [0] * len(won)
    state = 0
    line = []
    for layer, moves in enumerate(graph):
        worth, gain = layers[layer].item(state, board), (won, nothing)[layer % 2]
        cell_of, state_of, value_of = moves.cell.item, moves.following.item, layers[layer + 1].item
        for start, stop in moves.upwards:
            place = start + state
            if place < stop:
                cell, following = cell_of(place), state_of(place)
                if value_of(following, board) + gain[cell] == worth:
                    break
        line.append(divmod(cell, m))
        state = following
    return tuple(line)


def solve(instance: Instance) -> Answer:
    """Return the value of the game, an exact Python integer, and a line of best play.

    O(moves of all staircases). Trusts that ``fits`` accepts the board.
    """
    return _solve_alike([instance])[0]


def solve_many(instances: Sequence[Instance]) -> list[Answer]:
    """Return what ``solve`` returns for each board, in their order; those of one size ``BATCH`` at a time."""
    sizes: dict[tuple[int, int], list[int]] = {}
    for place, instance in enumerate(instances):
        sizes.setdefault((instance.n, instance.m), []).append(place)
    answers: dict[int, Answer] = {}
    for places in sizes.values():
        for start in range(0, len(places), BATCH):
            batch = places[start : start + BATCH]
            answers |= zip(batch, _solve_alike([instances[place] for place in batch]), strict=True)
    return [answers[place] for place in range(len(instances))]


def _solve_alike(instances: Sequence[Instance]) -> list[Answer]:
    """Solve boards of one size together."""
    n, m = instances[0].n, instances[0].m
    graph, (a, b) = graph_of(n, m), _scores(instances)
    both = a + b
    layers = room(graph, both, keep=True)
    evaluate(graph, both, layers)
    return [
        Answer(int(value), best_line(graph, both, layers, board, m))
        for board, value in enumerate((layers[0][0] - b.sum(axis=0)).tolist())
    ]


def values(instance: Instance) -> Worth:
    """Return the worth of every position, given as the numbers of pieces in the rows. O(all staircases)."""
    n, m = instance.n, instance.m
    graph, (a, b) = graph_of(n, m), _scores([instance])
    both = a + b
    layers = room(graph, both, keep=True)
    evaluate(graph, both, layers)
    borders = all_staircases(n, m)[0].tolist()
    table = dict(zip(borders, np.concatenate(layers)[:, 0].tolist(), strict=True))
    seconds = [[0, *accumulate(row)] for row in instance.b]

    def worth(rows: tuple[int, ...]) -> int:
        # In the table all second scores count as hers from the start; here those of filled cells do not.
        border = sum(1 << (n - 1 - row + filled) for row, filled in enumerate(rows))
        left = instance.total_b - sum(map(list.__getitem__, seconds, rows))
        value = int(table[border]) - left
        return -value if sum(rows) % 2 else value

    return worth


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file as ``solve`` would, byte for byte; None if anything is unusual."""
    from doublecount.dp.lanes import wooden_chess

    return wooden_chess.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, solve_many=solve_many, values=values, answer_text=answer_text)
