"""Injured Queen, wrong: the table of the previous case is not cleared in the first column (state left over).

A smallest failing file has two cases, ``1`` after ``?``-like boards; see the campaign's own finding.
"""

import sys

ROWS = "123456789ABCDEF"
FIRST = [0] * len(ROWS)


def count(status):
    """Return the number of placements of one status string."""
    n = len(status)
    for row in range(n):
        if status[0] in ("?", ROWS[row]):
            FIRST[row] = 1
    ways = FIRST[:n]
    for name in status[1:]:
        ways = [sum(ways[k] for k in range(n) if abs(k - row) > 1) for row in range(n)]
        if name != "?":
            ways = [way if ROWS[row] == name else 0 for row, way in enumerate(ways)]
    return sum(ways)


for line in sys.stdin:
    if line.strip():
        print(count(line.strip()))
