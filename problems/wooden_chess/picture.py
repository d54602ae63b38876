"""Wooden Chess: the board as a picture."""

from doublecount.problems.picture import MOST_CELLS, Cell, Paint, Picture, Sample
from doublecount.problems.wooden_chess.instance import Answer, Instance

_PLAYERS = (Paint.FIRST_PLAYER, Paint.SECOND_PLAYER)


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the scores of a cell as ``a/b``; with a line of play ``move:a/b`` in the mover's paint."""
    if instance.n * instance.m > MOST_CELLS:
        return Picture(instance.n, instance.m)
    line = answer.line if answer and answer.line else ()
    moves = {cell: number for number, cell in enumerate(line, start=1)}
    cells = tuple(
        _cell(row, column, (instance.a[row][column], instance.b[row][column]), moves.get((row, column)))
        for row in range(instance.n)
        for column in range(instance.m)
    )
    return Picture(
        instance.n,
        instance.m,
        cells,
        caption=_caption(instance, answer),
        legend=_legend(len(line)),
        rows=tuple(str(row + 1) for row in range(instance.n)),
        columns=tuple(str(column + 1) for column in range(instance.m)),
    )


def _cell(row: int, column: int, scores: tuple[int, int], move: int | None) -> Cell:
    paint = _PLAYERS[(move - 1) % 2] if move else Paint.FREE
    return Cell(row, column, "", paint, badge=str(move or ""), scores=tuple(map(str, scores)))


def _caption(instance: Instance, answer: Answer | None) -> str:
    """The value, and how it comes about where every move of the line is on the board."""
    if answer is None or answer.value is None:
        return ""
    line = answer.line or ()
    if not all(0 <= row < instance.n and 0 <= column < instance.m for row, column in line):
        return f"value {answer.value}"
    first = sum(instance.a[row][column] for row, column in line[::2])
    second = sum(instance.b[row][column] for row, column in line[1::2])
    return f"value {answer.value}: {first} - {second}" if line else f"value {answer.value}"


def _legend(moves: int) -> tuple[Sample, ...]:
    scores = Cell(0, 0, "", Paint.FREE, scores=("a", "b"))
    players = (
        Sample("a move of the first player, who earns a", Cell(0, 0, "", _PLAYERS[0], badge="1")),
        Sample("a move of the second player, who earns b", Cell(0, 0, "", _PLAYERS[1], badge="2")),
    )
    return (Sample("worth to the first and to the second player", scores), *players[:moves])


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a line of moves to cells of the board, each made once, allowed or not."""
    line = answer.line
    on_board = line is not None and all(
        0 <= row < instance.n and 0 <= column < instance.m for row, column in line
    )
    return line is not None and on_board and len({*line}) == len(line)
