"""Wooden Chess: the board as a picture."""

from doublecount.problems.picture import Cell, Paint, Picture
from doublecount.problems.wooden_chess.instance import Answer, Instance

_PLAYERS = (Paint.FIRST_PLAYER, Paint.SECOND_PLAYER)


def picture(instance: Instance, answer: Answer | None = None) -> Picture:
    """Draw the scores of a cell as ``a/b``; with a line of play ``move:a/b`` in the mover's paint."""
    line = answer.line if answer and answer.line else ()
    moves = {cell: number for number, cell in enumerate(line, start=1)}
    cells = []
    for row in range(instance.n):
        for column in range(instance.m):
            text, paint = f"{instance.a[row][column]}/{instance.b[row][column]}", Paint.FREE
            if move := moves.get((row, column)):
                text, paint = f"{move}:{text}", _PLAYERS[(move - 1) % 2]
            cells.append(Cell(row, column, text, paint))
    value = answer.value if answer else None
    caption = "" if value is None else f"value {value}"
    return Picture(instance.n, instance.m, tuple(cells), caption=caption)


def drawable(instance: Instance, answer: Answer) -> bool:
    """Whether there is a line of moves to cells of the board, each made once, allowed or not."""
    line = answer.line
    on_board = line is not None and all(
        0 <= row < instance.n and 0 <= column < instance.m for row, column in line
    )
    return line is not None and on_board and len({*line}) == len(line)
