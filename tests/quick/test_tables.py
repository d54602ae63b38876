"""Tables of games: every value is checked against moves made by the rules, and a wrong one is found."""

from dataclasses import replace

import pytest

from doublecount.problems import dots_and_boxes, wooden_chess
from doublecount.problems.record import differing_facts
from doublecount.verify import catalogue, certify, table
from doublecount.verify.instances import draw
from doublecount.verify.proven import FULL, Proven, Unproven, proven

GAMES = ("wooden-chess", "dots-and-boxes")
CHESS = wooden_chess.Instance(((3, 1, 4), (1, 5, 9)), ((2, 6, 5), (3, 5, 8)))
LINES = ((1, 2), (1, 4), (2, 3), (3, 6), (4, 7), (7, 8))
DOTS = dots_and_boxes.Instance(LINES, 2, 2, "standard")
SMALL = pytest.mark.parametrize(("name", "instance"), [("wooden-chess", CHESS), ("dots-and-boxes", DOTS)])


@pytest.mark.parametrize("name", GAMES)
def test_a_checked_table_gives_what_the_solver_says(name):
    problem, shown = catalogue.problem(name), 0
    solver = problem.load_solver()
    for index in range(40):
        instance = draw(problem, 31, index, judge_only=False).instance
        found = proven(problem, instance, effort=replace(FULL, positions=1100))
        if isinstance(found, Proven):
            assert differing_facts(problem, found.answer, solver.solve(instance)) == (), instance
            assert f"every of {problem.game.positions(instance):,} position" in found.how
            shown += 1
        else:
            assert not found.wrong
    assert shown >= 10


@SMALL
def test_any_wrong_value_is_found_wherever_it_is(name, instance):
    problem = catalogue.problem(name)
    worth = problem.load_solver().values(instance)
    steps, positions = problem.game.steps(instance), [problem.game.start(instance)]
    for position in positions:
        positions += [s.position for s in steps(position) if s.position not in positions]
    assert len(positions) == problem.game.positions(instance)
    for wrong in positions:
        for error in (-1, 1, 2):
            with pytest.raises(table.WrongTableError, match="is worth"):
                table.checked(
                    problem.game, instance, lambda p, w=wrong, e=error: worth(p) + (e if p == w else 0)
                )


@SMALL
def test_a_wrong_table_of_the_solver_is_a_fault_of_the_tool(name, instance):
    problem = catalogue.problem(name)
    wrong = replace(problem.load_solver(), values=lambda _: lambda _: 0)
    changed = replace(problem, load_solver=lambda: wrong)
    found = proven(changed, instance)
    assert isinstance(found, Unproven) and found.wrong
    with pytest.raises(certify.WrongAnswerError, match="is worth"):
        certify.backing(changed, instance, problem.load_solver().solve(instance))


@SMALL
def test_too_many_positions_and_boards_too_large_are_unproven(name, instance):
    problem = catalogue.problem(name)
    few = proven(problem, instance, effort=replace(FULL, positions=5))
    assert few == Unproven(f"{problem.game.positions(instance)} positions, more than 5")
    most = replace(FULL, positions=problem.game.positions(instance))
    assert isinstance(proven(problem, instance, effort=most), Proven)
    full = replace(problem.load_solver(), fits=lambda _: "full")
    assert (
        proven(replace(problem, load_solver=lambda: full), instance).why == "too large for the solver: full"
    )
    bare = replace(problem.load_solver(), values=None)
    assert not proven(replace(problem, load_solver=lambda: bare), instance).wrong


def test_a_move_of_the_rules_closes_boxes_and_draws_again_under_the_standard_rule_only():
    three = ((1, 2), (1, 3), (2, 4))
    for rules, again in (("strict", False), ("standard", True)):
        game = dots_and_boxes.Instance(three, 1, 1, rules)
        (step,) = dots_and_boxes.PROBLEM.game.steps(game)(0)
        assert (step.move, step.earned, step.position, step.again) == ((3, 4), 1, 1, again)


def test_pieces_fill_rows_from_the_left_and_no_row_is_longer_than_the_one_above():
    steps = wooden_chess.PROBLEM.game.steps(CHESS)
    assert [(s.move, s.earned, s.position) for s in steps((2, 1))] == [
        ((0, 2), 5, (3, 1)),
        ((1, 1), 5, (2, 2)),
    ]
    assert [s.move for s in steps((1, 1))] == [(0, 1)]
    assert steps((3, 3)) == []
