"""Wrong: an upper limit that stops short, so nobody ever moves in the last column (a missing boundary case).

A smallest failing instance is the board of one cell with the scores 1 and 0: the value is 1, not 0.
"""

import sys


def main() -> None:
    n, m, *scores = map(int, sys.stdin.read().split())
    rows = [scores[start : start + m] for start in range(0, 2 * n * m, m)]
    a, b = rows[:n], rows[n:]
    sys.setrecursionlimit(10_000)
    places = [(row, 4 * row) for row in range(n)]
    known = {}

    def value(lengths, pieces):
        """Return what is still to be won with so many pieces in each row, 4 bits a row."""
        if lengths in known:
            return known[lengths]
        first_moves = pieces % 2 == 0
        best = None
        above = m - 1
        for row, shift in places:
            length = lengths >> shift & 15
            if length < above:
                rest = value(lengths + (1 << shift), pieces + 1)
                if first_moves:
                    rest += a[row][length]
                    if best is None or rest > best:
                        best = rest
                else:
                    rest -= b[row][length]
                    if best is None or rest < best:
                        best = rest
            if length == 0:
                break
            above = length
        known[lengths] = best = 0 if best is None else best
        return best

    print(value(0, 0))


main()
