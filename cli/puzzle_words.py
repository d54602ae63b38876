"""What ``puzzle`` says: results as JSON objects, rows and columns from 1, and these as text."""

from dataclasses import asdict
from itertools import starmap
from typing import Any

from doublecount.puzzles.difficulty import difficulty
from doublecount.puzzles.formats import BY_NAME
from doublecount.puzzles.hints import hints
from doublecount.puzzles.puzzle import COLOURS, Puzzle, filled_fault, working_board
from doublecount.puzzles.solving import Solved, contradiction, differing, solved

UNIQUE, SEVERAL, NONE = "unique", "several", "none"
LEGEND = "# is black, o white"


def checked(puzzle: Puzzle, form: str) -> dict[str, Any]:
    """Check a puzzle; raises UndecidedError, TooLargeError."""
    board = puzzle.board
    found = solved(board)
    verdict = (NONE, UNIQUE, SEVERAL)[len(found.solutions)]
    return {
        "format": form,
        "rows": board.height,
        "columns": board.width,
        "givens": board.givens,
        "verdict": verdict,
        "count": None if found.count is None else str(found.count),
        "by": found.by,
        "solutions": [list(colouring) for colouring in found.solutions],
        "differ": _differ(found),
        "contradiction": _contradiction(puzzle) if verdict == NONE else None,
        "filled": None if puzzle.filled is None else filled_fault(puzzle) or "right",
    }


def _differ(found: Solved) -> list[list[int]] | None:
    return [[r + 1, c + 1] for r, c in differing(*found.solutions)] if len(found.solutions) == 2 else None


def _contradiction(puzzle: Puzzle) -> list[dict[str, Any]]:
    return [_cell(row, column, puzzle.board.rows[row][column]) for row, column in contradiction(puzzle.board)]


def _cell(row: int, column: int, symbol: str) -> dict[str, Any]:
    return {"row": row + 1, "column": column + 1, "colour": COLOURS[symbol]}


def check_text(told: dict[str, Any]) -> str:
    """Write what ``checked`` found."""
    count, verdict = told["count"] or "at least 2", told["verdict"]
    lines = [
        f"{_number(told['rows'], 'row')}, {_number(told['columns'], 'column')}, "
        f"{_number(told['givens'], 'given')} ({told['format']})",
        f"{_number(count, 'solution')}: {verdict} (by {told['by']})",
    ]
    if verdict == UNIQUE:
        lines += told["solutions"][0]
    elif verdict == SEVERAL:
        lines += ["two of them, and x where they differ:", *_side_by_side(told)]
    else:
        lines += ["these givens contradict each other, and none of them can be spared:"]
        lines += [f"  {_place(cell)} {cell['colour']}" for cell in told["contradiction"]]
    if told["filled"]:
        lines.append(f"the answer filled in: {told['filled']}")
    return "\n".join([*lines, ""])


def _side_by_side(told: dict[str, Any]) -> list[str]:
    marks = [["."] * told["columns"] for _ in range(told["rows"])]
    for row, column in told["differ"]:
        marks[row - 1][column - 1] = "x"
    grids = (*told["solutions"], ["".join(row) for row in marks])
    return list(starmap("{}   {}   {}".format, zip(*grids, strict=True)))


def _number(count: object, what: str) -> str:
    return f"{count} {what}" if str(count) == "1" else f"{count} {what}s"


def _place(cell: dict[str, Any]) -> str:
    return f"row {cell['row']}, column {cell['column']}:"


def hinted(puzzle: Puzzle) -> dict[str, Any]:
    """Find what is forced; cells filled in count as givens. Raises UndecidedError, TooLargeError."""
    found = hints(working_board(puzzle))
    if found is None:
        return {"hint": None, "forced": None, "at_once": None, "exact": True, "solvable": False}
    first = found.first and {**_cell(*found.first.cell, found.first.colour), "why": found.first.why.value}
    return {
        "hint": first,
        "forced": found.forced,
        "at_once": found.at_once,
        "exact": found.exact,
        "solvable": True,
    }


def hint_text(told: dict[str, Any]) -> str:
    """Write what ``hinted`` found."""
    if not told["solvable"]:
        return "no solution: the cells contradict each other (see puzzle check)\n"
    least = "" if told["exact"] else "at least "
    forced = f"{least}{_number(told['forced'], 'cell')} forced now"
    if told["hint"] is None:
        return f"{forced}\n"
    first = told["hint"]
    at_once = f", {told['at_once']} of them by this rule at once" if told["at_once"] else ""
    return f"{_place(first)} {first['colour']}, {first['why']}\n{forced}{at_once}\n"


def made(puzzle: Puzzle) -> dict[str, Any]:
    """Describe a new puzzle."""
    assert puzzle.filled is not None
    return {
        "rows": puzzle.board.height,
        "columns": puzzle.board.width,
        "board": list(puzzle.board.rows),
        "solution": list(puzzle.filled),
        "url": BY_NAME["url"].write(puzzle).strip(),
        "difficulty": asdict(difficulty(puzzle.board)),
    }


def difficulty_text(told: dict[str, int]) -> str:
    """Write what ``difficulty`` measures."""
    return (
        f"{told['givens']} givens; simple rules tell {told['forced_at_start']} cells at the start, "
        f"are stuck or done after {told['rounds']} rounds, leave {told['left_by_rules']} cells; "
        f"trials needed: {told['trials']}; left even then: {told['left_by_trials']}"
    )
