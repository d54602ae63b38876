"""Wooden Chess: the largest boards, against networkx and against the relations."""

from random import Random

import pytest

from doublecount.dp.wooden_chess import solve
from doublecount.models.wooden_chess import retrograde
from doublecount.problems.wooden_chess import PROBLEM, Instance
from doublecount.problems.wooden_chess.rules import check


def random_board(rng, n, m, highest):
    a, b = (tuple(tuple(rng.randint(0, highest) for _ in range(m)) for _ in range(n)) for _ in range(2))
    return Instance(a, b)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), [(10, 10), (6, 13)])
def test_a_full_size_board_has_the_value_of_retrograde_analysis(n, m):
    instance = random_board(Random(n), n, m, 100_000)
    assert retrograde.run(instance, 200_000).answer.value == solve(instance).value


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(12, 12), (11, 13), (13, 11)])
def test_the_largest_boards_keep_the_relations(sides):
    instance = random_board(Random(1), *sides, 10**15)
    answer = solve(instance)
    assert check(instance, answer) is None
    for relation in PROBLEM.relations:
        others = [solve(derived) for derived in relation.derive(instance)]
        assert others
        assert relation.violation(instance, answer, others) is None
