"""Overlapping Squares by SAT over the finished stack: which squares are in it, and which lies above which.

Nothing is unrolled. The squares of a stack are ordered; an edge that is drawn lies on the outline of the
highest square that contains it, one that is not lies inside that square. Lower stacks are asked for with a
cardinality constraint, each in a solver of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from pysat.card import CardEnc, EncType

from doublecount.models import sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import NO_STACK, Position, Square
from doublecount.problems.record import Outcome, Way

UNIT = "conflicts and calls"


@cache
def sides(square: Square) -> tuple[frozenset[Position], frozenset[Position]]:
    """Return the edges on the outline of a square and those inside, as positions in the picture."""
    top, left = square[0], 2 * square[1]
    level = {(row, left + column) for row in (top, top + 2) for column in (1, 3)}
    upright = {(row, column) for row in (top + 1, top + 2) for column in (left, left + 4)}
    inside = {(top + 1, left + 1), (top + 1, left + 3), (top + 1, left + 2), (top + 2, left + 2)}
    return frozenset(level | upright), frozenset(inside)


@dataclass(frozen=True)
class Stack:
    """The variables: squares are named by their number, pairs of them as (upper, lower)."""

    placed: tuple[int, ...]
    above: Mapping[tuple[int, int], int]


def clauses(instance: Instance, most: int) -> tuple[list[sat.Clause], Stack]:
    """State the rules for stacks of at most so many squares; return the clauses and the variables."""
    squares = range(instance.places)
    pool, placed = sat.new_pool(instance.places)
    above = {pair: pool.id(("above", pair)) for pair in permutations(squares, 2)}
    covers = {pair: pool.id(("covers", pair)) for pair in above}
    stated: list[sat.Clause] = [placed]
    stated += CardEnc.atmost(placed, most, vpool=pool, encoding=EncType.totalizer).clauses
    for i, j in above:
        stated += [[sign * above[i, j], sign * above[j, i]] for sign in (1, -1) if i < j]
        stated += sat.all_of(covers[i, j], [placed[i], placed[j], above[i, j]])
    stated += [[-above[i, j], -above[j, k], above[i, k]] for i, j, k in permutations(squares, 3)]
    marked = frozenset(instance.marked)
    for edge in instance.edges:
        outline, inside = _beside(edge, instance.squares)
        showing, hidden = (outline, inside) if edge in marked else (inside, outline)
        if edge in marked:
            stated.append([placed[upper] for upper in showing])
        stated += [[-placed[lower], *(covers[upper, lower] for upper in showing)] for lower in hidden]
    return stated, Stack(tuple(placed), above)


def _beside(edge: Position, squares: Sequence[Square]) -> tuple[list[int], list[int]]:
    """Return the numbers of the squares that have an edge on their outline, and inside."""
    outline = [number for number, square in enumerate(squares) if edge in sides(square)[0]]
    inside = [number for number, square in enumerate(squares) if edge in sides(square)[1]]
    return outline, inside


def _of_at_most(most: int, instance: Instance, meter: Meter) -> tuple[Square, ...] | None:
    """Return a stack of at most so many squares, lowest first, or None; raises OutOfBudgetError."""
    stated, stack = clauses(instance, most)
    with sat.MeteredSolver(stated, meter, solver=sat.SECOND_SOLVER) as solver:
        model = solver.solve()
    if model is None:
        return None
    there = [number for number, variable in enumerate(stack.placed) if variable in model]
    below = {
        upper: sum(stack.above[upper, lower] in model for lower in there if lower != upper) for upper in there
    }
    return tuple(instance.squares[number] for number in sorted(there, key=below.__getitem__))


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Find a stack, then one of fewer squares until there is none."""
    meter = Meter(budget)
    try:
        order = _of_at_most(instance.places, instance, meter)
        if order is None:
            return answered(Answer(possible=False, fewest=NO_STACK), meter.spent)
        while len(order) > 1 and (lower := _of_at_most(len(order) - 1, instance, meter)):
            order = lower
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    possible = len(order) <= instance.limit
    return answered(Answer(possible, len(order), order if possible else None), meter.spent)


WAY = Way(sat.OTHERWISE, run)
