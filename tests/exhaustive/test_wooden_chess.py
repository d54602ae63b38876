"""Wooden Chess: the DP against a game tree on all small 0/1 boards and on random boards up to 3 x 3."""

from itertools import product
from random import Random

import pytest

from doublecount.dp.wooden_chess import solve
from doublecount.problems.wooden_chess import Instance
from doublecount.problems.wooden_chess.rules import check


def game_tree(instance, filled=frozenset()):
    """Return what the first player can still win, by trying every legal move, without memory."""
    values = []
    for row, column in product(range(instance.n), range(instance.m)):
        needed = [(row, left) for left in range(column)] + [(above, column) for above in range(row)]
        if (row, column) not in filled and filled.issuperset(needed):
            rest = game_tree(instance, filled | {(row, column)})
            values.append(
                rest - instance.b[row][column] if len(filled) % 2 else rest + instance.a[row][column]
            )
    if not values:
        return 0
    return min(values) if len(filled) % 2 else max(values)


def all_boards(n, m):
    """Yield all boards with scores 0 and 1."""
    for scores in product((0, 1), repeat=2 * n * m):
        rows = [scores[start : start + m] for start in range(0, 2 * n * m, m)]
        yield Instance(tuple(rows[:n]), tuple(rows[n:]))


def assert_solved(instance):
    answer = solve(instance)
    assert answer.value == game_tree(instance), instance
    assert check(instance, answer) is None, instance


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)])
def test_all_boards_with_scores_0_and_1_have_the_value_of_the_game_tree(n, m):
    boards = list(all_boards(n, m))
    assert len(boards) == 4 ** (n * m)
    for board in boards:
        assert_solved(board)


@pytest.mark.parametrize("highest", [1, 2, 9, 100_000])
def test_random_boards_up_to_3x3_have_the_value_of_the_game_tree(highest):
    rng = Random(highest)
    for _ in range(250):
        n, m = rng.choice([(3, 3), (3, 3), (2, 3), (3, 2), (1, 3), (3, 1)])
        a, b = (tuple(tuple(rng.randint(0, highest) for _ in range(m)) for _ in range(n)) for _ in range(2))
        assert_solved(Instance(a, b))
