"""Files of pzpr: ``pzprv3``, ``yinyang``, ROWS, COLUMNS, the givens, and the answer, a line each row.

Cells are ``.`` free, ``1`` white, ``2`` black. Lines may be separated by slashes instead. What the program
keeps behind the answer (``info:``, ``history:``, an address) is left aside.
"""

import re

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE
from doublecount.problems.text import InputError, Line, shown
from doublecount.puzzles.puzzle import COLOURS, MOST_SIDE, Puzzle, merged, tokens

MEANING = {".": FREE, "1": WHITE, "2": BLACK}
TOKENS = {symbol: token for token, symbol in MEANING.items()}
_VERSION = re.compile(r"pzprv3(\.\d+)?")
_ASIDE = ("info:", "history:", "__HISTORY__", "http://", "https://")


def looks_like(text: str) -> bool:
    """Whether this is such a file, right or wrong."""
    return text.lstrip().startswith("pzprv3")


def read(text: str, file: str) -> Puzzle:
    """Read a file; raises InputError."""
    lines = _Lines(text, file)
    version = lines.take("pzprv3")
    if not _VERSION.fullmatch(version.text.strip()):
        _fail(version, "pzprv3")
    kind = lines.take("yinyang, the kind of puzzle")
    if kind.text.strip() != "yinyang":
        _fail(kind, "yinyang, the kind of puzzle")
    height = _side(lines.take("the number of rows"), "a number of rows")
    width = _side(lines.take("the number of columns"), "a number of columns")
    board = Instance(tuple(_grid(lines, height, width, "the givens")))
    marks = _marks(lines, board)
    rest = lines.rest()
    if rest is not None and not rest.text.strip().startswith(_ASIDE):
        _fail(rest, f"end of file after {height} rows of givens and of the answer")
    return Puzzle(board, merged(board, marks))


def write(puzzle: Puzzle) -> str:
    """Write a file; of the answer, the cells that are not given."""
    board = puzzle.board
    filled = puzzle.filled or board.rows
    marks = [
        "".join(mark if given == FREE else FREE for given, mark in zip(row, line, strict=True))
        for row, line in zip(board.rows, filled, strict=True)
    ]
    grids = ["".join(f"{TOKENS[symbol]} " for symbol in row) for row in (*board.rows, *marks)]
    return "\n".join(["pzprv3", "yinyang", str(board.height), str(board.width), *grids, ""])


def _grid(lines: "_Lines", height: int, width: int, what: str) -> list[str]:
    rows = [f"row {row} of {what}" for row in range(1, height + 1)]
    return [tokens(lines.take(row), width, MEANING, row) for row in rows]


def _marks(lines: "_Lines", board: Instance) -> list[str]:
    """Read the answer, which may repeat givens and not change them."""
    marks = []
    for number, given in enumerate(board.rows, start=1):
        what = f"row {number} of the answer"
        line = lines.take(what)
        marks.append(tokens(line, board.width, MEANING, what))
        for word, cell, mark in zip(line.words(), given, marks[-1], strict=True):
            if FREE not in (cell, mark) and mark != cell:
                word.fail(f"{TOKENS[cell]} or ., since the cell is given {COLOURS[cell]}")
    return marks


def _side(line: Line, what: str) -> int:
    (side,) = line.integers([(1, MOST_SIDE, what)])
    return side


def _fail(line: Line, expected: str) -> None:
    word = line.words()[0]
    line.fail(word.column, expected, shown(word.text))


class _Lines:
    """The lines of a file, whichever separates them; columns are those of the file."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._last = text.count("\n") + 1
        self._lines = []
        for number, line in enumerate(text.split("\n"), start=1):
            column, aside = 0, line.lstrip().startswith(_ASIDE)
            for piece in [line] if aside else line.rstrip("\r").split("/"):
                if piece.strip():
                    self._lines.append(Line(" " * column + piece.rstrip(), number, file))
                column += len(piece) + 1
        self._lines.reverse()

    def take(self, expected: str) -> Line:
        """Take the next line that is not blank."""
        if not self._lines:
            raise InputError(self._file, self._last, 1, expected, "end of file")
        return self._lines.pop()

    def rest(self) -> Line | None:
        """Return the next line without taking it."""
        return self._lines[-1] if self._lines else None
