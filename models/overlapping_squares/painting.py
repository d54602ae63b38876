"""Overlapping Squares by search: the painting is taken apart again, the square placed last first.

The last square is wholly visible. Where it lay, anything may have been before, so its characters become
``?``; then the last square of the rest is visible but for ``?``, and so on until no mark is left. Stacks
of k squares are the ways to take k squares off, so the search goes breadth-first.
"""

from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.models.overlapping_squares.limit import at_most
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import NO_STACK, Square
from doublecount.problems.record import Model, Outcome

MOST_PLACES = 100

SHAPE = ("*_*_*", "|   |", "|_ _|")
"""What a square looks like; ``*`` belongs to the cells above it."""
ANYTHING = "?"
UNIT = "squares tried"

Canvas = str
"""The characters of a picture, row by row."""


def taken_off(canvas: Canvas, length: int, square: Square) -> Canvas | None:
    """Take a square off; None if it is not visible. The same canvas if nothing of it is left to see.

    ``length`` is that of a row of the canvas.
    """
    for down, shape in enumerate(SHAPE):
        start = length * (square[0] + down) + 2 * square[1]
        for place, character in enumerate(shape, start):
            if character == "*" or canvas[place] == ANYTHING:
                continue
            if canvas[place] != character:
                return None
            canvas = canvas[:place] + ANYTHING + canvas[place + 1 :]
    return canvas


def lowest_stack(instance: Instance, meter: Meter) -> tuple[Square, ...] | None:
    """Return the fewest squares that make the picture, the first placed first; None if none do."""
    canvas, length = "".join(instance.rows), len(instance.rows[0])
    layer: dict[Canvas, tuple[Square, ...]] = {canvas: ()}
    seen = {canvas}
    while layer:
        following: dict[Canvas, tuple[Square, ...]] = {}
        for before, squares in layer.items():
            for square in instance.squares:
                meter.spend()
                after = taken_off(before, length, square)
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
        order = lowest_stack(instance, meter)
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    if order is None:
        return answered(Answer(possible=False, fewest=NO_STACK), meter.spent)
    possible = len(order) <= instance.limit
    return answered(Answer(possible, len(order), order if possible else None), meter.spent)


MODEL = Model(
    name="painting",
    technique="takes squares off the painting, the last placed first, in every order",
    run=run,
    budget=100_000,
    unit=UNIT,
    fits=at_most(MOST_PLACES),
    size_limit=f"all pictures of the judge's board; others with up to {MOST_PLACES} places for a square",
)
