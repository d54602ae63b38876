"""Wooden Chess: small random changes of a board, in search of hard ones."""

from random import Random
from typing import TypeVar

from doublecount.problems.wooden_chess.instance import JUDGE_SCORE, Instance, Scores

T = TypeVar("T")


def changed(rng: Random, instance: Instance) -> Instance:
    """Change one score, or double or drop a row or a column."""
    row, column = rng.randrange(instance.n), rng.randrange(instance.m)
    if rng.random() < 0.5:
        return Instance(_set(rng, instance.a, row, column), instance.b)
    by_rows = rng.random() < 0.5
    times = rng.choice((0, 2, 2)) if (instance.n if by_rows else instance.m) > 1 else 2
    if by_rows:
        return Instance(*(_repeated(scores, row, times) for scores in (instance.a, instance.b)))
    a, b = (tuple(_repeated(scores, column, times) for scores in table) for table in (instance.a, instance.b))
    return Instance(a, b)


def _set(rng: Random, scores: Scores, row: int, column: int) -> Scores:
    rows = [list(one) for one in scores]
    rows[row][column] = rng.randint(0, JUDGE_SCORE)
    return tuple(map(tuple, rows))


def _repeated(items: tuple[T, ...], number: int, times: int) -> tuple[T, ...]:
    return items[:number] + items[number : number + 1] * times + items[number + 1 :]
