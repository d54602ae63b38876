"""How hard a puzzle is: what simple rules do on it, and what they leave."""

from dataclasses import dataclass

from doublecount.problems.black_white import Instance
from doublecount.puzzles.deduction import RULES, deduced, painted, tried


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is for a person."""

    givens: int
    forced_at_start: int
    """Cells that some simple rule tells before anything is painted."""
    rounds: int
    """Times that a simple rule had something to say, before they were stuck or done."""
    left_by_rules: int
    """Cells that simple rules leave free."""
    trials: int
    """Cells for which a colour had to be tried and refuted by simple rules."""
    left_by_trials: int
    """Cells that are free even then: they take looking further ahead."""


def difficulty(board: Instance) -> Difficulty:
    """Measure a puzzle that has a solution."""
    start = painted(board)
    first = _at_start(board)
    known, steps = deduced(start)
    left, trials, rounds = known.free.bit_count(), 0, len(steps)
    while (found := tried(known)) is not None:
        trials += 1
        known, _ = deduced(known.adding(found.black, found.white))
    return Difficulty(board.givens, first, rounds, left, trials, known.free.bit_count())


def _at_start(board: Instance) -> int:
    known = painted(board)
    told = 0
    for _, tells in RULES:
        black, white = tells(known)
        told |= black | white
    return (told & known.free).bit_count()
