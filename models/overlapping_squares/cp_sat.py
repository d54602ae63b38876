"""Overlapping Squares by CP-SAT: a height in the stack for each square, 0 if it is not placed.

An edge that is drawn lies on the outline of the highest square that contains it; an edge that is not drawn
lies inside the highest square that contains it, or no square contains it.
"""

from collections.abc import Sequence
from itertools import permutations

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.models.overlapping_squares.limit import at_most
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import NO_STACK, Position, Square
from doublecount.problems.record import Model, Outcome

MOST_PLACES = 100


def _around(edge: Position, squares: Sequence[Square]) -> tuple[list[Square], list[Square]]:
    """Return those of the squares that have an edge on their outline, and those that have it inside.

    By the distance of the middle of the edge from the middle of the square, in half units.
    """
    y, x = (2 * edge[0], edge[1]) if edge[1] % 2 == 1 else (2 * edge[0] - 1, edge[1])
    outline: list[Square] = []
    inside: list[Square] = []
    for row, column in squares:
        distance = max(abs(y - (2 * row + 2)), abs(x - (2 * column + 2)))
        if distance <= 2:
            (outline if distance == 2 else inside).append((row, column))
    return outline, inside


def _meet(one: Square, other: Square) -> bool:
    """Tell whether two squares touch: the order of others does not matter."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 2


def build(instance: Instance) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """State the rules; return the model and the height of each square."""
    model = cp_model.CpModel()
    squares = instance.squares
    height = {square: model.new_int_var(0, len(squares), f"height{square}") for square in squares}
    placed = {square: model.new_bool_var(f"placed{square}") for square in squares}
    above = {pair: model.new_bool_var(f"above{pair}") for pair in permutations(squares, 2) if _meet(*pair)}
    for square in squares:
        model.add(height[square] >= 1).only_enforce_if(placed[square])
        model.add(height[square] == 0).only_enforce_if(~placed[square])
    for (upper, lower), holds in above.items():
        model.add(height[upper] > height[lower]).only_enforce_if(holds)
    marked = frozenset(instance.marked)
    for edge in instance.edges:
        outline, inside = _around(edge, squares)
        drawn = edge in marked
        if drawn:
            model.add_at_least_one(placed[square] for square in outline)
        showing, hidden = (outline, inside) if drawn else (inside, outline)
        for lower in hidden:
            model.add_bool_or(~placed[lower], *(above[upper, lower] for upper in showing))
    model.add_at_least_one(placed.values())
    model.minimize(sum(placed.values()))
    return model, [height[square] for square in squares]


def run(instance: Instance, budget: int, manner: Manner = Manner.USUAL) -> Outcome[Answer]:
    """Find a stack of the fewest squares."""
    found = cp_sat.solve(*build(instance), budget, manner)
    if found.verdict is cp_sat.Verdict.UNKNOWN:
        return out_of_budget(budget, cp_sat.UNIT)
    if found.verdict is cp_sat.Verdict.NONE:
        return answered(Answer(possible=False, fewest=NO_STACK), found.work)
    heights = zip(found.values, instance.squares, strict=True)
    stack = sorted((height, square) for height, square in heights if height)
    order = tuple(square for _, square in stack)
    possible = len(order) <= instance.limit
    return answered(Answer(possible, len(order), order if possible else None), found.work)


MODEL = Model(
    name="cp-sat",
    technique="CP-SAT gives each square a height in the stack and minimises the number of squares",
    run=run,
    ways=cp_sat.ways(run),
    budget=1000,
    unit=cp_sat.UNIT,
    fits=at_most(MOST_PLACES),
    size_limit=f"all pictures of the judge's board; others with up to {MOST_PLACES} places for a square",
    shares=frozenset({"ortools"}),
)
