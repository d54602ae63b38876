"""Black & White, wrong: cells that touch at a corner count as connected (8 neighbours, not 4)."""

import sys
from functools import cache

COLOURS = "#o"


@cache
def paint(state, column, colour):
    """Paint the next cell; return the state after it, or None where a rule is broken.

    A state holds the last cell painted in each column and, at the end, the cell up and left of the next one,
    each as (colour, part) or None; then the colours whose only part can't grow any more.
    """
    cells, closed = state
    width = len(cells) - 1
    up, up_left = cells[column], cells[width]
    left = cells[column - 1] if column else None
    up_right = cells[column + 1] if column + 1 < width else None
    if colour in closed:
        return None
    if None not in (up, left, up_left) and up[0] == left[0] == up_left[0] == colour:
        return None
    touched = {one[1] for one in (up, left, up_left, up_right) if one and one[0] == colour}
    after = [(one[0], -1) if one and one[1] in touched else one for one in cells]
    after[width], after[column] = after[column] if column < width - 1 else None, (colour, -1)
    gone = [one for one in (up_left, up if column == width - 1 else None) if one]
    for old_colour, part in gone:
        if part not in touched and not any(one and one[1] == part for one in after):
            if any(one and one[0] == old_colour for one in after):
                return None
            closed |= {old_colour}
    names = {}
    renamed = tuple(one and (one[0], names.setdefault(one[1], len(names))) for one in after)
    return renamed, closed


def solve(rows):
    """Return the number of colourings and one of them."""
    width = len(rows[0])
    layer, history = {((None,) * (width + 1), frozenset()): 1}, []
    for row in rows:
        for column, given in enumerate(row):
            following, origin = {}, {}
            for state, ways in layer.items():
                for colour in COLOURS if given == "." else given:
                    after = paint(state, column, colour)
                    if after:
                        following[after] = following.get(after, 0) + ways
                        origin[after] = state, colour
            layer = following
            history.append(origin)
    ends = [state for state in layer if connected(state)]
    return sum(layer[state] for state in ends), traced(history, ends[0], width) if ends else []


def connected(state):
    """Whether each colour is in one part at the end."""
    last = {one for one in state[0] if one}
    return len(last) == len({colour for colour, _ in last})


def traced(history, state, width):
    """Follow an end back to the first cell; return the rows."""
    cells = ""
    for origin in reversed(history):
        state, colour = origin[state]
        cells = colour + cells
    return [cells[start : start + width] for start in range(0, len(cells), width)]


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    height, _ = int(next(words)), next(words)
    count, colouring = solve([next(words) for _ in range(height)])
    print(count, *colouring, "", sep="\n")
