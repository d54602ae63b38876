"""Wooden Chess by CP-SAT: one integer variable a position, equal to the maximum or minimum of its moves.

A position is the tuple of the heights of its columns: pieces fill a column from the top, and none is higher
than the column to its left.
"""

from itertools import combinations_with_replacement

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.record import Model, Outcome
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Line

Heights = tuple[int, ...]
MOST_CELLS = 50
MOST_TOTAL = 2**50
"""CP-SAT adds in 64 bits."""


def positions(instance: Instance) -> list[Heights]:
    """List all positions, the empty board first, the full board last."""
    heights = range(instance.n, -1, -1)
    return sorted(combinations_with_replacement(heights, instance.m), key=sum)


def moves(instance: Instance, position: Heights) -> list[tuple[int, int, Heights]]:
    """List the legal moves as (column, what it adds to the value, next position)."""
    second = sum(position) % 2
    found = []
    for column, row in enumerate(position):
        if row < instance.n and (column == 0 or position[column - 1] > row):
            earned = -instance.b[row][column] if second else instance.a[row][column]
            found.append((column, earned, (*position[:column], row + 1, *position[column + 1 :])))
    return found


def build(instance: Instance) -> tuple[cp_model.CpModel, dict[Heights, cp_model.IntVar]]:
    """State what each position is worth; return the model and the value variable of each position."""
    model = cp_model.CpModel()
    values = {
        position: model.new_int_var(-instance.total_b, instance.total_a, f"value{position}")
        for position in positions(instance)
    }
    for position, value in values.items():
        options = [values[following] + earned for _, earned, following in moves(instance, position)]
        if not options:
            model.add(value == 0)
        elif sum(position) % 2:
            model.add_min_equality(value, options)
        else:
            model.add_max_equality(value, options)
    return model, values


def best_line(instance: Instance, worth: dict[Heights, int]) -> Line:
    """Follow best moves from the empty board; raises StopIteration if the values contradict each other."""
    position = (0,) * instance.m
    line = []
    while choices := moves(instance, position):
        column, following = next(
            (column, following)
            for column, earned, following in choices
            if worth[following] + earned == worth[position]
        )
        line.append((position[column], column))
        position = following
    return tuple(line)


def run(instance: Instance, budget: int, manner: Manner = Manner.USUAL) -> Outcome[Answer]:
    """Let CP-SAT find the only values that fit."""
    model, values = build(instance)
    found = cp_sat.solve(model, list(values.values()), budget, manner)
    if found.verdict is not cp_sat.Verdict.FOUND:
        return out_of_budget(budget, cp_sat.UNIT)
    worth = dict(zip(values, found.values, strict=True))
    return answered(Answer(worth[(0,) * instance.m], best_line(instance, worth)), found.work)


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    if instance.cells > MOST_CELLS:
        return f"more than {MOST_CELLS} cells"
    if instance.total_a + instance.total_b > MOST_TOTAL:
        return f"scores of more than {MOST_TOTAL} in all"
    return None


MODEL = Model(
    name="cp-sat",
    technique="CP-SAT finds the value of every position, the maximum or minimum of its moves",
    run=run,
    ways=cp_sat.ways(run),
    budget=1000,
    unit=cp_sat.UNIT,
    fits=fits,
    size_limit=f"{MOST_CELLS} cells, such as 7 x 7 or 5 x 10",
    shares=frozenset({"ortools"}),
)
