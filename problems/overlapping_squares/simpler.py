"""Overlapping Squares: the order of "simpler" and the steps that shrink a picture."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from doublecount.problems.overlapping_squares.instance import SIDE, Instance, Position, Square
from doublecount.problems.overlapping_squares.rules import painted

MOST_PLACES = 16
"""On boards with more places for a square the edges alone are changed: there are too many stacks."""
MOST_STACKS = 1000
"""All stacks of one height are tried where they are no more than this: 3 squares on the judge's board."""


def size(instance: Instance) -> tuple[int, ...]:
    """A smaller board, a lower limit; fewer edges drawn; then edges further up and to the left."""
    marked = instance.marked
    cells = instance.height * instance.width
    rows, columns = sum(row for row, _ in marked), sum(column for _, column in marked)
    return (cells, instance.limit, len(marked), rows, columns)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Change the board, the stack that makes the picture, if one does, and the edges; each step is simpler.

    What the judge's text can express stays so; from other boards border rows and columns without an edge of
    their own are dropped, and other limits are lowered.
    """
    if not instance.is_judges:
        yield from _smaller_boards(instance)
        yield from _lower_limits(instance)
    current = size(instance)
    stacks = _stacks(instance) if instance.places <= MOST_PLACES else ()
    for other in (*stacks, *_with_other_edges(instance)):
        if size(other) < current:
            yield other


def _stacks(instance: Instance) -> Iterator[Instance]:
    """Take one square, also with one edge changed, or two; take one off the stack, reorder it, move one.

    Where there are few stacks of that height, take all. Single edges lead from one stack's picture to
    another's hardly ever: what shows on them only would stay as large as it was met.
    """
    squares = instance.squares
    for count in (1, 2):
        for order in permutations(squares, count):
            yield _picture(instance, order)
    for square, edge in product(squares, instance.edges):
        yield _picture(instance, [square]).flipped(edge)
    for order in _near(_order(instance), squares):
        yield _picture(instance, order)


def _near(order: tuple[Square, ...], squares: tuple[Square, ...]) -> Iterator[tuple[Square, ...]]:
    """Yield stacks with one square less, with one elsewhere in the order, with one elsewhere on the board."""
    for place in range(len(order)):
        yield order[:place] + order[place + 1 :]
    for place, square in enumerate(order):
        rest = order[:place] + order[place + 1 :]
        for later in range(len(order)):
            yield (*rest[:later], square, *rest[later:])
    for place, square in product(range(len(order)), squares):
        yield (*order[:place], square, *order[place + 1 :])
    if order and len(squares) ** len(order) <= MOST_STACKS:
        yield from product(squares, repeat=len(order))


def _picture(instance: Instance, order: Sequence[Square]) -> Instance:
    """Return the picture of a stack on the same board."""
    picture = instance.with_edges(())
    for square in order:
        picture = painted(picture, square)
    return picture


def _order(instance: Instance) -> tuple[Square, ...]:
    """Return squares that make the picture, the first placed first; none if none are found.

    Takes the first square off that nothing covers, again and again: painting it leaves all known edges alone.
    """
    drawn = {*instance.marked}
    known, order = {edge: edge in drawn for edge in instance.edges}, list[Square]()
    while any(known.values()):
        squares = (square for square in instance.squares if square not in order)
        square = next((one for one in squares if _on_top(instance, known, one)), None)
        if square is None:
            return ()
        order.append(square)
        known = {edge: drawn for edge, drawn in known.items() if not _touches(edge, square[0], 2 * square[1])}
    return tuple(reversed(order))


def _on_top(instance: Instance, known: dict[Position, bool], square: Square) -> bool:
    outline = _picture(instance, [square]).marked
    return all(
        drawn == (edge in outline)
        for edge, drawn in known.items()
        if _touches(edge, square[0], 2 * square[1])
    )


def _with_other_edges(instance: Instance) -> Iterator[Instance]:
    """Erase all edges of a 2 x 2 area, or one edge; move the whole up or left; move one edge to the front."""
    marked = instance.marked
    for row, column in instance.squares:
        yield instance.with_edges(edge for edge in marked if not _touches(edge, row, 2 * column))
    for edge in marked:
        yield instance.flipped(edge)
    if _top_is_empty(instance):
        yield instance.with_edges(_moved(marked, -1, 0))
    if _left_is_empty(instance):
        yield instance.with_edges(_moved(marked, 0, -2))
    blank = [edge for edge in instance.edges if edge not in marked][:1]
    for front in blank:
        for edge in reversed(marked):
            yield instance.with_edges({*marked, front} - {edge})


def _touches(edge: Position, row: int, column: int) -> bool:
    """Say whether an edge belongs to the square whose top-left corner is that character."""
    below, right = edge[0] - row, edge[1] - column
    return 0 <= right <= 4 and (0 < below <= 2 or (below == 0 and right % 2 == 1))


def _top_is_empty(instance: Instance) -> bool:
    return bool(instance.marked) and instance.rows[0].isspace() and "|" not in instance.rows[1]


def _left_is_empty(instance: Instance) -> bool:
    return bool(instance.marked) and all(column > 1 for _, column in instance.marked)


def _moved(edges: Iterable[Position], down: int, right: int) -> Iterator[Position]:
    return ((row + down, column + right) for row, column in edges)


def _smaller_boards(instance: Instance) -> Iterator[Instance]:
    """Drop the last or first row or column of cells, if no edge is drawn but on its inner side."""
    marked, height, width, limit = instance.marked, instance.height, instance.width, instance.limit
    if height > SIDE:
        if instance.rows[-1].isspace():
            yield Instance.of(marked, height - 1, width, limit)
        if _top_is_empty(instance):
            yield Instance.of(_moved(marked, -1, 0), height - 1, width, limit)
    if width > SIDE:
        if all(row[-2:].isspace() for row in instance.rows):
            yield Instance.of(marked, height, width - 1, limit)
        if _left_is_empty(instance):
            yield Instance.of(_moved(marked, 0, -2), height, width - 1, limit)


def _lower_limits(instance: Instance) -> Iterator[Instance]:
    """Lower the limit to half, then by one."""
    for limit in sorted({instance.limit // 2, instance.limit - 1}):
        if limit:
            yield instance.with_limit(limit)
