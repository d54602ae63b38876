"""Dots and boxes: the solver against a game tree without memory, where that takes a minute or more."""

from itertools import combinations

import pytest

from doublecount.dp import dots_and_boxes as dp
from doublecount.problems.dots_and_boxes import Instance

GRID = Instance((), 2, 2)
BOXES = [{(p, p + 1), (p, p + 3), (p + 1, p + 4), (p + 3, p + 4)} for p in (1, 2, 4, 5)]
BESIDE = {line: [box for box in BOXES if line in box] for line in GRID.free}


def rest(drawn, free, turn):
    """What Tom still wins minus what Jerry does, all continuations played to the end."""
    worth = move_worth(drawn, free, turn)
    return (max(worth) if turn > 0 else min(worth)) if free else 0


def move_worth(drawn, free, turn):
    worth = []
    for line in free:
        drawn.add(line)
        gain = 0
        for box in BESIDE[line]:
            gain += box <= drawn
        worth.append(turn * gain + rest(drawn, [other for other in free if other != line], -turn))
        drawn.remove(line)
    return worth


@pytest.mark.slow
@pytest.mark.parametrize("first", GRID.free[:9])
def test_all_positions_of_2_by_2_boxes_with_8_free_lines_have_the_answer_of_the_game_tree(first):
    later = [line for line in GRID.free if line > first]
    for others in combinations(later, 3):
        game = GRID.with_lines((first, *others))
        worth = move_worth(set(game.lines), list(game.free), 1)
        answer = dp.solve(game)
        made = -1 if set(game.lines) in BOXES else 0  # only Jerry can have closed a box, by the fourth line
        assert answer.margin == made + max(worth)
        assert answer.best == tuple(
            line for line, value in zip(game.free, worth, strict=True) if value == max(worth)
        )
