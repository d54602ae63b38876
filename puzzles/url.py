"""Addresses of puzz.link and pzv: ``…?yinyang/COLUMNS/ROWS/BODY``.

A character of the body stands for three cells, row by row: 9a + 3b + c in base 27, ``0``-``9`` and
``a``-``q``, where 0 is a free cell, 1 a white and 2 a black one. The last character's surplus cells are 0.
A player that reads these addresses ignores what is wrong with them; this reader says so, with the place in
the address and in the body.
"""

from dataclasses import dataclass
from typing import NoReturn

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE, cut_into_rows
from doublecount.problems.text import InputError, Line, Word, shown
from doublecount.puzzles.puzzle import MOST_SIDE, Puzzle

KIND = "yinyang"
PREFIX = "https://puzz.link/p?"
DIGITS = "0123456789abcdefghijklmnopq"
CELLS = FREE + WHITE + BLACK
"""By value."""
A_CHARACTER = 3


@dataclass(frozen=True)
class _Part:
    """A text between two slashes, and where it starts in its line, from 1."""

    text: str
    column: int
    line: int
    file: str

    def fail(self, expected: str, at: int = 0, found: str | None = None) -> NoReturn:
        """Complain about this part, or about the character ``at`` (from 0), from which on it is shown."""
        found = found or shown(self.text[at:])
        raise InputError(self.file, self.line, self.column + at, expected, found)

    def side(self, what: str) -> int:
        """Read the part as a number of rows or columns."""
        if not self.text:
            self.fail(f"{what} from 1 to {MOST_SIDE}")
        line = Line(self.text, self.line, self.file)
        return Word(self.text, line, self.column).integer(1, MOST_SIDE, what)


def looks_like(text: str) -> bool:
    """Whether this may be an address, right or wrong."""
    first = text.lstrip().split("\n", 1)[0]
    return "://" in first or "?" in first or first.startswith(KIND)


def read(text: str, file: str) -> Puzzle:
    """Read one address, whatever its host; raises InputError."""
    (kind, *parts), end = _parts(text, file)
    if kind.text != KIND:
        kind.fail(f"{KIND!r}, the kind of puzzle")
    if parts and parts[0].text.endswith(":"):
        parts[0].fail("the number of columns: a variant of the rules is not supported")
    for number, what in enumerate(("the number of columns", "the number of rows", "the body")):
        if len(parts) <= number:
            end.fail(f"'/' and {what}", found="end of line")
    width, height = parts[0].side("a number of columns"), parts[1].side("a number of rows")
    cells = _cells(parts[2], height * width)
    if len(parts) > 3:
        parts[3].fail("the end of the address after the body", at=-1, found=shown("/" + parts[3].text))
    return Puzzle(Instance(cut_into_rows(cells, width)))


def write(puzzle: Puzzle) -> str:
    """Write the board's address; an answer has no place in it."""
    board = puzzle.board
    values = [CELLS.index(symbol) for symbol in "".join(board.rows)]
    values += [0] * (-len(values) % A_CHARACTER)
    triples = zip(*[iter(values)] * A_CHARACTER, strict=True)
    body = "".join(DIGITS[9 * a + 3 * b + c] for a, b, c in triples)
    return f"{PREFIX}{KIND}/{board.width}/{board.height}/{body}\n"


def _parts(text: str, file: str) -> tuple[list[_Part], _Part]:
    """Cut the one line of a text, behind its question mark, at slashes; add an empty part for its end."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) != 1:
        number, found = lines[1] if lines else (1, "")
        expected = "end of file after one address" if lines else "an address"
        raise InputError(file, number, 1, expected, shown(found) if lines else "end of file")
    ((number, line),) = lines
    column = line.find("?") + 2 if "?" in line else len(line) - len(line.lstrip()) + 1
    parts = []
    for piece in line[column - 1 :].split("/"):
        parts.append(_Part(piece, column, number, file))
        column += len(piece) + 1
    return parts, _Part("", column - 1, number, file)


def _cells(body: _Part, number: int) -> str:
    length = -(-number // A_CHARACTER)
    expected = f"a body of {length} characters 0-9 and a-q for {number} cells"
    values = []
    for place, character in enumerate(body.text[:length]):
        value = DIGITS.find(character)
        if value < 0:
            body.fail(f"{expected}: character {place + 1} is one of them", place, shown(character))
        values += [value // 9, value // 3 % 3, value % 3]
    if len(body.text) < length:
        body.fail(expected, len(body.text), f"its end after {len(body.text)}")
    if len(body.text) > length:
        body.fail(f"the end of the body after {length} characters", length)
    if any(values[number:]):
        surplus = len(values) - number
        body.fail(f"a last character {length} whose surplus {surplus} cell(s) are free", length - 1)
    return "".join(CELLS[value] for value in values[:number])
