"""Overlapping Squares: the board as a picture."""

from dataclasses import replace

from doublecount.problems.overlapping_squares.instance import Answer, Instance, Square
from doublecount.problems.picture import MOST_CELLS, Cell, Edge, Paint, Picture, Sample


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the edges and, where the answer has an order, in each cell the number of the square on top.

    Sides that other squares hide are faint.
    """
    if instance.height * instance.width > MOST_CELLS:
        return Picture(instance.height, instance.width)
    order = answer.order if answer and answer.order else ()
    seen = tuple(
        Edge(row, column // 2, True, Paint.GIVEN)
        if instance.rows[row][column] == "_"
        else Edge(row - 1, column // 2, False, Paint.GIVEN)
        for row, column in instance.marked
    )
    hidden = _hidden(order, seen)
    placed = " ".join(f"({row + 1}, {column + 1})" for row, column in order)
    return Picture(
        instance.height,
        instance.width,
        _on_top(instance, order),
        seen + hidden,
        points=True,
        caption=f"Squares at (row, column), first placed first: {placed}" if order else "",
        legend=_legend(bool(hidden)) if order else (),
        rows=tuple(str(row + 1) for row in range(instance.height)),
        columns=tuple(str(column + 1) for column in range(instance.width)),
    )


def _legend(hidden: bool) -> tuple[Sample, ...]:
    number = Sample("number of the square on top: 1 was placed first", _cell((0, 0), 1))
    side = Sample("side hidden by another square", edge=Edge(0, 0, True, Paint.FAINT))
    return (number, side) if hidden else (number,)


def _hidden(order: tuple[Square, ...], seen: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """The sides of squares that are not seen."""
    sides = {
        edge
        for row, column in order
        for step in range(2)
        for far in (0, 2)
        for edge in (
            Edge(row + far, column + step, True, Paint.GIVEN),
            Edge(row + step, column + far, False, Paint.GIVEN),
        )
    }
    unseen = sorted(sides - {*seen}, key=lambda edge: (edge.row, edge.column, edge.horizontal))
    return tuple(replace(edge, paint=Paint.FAINT) for edge in unseen)


def _on_top(instance: Instance, order: tuple[Square, ...]) -> tuple[Cell, ...]:
    """The cells of the board that squares cover."""
    on_top = {
        (row + down, column + right): number
        for number, (row, column) in enumerate(order, start=1)
        for down in range(2)
        for right in range(2)
    }
    return tuple(
        _cell(place, number)
        for place, number in sorted(on_top.items())
        if 0 <= place[0] < instance.height and 0 <= place[1] < instance.width
    )


def _cell(place: Square, number: int) -> Cell:
    return Cell(*place, str(number))


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is an order of squares on the board, not more than places, whatever they make."""
    order = answer.order
    return order is not None and len(order) <= instance.places and {*order} <= {*instance.squares}
