"""Overlapping Squares: the board as a picture."""

from doublecount.problems.overlapping_squares.instance import Answer, Instance, Square
from doublecount.problems.picture import Cell, Edge, Paint, Picture, Sample


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the edges and, where the answer has an order, in each cell the number of the square on top."""
    order = answer.order if answer and answer.order else ()
    edges = tuple(
        Edge(row, column // 2, True, Paint.GIVEN)
        if instance.rows[row][column] == "_"
        else Edge(row - 1, column // 2, False, Paint.GIVEN)
        for row, column in instance.marked
    )
    placed = " ".join(f"({row + 1}, {column + 1})" for row, column in order)
    legend = (Sample("number of the square on top: 1 was placed first", _cell((0, 0), 1)),)
    return Picture(
        instance.height,
        instance.width,
        _on_top(instance, order),
        edges,
        points=True,
        caption=f"Squares at (row, column), first placed first: {placed}" if order else "",
        legend=legend if order else (),
        rows=tuple(str(row + 1) for row in range(instance.height)) if order else (),
        columns=tuple(str(column + 1) for column in range(instance.width)) if order else (),
    )


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
