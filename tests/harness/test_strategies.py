"""The Hypothesis strategies: valid instances of every problem, which shrink to the smallest."""

from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from doublecount import strategies
from doublecount.problems.black_white import Instance as Board
from doublecount.problems.dots_and_boxes import Instance as Game
from doublecount.problems.injured_queen import Instance as Queens
from doublecount.problems.own import skeleton
from doublecount.problems.wooden_chess import Instance as Scores
from doublecount.verify import catalogue, own

FAST = partial(settings, database=None, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_problem_has_a_strategy_of_its_name(name):
    problem, seen = catalogue.problem(name), set()

    @FAST(max_examples=60, phases=[Phase.generate])
    @given(getattr(strategies, name.replace("-", "_"))())
    def look(instance):
        seen.add(instance)
        assert list(problem.read_jsonl(problem.write_jsonl([instance]), "t")) == [instance]

    look()
    assert len(seen) >= 40
    assert len({problem.size(one) for one in seen}) >= 4


SMALLEST = {
    "a black cell on a board of two rows": (
        strategies.black_white,
        lambda one: one.height > 1 and "#" in "".join(one.rows),
        [Board((".", "#")), Board(("#", "."))],
    ),
    "a queen in the last row of three columns": (
        strategies.injured_queen,
        lambda one: one.n > 2 and one.n - 1 in one.rows,
        [Queens((2, None, None))],
    ),
    "a score beside a column": (
        strategies.wooden_chess,
        lambda one: one.m > 1 and one.total_b > 6,
        [Scores(((0, 0),), ((7, 0),)), Scores(((0, 0),), ((0, 7),))],
    ),
    "two lines": (
        strategies.dots_and_boxes,
        lambda one: len(one.lines) == 2,
        [Game(((1, 2), (1, 5)))],
    ),
    "two squares": (
        strategies.overlapping_squares,
        lambda one: len(one.marked) > 8,
        None,
    ),
}


@pytest.mark.parametrize("what", SMALLEST)
def test_failures_shrink_to_the_smallest_instance(what):
    strategy, condition, smallest = SMALLEST[what]
    found = find(strategy(), condition, settings=FAST(max_examples=1000))
    assert found in smallest if smallest else len(found.marked) <= 12


def test_a_planted_bug_shrinks_to_its_true_minimum():
    """A board of 3 x 3 with one hole is the smallest on which a program that knows no such boards fails."""

    def fails(board):
        return board.height > 2 and board.width > 2 and board.givens > 0

    found = find(strategies.black_white(), fails, settings=FAST(max_examples=1000))
    assert (found.height, found.width, found.givens) == (3, 3, 1)


def test_problems_of_ones_own_are_drawn_by_their_generators(tmp_path):
    path = tmp_path / "strip.py"
    with open(skeleton.__file__) as file:
        path.write_text(file.read().replace("NAME", "strip"))
    try:
        found = find(
            strategies.instances(str(path)), lambda one: "#" in one.strip, settings=FAST(max_examples=200)
        )
        assert "#" in found.strip
        assert len(found.strip) <= 3
    finally:
        own.forget()


def test_judges_limits_are_kept_unless_told_otherwise():
    problem, seen = catalogue.problem("dots-and-boxes"), []

    @FAST(max_examples=30, phases=[Phase.generate])
    @given(strategies.instances("dots-and-boxes"))
    def look(instance):
        seen.append(problem.limits.allows(instance))

    look()
    assert seen and all(seen)
