"""Black & White: random valid colourings of any size.

On a board of at least 2 x 2 the four cells around an inner grid point are never all alike nor a
checkerboard, so the border between the colours is one curve through every inner point: a closed one, or
one from border to border. A random such curve is made by "backbiting" (Mansfield 1982): link the last
point of a path through all points to a neighbour, and cut the loop that arises.

Point (r, c) is the top left corner of cell (r, c); inner points have 1 <= r < height, 1 <= c < width.
"""

from itertools import pairwise
from random import Random

from doublecount.problems.black_white.instance import COLOURS, Colouring, other

Point = tuple[int, int]
Path = list[Point]
SHARE_CLOSED = 0.2


def random_colouring(rng: Random, height: int, width: int) -> Colouring:
    """Draw a valid colouring, of any shape; O(cells^2) expected."""
    if min(height, width) == 1:
        return _random_line(rng, height, width)
    steps = {frozenset(step) for step in _random_curve(rng, height, width)}
    first, rows = rng.choice(COLOURS), []
    for row in range(height):
        if row and frozenset([(row, 0), (row, 1)]) in steps:
            first = other(first)
        colours = [first]
        for column in range(1, width):
            crossed = frozenset([(row, column), (row + 1, column)]) in steps
            colours.append(other(colours[-1]) if crossed else colours[-1])
        rows.append("".join(colours))
    return tuple(rows)


def _random_line(rng: Random, height: int, width: int) -> Colouring:
    length = height * width
    before = rng.randint(1, length)
    colour = rng.choice(COLOURS)
    line = colour * before + other(colour) * (length - before)
    return (line,) if height == 1 else tuple(line)


def _random_curve(rng: Random, height: int, width: int) -> list[tuple[Point, Point]]:
    """Return the steps of a random curve through all inner points, its ends on the border included."""
    path = [
        (row, column if row % 2 else width - column) for row in range(1, height) for column in range(1, width)
    ]
    if len(path) == 1:
        return [(path[0], exit_) for exit_ in rng.sample(_exits(path[0], height, width), 2)]
    for _ in range(4 * len(path)):
        _backbite(rng, path, height, width)
    closable = len(path) % 2 == 0 and min(height, width) > 2
    closed = closable and rng.random() < SHARE_CLOSED
    while not (_are_neighbours(path[0], path[-1]) if closed else _ends_on_border(path, height, width)):
        _backbite(rng, path, height, width)
    steps = list(pairwise(path))
    if closed:
        return [*steps, (path[-1], path[0])]
    return [*steps, *((end, rng.choice(_exits(end, height, width))) for end in (path[0], path[-1]))]


def _backbite(rng: Random, path: Path, height: int, width: int) -> None:
    """Change a path at one of its ends, in place."""
    if rng.random() < 0.5:
        path.reverse()
    row, column = rng.choice([point for point in _around(path[-1]) if point not in path[-2:]])
    if 0 < row < height and 0 < column < width:
        cut = path.index((row, column)) + 1
        path[cut:] = path[cut:][::-1]


def _around(point: Point) -> list[Point]:
    row, column = point
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def _are_neighbours(one: Point, two: Point) -> bool:
    return one in _around(two)


def _exits(point: Point, height: int, width: int) -> list[Point]:
    """Return the border points beside an inner point."""
    return [(row, column) for row, column in _around(point) if row in (0, height) or column in (0, width)]


def _ends_on_border(path: Path, height: int, width: int) -> bool:
    return all(_exits(end, height, width) for end in (path[0], path[-1]))
