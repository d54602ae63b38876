"""Dots and boxes, wrong: whoever closes a box draws again, as in the usual game (here players take turns)."""

import sys
from functools import cache

LINES = [(dot, dot + 1) for dot in range(1, 17) if dot % 4] + [(dot, dot + 4) for dot in range(1, 13)]
BOXES = [
    frozenset({(dot, dot + 1), (dot, dot + 4), (dot + 1, dot + 5), (dot + 4, dot + 5)})
    for dot in range(1, 12)
    if dot % 4
]


def closed(drawn, line):
    """Return how many boxes the last line has closed."""
    return sum(line in box and box <= drawn for box in BOXES)


@cache
def lead(drawn):
    """Return what whoever moves will be ahead by in the rest of the game."""
    best = None
    for line in LINES:
        if line not in drawn:
            after = drawn | {line}
            points = closed(after, line)
            total = points + lead(after) if points else -lead(after)
            best = total if best is None else max(best, total)
    return best or 0


numbers = iter(map(int, sys.stdin.read().split()))
for case in range(1, next(numbers) + 1):
    drawn, tom, player = frozenset(), 0, 1
    for _ in range(next(numbers)):
        line = tuple(sorted((next(numbers), next(numbers))))
        drawn |= {line}
        points = closed(drawn, line)
        tom += player * points
        player = player if points else -player
    print(f"Case #{case}: {'Tom200' if tom + player * lead(drawn) > 0 else 'Jerry404'}")
