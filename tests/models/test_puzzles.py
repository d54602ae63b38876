"""New Yin-Yang puzzles before the SAT model, which shares nothing with whatever made them."""

import pytest

from doublecount.models.black_white import sat as model
from doublecount.models.outcomes import Meter
from doublecount.models.sat import MeteredSolver
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, blank, cut_into_rows, other
from doublecount.puzzles import solving
from doublecount.puzzles.make import made
from doublecount.puzzles.solving import givens

BUDGET = 10**6


class Size:
    """The model of all boards of a size: givens are assumptions, so that the cuts met serve every board."""

    def __init__(self, height, width):
        self.width, self.cells = width, height * width
        self.grid = model.grid(blank(height, width))
        known = [[cell, -cell] for cell in range(1, self.cells + 1)]
        self.solver = MeteredSolver([*known, *model.clauses(blank(height, width))], Meter(BUDGET))
        self.switch = self.cells

    def literals(self, rows):
        cells = enumerate("".join(rows), start=1)
        return [cell if symbol == BLACK else -cell for cell, symbol in cells if symbol != FREE]

    def colouring(self, board, *more):
        """A colouring, or None."""
        while (found := self.solver.solve([*self.literals(board.rows), *more])) is not None:
            cells = frozenset(literal for literal in found if abs(literal) <= self.cells)
            cuts = model.cuts(self.grid, cells)
            if not cuts:
                colours = [BLACK if cell in cells else WHITE for cell in range(1, self.cells + 1)]
                return cut_into_rows("".join(colours), self.width)
            for cut in cuts:
                self.solver.add(cut)
        return None

    def another(self, board, colouring):
        """A colouring but this one, or None."""
        self.switch += 1
        self.solver.add([-self.switch, *(-literal for literal in self.literals(colouring))])
        return self.colouring(board, self.switch)


def assert_unique_and_minimal(height, width, seed):
    size, new = Size(height, width), made(height, width, seed)
    assert size.colouring(new.board) == new.filled
    assert size.another(new.board, new.filled) is None
    for row, column in givens(new.board):
        swapped = new.board.painting(row, column, other(new.board.rows[row][column]))
        assert size.colouring(swapped) is not None


@pytest.mark.parametrize(("height", "width", "seed"), [(6, 6, 1), (5, 8, 2), (8, 8, 3)])
def test_sat_finds_new_puzzles_unique_and_minimal(height, width, seed):
    assert_unique_and_minimal(height, width, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_sat_finds_8x8_puzzles_of_a_hundred_seeds_unique_and_minimal(seed):
    assert_unique_and_minimal(8, 8, seed)


@pytest.mark.parametrize("seed", range(3))
def test_sat_agrees_with_rules_and_exploring(seed, monkeypatch):
    monkeypatch.setattr(solving, "SMALL_CELLS", 0)
    size, new = Size(7, 6), made(7, 6, seed)
    found = solving.solved(new.board)
    assert found.by != solving.GRAPH
    assert found.solutions == (new.filled,) == (size.colouring(new.board),)
    assert size.another(new.board, new.filled) is None
    less = new.board.painting(*givens(new.board)[seed], FREE)
    assert len(solving.solved(less).solutions) == 2
    assert size.another(less, new.filled) is not None
