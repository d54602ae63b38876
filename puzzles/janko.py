"""Text in the manner of janko.at: headings in square brackets, cells as words ``w``, ``b`` and ``-``.

``[problem]`` holds the givens and ``[solution]``, which may be missing, the whole board. Lines before
``[problem]`` are a word and its value: ``size N`` or ``rows N`` and ``cols N`` must fit the grid, others
are left aside.
"""

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE
from doublecount.problems.text import Line, Lines, shown
from doublecount.puzzles.puzzle import MOST_SIDE, Puzzle, tokens

MEANING = {"w": WHITE, "b": BLACK, "-": FREE}
TOKENS = {symbol: token for token, symbol in MEANING.items()}
PROBLEM, SOLUTION, END = "[problem]", "[solution]", "[end]"
KINDS = ("yin-yang", "yinyang", "yin yang")


def looks_like(text: str) -> bool:
    """Whether this is such a text, right or wrong."""
    return any(line.strip().lower() in (PROBLEM, SOLUTION, "[begin]", "begin") for line in text.split("\n"))


def read(text: str, file: str) -> Puzzle:
    """Read one puzzle; raises InputError."""
    lines = Lines(text, file)
    sides = _sides(lines)
    grid = _section(lines)
    height, width = len(grid), len(grid[0].words()) if grid else 0
    if not grid:
        lines.take("row 1 of the problem").fail(1, "row 1 of the problem", "a heading")
    rows = [
        tokens(line, width, MEANING, f"row {number} of the problem") for number, line in enumerate(grid, 1)
    ]
    for line, name, side in sides:
        found = {"rows": [height], "cols": [width], "size": [height, width]}[name]
        if any(one != side for one in found):
            line.fail(line.words()[1].column, f"the size of the grid, {height} rows of {width}", str(side))
    board = Instance(tuple(rows))
    _leave_aside(lines)
    filled = _solution(lines, board) if _heading(lines.peek()) == SOLUTION else None
    _finish(lines)
    return Puzzle(board, filled)


def write(puzzle: Puzzle) -> str:
    """Write the board, and the answer where the puzzle has a whole one."""
    board = puzzle.board
    sides = [f"rows {board.height}", f"cols {board.width}"]
    size = [f"size {board.height}"] if board.height == board.width else sides
    text = ["[begin]", "puzzle yin-yang", *size, PROBLEM, *_grid(board.rows)]
    if puzzle.filled and FREE not in "".join(puzzle.filled):
        text += [SOLUTION, *_grid(puzzle.filled)]
    return "\n".join([*text, END, ""])


def _grid(rows: tuple[str, ...]) -> list[str]:
    return [" ".join(TOKENS[symbol] for symbol in row) for row in rows]


def _heading(line: Line | None) -> str | None:
    return line.text.strip().lower() if line and line.text.lstrip().startswith("[") else None


def _sides(lines: Lines) -> list[tuple[Line, str, int]]:
    """Read up to ``[problem]``; return what the lines there say of the size."""
    sides = []
    while _heading(line := lines.take(PROBLEM)) != PROBLEM:
        words = line.words()
        name = words[0].text.lower()
        if name in ("size", "rows", "cols"):
            if len(words) != 2:
                line.fail(words[0].column, f"{name} and one number", shown(line.text))
            sides.append((line, name, words[1].integer(1, MOST_SIDE, "a number of rows or columns")))
        elif name == "puzzle" and line.text[words[0].column + 5 :].strip().lower() not in KINDS:
            line.fail(words[0].column, "puzzle yin-yang", shown(line.text))
        elif _heading(line) not in (None, "[begin]"):
            line.fail(words[0].column, PROBLEM, shown(words[0].text))
    return sides


def _section(lines: Lines) -> list[Line]:
    """Take the lines up to the next heading, or the end."""
    grid = []
    while (line := lines.peek()) is not None and _heading(line) is None and line.text.strip() != "end":
        grid.append(lines.take("a row"))
    return grid


def _leave_aside(lines: Lines) -> None:
    """Take what stands under other headings, up to the next that matters."""
    while _heading(lines.peek()) not in (None, PROBLEM, SOLUTION, END):
        lines.take("a heading")
        _section(lines)


def _solution(lines: Lines, board: Instance) -> tuple[str, ...]:
    lines.take(SOLUTION)
    whole = {token: symbol for token, symbol in MEANING.items() if symbol != FREE}
    names = [f"row {row} of the solution" for row in range(1, board.height + 1)]
    taken = [lines.take(name) for name in names]
    return tuple(tokens(line, board.width, whole, name) for line, name in zip(taken, names, strict=True))


def _finish(lines: Lines) -> None:
    """Leave aside what stands under other headings; complain of anything else."""
    _leave_aside(lines)
    line = lines.peek()
    if line and (_heading(line) == END or line.text.strip() == "end"):
        lines.take(END)
        lines.finish("end of file after the end of the puzzle")
    elif line and _heading(line) is None:
        lines.finish("a heading or the end of file")
    elif line:
        lines.finish("one puzzle: no second heading of this name")
