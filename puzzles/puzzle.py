"""What a file or URL holds: a board and, perhaps, a filled-in answer."""

from dataclasses import dataclass

from doublecount.problems.black_white import Instance
from doublecount.problems.black_white.instance import BLACK, FREE, WHITE
from doublecount.problems.black_white.rules import broken_rule
from doublecount.problems.text import Line

MOST_SIDE = 500
"""Rows or columns that a reader takes; keeps absurd sizes from costing time."""


COLOURS = {BLACK: "black", WHITE: "white"}


@dataclass(frozen=True)
class Puzzle:
    """A Yin-Yang puzzle."""

    board: Instance
    filled: tuple[str, ...] | None = None
    """The answer in the file, givens included, ``.`` where a cell is left open; None if there is none."""


def merged(board: Instance, marks: list[str]) -> tuple[str, ...] | None:
    """Return the board with marks on its free cells, or None if there are no marks."""
    if not "".join(marks).strip(FREE):
        return None
    return tuple(
        "".join(given if given != FREE else mark for given, mark in zip(row, line, strict=True))
        for row, line in zip(board.rows, marks, strict=True)
    )


def tokens(line: Line, number: int, meaning: dict[str, str], what: str) -> str:
    """Read a line as so many words of ``meaning``; return what they mean, one after the other."""
    expected = f"{what}: {number} of {', '.join(map(repr, meaning))}"
    words = line.words()
    for word in words[:number]:
        if word.text not in meaning:
            word.fail(expected)
    if len(words) > number:
        words[number].fail(f"end of line after {number} cells")
    if len(words) < number:
        line.fail(len(line.text) + 1, expected, f"end of line after {len(words)}")
    return "".join(meaning[word.text] for word in words)


def filled_fault(puzzle: Puzzle) -> str | None:
    """Return None if the answer filled in is right, else what is wrong with it."""
    assert puzzle.filled is not None
    left = "".join(puzzle.filled).count(FREE)
    return (
        f"{left} cell{'s are' if left > 1 else ' is'} left open"
        if left
        else broken_rule(puzzle.board, puzzle.filled)
    )


def working_board(puzzle: Puzzle) -> Instance:
    """Return the board as far as it is filled in."""
    return Instance(puzzle.filled) if puzzle.filled else puzzle.board
