"""Dots and boxes under the standard rule: who closes a box draws again. All positions of small grids."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from doublecount.dp import dots_and_boxes as dp
from doublecount.models.dots_and_boxes import MODELS
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.relations import RELATIONS
from doublecount.problems.dots_and_boxes.rules import check
from doublecount.problems.record import Status

GRIDS = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)]


def boxes_of(rows, columns):
    """The boxes as sets of lines."""
    down = columns + 1
    corners = [row * down + column + 1 for row in range(rows) for column in range(columns)]
    return [
        frozenset({(p, p + 1), (p, p + down), (p + 1, p + down + 1), (p + down, p + down + 1)})
        for p in corners
    ]


def player(rows, columns):
    """A function from the lines drawn, Tom's lead and turn (1 or -1) to his final lead."""
    boxes, lines = boxes_of(rows, columns), Instance((), rows, columns).free

    def after(drawn, lead, turn, line):
        closed = sum(line in box and box <= drawn | {line} for box in boxes)
        return drawn | {line}, lead + turn * closed, turn if closed else -turn

    @cache
    def final(drawn, lead, turn):
        ends = [final(*after(drawn, lead, turn, line)) for line in lines if line not in drawn]
        return (max if turn == 1 else min)(ends) if ends else lead

    return after, final


def answer_by_playing(game, after, final):
    state = (frozenset(), 0, 1)
    for line in game.lines:
        state = after(*state, line)
    ends = {line: final(*after(*state, line)) for line in game.free}
    margin = final(*state)
    best = tuple(line for line, end in ends.items() if end == margin)
    return Answer("Tom200" if margin > 0 else "Jerry404" if margin < 0 else "draw", margin, best)


@pytest.mark.parametrize(("rows", "columns"), GRIDS)
def test_all_sets_of_lines_in_a_random_order_have_the_answer_of_playing_on(rows, columns):
    rng, playing = Random(1), player(rows, columns)
    lines = Instance((), rows, columns).free
    for count in range(len(lines) + 1):
        for drawn in combinations(lines, count):
            game = Instance(tuple(rng.sample(drawn, count)), rows, columns, "standard")
            answer = dp.solve(game)
            assert answer == answer_by_playing(game, *playing)
            assert check(game, answer) is None


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_models_agree_with_the_solver_on_any_grid(model):
    rng = Random(2)
    for number in range(40):
        rows, columns = rng.choice([*GRIDS, (2, 3), (3, 3), (4, 2)])
        empty = Instance((), rows, columns, "standard")
        free = min(number % 9, empty.free_count)
        game = empty.with_lines(tuple(rng.sample(empty.free, empty.free_count - free)))
        outcome = model.run(game, 10**7)
        assert outcome.status is Status.ANSWERED
        assert outcome.answer == dp.solve(game), game


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
def test_relations_hold(relation):
    rng = Random(3)
    for number in range(60):
        empty = Instance((), *rng.choice([(2, 2), (3, 3), (1, 4)]), "standard")
        game = empty.with_lines(tuple(rng.sample(empty.free, max(0, empty.free_count - number % 12))))
        derived = relation.derive(game)
        answers = [dp.solve(one) for one in derived]
        assert not derived or relation.violation(game, dp.solve(game), answers) is None


def test_high_lines_of_the_table_follow_the_rule_too():
    """A grid of 17 lines has one line among the rows of the table; 3 x 3 boxes have eight."""
    rng = Random(4)
    for rows, columns in ((2, 3), (3, 3)):
        empty = Instance((), rows, columns, "standard")
        whole = dp.whole_grid(rows, columns, "standard")
        for _ in range(25):
            game = empty.with_lines(tuple(rng.sample(empty.free, empty.free_count - rng.randint(1, 13))))
            drawn = sum(1 << empty.free.index(line) for line in game.lines)
            assert whole.moves(drawn) == dp.standings_after(game).moves(0)
