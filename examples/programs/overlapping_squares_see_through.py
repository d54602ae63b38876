"""Overlapping Squares, wrong: a square does not hide what lies below it (outlines are only put together)."""

import sys
from itertools import combinations


def outline(top, left):
    """Return the characters of a square as (row, column) of the picture."""
    edges = {(row, column) for row in (top, top + 2) for column in (2 * left + 1, 2 * left + 3)}
    return frozenset(
        edges | {(row, column) for row in (top + 1, top + 2) for column in (2 * left, 2 * left + 4)}
    )


SQUARES = [outline(top, left) for top in range(3) for left in range(3)]
PICTURES = {frozenset().union(*chosen) for number in range(1, 7) for chosen in combinations(SQUARES, number)}


def drawn(rows):
    """Return the characters that are no blank."""
    cells = ((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row[:9]) if mark in "_|")
    return frozenset(cells)


lines = sys.stdin.read().split("\n")
lines = lines[: lines.index("0")] if "0" in lines else lines
lines = [line for line in lines if line.strip()]
for case, start in enumerate(range(0, len(lines), 5), start=1):
    print(f"Case {case}: {'Yes' if drawn(lines[start : start + 5]) in PICTURES else 'No'}")
