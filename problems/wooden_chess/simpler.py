"""Wooden Chess: the order of "simpler" and the steps that shrink a board."""

from collections.abc import Iterator

from doublecount.problems.wooden_chess.instance import Instance, Scores


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer cells; then a smaller total of scores."""
    return (instance.cells, instance.total_a + instance.total_b)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Drop rows or columns, halve all scores, lower one score: to 0, by half, …, by 1."""
    a, b = instance.a, instance.b
    for start, end in _runs(instance.n):
        yield Instance(a[:start] + a[end:], b[:start] + b[end:])
    for start, end in _runs(instance.m):
        yield Instance(_without_columns(a, start, end), _without_columns(b, start, end))
    if instance.total_a + instance.total_b:
        yield Instance(_halved(a), _halved(b))
    for row in range(instance.n):
        for column in range(instance.m):
            for score in _lower(a[row][column]):
                yield Instance(_with(a, row, column, score), b)
            for score in _lower(b[row][column]):
                yield Instance(a, _with(b, row, column, score))


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


def _halved(scores: Scores) -> Scores:
    return tuple(tuple(score // 2 for score in row) for row in scores)


def _without_columns(scores: Scores, start: int, end: int) -> Scores:
    return tuple(row[:start] + row[end:] for row in scores)


def _with(scores: Scores, row: int, column: int, score: int) -> Scores:
    changed = (*scores[row][:column], score, *scores[row][column + 1 :])
    return (*scores[:row], changed, *scores[row + 1 :])
