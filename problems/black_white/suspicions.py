"""Black & White: faults and other readings that wrong counts are compared with. Hints, never evidence.

Small boards are counted by painting their free cells in every way, under rules of which one is changed.
"""

from collections.abc import Callable
from itertools import product

from doublecount.problems.black_white.instance import BLACK, COLOURS, FREE, WHITE, Answer, Colouring, Instance
from doublecount.problems.black_white.rules import BY_SIDES, connected, one_coloured_blocks
from doublecount.problems.record import Solve, Suspicion, solved_as

MOST_FREE = 10
"""Free cells of boards that are painted in every way: 1,024, about 30 ms."""
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

Law = Callable[[Colouring], bool]


def counted_under(law: Law) -> Callable[[Instance, Solve[Instance, Answer]], Answer | None]:
    """The number of colourings that obey a law; None on boards with many free cells."""

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer | None:
        if len(instance.free) > MOST_FREE:
            return None
        board = "\n".join(instance.rows).replace(FREE, "{}")
        paints = product(COLOURS, repeat=len(instance.free))
        return Answer(sum(law(tuple(board.format(*paint).split("\n"))) for paint in paints))

    return answer


def _no_blocks(colouring: Colouring) -> bool:
    return not one_coloured_blocks(colouring)


def _both_connected(colouring: Colouring) -> bool:
    return all(connected(colouring, colour) for colour in COLOURS)


def _blocks_but_for(row: int | None, column: int | None) -> Law:
    """No blocks of one colour, but those of the last row or column (-1) do not count."""

    def law(colouring: Colouring) -> bool:
        seen = tuple(line[:column] for line in colouring[:row])
        return _no_blocks(seen) and _both_connected(colouring)

    return law


def _without(rows: slice, columns: slice) -> Callable[[Instance], Instance | None]:
    def derive(instance: Instance) -> Instance | None:
        left = tuple(row[columns] for row in instance.rows[rows])
        return Instance(left) if left and left[0] else None

    return derive


def _freed(colours: str) -> Callable[[Instance], Instance]:
    table = str.maketrans(colours, FREE * len(colours))
    return lambda instance: Instance(tuple(row.translate(table) for row in instance.rows))


MISSING_COLOUR: Suspicion[Instance, Answer] = Suspicion(
    "a colour without a cell does not count as connected",
    counted_under(
        lambda one: (
            all(colour in "".join(one) for colour in COLOURS) and _no_blocks(one) and _both_connected(one)
        )
    ),
)
DIAGONALS: Suspicion[Instance, Answer] = Suspicion(
    "cells are connected by their corners, too",
    counted_under(
        lambda one: _no_blocks(one) and all(connected(one, colour, BY_SIDES + CORNERS) for colour in COLOURS)
    ),
)
ALL = slice(None)
SUSPICIONS: tuple[Suspicion[Instance, Answer], ...] = (
    Suspicion("2 x 2 blocks of one colour are allowed", counted_under(_both_connected)),
    Suspicion("no colour need be connected", counted_under(_no_blocks)),
    Suspicion(
        "the black cells need not be connected",
        counted_under(lambda one: _no_blocks(one) and connected(one, WHITE)),
    ),
    Suspicion(
        "the white cells need not be connected",
        counted_under(lambda one: _no_blocks(one) and connected(one, BLACK)),
    ),
    Suspicion("2 x 2 blocks in the last row are not looked at", counted_under(_blocks_but_for(-1, None))),
    Suspicion("2 x 2 blocks in the last column are not looked at", counted_under(_blocks_but_for(None, -1))),
    Suspicion("all cells are free", solved_as(_freed(COLOURS))),
    Suspicion("black givens are free cells", solved_as(_freed(BLACK))),
    Suspicion("white givens are free cells", solved_as(_freed(WHITE))),
    Suspicion("the last row is left out", solved_as(_without(slice(-1), ALL))),
    Suspicion("the last column is left out", solved_as(_without(ALL, slice(-1)))),
    Suspicion("the first row is left out", solved_as(_without(slice(1, None), ALL))),
    Suspicion("the first column is left out", solved_as(_without(ALL, slice(1, None)))),
)
