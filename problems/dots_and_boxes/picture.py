"""Dots and boxes: the grid as a picture."""

from doublecount.problems.dots_and_boxes.instance import JERRY, TOM, Answer, Instance, Line
from doublecount.problems.dots_and_boxes.rules import owners, points_made
from doublecount.problems.picture import Cell, Edge, Paint, Picture


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the lines, the last one and the best next ones apart; ``T`` or ``J`` stands in a closed box."""
    paints = dict.fromkeys(instance.free, Paint.FAINT)
    paints |= dict.fromkeys((answer and answer.best) or (), Paint.BEST)
    paints |= dict.fromkeys(instance.lines, Paint.PLAIN)
    paints |= dict.fromkeys(instance.lines[-1:], Paint.LAST)
    return Picture(
        instance.rows,
        instance.columns,
        tuple(_cell(instance, box, player) for box, player in owners(instance).items()),
        tuple(
            _edge(instance, line, paint) for line, paint in sorted(paints.items(), key=lambda item: item[0])
        ),
        points=True,
        caption=_caption(instance),
    )


def _cell(instance: Instance, box: int, player: str) -> Cell:
    row, column = divmod(box - 1, instance.width)
    return Cell(row, column, player[0], Paint.FIRST_PLAYER if player == TOM else Paint.SECOND_PLAYER)


def _edge(instance: Instance, line: Line, paint: Paint) -> Edge:
    row, column = divmod(line[0] - 1, instance.width)
    return Edge(row, column, line[1] == line[0] + 1, paint)


def _caption(instance: Instance) -> str:
    tom, jerry = points_made(instance)
    next_move = f"{instance.mover} draws next" if instance.free_count else "all lines drawn"
    return f"{TOM} {tom}, {JERRY} {jerry}; {next_move}"


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether all best lines are free ones, whatever winner and margin are."""
    return answer.best is not None and {*answer.best} <= {*instance.free}
