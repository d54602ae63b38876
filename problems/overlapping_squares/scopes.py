"""Overlapping Squares: all pictures that stacks make, and those next to them."""

from collections.abc import Iterator

from doublecount.problems.overlapping_squares.instance import EDGES, SQUARES, Instance
from doublecount.problems.overlapping_squares.rules import BLANK, painted
from doublecount.problems.record import Scope


def of_stacks(most: int | None = None) -> Iterator[Instance]:
    """Yield all pictures that stacks of 1 to ``most`` squares make, or of any height; the lowest first."""
    seen, layer, height = {BLANK}, [BLANK], 0
    while layer and height != most:
        higher = (painted(picture, square) for picture in layer for square in SQUARES)
        layer, height = [one for one in dict.fromkeys(higher) if one not in seen], height + 1
        seen.update(layer)
        yield from layer


def next_to_stacks(most: int) -> Iterator[Instance]:
    """Yield all pictures that stacks of 1 to ``most`` squares make, with one edge drawn or erased."""
    stacks = [*of_stacks(most)]
    pictures = (picture.flipped(edge) for picture in stacks for edge in EDGES)
    yield from dict.fromkeys(picture for picture in pictures if picture != BLANK)


SCOPES = (
    Scope("stacks", "pictures that stacks of any height make", of_stacks, 13_463),
    Scope("stacks3", "pictures that stacks of 1 to 3 squares make", lambda: of_stacks(3), 331),
    Scope(
        "near2",
        "pictures with one edge drawn or erased in a picture that 1 or 2 squares make",
        lambda: next_to_stacks(2),
        2_600,
    ),
    Scope(
        "near3",
        "pictures with one edge drawn or erased in a picture that 1 to 3 squares make",
        lambda: next_to_stacks(3),
        13_056,
    ),
)
