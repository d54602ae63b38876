"""Black & White: what must hold between the answers to a board and to boards derived from it."""

from collections.abc import Callable

from doublecount.problems.black_white.instance import (
    BLACK,
    COLOURS,
    FREE,
    WHITE,
    Answer,
    Instance,
    other,
    transposed,
)
from doublecount.problems.counting import rest_of_whole, same_count, sum_of_parts
from doublecount.problems.record import Relation

Rows = tuple[str, ...]


def left_right(rows: Rows) -> Rows:
    """Mirror every row."""
    return tuple(row[::-1] for row in rows)


def up_down(rows: Rows) -> Rows:
    """Turn the order of rows."""
    return rows[::-1]


def colours_swapped(rows: Rows) -> Rows:
    """Black for white and white for black."""
    swap = str.maketrans(BLACK + WHITE, WHITE + BLACK)
    return tuple(row.translate(swap) for row in rows)


SYMMETRIES: dict[str, Callable[[Rows], Rows]] = {
    "left-right mirror": left_right,
    "up-down mirror": up_down,
    "half turn": lambda rows: up_down(left_right(rows)),
    "transposition": transposed,
    "quarter turn right": lambda rows: left_right(transposed(rows)),
    "quarter turn left": lambda rows: up_down(transposed(rows)),
    "anti-transposition": lambda rows: left_right(up_down(transposed(rows))),
    "colours swapped": colours_swapped,
}
"""Each maps the colourings of a board one to one to those of its image."""


def _both_colours(place: int) -> Callable[[Instance], tuple[Instance, ...]]:
    """The boards with one free cell, the first (0) or the last (-1), black and white."""

    def derive(instance: Instance) -> tuple[Instance, ...]:
        if not instance.free:
            return ()
        row, column = instance.free[place]
        return tuple(instance.painting(row, column, colour) for colour in COLOURS)

    return derive


def _last_given_turned(instance: Instance) -> tuple[Instance, ...]:
    """The boards with the last given freed, and in the other colour."""
    cells = [(row, column) for row in range(instance.height) for column in range(instance.width)]
    given = [cell for cell in cells if instance.rows[cell[0]][cell[1]] != FREE]
    if not given:
        return ()
    row, column = given[-1]
    turned = other(instance.rows[row][column])
    return instance.painting(row, column, FREE), instance.painting(row, column, turned)


def _symmetry(name: str, image_of: Callable[[Rows], Rows]) -> Relation[Instance, Answer]:
    return Relation(name, lambda instance: (Instance(image_of(instance.rows)),), same_count)


SPLIT: Relation[Instance, Answer] = Relation("split on a free cell", _both_colours(0), sum_of_parts)
RELATIONS: tuple[Relation[Instance, Answer], ...] = (
    SPLIT,
    Relation("split on the last free cell", _both_colours(-1), sum_of_parts),
    Relation("last given freed", _last_given_turned, rest_of_whole),
    *(_symmetry(name, image_of) for name, image_of in SYMMETRIES.items()),
)


def images(instance: Instance) -> tuple[Instance, ...]:
    """Return the board under the eight symmetries of the square, in both colourings."""
    spatial = [image_of for image_of in SYMMETRIES.values() if image_of is not colours_swapped]
    boards = (instance.rows, *(image_of(instance.rows) for image_of in spatial))
    return tuple(Instance(rows) for board in boards for rows in (board, colours_swapped(board)))
