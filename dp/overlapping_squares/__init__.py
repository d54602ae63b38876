"""Overlapping Squares: the judge's board by a table of all its pictures, others by peeling squares off.

A table answers at once but grows beyond measure with the board; the search for the squares that can be peeled
off, in ``peeling``, knows any board.
"""

from functools import lru_cache

from doublecount.dp.overlapping_squares import peeling, pictures
from doublecount.dp.overlapping_squares.edges import BLANK, encode, moves
from doublecount.dp.overlapping_squares.pictures import table
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.instance import HEIGHT, NO_STACK, WIDTH
from doublecount.problems.record import Solver

__all__ = ["BLANK", "SOLVER", "answer_text", "encode", "fits", "moves", "solve", "table"]

MOST_PLACES = 100
"""For a square on boards other than the judge's: 100 are those of 11 x 11 cells."""
SMALL_FILE = 2000
"""Bytes."""


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large, or its search for the fewest squares too long.

    Whether the search ends in time is found by making it; ``solve`` does not make it again.
    """
    if _in_table(instance):
        return None
    if instance.places > MOST_PLACES:
        return f"more than {MOST_PLACES} places for a square"
    return _reason(encode(instance), instance.height, instance.width)


def solve(instance: Instance) -> Answer:
    """Find the fewest squares that make the picture and, if they are within the limit, their order.

    Raises ValueError if the instance does not fit.
    """
    reason = fits(instance)
    if reason:
        raise ValueError(reason)
    picture = encode(instance)
    if _in_table(instance):
        stack = pictures.lowest_stack(picture)
    else:
        stack = _peeled(picture, instance.height, instance.width)
    if stack is None:
        return Answer(possible=False, fewest=NO_STACK)
    if len(stack) > instance.limit:
        return Answer(possible=False, fewest=len(stack))
    return Answer(True, len(stack), tuple(instance.squares[number] for number in stack))


def _in_table(instance: Instance) -> bool:
    return (instance.height, instance.width) == (HEIGHT, WIDTH)


@lru_cache(maxsize=64)
def _peeled(picture: int, height: int, width: int) -> tuple[int, ...] | None:
    return peeling.lowest_stack(picture, height, width)


@lru_cache(maxsize=64)
def _reason(picture: int, height: int, width: int) -> str | None:
    try:
        _peeled(picture, height, width)
    except peeling.TooHardError:
        return f"the fewest squares are not found within {peeling.MOST_CUTS:,} cuts"
    return None


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file; leaves small ones alone, which are answered before NumPy is loaded."""
    if len(data) < SMALL_FILE:
        return None
    from doublecount.dp.lanes import overlapping_squares

    return overlapping_squares.answer_text(data)


SOLVER = Solver(solve=solve, fits=fits, answer_text=answer_text)
