"""Overlapping Squares by search: the painting is taken apart again, the square placed last first.

The last square is wholly visible. Where it lay, anything may have been before, so its characters become
``?``; then the last square of the rest is visible but for ``?``, and so on until no mark is left. Stacks
of k squares are the ways to take k squares off, so the search goes breadth-first.
"""

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import MOST_SQUARES, NO_STACK, SQUARES, Square
from doublecount.problems.record import Model, Outcome

SHAPE = ("*_*_*", "|   |", "|_ _|")
"""What a square looks like; ``*`` belongs to the cells above it."""
ANYTHING = "?"
UNIT = "squares tried"

Canvas = str
"""The 45 characters of a picture, row by row."""


def taken_off(canvas: Canvas, square: Square) -> Canvas | None:
    """Take a square off; None if it is not visible. The same canvas if nothing of it is left to see."""
    for down, shape in enumerate(SHAPE):
        start = 9 * (square[0] + down) + 2 * square[1]
        for place, character in enumerate(shape, start):
            if character == "*" or canvas[place] == ANYTHING:
                continue
            if canvas[place] != character:
                return None
            canvas = canvas[:place] + ANYTHING + canvas[place + 1 :]
    return canvas


def lowest_stack(canvas: Canvas, meter: Meter) -> tuple[Square, ...] | None:
    """Return the fewest squares that make the picture, the first placed first; None if none do."""
    layer: dict[Canvas, tuple[Square, ...]] = {canvas: ()}
    seen = {canvas}
    while layer:
        following: dict[Canvas, tuple[Square, ...]] = {}
        for before, squares in layer.items():
            for square in SQUARES:
                meter.spend()
                after = taken_off(before, square)
                if after is None or after in seen:
                    continue
                if not after.strip(" " + ANYTHING):
                    return (square, *squares)
                seen.add(after)
                following[after] = (square, *squares)
        layer = following
    return None


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Take the squares off in every order."""
    meter = Meter(budget)
    try:
        order = lowest_stack("".join(instance.rows), meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    if order is None:
        return answered(Answer(possible=False, fewest=NO_STACK), meter.spent)
    possible = len(order) <= MOST_SQUARES
    return answered(Answer(possible, len(order), order if possible else None), meter.spent)


MODEL = Model(
    name="painting",
    technique="takes squares off the painting, the last placed first, in every order",
    run=run,
    budget=10_000,
    unit=UNIT,
    size_limit="all pictures",
)
