"""Overlapping Squares: the board as a picture."""

from doublecount.problems.overlapping_squares.instance import Answer, Instance
from doublecount.problems.picture import Cell, Edge, Paint, Picture


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the edges and, where the answer has an order, in each cell the number of the square on top."""
    order = answer.order if answer and answer.order else ()
    edges = tuple(
        Edge(row, column // 2, True, Paint.GIVEN)
        if instance.rows[row][column] == "_"
        else Edge(row - 1, column // 2, False, Paint.GIVEN)
        for row, column in instance.marked
    )
    on_top = {
        (row + down, column + right): number
        for number, (row, column) in enumerate(order, start=1)
        for down in range(2)
        for right in range(2)
    }
    cells = tuple(Cell(*place, str(number), Paint.BEST) for place, number in sorted(on_top.items()))
    placed = " ".join(f"({row + 1}, {column + 1})" for row, column in order)
    caption = f"Squares at (row, column), first placed first: {placed}" if order else ""
    return Picture(instance.height, instance.width, cells, edges, points=True, caption=caption)


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is an order of squares on the board, not more than places, whatever they make."""
    order = answer.order
    return order is not None and len(order) <= instance.places and {*order} <= {*instance.squares}
