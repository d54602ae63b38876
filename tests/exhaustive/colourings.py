"""Black & White by brute force, for the tests: every painting of a board, held against the rules."""

from functools import cache
from itertools import product

from doublecount.problems.black_white.instance import cut_into_rows
from doublecount.problems.black_white.rules import broken_law


@cache
def valid_colourings(height, width):
    """Return all colourings that the rules allow on a blank board, as texts of all cells."""
    paintings = ("".join(cells) for cells in product("#o", repeat=height * width))
    return [cells for cells in paintings if broken_law(cut_into_rows(cells, width)) is None]


def matching(pattern, colourings):
    """Return the colourings that have the givens of a pattern, texts of all cells like it."""
    return [
        cells
        for cells in colourings
        if all(given in (".", colour) for given, colour in zip(pattern, cells, strict=True))
    ]
