"""Black & White by CP-SAT: every cell has its distance to the first cell of its colour, all enumerated.

The distance is counted in steps between side neighbours of the cell's own colour. It is 0 at the first cell
of a colour (row by row) and nowhere else; elsewhere some neighbour of the colour is one step nearer, and
neighbours of one colour differ by at most 1. So a colouring has exactly one such assignment if both colours
are connected, and none if not: helper variables follow from the board variables.
"""

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, Colouring
from doublecount.problems.record import Model, Outcome

MOST_CELLS = 200

Bool = cp_model.IntVar


def build(
    instance: Instance, longest_path: int | None = None
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """State the rules; return the model and a variable a cell, row by row: 1 for black.

    ``longest_path`` bounds the distances. By default it is the number of cells, which no path exceeds; a
    smaller bound loses colourings with longer paths.
    """
    model = cp_model.CpModel()
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    black = {cell: model.new_bool_var(f"black{cell}") for cell in cells}
    for row, column in cells:
        symbol = instance.rows[row][column]
        if symbol != FREE:
            model.add(black[row, column] == (symbol == BLACK))
        if row and column:
            block = [black[row - 1, column - 1], black[row - 1, column], black[row, column - 1], black[row, column]]
            model.add_bool_or(block)
            model.add_bool_or([~cell for cell in block])
    _state_connected(model, black, len(cells) if longest_path is None else longest_path)
    return model, list(black.values())


def _state_connected(model, black, longest):
    cells = list(black)
    distance = {cell: model.new_int_var(0, longest, f"distance{cell}") for cell in cells}
    nearer = {cell: [] for cell in cells}
    for cell in cells:
        row, column = cell
        for neighbour in ((row, column + 1), (row + 1, column)):
            if neighbour in black:
                same = model.new_bool_var(f"same{cell}{neighbour}")
                a, b = black[cell], black[neighbour]
                model.add_bool_or([same, a, b]); model.add_bool_or([same, ~a, ~b])
                model.add_bool_or([~same, ~a, b]); model.add_bool_or([~same, a, ~b])
                d = distance[cell] - distance[neighbour]
                up, down = model.new_bool_var(""), model.new_bool_var("")
                model.add_implication(up, same); model.add_implication(down, same)
                model.add(d == 1).only_enforce_if(up)
                model.add(d == -1).only_enforce_if(down)
                model.add(d == 0).only_enforce_if(same, ~up, ~down)
                nearer[cell].append(up); nearer[neighbour].append(down)
    # first
    first = {}
    for sign in (0, 1):
        seen_before = None
        for cell in cells:
            lit = ~black[cell] if sign == 0 else black[cell]
            if seen_before is None:
                is_first = lit
                seen = lit
            else:
                is_first = model.new_bool_var("")
                # is_first <=> lit & ~seen_before
                model.add_bool_or([is_first, ~lit, seen_before]); model.add_implication(is_first, lit); model.add_implication(is_first, ~seen_before)
                seen = model.new_bool_var("")
                model.add_bool_or([~seen, seen_before, lit]); model.add_implication(lit, seen); model.add_implication(seen_before, seen)
            first.setdefault(cell, []).append(is_first)
            seen_before = seen
    for cell in cells:
        model.add_exactly_one if False else None
        model.add_bool_or([*first[cell], *nearer[cell]])
        for f in first[cell]:
            model.add(distance[cell] == 0).only_enforce_if(f)
        model.add(distance[cell] >= 1).only_enforce_if(*[~f for f in first[cell]])


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Enumerate all colourings."""
    found = cp_sat.enumerate_solutions(*build(instance), budget)
    if not found.complete:
        return out_of_budget(budget, cp_sat.UNIT)
    colourings = frozenset(_colouring(instance, values) for values in found.solutions)
    return answered(Answer(len(colourings), min(colourings, default=None), colourings), found.work)


def _colouring(instance: Instance, values: tuple[int, ...]) -> Colouring:
    painted = "".join(BLACK if value else WHITE for value in values)
    width = instance.width
    return tuple(painted[first : first + width] for first in range(0, len(painted), width))
