"""Injured Queen: the layers are the columns, the states of a layer the rows of its queen.

From a row one may move to every row of the next column but the nearest three, so the number of ways to
complete a board is a sum over the next column less three terms: O(n) a column, O(n^2) in all.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random

from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.injured_queen.instance import Placement
from doublecount.problems.record import Solver

MOST_COLUMNS = 1000
"""Counts beyond have more digits than Python prints by default."""
SMALL_FILE = 2000
"""Bytes."""


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    return f"more than {MOST_COLUMNS} columns" if instance.n > MOST_COLUMNS else None


def layers_from_last(rows: Sequence[int | None]) -> Iterator[list[int]]:
    """Yield for each column, the last one first: the placements of it and the following by its queen's row.

    ``rows`` are those of the fixed queens. Exact integers; O(n) additions a column.
    """
    n = len(rows)
    layer = [1] * n
    for column in reversed(range(n)):
        if column < n - 1:
            layer = before(layer)
        fixed = rows[column]
        if fixed is not None:
            layer = [way if row == fixed else 0 for row, way in enumerate(layer)]
        yield layer


def before(layer: Sequence[int]) -> list[int]:
    """Return the ways of each row of a column, given those of the next: all but the nearest three rows'."""
    total, padded = sum(layer), [0, *layer, 0]
    return [total - padded[row] - padded[row + 1] - padded[row + 2] for row in range(len(layer))]


def attacked(row: int | None) -> range:
    """Return the rows of the next column that a queen in a row attacks, on the board or beside it."""
    return range(0) if row is None else range(row - 1, row + 2)


def ways(instance: Instance) -> list[list[int]]:
    """Return ``ways[column][row]``: placements of this column and the following with this queen.

    Shape n x n; exact integers. O(n^2) additions.
    """
    return list(layers_from_last(instance.rows))[::-1]


def count(rows: Sequence[int | None]) -> int:
    """Return the number of placements alone. O(n^2) additions, O(n) numbers in memory."""
    (first,) = deque(layers_from_last(rows), maxlen=1)
    return sum(first)


def solve(instance: Instance) -> Answer:
    """Count the placements and give the first one in order of rows; None where there is none.

    The count is an exact Python integer. O(n^2) additions.
    """
    table = ways(instance)
    return Answer(count=sum(table[0]), placement=next(_walk(table), None))


def solutions(instance: Instance) -> Iterator[Placement]:
    """List all placements in order of rows; O(n^2) before the first, O(n^2) between two."""
    return _walk(ways(instance))


def count_many(instances: Sequence[Instance]) -> list[int]:
    """Return the number of placements on each board, in their order; sizes may differ.

    Exact Python integers. O(n^2) additions a board, O(n) numbers in memory.
    """
    return [count(instance.rows) for instance in instances]


def sample(instance: Instance, number: int, seed: int) -> list[Placement]:
    """Draw so many placements independently and uniformly; the same seed draws the same ones.

    Raises ValueError if there is no placement. O(n^2) a placement.
    """
    table, rng = ways(instance), Random(seed)
    total = sum(table[0])
    if total == 0:
        raise ValueError("there is nothing to draw from: no placement")
    return [_ranked(table, rng.randrange(total)) for _ in range(number)]


def marginals(instance: Instance) -> list[list[int]]:
    """Return for each ``[column][row]`` in how many placements a queen stands there. O(n^2).

    Shape n x n, exact Python integers, rows from 0. Each column adds up to the count. A row
    with the whole count is forced.
    """
    right, left = ways(instance), ways(Instance(instance.rows[::-1]))[::-1]
    return [
        [before * after for before, after in zip(*columns, strict=True)]
        for columns in zip(left, right, strict=True)
    ]


def _ranked(table: list[list[int]], rank: int) -> Placement:
    """Return the placement with this place, from 0, in the order of ``solutions``."""
    chosen: list[int] = []
    for layer in table:
        near = attacked(chosen[-1] if chosen else None)
        for row, following in enumerate(layer):
            if row in near:
                continue
            if rank < following:
                chosen.append(row)
                break
            rank -= following
    return tuple(chosen)


def _walk(table: list[list[int]]) -> Iterator[Placement]:
    """Go through the columns by rows that can be completed; never meets a dead end."""
    n = len(table)

    def moves(column: int, last: int | None) -> Iterator[int]:
        near = attacked(last)
        return (row for row in range(n) if table[column][row] and row not in near)

    chosen: list[int] = []
    open_moves = [moves(0, None)]
    while open_moves:
        row = next(open_moves[-1], None)
        if row is None:
            open_moves.pop()
            if chosen:
                chosen.pop()
        elif len(chosen) == n - 1:
            yield (*chosen, row)
        else:
            chosen.append(row)
            open_moves.append(moves(len(chosen), row))


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file as ``solve`` would, byte for byte; None if anything is unusual.

    Leaves small ones alone, which are answered before NumPy is loaded.
    """
    if len(data) < SMALL_FILE:
        return None
    from doublecount.dp.lanes import injured_queen

    return injured_queen.answer_text(data)


SOLVER = Solver(
    solve=solve,
    fits=fits,
    solutions=solutions,
    count_many=count_many,
    sample=sample,
    marginals=marginals,
    answer_text=answer_text,
)
