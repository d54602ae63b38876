"""Black & White by SAT without cuts: how far each cell is from the first cell of its colour, in clauses.

For each cell and each number of steps a variable says whether so many steps between side neighbours of one
colour lead there from the first cell of the colour, row by row. All helper variables are functions of the
cells' colours; a colouring is valid if every cell is reached.
"""

from collections.abc import Iterator

from pysat.formula import IDPool

from doublecount.models import sat
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import BLACK, WHITE, cut_into_rows
from doublecount.problems.record import Outcome, Status, Way

MOST_CELLS = 25
UNIT = "conflicts and calls"


def clauses(instance: Instance) -> tuple[list[sat.Clause], list[int]]:
    """State the rules; return the clauses and the variable of each cell, row by row: true for black."""
    number = instance.height * instance.width
    pool, cells = sat.new_pool(number)
    stated = [*_colours(instance), *_firsts(pool, cells)]
    same = {}
    for one, other in _sides(instance):
        same[one, other] = same[other, one] = helper = pool.id(("same", one, other))
        stated += [[helper, one, other], [helper, -one, -other]]
        stated += [[-helper, one, -other], [-helper, -one, other]]
    for steps in range(1, number):
        ways: dict[int, list[int]] = {cell: [pool.id(("near", cell, steps - 1))] for cell in cells}
        for (here, there), alike in same.items():
            way = pool.id(("way", here, there, steps))
            ways[there].append(way)
            stated += sat.all_of(way, [alike, pool.id(("near", here, steps - 1))])
        for cell in cells:
            stated += sat.any_of(pool.id(("near", cell, steps)), ways[cell])
    stated += [[pool.id(("near", cell, number - 1))] for cell in cells]
    return stated, cells


def _colours(instance: Instance) -> Iterator[sat.Clause]:
    """State the colours that are given, and that no 2 x 2 block has one colour."""
    sign, width = {BLACK: 1, WHITE: -1}, instance.width
    for cell in range(1, instance.height * width + 1):
        row, column = divmod(cell - 1, width)
        given = instance.rows[row][column]
        if given in sign:
            yield [sign[given] * cell]
        if row and column:
            block = (cell, cell - 1, cell - width, cell - width - 1)
            yield from ([colour * other for other in block] for colour in (1, -1))


def _sides(instance: Instance) -> Iterator[tuple[int, int]]:
    """Yield each two cells that share a side."""
    width = instance.width
    for cell in range(1, instance.height * width + 1):
        if cell % width:
            yield cell, cell + 1
        if cell + width <= instance.height * width:
            yield cell, cell + width


def _firsts(pool: IDPool, cells: list[int]) -> list[sat.Clause]:
    """State which cell is the first of its colour: at no distance from it."""
    stated: list[sat.Clause] = []
    for cell in cells:
        alone = [pool.id(("first", sign, cell)) for sign in (1, -1)]
        for helper, sign in zip(alone, (1, -1), strict=True):
            earlier = [-sign * other for other in cells[: cell - 1]]
            stated += sat.all_of(helper, [sign * cell, *earlier])
        stated += sat.any_of(pool.id(("near", cell, 0)), alone)
    return stated


def run(instance: Instance, budget: int) -> Outcome[Answer]:
    """Enumerate all colourings of boards that are not too large for so many variables."""
    if instance.height * instance.width > MOST_CELLS:
        return Outcome(Status.TOO_LARGE, detail=f"more than {MOST_CELLS} cells")
    meter = Meter(budget)
    try:
        models = [*sat.board_models(*clauses(instance), meter, solver=sat.SECOND_SOLVER)]
    except OutOfBudgetError:
        return out_of_budget(budget, UNIT)
    found = frozenset(
        cut_into_rows("".join(BLACK if black else WHITE for black in blacks), instance.width)
        for blacks in models
    )
    return answered(Answer(len(found), min(found, default=None), found), meter.spent)


WAY = Way(sat.OTHERWISE, run)
