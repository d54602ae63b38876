"""Black & White by CP-SAT: every cell has its distance to the first cell of its colour, all enumerated.

Distances are counted in steps between side neighbours of one colour. They are 0 at the first cell of each
colour (row by row) and nowhere else; elsewhere some neighbour of the same colour is one step nearer, and
neighbours of one colour differ by at most 1. So a colouring has exactly one such assignment if both its
colours are connected, and none if not: the helper variables are functions of the board variables.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from ortools.sat.python import cp_model

from doublecount.models import cp_sat
from doublecount.models.cp_sat import Manner
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, cut_into_rows
from doublecount.problems.record import Model, Outcome

MOST_CELLS = 200

Cell = tuple[int, int]
Variable: TypeAlias = "cp_model.IntVar"
Literal: TypeAlias = "cp_model.LiteralT"


def build(instance: Instance, longest_path: int | None = None) -> tuple[cp_model.CpModel, list[Variable]]:
    """State the rules; return the model and a variable for each cell, row by row: 1 for black.

    ``longest_path`` bounds the distances. By default it is the number of cells, which none exceeds; a
    smaller bound may lose colourings in which a colour winds like a snake.
    """
    model = cp_model.CpModel()
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    black = {cell: model.new_bool_var(f"black{cell}") for cell in cells}
    for row, column in cells:
        symbol = instance.rows[row][column]
        if symbol != FREE:
            model.add(black[row, column] == (symbol == BLACK))
        if row and column:
            block = [black[r, c] for r in (row - 1, row) for c in (column - 1, column)]
            model.add_bool_or(block)
            model.add_bool_or([~cell for cell in block])
    _state_connected(model, black, len(cells) if longest_path is None else longest_path)
    return model, list(black.values())


def _state_connected(model: cp_model.CpModel, black: Mapping[Cell, Variable], longest_path: int) -> None:
    distance = {cell: model.new_int_var(0, longest_path, f"distance{cell}") for cell in black}
    nearer = _nearer_neighbours(model, black, distance)
    firsts = zip(
        _first_true(model, list(black.values())),
        _first_true(model, [~colour for colour in black.values()]),
        strict=True,
    )
    for cell, (first_black, first_white) in zip(black, firsts, strict=True):
        model.add_bool_or([first_black, first_white, *nearer[cell]])
        model.add(distance[cell] == 0).only_enforce_if(first_black)
        model.add(distance[cell] == 0).only_enforce_if(first_white)
        model.add(distance[cell] >= 1).only_enforce_if(~first_black, ~first_white)


def _nearer_neighbours(
    model: cp_model.CpModel, black: Mapping[Cell, Variable], distance: Mapping[Cell, Variable]
) -> dict[Cell, list[Variable]]:
    """Return for each cell the literals "this neighbour has my colour and is one step nearer"."""
    nearer: dict[Cell, list[Variable]] = {cell: [] for cell in black}
    for row, column in black:
        for neighbour in ((row, column + 1), (row + 1, column)):
            if neighbour not in black:
                continue
            cell = (row, column)
            same = model.new_bool_var(f"same{cell}{neighbour}")
            model.add_bool_xor([same, black[cell], black[neighbour]])
            to_there, to_here = model.new_bool_var(""), model.new_bool_var("")
            model.add_implication(to_there, same)
            model.add_implication(to_here, same)
            ahead = distance[cell] - distance[neighbour]
            model.add(ahead == 1).only_enforce_if(to_there)
            model.add(ahead == -1).only_enforce_if(to_here)
            model.add(ahead == 0).only_enforce_if(same, ~to_there, ~to_here)
            nearer[cell].append(to_there)
            nearer[neighbour].append(to_here)
    return nearer


def _first_true(model: cp_model.CpModel, literals: Sequence[Literal]) -> list[Literal]:
    """Return literals "this one is true and none before it"."""
    seen = [literals[0], *(model.new_bool_var("") for _ in literals[1:])]
    firsts = [literals[0], *(model.new_bool_var("") for _ in literals[1:])]
    for (before, until), literal, first in zip(pairwise(seen), literals[1:], firsts[1:], strict=True):
        model.add_max_equality(until, [before, literal])
        model.add_min_equality(first, [~before, literal])
    return firsts


def run(instance: Instance, budget: int, manner: Manner = Manner.USUAL) -> Outcome[Answer]:
    """Enumerate all colourings."""
    found = cp_sat.enumerate_solutions(*build(instance), budget, manner=manner)
    if not found.complete:
        return out_of_budget(budget, cp_sat.UNIT)
    colourings = frozenset(
        cut_into_rows("".join(BLACK if black else WHITE for black in blacks), instance.width)
        for blacks in found.solutions
    )
    return answered(Answer(len(colourings), min(colourings, default=None), colourings), found.work)


MODEL = Model(
    name="cp-sat",
    technique="CP-SAT enumerates colours and each cell's distance to the first cell of its colour",
    run=run,
    ways=cp_sat.ways(run),
    budget=200,
    unit=cp_sat.UNIT,
    fits=lambda instance: (
        f"more than {MOST_CELLS} cells" if instance.height * instance.width > MOST_CELLS else None
    ),
    size_limit=f"{MOST_CELLS} cells; about 10^3 colourings",
    shares=frozenset({"ortools"}),
)
