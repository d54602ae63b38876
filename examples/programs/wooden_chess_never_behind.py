"""Wooden Chess, wrong: the best value so far starts at 0, so nobody can be behind in what is left."""

import sys
from functools import cache

numbers = iter(map(int, sys.stdin.read().split()))
n, m = next(numbers), next(numbers)
first = [[next(numbers) for _ in range(m)] for _ in range(n)]
second = [[next(numbers) for _ in range(m)] for _ in range(n)]


@cache
def value(lengths):
    """What whoever moves will be ahead by in the rest of the game; ``lengths``: pieces in each row."""
    scores = second if sum(lengths) % 2 else first
    best = 0
    for row, length in enumerate(lengths):
        if length < (lengths[row - 1] if row else m):
            after = (*lengths[:row], length + 1, *lengths[row + 1 :])
            best = max(best, scores[row][length] - value(after))
    return best


sys.setrecursionlimit(10_000)
print(value((0,) * n))
