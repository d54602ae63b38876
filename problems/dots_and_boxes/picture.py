"""Dots and boxes: the grid as a picture."""

from doublecount.problems.dots_and_boxes.instance import JERRY, TOM, Answer, Instance, Line
from doublecount.problems.dots_and_boxes.rules import owners, points_made
from doublecount.problems.picture import MOST_CELLS, Cell, Edge, Paint, Picture, Sample


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the lines, the last one and the best next ones apart; ``T`` or ``J`` stands in a closed box."""
    if instance.rows * instance.columns > MOST_CELLS:
        return Picture(instance.rows, instance.columns)
    paints = dict.fromkeys(instance.free, Paint.FAINT)
    paints |= dict.fromkeys((answer and answer.best) or (), Paint.BEST)
    paints |= dict.fromkeys(instance.lines, Paint.PLAIN)
    paints |= dict.fromkeys(instance.lines[-1:], Paint.LAST)
    boxes = owners(instance)
    return Picture(
        instance.rows,
        instance.columns,
        tuple(_cell(*divmod(box - 1, instance.width), player) for box, player in boxes.items()),
        tuple(
            _edge(instance, line, paint) for line, paint in sorted(paints.items(), key=lambda item: item[0])
        ),
        points=True,
        caption=_caption(instance),
        legend=_legend(set(paints.values()), set(boxes.values())),
        numbered=True,
    )


def _cell(row: int, column: int, player: str) -> Cell:
    return Cell(row, column, player[0], Paint.FIRST_PLAYER if player == TOM else Paint.SECOND_PLAYER)


def _legend(lines: set[Paint], players: set[str]) -> tuple[Sample, ...]:
    words = {Paint.LAST: "drawn last", Paint.BEST: "best next lines", Paint.FAINT: "not drawn yet"}
    return (
        *(Sample(f"closed by {player}", _cell(0, 0, player)) for player in (TOM, JERRY) if player in players),
        *(Sample(text, edge=Edge(0, 0, True, paint)) for paint, text in words.items() if paint in lines),
    )


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
