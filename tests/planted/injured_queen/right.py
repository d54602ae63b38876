"""Injured Queen, right: placements are counted column by column over the row of the last queen."""

import sys

ROWS = "123456789ABCDEF"


def count(status):
    """Return the number of placements of one status string."""
    n = len(status)
    ways = [1] * n
    for column, name in enumerate(status):
        if column:
            ways = [sum(ways[k] for k in range(n) if abs(k - row) > 1) for row in range(n)]
        if name != "?":
            ways = [way if ROWS[row] == name else 0 for row, way in enumerate(ways)]
    return sum(ways)


for line in sys.stdin:
    if line.strip():
        print(count(line.strip()))
