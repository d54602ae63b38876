"""Wrong: a line that closes two boxes at once gives one point instead of two.

Smallest failing case: 1-2 2-6 3-4 3-7 5-9 7-11 9-10 9-13 10-11 11-15 13-14 14-15: Tom200, not Jerry404.
"""

import sys

SIDE = 4
BOXES = [
    {(p, p + 1), (p, p + SIDE), (p + 1, p + 1 + SIDE), (p + SIDE, p + SIDE + 1)}
    for p in (1, 2, 3, 5, 6, 7, 9, 10, 11)
]
LINES = sorted(set().union(*BOXES))


def boxes_beside(line, numbered):
    """Return the boxes on both sides of a line, as bit masks of the numbered lines."""
    return [
        sum(1 << bit for bit, other in enumerate(numbered) if other in box) for box in BOXES if line in box
    ]


def closed(boxes, drawn):
    """Return how many of the boxes beside the last line are closed."""
    count = 0
    for box in boxes:
        if box & drawn == box:
            count = 1
    return count


def lead_so_far(lines):
    """Return the points of the player who draws first minus the other's."""
    lead, drawn, sign = 0, 0, 1
    for line in lines:
        drawn |= 1 << LINES.index(line)
        lead += sign * closed(boxes_beside(line, LINES), drawn)
        sign = -sign
    return lead


def best_net(free):
    """Return the mover's further points minus the other's when the lines ``free`` are left."""
    beside = [boxes_beside(line, free) for line in free]
    memo = {(1 << len(free)) - 1: 0}

    def net(drawn):
        if drawn in memo:
            return memo[drawn]
        best = -99
        for bit, boxes in enumerate(beside):
            after = drawn | 1 << bit
            if after != drawn:
                best = max(best, closed(boxes, after) - net(after))
        memo[drawn] = best
        return best

    return net(0)


def winner(lines):
    """Return who wins after these lines."""
    rest = best_net([line for line in LINES if line not in lines])
    if len(lines) % 2:
        rest = -rest
    return "Tom200" if lead_so_far(lines) + rest > 0 else "Jerry404"


def main():
    numbers = iter(map(int, sys.stdin.read().split()))
    for case in range(1, next(numbers) + 1):
        lines = []
        for _ in range(next(numbers)):
            start, end = next(numbers), next(numbers)
            lines.append((min(start, end), max(start, end)))
        print(f"Case #{case}: {winner(lines)}")


main()
