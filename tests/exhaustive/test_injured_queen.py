"""Injured Queen: the solver against all placements, tried one by one with the rules."""

from itertools import product

import pytest

from doublecount.dp.injured_queen import solutions, solve
from doublecount.problems.injured_queen import Instance
from doublecount.problems.injured_queen.rules import broken_rule


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_status_string_is_answered_as_brute_force_does(n):
    free = Instance((None,) * n)
    valid = [placement for placement in product(range(n), repeat=n) if broken_rule(free, placement) is None]
    for rows in product([None, *range(n)], repeat=n):
        instance = Instance(rows)
        expected = [
            placement
            for placement in valid
            if all(row in (None, queen) for row, queen in zip(rows, placement, strict=True))
        ]
        answer = solve(instance)
        assert answer.count == len(expected), instance
        assert answer.placement == (expected[0] if expected else None), instance
        assert n == 5 or list(solutions(instance)) == expected
