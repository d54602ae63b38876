"""Plain grids: a line a row, a character a cell, blanks between cells allowed.

Black is ``#``, ``B``, ``b`` or a black circle, white ``o``, ``O``, ``W``, ``w`` or a white circle, free
``.``, ``-`` or ``_``.
"""

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE
from doublecount.problems.text import Line, Lines, shown
from doublecount.puzzles.puzzle import Puzzle

MEANING = dict.fromkeys("#Bb●", BLACK) | dict.fromkeys("oOWw○", WHITE) | dict.fromkeys(".-_", FREE)


def read(text: str, file: str) -> Puzzle:
    """Read one grid; raises InputError."""
    lines = Lines(text, file)
    rows = [_row(lines.take("row 1 of a grid of '#', 'o' and '.'"), None)]
    while lines.peek() is not None:
        rows.append(_row(lines.take("a row"), len(rows[0])))
    return Puzzle(Instance(tuple(rows)))


def write(puzzle: Puzzle) -> str:
    """Write the board; an answer has no place in it."""
    return "\n".join([*puzzle.board.rows, ""])


def _row(line: Line, width: int | None) -> str:
    cells = [(column, one) for column, one in enumerate(line.text, start=1) if one not in " \t"]
    for number, (column, one) in enumerate(cells, start=1):
        if one not in MEANING:
            line.fail(column, "a cell: '#', 'o' or '.'", shown(one))
        if width is not None and number > width:
            line.fail(column, f"end of line after {width} cells, as in row 1", shown(line.text[column - 1 :]))
    if width is not None and len(cells) < width:
        line.fail(len(line.text) + 1, f"{width} cells, as in row 1", f"end of line after {len(cells)}")
    return "".join(MEANING[one] for _, one in cells)
