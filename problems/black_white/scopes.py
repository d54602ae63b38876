"""Black & White: all boards of a small size."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from doublecount.problems.black_white.instance import SYMBOLS, Instance, cut_into_rows
from doublecount.problems.black_white.relations import images
from doublecount.problems.black_white.simpler import size
from doublecount.problems.record import Scope


def patterns(height: int, width: int) -> Iterator[Instance]:
    """Yield all patterns of givens on a board: 3 ** cells."""
    for cells in product(SYMBOLS, repeat=height * width):
        yield Instance(cut_into_rows("".join(cells), width))


def unlike(height: int, width: int) -> Iterator[Instance]:
    """Yield one of every group of patterns that are alike under symmetries and exchange of the colours."""
    seen: set[Instance] = set()
    for instance in patterns(height, width):
        if instance not in seen:
            seen.update(images(instance))
            yield instance


def tiny() -> Iterator[Instance]:
    """Yield all boards of at most three cells, the simplest first."""
    sides = [(height, cells // height) for cells in (1, 2, 3) for height in {1, cells}]
    yield from sorted((board for one in sides for board in patterns(*one)), key=size)


SCOPES = (
    *(
        Scope(
            f"{height}x{width}",
            f"patterns of givens on {height}x{width} boards",
            partial(patterns, height, width),
            3 ** (height * width),
        )
        for height, width in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3))
    ),
    Scope(
        "3x3-unlike",
        "patterns of givens on 3x3 boards that differ by more than symmetries and exchange of the colours",
        partial(unlike, 3, 3),
        1444,
    ),
)
