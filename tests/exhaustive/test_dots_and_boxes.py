"""Dots and boxes: the solver against plain programs written here, on all positions of small grids.

The game trees of positions of 2 x 2 boxes with 8 free lines take longer and are in the slow suite; here the
retrograde analysis covers them.
"""

from itertools import combinations
from random import Random

import pytest

from doublecount.dp import dots_and_boxes as dp
from doublecount.problems.dots_and_boxes import Answer, Instance

GRIDS = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)]
LARGE = [(1, 3), (3, 1), (2, 2)]
MOST_IN_TREE = 7


def beside(game):
    """For each line of the grid the boxes beside it, as sets of four lines."""
    width = game.columns + 1
    corners = [row * width + column + 1 for row in range(game.rows) for column in range(game.columns)]
    boxes = [
        frozenset({(p, p + 1), (p, p + width), (p + 1, p + width + 1), (p + width, p + width + 1)})
        for p in corners
    ]
    return {line: [box for box in boxes if line in box] for line in game.free + game.lines}


def lead(game):
    """Tom's points minus Jerry's."""
    boxes, drawn, points = beside(game), set(), [0, 0]
    for turn, line in enumerate(game.lines):
        drawn.add(line)
        points[turn % 2] += sum(box <= drawn for box in boxes[line])
    return points[0] - points[1]


def rest_by_tree(boxes, drawn, free, turn):
    """What Tom still wins minus what Jerry does, all continuations played to the end."""
    found = []
    for line in free:
        drawn.add(line)
        gain = 0
        for box in boxes[line]:
            gain += box <= drawn
        rest = rest_by_tree(boxes, drawn, [other for other in free if other != line], -turn)
        found.append(turn * gain + rest)
        drawn.remove(line)
    return (max(found) if turn > 0 else min(found)) if found else 0


def rests_by_retrograde_analysis(rows, columns):
    """The same for every set of drawn lines, from the largest set to the empty one."""
    empty = Instance((), rows, columns)
    boxes, rests = beside(empty), {}
    for count in reversed(range(empty.free_count + 1)):
        for lines in combinations(empty.free, count):
            drawn, turn = frozenset(lines), -1 if count % 2 else 1
            found = [
                turn * sum(box <= drawn | {line} for box in boxes[line]) + rests[drawn | {line}]
                for line in empty.free
                if line not in drawn
            ]
            rests[drawn] = (max(found) if turn > 0 else min(found)) if found else 0
    return rests


def answer_by(rest, game):
    """The answer, given a function that values a game after one more line (or this one, when it is over)."""
    margins = {line: lead(game.drawing(line)) + rest(game.drawing(line)) for line in game.free}
    choose = min if len(game.lines) % 2 else max
    margin = choose(margins.values(), default=lead(game))
    best = tuple(line for line in game.free if margins[line] == margin)
    return Answer("Tom200" if margin > 0 else "Jerry404" if margin < 0 else "draw", margin, best)


def tree(game):
    return rest_by_tree(beside(game), set(game.lines), list(game.free), -1 if len(game.lines) % 2 else 1)


def positions(rows, columns):
    """All sets of drawn lines, drawn in sorted order."""
    empty = Instance((), rows, columns)
    for count in range(empty.free_count + 1):
        for lines in combinations(empty.free, count):
            yield empty.with_lines(lines)


@pytest.mark.parametrize(("rows", "columns"), GRIDS)
def test_all_positions_have_the_answer_of_retrograde_analysis(rows, columns):
    rests = rests_by_retrograde_analysis(rows, columns)
    checked = 0
    for game in positions(rows, columns):
        assert dp.solve(game) == answer_by(lambda after: rests[frozenset(after.lines)], game)
        checked += 1
    assert checked == 2 ** Instance((), rows, columns).free_count


@pytest.mark.parametrize(
    ("rows", "columns"), [pytest.param(*grid, marks=[pytest.mark.slow] * (grid in LARGE)) for grid in GRIDS]
)
def test_all_positions_with_few_free_lines_have_the_answer_of_the_game_tree(rows, columns):
    most = MOST_IN_TREE if rows * columns == 4 else MOST_IN_TREE + 1
    games = [game for game in positions(rows, columns) if game.free_count <= most]
    for game in games:
        assert dp.solve(game) == answer_by(tree, game)


@pytest.mark.parametrize("seed", range(10))
def test_random_positions_of_3_by_3_boxes_have_the_answer_of_the_game_tree(seed):
    rng = Random(seed)
    for number in range(30):
        lines = rng.sample(Instance(()).free, 24 - number % 9)
        game = Instance(tuple(lines))
        assert dp.solve(game) == answer_by(tree, game)
