"""Wooden Chess by a game tree without memory: every line of play is played out.

A position is the set of filled cells, an integer with one bit a cell; a cell may be filled when the bits of
all cells to its left and above are set. Positions that are reached twice are searched twice.
"""

from itertools import product

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.record import Model, Outcome
from doublecount.problems.wooden_chess import Answer, Instance

MOST_CELLS = 24
UNIT = "nodes"


class _Tree:
    """Searches one board. Cells are numbered row by row."""

    def __init__(self, instance: Instance, meter: Meter) -> None:
        board = list(product(range(instance.n), range(instance.m)))
        bits = {cell: 1 << number for number, cell in enumerate(board)}
        self.cells = [
            (
                bits[row, column],
                sum(bits[row, left] for left in range(column))
                + sum(bits[above, column] for above in range(row)),
            )
            for row, column in board
        ]
        """Of each cell its bit and the bits of the cells that must be filled before."""
        self.earned = (
            [instance.a[row][column] for row, column in board],
            [-instance.b[row][column] for row, column in board],
        )
        self.board, self.full, self.meter = board, (1 << len(board)) - 1, meter

    def best(self, filled: int, player: int) -> tuple[int, list[int]]:
        """Return what is still to be won, and the cells of best play in reverse order."""
        self.meter.spend()
        if filled == self.full:
            return 0, []
        found: tuple[int, list[int]] | None = None
        for cell, (bit, needed) in enumerate(self.cells):
            if filled & bit or needed & ~filled:
                continue
            rest, line = self.best(filled | bit, 1 - player)
            value = rest + self.earned[player][cell]
            if found is None or (value > found[0] if player == 0 else value < found[0]):
                line.append(cell)
                found = value, line
        assert found is not None, "a board that is not full has a cell that may be filled"
        return found


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Search the whole tree."""
    meter = Meter(budget)
    tree = _Tree(instance, meter)
    try:
        value, line = tree.best(0, 0)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(Answer(value, tuple(tree.board[cell] for cell in reversed(line))), meter.spent)


def fits(instance: Instance) -> str | None:
    """Return None, or why the tree is hopeless: its leaves are the lines of play, 701,149,020 on 5 x 5."""
    if min(instance.n, instance.m) > 4 or instance.cells > MOST_CELLS:
        return f"more than {MOST_CELLS} cells, or 5 rows and columns"
    return None


MODEL = Model(
    name="game-tree",
    technique="plays out every line of play, without memory",
    run=run,
    budget=120_000,
    unit=UNIT,
    fits=fits,
    size_limit="4 x 4, 3 x 5, 2 x 9 within the default budget; 24 cells with a larger one",
)
