"""Overlapping Squares: the order of "simpler" and the steps that shrink a picture."""

from collections.abc import Iterable, Iterator

from doublecount.problems.overlapping_squares.instance import SIDE, Instance, Position


def size(instance: Instance) -> tuple[int, ...]:
    """A smaller board, a lower limit; fewer edges drawn; then edges further up and to the left."""
    marked = instance.marked
    cells = instance.height * instance.width
    rows, columns = sum(row for row, _ in marked), sum(column for _, column in marked)
    return (cells, instance.limit, len(marked), rows, columns)


def simpler(instance: Instance) -> Iterator[Instance]:
    """Erase all edges of a 2 x 2 area; erase one edge; move the picture up by a row or left by a column.

    What the judge's text can express stays so; from other boards border rows and columns without an edge of
    their own are dropped before, and other limits are lowered.
    """
    marked = instance.marked
    if not instance.is_judges:
        yield from _smaller_boards(instance)
        yield from _lower_limits(instance)
    for row, column in instance.squares:
        kept = [edge for edge in marked if not _touches(edge, row, 2 * column)]
        if len(kept) < len(marked):
            yield instance.with_edges(kept)
    for edge in marked:
        yield instance.flipped(edge)
    if _top_is_empty(instance):
        yield instance.with_edges(_moved(marked, -1, 0))
    if _left_is_empty(instance):
        yield instance.with_edges(_moved(marked, 0, -2))


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
