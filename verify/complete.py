"""The complete boards below a board of a counting problem, each decided by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from doublecount.problems.record import AnyProblem

MOST_BOARDS = 256
COUNT, SOLUTIONS = "count", "solutions"
"""The facts that counting problems compare."""


@dataclass(frozen=True)
class Complete:
    """A complete board, and its answer by the rules alone."""

    board: Any
    truth: Any


def complete_boards(problem: AnyProblem, instance: Any) -> tuple[Complete, ...] | None:
    """Follow the split down to all boards that the rules decide, in the order of its parts.

    None where answers are no counts, where the split ends before the rules decide, and where there are more
    than ``MOST_BOARDS``: every part has a board below it, so that this shows soon.
    """
    if problem.split is None or COUNT not in problem.compared:
        return None
    found: list[Complete] = []
    waiting = [instance]
    while waiting:
        board = waiting.pop()
        truth = problem.decide(board)
        if truth is not None:
            found.append(Complete(board, truth))
            continue
        parts = problem.split.derive(board)
        waiting += reversed(parts)
        if not parts or len(found) + len(waiting) > MOST_BOARDS:
            return None
    return tuple(found)


def summed_up(boards: Sequence[Complete]) -> Any:
    """The answer to the board that all these are below: its witness means nothing."""
    truths = [one.truth for one in boards]
    answer = replace(truths[0], count=sum(truth.count for truth in truths))
    lists = [truth.solutions for truth in truths]
    return replace(answer, solutions=None if None in lists else reduce(or_, lists))
