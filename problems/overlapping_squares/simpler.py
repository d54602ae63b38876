"""Overlapping Squares: the order of "simpler" and the steps that shrink a picture."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from doublecount.problems.overlapping_squares.instance import EDGES, SQUARES, Instance, Position, Square
from doublecount.problems.overlapping_squares.rules import BLANK, painted

FEW_SQUARES = 3


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer edges drawn; then edges further up and to the left."""
    marked = instance.marked
    return (len(marked), sum(row for row, _ in marked), sum(column for _, column in marked))


def simpler(instance: Instance) -> Iterator[Instance]:
    """Steps on the stack that makes the picture, if one does, then steps on its edges; each is simpler."""
    current = size(instance)
    for other in (*_stacks(instance), *_with_other_edges(instance)):
        if size(other) < current:
            yield other


def _stacks(instance: Instance) -> Iterator[Instance]:
    """Take one square, also with one edge changed, or two; take one off the stack, reorder it, move one.

    Where the stack is low, all that are as low.

    Single edges lead from one stack's picture to another's hardly ever: what shows on them only would
    stay as large as it was met.
    """
    for count in (1, 2):
        yield from map(_picture, permutations(SQUARES, count))
    for square, edge in product(SQUARES, EDGES):
        yield _picture([square]).flipped(edge)
    order = _order(instance)
    for place in range(len(order)):
        yield _picture(order[:place] + order[place + 1 :])
    for place, square in enumerate(order):
        rest = order[:place] + order[place + 1 :]
        for later in range(len(order)):
            yield _picture((*rest[:later], square, *rest[later:]))
    for place, square in product(range(len(order)), SQUARES):
        yield _picture((*order[:place], square, *order[place + 1 :]))
    if len(order) <= FEW_SQUARES:
        yield from map(_picture, product(SQUARES, repeat=len(order)))


def _picture(order: Sequence[Square]) -> Instance:
    picture = BLANK
    for square in order:
        picture = painted(picture, square)
    return picture


def _order(instance: Instance) -> tuple[Square, ...]:
    """Return squares that make the picture, the first placed first; none if none are found.

    Takes the first square off that nothing covers, again and again: painting it leaves all known edges alone.
    """
    known, order = {edge: edge in instance.marked for edge in EDGES}, []
    while any(known.values()):
        square = next((one for one in SQUARES if one not in order and _on_top(known, one)), None)
        if square is None:
            return ()
        order.append(square)
        known = {edge: drawn for edge, drawn in known.items() if not _touches(edge, square[0], 2 * square[1])}
    return tuple(reversed(order))


def _on_top(known: dict[Position, bool], square: Square) -> bool:
    outline = painted(BLANK, square).marked
    return all(
        drawn == (edge in outline)
        for edge, drawn in known.items()
        if _touches(edge, square[0], 2 * square[1])
    )


def _with_other_edges(instance: Instance) -> Iterator[Instance]:
    """Erase all edges of a 2 x 2 area, or one edge; move the whole up or left; move one edge to the front."""
    marked = instance.marked
    for row, column in SQUARES:
        yield Instance.of(edge for edge in marked if not _touches(edge, row, 2 * column))
    for edge in marked:
        yield instance.flipped(edge)
    if marked and instance.rows[0].isspace() and "|" not in instance.rows[1]:
        yield Instance.of((row - 1, column) for row, column in marked)
    if marked and all(column > 1 for _, column in marked):
        yield Instance.of((row, column - 2) for row, column in marked)
    blank = [edge for edge in EDGES if edge not in marked][:1]
    for front in blank:
        for edge in reversed(marked):
            yield Instance.of({*marked, front} - {edge})


def _touches(edge: Position, row: int, column: int) -> bool:
    """Say whether an edge belongs to the square whose top-left corner is that character."""
    below, right = edge[0] - row, edge[1] - column
    return 0 <= right <= 4 and (0 < below <= 2 or (below == 0 and right % 2 == 1))
