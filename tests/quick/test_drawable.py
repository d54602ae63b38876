"""Which witnesses that break the rules can be drawn: those that fit the board."""

import pytest

from doublecount.problems import black_white, dots_and_boxes, injured_queen, overlapping_squares, wooden_chess
from doublecount.problems.picture import as_text
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

COLOURS = black_white.Instance(("#.", ".."))
QUEENS = injured_queen.Instance((0, None, None))
SQUARES = overlapping_squares.Instance.of(())
CHESS = wooden_chess.Instance(((1, 2), (3, 4)), ((1, 2), (3, 4)))
DOTS = dots_and_boxes.Instance(((1, 2),), 1, 1)
CASES = [
    (black_white, COLOURS, ("##", "##"), True),
    (black_white, COLOURS, ("o#", "##"), False),
    (black_white, COLOURS, ("##",), False),
    (black_white, COLOURS, ("##", "#"), False),
    (black_white, COLOURS, ("##", "#."), False),
    (injured_queen, QUEENS, (0, 1, 0), True),
    (injured_queen, QUEENS, (1, 1, 0), False),
    (injured_queen, QUEENS, (0, 3, 0), False),
    (injured_queen, QUEENS, (0, -1, 0), False),
    (injured_queen, QUEENS, (0, 2), False),
    (overlapping_squares, SQUARES, ((0, 0), (2, 2)), True),
    (overlapping_squares, SQUARES, ((3, 0),), False),
    (overlapping_squares, SQUARES, ((0, 0),) * 10, False),
    (wooden_chess, CHESS, ((1, 1), (0, 0)), True),
    (wooden_chess, CHESS, ((0, 0), (0, 2)), False),
    (wooden_chess, CHESS, ((0, 0), (-1, 0)), False),
    (wooden_chess, CHESS, ((0, 0), (0, 0)), False),
    (dots_and_boxes, DOTS, ((3, 4), (1, 3)), True),
    (dots_and_boxes, DOTS, ((1, 2),), False),
    (dots_and_boxes, DOTS, ((1, 4),), False),
]
FIELDS = {
    black_white: "colouring",
    injured_queen: "placement",
    overlapping_squares: "order",
    wooden_chess: "line",
    dots_and_boxes: "best",
}


@pytest.mark.parametrize(("module", "instance", "witness", "fits"), CASES)
def test_a_witness_that_breaks_the_rules_is_drawn_where_it_fits_the_board(module, instance, witness, fits):
    problem, answer = module.PROBLEM, module.Answer(**{FIELDS[module]: witness})
    assert problem.check(instance, answer) is not None
    assert problem.drawable(instance, answer) == fits
    if fits:
        assert as_text(problem.picture(instance, answer)) != as_text(problem.picture(instance, None))


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_witness_of_the_solver_can_be_drawn_and_no_witness_can_not(name):
    problem = catalogue.problem(name)
    solver, drawn = problem.load_solver(), 0
    for index in range(20):
        instance = draw(problem, 3, index, judge_only=True).instance
        answer = solver.solve(instance)
        shown = problem.picture(instance, answer) != problem.picture(instance, None)
        drawn += problem.drawable(instance, answer)
        assert problem.drawable(instance, answer) or not shown
        assert not problem.drawable(instance, type(answer)())
    assert drawn
