"""Overlapping Squares, right: takes visible squares off the picture until no edge of it is left to explain.

A picture is an integer of 40 bits, one an edge in the order of the text. Edges where a square was taken
off are known no more.
"""

import sys

MOST_SQUARES = 6
BITS = {}
for row in range(5):
    for column in range(9):
        if column % 2 == 1 or row > 0:
            BITS[row, column] = 1 << len(BITS)


def edges_of(row, column, places):
    """Return the mask of edges at these places, counted from the corner of a square."""
    mask = 0
    for down, right in places:
        mask |= BITS[row + down, 2 * column + right]
    return mask


OUTLINE = [(0, 1), (0, 3), (1, 0), (1, 4), (2, 0), (2, 1), (2, 3), (2, 4)]
INSIDE = [(1, 1), (1, 2), (1, 3), (2, 2)]
SQUARES = []
for row in range(3):
    for column in range(3):
        outline = edges_of(row, column, OUTLINE)
        SQUARES.append((outline, outline | edges_of(row, column, INSIDE)))


def parse(rows):
    """Return the mask of the edges drawn in a picture."""
    mask = 0
    for (row, column), bit in BITS.items():
        if rows[row][column] != " ":
            mask |= bit
    return mask


def possible(picture):
    """Say whether 1 to 6 squares make the picture."""
    layer, seen = [0], {0}
    for _ in range(MOST_SQUARES):
        following = []
        for unknown in layer:
            for outline, area in SQUARES:
                if (picture ^ outline) & area & ~unknown:
                    continue
                after = unknown | area
                if not picture & ~after:
                    return True
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
    return False


def main():
    """Answer all cases."""
    rows, case = [], 0
    for line in sys.stdin:
        if line.strip() == "0":
            break
        if line.strip():
            rows.append(line)
        if len(rows) == 5:
            case += 1
            print(f"Case {case}: {'Yes' if possible(parse(rows)) else 'No'}")
            rows = []


main()
