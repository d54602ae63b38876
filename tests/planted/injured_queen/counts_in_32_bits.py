"""Injured Queen, wrong: counts in unsigned 32-bit integers (overflow).

A smallest failing instance has 11 free columns: 15059408170.
"""

import sys

ROWS = "123456789ABCDEF"
MASK = (1 << 32) - 1


def count(status):
    """Return the number of placements of one status string, modulo 2^32."""
    n = len(status)
    ways = [1] * n
    for column, name in enumerate(status):
        if column:
            ways = [sum(ways[k] for k in range(n) if abs(k - row) > 1) & MASK for row in range(n)]
        if name != "?":
            ways = [way if ROWS[row] == name else 0 for row, way in enumerate(ways)]
    return sum(ways) & MASK


for line in sys.stdin:
    if line.strip():
        print(count(line.strip()))
