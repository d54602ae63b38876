"""Injured Queen, wrong: the sums start with column 1, past a queen fixed in column 0 (off by one)."""

import sys

ROWS = "123456789ABCDEF"


def count(board):
    """Return the number of placements."""
    n = len(board)
    ways = [1] * n
    for column in range(1, n):
        total = sum(ways)
        ways = [total - sum(ways[max(row - 1, 0) : row + 2]) for row in range(n)]
        if board[column] != "?":
            fixed = ROWS.index(board[column])
            ways = [one if row == fixed else 0 for row, one in enumerate(ways)]
    return sum(ways)


for line in sys.stdin:
    if line.strip():
        print(count(line.strip()))
