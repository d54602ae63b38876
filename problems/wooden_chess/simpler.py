"""Wooden Chess: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator
from itertools import chain, combinations

from doublecount.problems.wooden_chess.formats import MOST_SCORE
from doublecount.problems.wooden_chess.instance import JUDGE_SCORE, Instance, Scores

FEW_SCORES = 8


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer cells; then a smaller total of scores."""
    return (instance.cells, instance.total_a + instance.total_b)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop rows, columns or one of each, add up scores, rank, halve or lower them, all or one: to 0, …, by 1.

    Sums keep what rests on large totals: scores that only together are large enough would hold each other up.
    Ranks keep what rests on which score is higher: lowered one by one, high scores would hold each other up.
    Where few scores are left, lower two by a point: what rests on their difference keeps both.
    """
    a, b = instance.a, instance.b
    for start, end in _runs(instance.n):
        yield Instance(a[:start] + a[end:], b[:start] + b[end:])
    for start, end in _runs(instance.m):
        yield Instance(_without_columns(a, start, end), _without_columns(b, start, end))
    for row in range(instance.n if min(instance.n, instance.m) > 1 else 0):
        for column in range(instance.m):
            yield Instance(*(_without_columns(x[:row] + x[row + 1 :], column, column + 1) for x in (a, b)))
    yield from _added_up(instance)
    if instance.total_a + instance.total_b:
        yield from _ranked(instance)
        yield Instance(_halved(a), _halved(b))
    for high in sorted({score for row in (*a, *b) for score in row}, reverse=True):
        for score in _lower(high):
            yield Instance(_replaced(a, high, score), _replaced(b, high, score))
    for row in range(instance.n):
        for column in range(instance.m):
            for score in _lower(a[row][column]):
                yield Instance(_with(a, row, column, score), b)
            for score in _lower(b[row][column]):
                yield Instance(a, _with(b, row, column, score))
    yield from _two_lowered(instance)


def _added_up(instance: Instance) -> Iterator[Instance]:
    """Put a player's total on a board of one cell, or all that it may hold; then add up two lines each."""
    if instance.cells > 1:
        totals = (instance.total_a, instance.total_b)
        for score in dict.fromkeys(min(total, JUDGE_SCORE) for total in totals):
            yield Instance(((score,),), ((0,),))
    tables = (instance.a, instance.b)
    rows = ([_rows_added(scores, first) for scores in tables] for first in range(instance.n - 1))
    columns = ([_columns_added(scores, first) for scores in tables] for first in range(instance.m - 1))
    for a, b in chain(rows, columns):
        if max(chain(*a, *b)) <= MOST_SCORE:
            yield Instance(a, b)


def _rows_added(scores: Scores, first: int) -> Scores:
    """One row in the place of two, with the sums of their scores."""
    together = tuple(map(sum, zip(*scores[first : first + 2], strict=True)))
    return (*scores[:first], together, *scores[first + 2 :])


def _columns_added(scores: Scores, first: int) -> Scores:
    return tuple((*row[:first], sum(row[first : first + 2]), *row[first + 2 :]) for row in scores)


def _two_lowered(instance: Instance) -> Iterator[Instance]:
    tables = (instance.a, instance.b)
    scored = [
        (player, row, column)
        for player, scores in enumerate(tables)
        for row, line in enumerate(scores)
        for column, score in enumerate(line)
        if score
    ]
    for pair in combinations(scored, 2) if len(scored) <= FEW_SCORES else ():
        lowered = list(tables)
        for player, row, column in pair:
            lowered[player] = _with(lowered[player], row, column, lowered[player][row][column] - 1)
        yield Instance(*lowered)


def _runs(length: int) -> Iterator[tuple[int, int]]:
    """Yield what to drop of so many rows or columns: half of them, two, one.

    Two, because who moves last depends on whether the number of cells is even.
    """
    for dropped in sorted({length // 2, 2, 1}, reverse=True):
        if 0 < dropped < length:
            yield from ((start, start + dropped) for start in range(length - dropped + 1))


def _lower(score: int) -> Iterator[int]:
    """Yield lower scores, nearing by halves: a threshold is found in few steps, not one point at a time."""
    step = score
    while step:
        yield score - step
        step //= 2


def _ranked(instance: Instance) -> Iterator[Instance]:
    """Replace each score by its rank among all, if that lowers any; 0 has rank 0."""
    a, b = instance.a, instance.b
    ranks = {score: rank for rank, score in enumerate(sorted({0, *chain(*a, *b)}))}
    if any(rank < score for score, rank in ranks.items()):
        yield Instance(*(tuple(tuple(ranks[score] for score in row) for row in scores) for scores in (a, b)))


def _halved(scores: Scores) -> Scores:
    return tuple(tuple(score // 2 for score in row) for row in scores)


def _replaced(scores: Scores, high: int, low: int) -> Scores:
    return tuple(tuple(low if score == high else score for score in row) for row in scores)


def _without_columns(scores: Scores, start: int, end: int) -> Scores:
    return tuple(row[:start] + row[end:] for row in scores)


def _with(scores: Scores, row: int, column: int, score: int) -> Scores:
    changed = (*scores[row][:column], score, *scores[row][column + 1 :])
    return (*scores[:row], changed, *scores[row + 1 :])
