"""Overlapping Squares, wrong: what was seen in one case is taken as seen in the next (state left over).

A smallest failing file has two cases; the second needs two squares, and taking off the first of them was
seen in the first case. The answers are No and Yes::

       _ _   #
      |   |  #
      |_ _|  #
             #
           _ #
     _ _ _   #
    | |   |  #
    |_|_ _|  #
             #
             #
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


SEEN = {0}


def parse(rows):
    """Return the mask of the edges drawn in a picture."""
    mask = 0
    for (row, column), bit in BITS.items():
        if rows[row][column] != " ":
            mask |= bit
    return mask


def possible(picture):
    """Say whether 1 to 6 squares make the picture."""
    layer = [0]
    for _ in range(MOST_SQUARES):
        following = []
        for unknown in layer:
            for outline, area in SQUARES:
                if (picture ^ outline) & area & ~unknown:
                    continue
                after = unknown | area
                if not picture & ~after:
                    return True
                if after not in SEEN:
                    SEEN.add(after)
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
