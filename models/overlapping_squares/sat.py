"""Overlapping Squares by SAT: the picture after each step, in each of which one square is placed.

There are as many steps as places for a square. Steps in which nothing is placed come first, so assuming how
many there are asks for a stack of a given height. "No" is the refutation of all heights.
"""

from itertools import combinations

from doublecount.models import sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.models.overlapping_squares.limit import at_most
from doublecount.problems.claim import Claim
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import NO_STACK, Position, Square
from doublecount.problems.record import Model, Outcome

MOST_PLACES = 36
UNIT = "conflicts and calls"


def _cells_beside(edge: Position) -> tuple[Position, Position]:
    """Return the two cells that an edge separates, of which one may be off the board."""
    row, column = edge
    if column % 2 == 1:
        return (row - 1, column // 2), (row, column // 2)
    return (row - 1, column // 2 - 1), (row - 1, column // 2)


def cells_inside(square: Square, edge: Position) -> int:
    """Count the cells of a square beside an edge: 1 on its outline, 2 inside, 0 elsewhere."""
    return sum(
        0 <= row - square[0] < 2 and 0 <= column - square[1] < 2 for row, column in _cells_beside(edge)
    )


def clauses(instance: Instance) -> tuple[list[sat.Clause], list[list[int]], list[int]]:
    """State the rules; return the clauses, ``placed[step][square]`` and ``idle[step]``."""
    squares = instance.squares
    steps = len(squares)
    pool, board = sat.new_pool(steps * steps)
    placed = [board[step * steps : (step + 1) * steps] for step in range(steps)]
    idle = [pool.id(("idle", step)) for step in range(steps)]
    stated: list[sat.Clause] = []
    for step in range(steps):
        choices = [idle[step], *placed[step]]
        stated += [choices, *([-one, -other] for one, other in combinations(choices, 2))]
        stated += [[-placed[one][step], -placed[other][step]] for one, other in combinations(range(steps), 2)]
        if step:
            stated.append([-idle[step], idle[step - 1]])
    marked = frozenset(instance.marked)
    for edge in instance.edges:
        drawn = [pool.id(("drawn", edge, step)) for step in range(steps)]
        stated += _changes(edge, squares, placed, drawn)
        stated.append([drawn[-1] if edge in marked else -drawn[-1]])
    return stated, placed, idle


def _changes(
    edge: Position, squares: tuple[Square, ...], placed: list[list[int]], drawn: list[int]
) -> list[sat.Clause]:
    """State when an edge is drawn after each step: a square changes it, and only a square does."""
    stated: list[sat.Clause] = []
    beside = [cells_inside(square, edge) for square in squares]
    for step, now in enumerate(drawn):
        drawing = [variable for variable, cells in zip(placed[step], beside, strict=True) if cells == 1]
        erasing = [variable for variable, cells in zip(placed[step], beside, strict=True) if cells == 2]
        stated += [[-square, now] for square in drawing]
        stated += [[-square, -now] for square in erasing]
        before = drawn[step - 1 : step]
        stated.append([-now, *before, *drawing])
        stated += [[now, -earlier, *erasing] for earlier in before]
    return stated


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Ask whether there is a stack at all, then for its least height."""
    meter = Meter(budget)
    try:
        order = lowest(instance, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    if order is None:
        return answered(Answer(possible=False, fewest=NO_STACK), meter.spent)
    possible = len(order) <= instance.limit
    return answered(Answer(possible, len(order), order if possible else None), meter.spent)


def claim(instance: Instance, budget: int) -> Outcome[Claim]:
    """Find a stack of the least height, and refute all lower ones in one formula, without assumptions."""
    meter = Meter(budget)
    try:
        order = lowest(instance, meter)
        stated, _, idle = clauses(instance)
        unused = idle[: 1 - len(order)] if order and len(order) > 1 else idle if order else []
        stated += [[-idle[-1]], *([step] for step in unused)]
        proven = sat.refuted([order] if order else [], stated, [], meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    return answered(proven, meter.spent)


def lowest(instance: Instance, meter: Meter) -> tuple[Square, ...] | None:
    """Return a stack of the least height that makes the picture, or None; raises OutOfBudgetError."""
    stated, placed, idle = clauses(instance)
    with sat.MeteredSolver(stated, meter) as solver:
        model = solver.solve([-idle[-1]])
        return None if model is None else _order(instance.squares, placed, _lowest(solver, idle, model))


def _lowest(solver: sat.MeteredSolver, idle: list[int], model: frozenset[int]) -> frozenset[int]:
    """Return a model with a stack of the least height, given one of any height."""
    found = sum(step not in model for step in idle)
    for height in range(1, found):
        lower = solver.solve([*idle[: len(idle) - height], *(-step for step in idle[len(idle) - height :])])
        if lower is not None:
            return lower
    return model


def _order(squares: tuple[Square, ...], placed: list[list[int]], model: frozenset[int]) -> tuple[Square, ...]:
    """Return the squares in the order of the steps."""
    return tuple(
        square for step in placed for variable, square in zip(step, squares, strict=True) if variable in model
    )


MODEL = Model(
    name="sat",
    technique="a SAT solver unrolls the placing step by step; heights are refuted from 1 upwards",
    run=run,
    claim=claim,
    budget=3000,
    unit=UNIT,
    fits=at_most(MOST_PLACES),
    size_limit=f"all pictures of the judge's board; others with up to {MOST_PLACES} places for a square",
    shares=frozenset({"pysat"}),
)
