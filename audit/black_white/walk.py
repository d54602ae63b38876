"""Black & White: all paintings of a board that the rules tell apart, one of each kind, cell by cell.

Two paintings are of one kind if the rules can ask no more of the one than of the other (``standing``), and
their borders stand for the same state of the solver (``border``). A painting is followed as long as it
keeps the rules, or its border may still become one curve: either can end before the other does.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from doublecount.audit.black_white.border import state as state_of
from doublecount.audit.black_white.painting import Board, Painting, Standing, standing
from doublecount.audit.futures import NONE

ALIKE, UNLIKE = CHOICES = (0, 1)
"""The next cell has the colour of the one painted last, or the other."""


class Kind(NamedTuple):
    """What paintings of one kind have in common."""

    standing: Standing | None
    """None if they break a rule."""
    state: int | None
    """None if their border can't become one curve."""


Outcome = int | str | None
"""The state after a move; why there is none; or None if there was none before."""


@dataclass
class Layer:
    """The paintings of so many cells, and what becomes of each by each choice."""

    kinds: list[Kind] = field(default_factory=list)
    paintings: list[Painting] = field(default_factory=list)
    arcs: list[tuple[int, ...]] = field(default_factory=list)
    """``arcs[painting][choice]`` is a painting of the next layer or ``NONE``."""
    outcomes: list[tuple[Outcome, ...]] = field(default_factory=list)


EMPTY = Kind(((), (), (False, False)), 0)


def walk(board: Board) -> Iterator[Layer]:
    """Yield the layers, that of the empty board first; the final one has no arcs.

    The first painting of each kind stands for all of it. O(kinds x cells).
    """
    layer = Layer([EMPTY], [b""])
    for _ in range(board.cells):
        following, numbers = Layer(), dict[Kind, int]()
        for kind, painting in zip(layer.kinds, layer.paintings, strict=True):
            arcs, outcomes = [], []
            for choice in CHOICES:
                painted = moved(painting, choice)
                after, outcome = _painted(board, kind, painted)
                if after in numbers or after == (None, None):
                    arcs.append(numbers.get(after, NONE))
                else:
                    arcs.append(numbers.setdefault(after, len(numbers)))
                    following.kinds.append(after)
                    following.paintings.append(painted)
                outcomes.append(outcome)
            layer.arcs.append(tuple(arcs))
            layer.outcomes.append(tuple(outcomes))
        yield layer
        layer = following
    yield layer


def moved(painting: Painting, choice: int) -> Painting:
    """Paint one more cell; before the first there is, as it were, one of colour 0."""
    last = painting[-1] if painting else 0
    return painting + bytes((last ^ choice,))


def _painted(board: Board, before: Kind, painting: Painting) -> tuple[Kind, Outcome]:
    """Return the kind of a painting one cell on from that of a kind, and what became of the state."""
    stands = standing(board, painting) if before.standing is not None else None
    outcome = state_of(board, painting) if before.state is not None else None
    return Kind(stands, outcome if isinstance(outcome, int) else None), outcome
