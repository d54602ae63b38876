"""Black & White, wrong: the first colouring found in a file is printed for every case (witness left over).

Smallest failing file: the blank boards of 2 x 2 and 2 x 3, where the second gets the first one's two rows of
two cells. A case alone in its file is answered rightly.
"""

import sys
from functools import cache

COLOURS = "#o"
NOTHING = -1


@cache
def painted(state, first_row, column, colour):
    """Paint the next cell; return the next state, or None if a rule is broken."""
    colours, parts, up_left, finished = state
    up, left = colours[column], colours[column - 1] if column else NOTHING
    if colour in finished:
        return None
    if not first_row and column > 0 and up == left == up_left == colour:
        return None
    new = list(parts)
    new[column] = parts[column] if up == colour else parts[column - 1] if left == colour else len(parts)
    if up == left == colour:
        new = [new[column] if part == parts[column - 1] else part for part in new]
    next_colours = (*colours[:column], colour, *colours[column + 1 :])
    if up not in (NOTHING, colour) and parts[column] not in new:
        if up in next_colours:
            return None
        finished |= {up}
    next_up_left = up if column < len(colours) - 1 else NOTHING
    return next_colours, renumbered(new), next_up_left, finished


def renumbered(parts):
    numbers = {NOTHING: NOTHING}
    return tuple(numbers.setdefault(part, len(numbers) - 1) for part in parts)


def is_complete(state):
    colours, parts, _, _ = state
    return len(set(parts)) == len(set(colours))


kept = []


def solve(rows):
    """Return the number of colourings and one of them."""
    width = len(rows[0])
    layer = {((NOTHING,) * width, (NOTHING,) * width, NOTHING, frozenset()): 1}
    history = []
    for row, given in enumerate(rows):
        for column, symbol in enumerate(given):
            following, came_from = {}, {}
            for state, count in layer.items():
                for colour in range(2):
                    if symbol not in (".", COLOURS[colour]):
                        continue
                    after = painted(state, row == 0, column, colour)
                    if after is not None:
                        following[after] = following.get(after, 0) + count
                        came_from[after] = state, colour
            layer = following
            history.append(came_from)
    final = [state for state in layer if is_complete(state)]
    count = sum(layer[state] for state in final)
    if final and not kept:
        kept.extend(traced(history, final[0], width))
    return count, kept if final else []


def traced(history, state, width):
    """Follow a final state back to the first cell; return the rows painted."""
    cells = []
    for came_from in reversed(history):
        state, colour = came_from[state]
        cells.append(COLOURS[colour])
    text = "".join(reversed(cells))
    return [text[first : first + width] for first in range(0, len(text), width)]


def main():
    words = iter(sys.stdin.read().split())
    for _ in range(int(next(words))):
        height, _ = int(next(words)), next(words)
        count, colouring = solve([next(words) for _ in range(height)])
        print(count, *colouring, "", sep="\n")


main()
