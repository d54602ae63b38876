"""Injured Queen by CP-SAT: one integer variable a column, neighbours at least 2 apart, all enumerated."""

from itertools import pairwise

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.models.injured_queen.limit import MOST_WAYS, too_many_ways
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.record import Model, Outcome


def build(instance: Instance) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """State the rules; return the model and the row variable of each column."""
    model = cp_model.CpModel()
    rows = [
        model.new_int_var(0, instance.n - 1, f"row{column}")
        if fixed is None
        else model.new_int_var(fixed, fixed, f"row{column}")
        for column, fixed in enumerate(instance.rows)
    ]
    apart = cp_model.Domain.from_intervals([[-instance.n, -2], [2, instance.n]])
    for left, right in pairwise(rows):
        model.add_linear_expression_in_domain(left - right, apart)
    return model, rows


def run(instance: Instance, budget: int, manner: Manner = Manner.USUAL) -> Outcome[Answer]:
    """Enumerate all placements."""
    found = cp_sat.enumerate_solutions(*build(instance), budget, manner=manner)
    if not found.complete:
        return out_of_budget(budget, cp_sat.UNIT)
    first = min(found.solutions, default=None)
    return answered(Answer(len(found.solutions), first, found.solutions), found.work)


MODEL = Model(
    name="cp-sat",
    technique="CP-SAT enumerates the rows of all columns",
    run=run,
    ways=cp_sat.ways(run),
    budget=300,
    unit=cp_sat.UNIT,
    fits=too_many_ways,
    size_limit=f"{MOST_WAYS} ways to fill the free columns; about 10^5 placements",
    shares=frozenset({"ortools"}),
)
