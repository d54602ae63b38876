"""Wooden Chess: small boards decided by playing every game to its end. No value is kept or bounded."""

from math import factorial, prod

from doublecount.problems.record import Exhausted
from doublecount.problems.wooden_chess.instance import Answer, Instance

MOST_PLAYS = 5_000
"""About 40 ms: boards up to 2 x 9 and 3 x 4."""


def plays(instance: Instance) -> int:
    """The number of plays: orders of filling the board, by the hook length formula."""
    hooks = prod(n + m - 1 for n in range(1, instance.n + 1) for m in range(1, instance.m + 1))
    return factorial(instance.cells) // hooks


def exhaust(instance: Instance) -> Exhausted[Answer] | None:
    """Play all games."""
    if max(instance.n, instance.m) > MOST_PLAYS or not plays(instance) <= MOST_PLAYS:
        return None
    return Exhausted(Answer(_value(instance, [0] * instance.n, 0)), f"{plays(instance)} plays")


def _value(instance: Instance, pieces: list[int], move: int) -> int:
    """What the rest is worth when row r has ``pieces[r]`` pieces and so many moves are made."""
    values = []
    for row, column in enumerate(pieces):
        if column < instance.m and (row == 0 or pieces[row - 1] > column):
            pieces[row] += 1
            rest = _value(instance, pieces, move + 1)
            pieces[row] -= 1
            values.append(rest - instance.b[row][column] if move % 2 else rest + instance.a[row][column])
    return (min if move % 2 else max)(values, default=0)
