"""Dots and boxes by CP-SAT: an integer variable a position, tied by maxima to those that follow.

The variable of a position is what the player to move wins from there on minus what the other wins, with best
play of both. It depends on the set of drawn lines only, so positions are such sets; the solver finds the only
values that fit together.
"""

from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import Line, winner_of
from doublecount.problems.record import Model, Outcome

MOST_FREE = 12

Position = frozenset[Line]
"""All lines drawn."""


def full_boxes(instance: Instance, position: Position) -> int:
    """Count the boxes with all four lines drawn, corner by corner."""
    right, down = 1, instance.columns + 1
    corners = (1 + row * down + column for row in range(instance.rows) for column in range(instance.columns))
    return sum(
        (p, p + right) in position
        and (p, p + down) in position
        and (p + right, p + right + down) in position
        and (p + down, p + down + right) in position
        for p in corners
    )


def so_far(instance: Instance) -> tuple[int, bool]:
    """Return Tom's points minus Jerry's so far, and whether Tom draws next: full boxes after every line."""
    full = [
        full_boxes(instance, frozenset(instance.lines[:drawn])) for drawn in range(len(instance.lines) + 1)
    ]
    lead, toms = 0, True
    for before, after in pairwise(full):
        lead += after - before if toms else before - after
        toms = toms == goes_on(instance, after - before)
    return lead, toms


def goes_on(instance: Instance, made: int) -> bool:
    """Tell whether who has drawn a line that closed so many boxes draws the next one."""
    return instance.rules == "standard" and made > 0


def build(instance: Instance) -> tuple[cp_model.CpModel, dict[Line, cp_model.IntVar]]:
    """State the game; return the model and what each next line is worth to the player who draws it."""
    start = frozenset(instance.lines)
    positions = [
        start.union(chosen)
        for count in range(instance.free_count + 1)
        for chosen in combinations(instance.free, count)
    ]
    full = {position: full_boxes(instance, position) for position in positions}
    model = cp_model.CpModel()
    worth = {}
    for position, closed in full.items():
        left = instance.boxes - closed
        worth[position] = model.new_int_var(-left, left, "")

    def gain(position: Position, line: Line) -> cp_model.LinearExpr:
        after = position | {line}
        made = full[after] - full[position]
        return made + worth[after] if goes_on(instance, made) else made - worth[after]

    for position in positions:
        gains = [gain(position, line) for line in instance.free if line not in position]
        if gains:
            model.add_max_equality(worth[position], gains)
    moves = {line: model.new_int_var(-instance.boxes, instance.boxes, "") for line in instance.free}
    for line, move in moves.items():
        model.add(move == gain(start, line))
    return model, moves


def run(instance: Instance, budget: int, manner: Manner = Manner.USUAL) -> Outcome[Answer]:
    """Let the solver find the values and choose among the first lines."""
    model, moves = build(instance)
    found = cp_sat.solve(model, list(moves.values()), budget, manner)
    if found.verdict is not cp_sat.Verdict.FOUND:
        return out_of_budget(budget, cp_sat.UNIT)
    values = dict(zip(moves, found.values, strict=True))
    rest = max(values.values(), default=0)
    best = tuple(line for line, value in values.items() if value == rest)
    lead, toms = so_far(instance)
    margin = lead + rest if toms else lead - rest
    return answered(Answer(winner_of(margin), margin, best), found.work)


MODEL = Model(
    name="cp-sat",
    technique="CP-SAT ties a variable a position to those that follow by maxima",
    run=run,
    ways=cp_sat.ways(run),
    budget=1000,
    unit=cp_sat.UNIT,
    fits=lambda instance: f"more than {MOST_FREE} free lines" if instance.free_count > MOST_FREE else None,
    size_limit=f"{MOST_FREE} free lines",
    shares=frozenset({"ortools"}),
)
