"""Overlapping Squares: the order of "simpler" and the steps that shrink a picture."""

from collections.abc import Iterator

from doublecount.problems.overlapping_squares.instance import SQUARES, Instance, Position


def size(instance: Instance) -> tuple[int, ...]:
    """Fewer edges drawn; then edges further up and to the left."""
    marked = instance.marked
    return (len(marked), sum(row for row, _ in marked), sum(column for _, column in marked))


def simpler(instance: Instance) -> Iterator[Instance]:
    """Erase all edges of a 2 x 2 area; erase one edge; move the picture up by a row or left by a column."""
    marked = instance.marked
    for row, column in SQUARES:
        kept = [edge for edge in marked if not _touches(edge, row, 2 * column)]
        if len(kept) < len(marked):
            yield Instance.of(kept)
    for edge in marked:
        yield instance.flipped(edge)
    if marked and instance.rows[0].isspace() and "|" not in instance.rows[1]:
        yield Instance.of((row - 1, column) for row, column in marked)
    if marked and all(column > 1 for _, column in marked):
        yield Instance.of((row, column - 2) for row, column in marked)


def _touches(edge: Position, row: int, column: int) -> bool:
    """Say whether an edge belongs to the square whose top-left corner is that character."""
    below, right = edge[0] - row, edge[1] - column
    return 0 <= right <= 4 and (0 < below <= 2 or (below == 0 and right % 2 == 1))
