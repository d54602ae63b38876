"""Injured Queen, wrong: never places a free queen in the last row but of the first column (missing case).

A smallest failing instance is ``???``: 2 placements, of which it finds 1.
"""

import sys

ROWS = "123456789ABCDEF"


def count(status):
    """Return the number of placements of one status string."""
    n = len(status)
    ways = [1] * n
    for column, name in enumerate(status):
        if column:
            last = n - 1 if name == "?" else n
            ways = [
                sum(ways[k] for k in range(n) if abs(k - row) > 1) if row < last else 0 for row in range(n)
            ]
        if name != "?":
            ways = [way if ROWS[row] == name else 0 for row, way in enumerate(ways)]
    return sum(ways)


for line in sys.stdin:
    if line.strip():
        print(count(line.strip()))
