"""New puzzles: unique, and no given can be removed."""

from random import Random

from doublecount.dp import black_white
from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.colouring import random_colouring
from doublecount.problems.black_white.instance import FREE, other
from doublecount.puzzles.puzzle import Puzzle
from doublecount.puzzles.solving import has_solution, is_small

Cell = tuple[int, int]


def made(height: int, width: int, seed: int, symmetric: bool = False) -> Puzzle:
    """Make a puzzle, with its answer: a random colouring, less all givens that it can spare.

    If ``symmetric``, givens stand opposite each other in a half turn, and no pair of them can be removed.
    Every removal is tried once, in random order: what can't be removed now can't be later, with fewer
    givens. The same seed makes the same puzzle. Raises UndecidedError.
    """
    rng = Random(f"yin-yang {height}x{width} {seed}")
    colouring = random_colouring(rng, height, width)
    board = Instance(colouring)
    groups = _groups(height, width, symmetric)
    rng.shuffle(groups)
    for group in groups:
        less = board
        for cell in group:
            less = less.painting(*cell, FREE)
        if _stays_unique(less, colouring, group):
            board = less
    return Puzzle(board, colouring)


def _groups(height: int, width: int, symmetric: bool) -> list[list[Cell]]:
    cells = [(row, column) for row in range(height) for column in range(width)]
    if not symmetric:
        return [[cell] for cell in cells]
    pairs = {tuple(sorted({(r, c), (height - 1 - r, width - 1 - c)})) for r, c in cells}
    return [list(pair) for pair in sorted(pairs)]


def _stays_unique(board: Instance, colouring: tuple[str, ...], freed: list[Cell]) -> bool:
    """Whether the board has one colouring, if it had one before these cells were freed.

    A second one differs in one of them.
    """
    if is_small(board):
        return black_white.count(board) == 1
    return not any(has_solution(board.painting(r, c, other(colouring[r][c]))) for r, c in freed)
