"""Overlapping Squares: the judge's text, which is for a 4 x 4 board and at most 6 squares only.

Input: pictures, then a line ``0``; output: ``Case 1: Yes``.
Each of the five rows of a picture is nine characters, its blanks included, and a ``#``. Blank lines may
stand between pictures, not inside; nine blanks are a row without its ``#``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from doublecount.problems import jsonl
from doublecount.problems.overlapping_squares.instance import (
    FULL,
    HEIGHT,
    MOST_SQUARES,
    NO_STACK,
    WIDTH,
    Answer,
    Instance,
    expectation,
    fault,
)
from doublecount.problems.text import Line, Lines, shown

LENGTH = len(FULL[0])
"""Characters of a row without its ``#``."""
END = "0"
BLANKS = " \t\r"


def read(text: str, file: str) -> Iterator[Instance]:
    """Read pictures up to the line ``0``, after which only blank lines may follow."""
    lines = Lines(text, file)
    while True:
        line = lines.take_raw(f"the first row of a picture, or the line '{END}'")
        content = line.text.rstrip(BLANKS)
        if content == END:
            break
        if content or line.text == " " * LENGTH:
            rows = [_row(line, FULL[0])]
            for number, full in enumerate(FULL[1:], start=2):
                rows.append(_row(lines.take_raw(f"row {number} of {len(FULL)} of a picture"), full))
            yield Instance(tuple(rows))
    lines.finish(f"end of file after the line '{END}'")


def _row(line: Line, full: str) -> str:
    """Read a row: blanks or marks of ``full``, then ``#``."""
    for column, mark in enumerate(full, start=1):
        character = line.text[column - 1 : column]
        if character not in (" ", mark):
            line.fail(column, expectation(mark), _found(line, column))
    if line.text[LENGTH : LENGTH + 1] != "#":
        line.fail(LENGTH + 1, f"'#' after {LENGTH} characters", _found(line, LENGTH + 1))
    rest = line.text[LENGTH + 1 :]
    if rest.strip(BLANKS):
        column = LENGTH + 2 + len(rest) - len(rest.lstrip(BLANKS))
        line.fail(column, "end of line after '#'", shown(line.text[column - 1 :].rstrip(BLANKS)))
    return line.text[:LENGTH]


def _found(line: Line, column: int) -> str:
    character = line.text[column - 1 : column]
    return shown(character) if character else f"end of line after {len(line.text)} characters"


def write(instances: Sequence[Instance]) -> str:
    """Write the pictures and the line ``0``; raises ValueError for another board or limit."""
    for instance in instances:
        if not instance.is_judges:
            raise ValueError(
                f"expected a {HEIGHT} x {WIDTH} board and a limit of {MOST_SQUARES} squares, "
                f"not {instance.height} x {instance.width} and {instance.limit}"
            )
    rows = (f"{row}#\n" for instance in instances for row in instance.rows)
    return "".join(rows) + f"{END}\n"


def read_answers(text: str, instances: Sequence[Instance]) -> list[Answer]:
    """Read ``Case 1: Yes`` or ``Case 1: No``, one a line, cases counted from 1."""
    lines = Lines(text, "output")
    answers = []
    for case in range(1, len(instances) + 1):
        start = f"Case {case}: "
        line = lines.take(f"'{start}Yes' or '{start}No'")
        if not line.text.startswith(start):
            line.fail(1, f"'{start}Yes' or '{start}No'", shown(line.text))
        word = line.text[len(start) :]
        if word not in ("Yes", "No"):
            line.fail(len(start) + 1, "'Yes' or 'No'", shown(word))
        answers.append(Answer(possible=word == "Yes"))
    lines.finish(f"end of output after {len(instances)} case(s)")
    return answers


def write_answer(case: int, answer: Answer) -> str:
    """Write ``Case 1: Yes`` or ``Case 1: No``."""
    return f"Case {case}: {_word(answer)}\n"


def to_json(answer: Answer) -> dict[str, Any]:
    """``{"answer": "Yes", "fewest": 2, "order": [[1, 1], [2, 3]]}``, rows and columns from 1.

    ``fewest`` is null where no stack of any height makes the picture; ``order`` is null on No.
    """
    return {
        "answer": _word(answer),
        "fewest": None if answer.fewest == NO_STACK else answer.fewest,
        "order": None if answer.order is None else [[row + 1, column + 1] for row, column in answer.order],
    }


def _word(answer: Answer) -> str | None:
    return None if answer.possible is None else "Yes" if answer.possible else "No"


def read_jsonl(text: str, file: str) -> Iterator[Instance]:
    """Read ``{"rows": [" _ _     ", …], "limit": 8}``: the rows of a picture, whose size is the board's.

    A board of h x w cells has h + 1 rows of 2 w + 1 characters. Without ``limit`` it is that of the judge, 6.
    """
    for fields in jsonl.objects(text, file):
        rows = fields.strings("rows")
        wrong = fault(rows, first=1)
        if wrong:
            fields.fail("rows", *wrong)
        limit = fields.integer("limit") if fields.has("limit") else MOST_SQUARES
        if limit < 1:
            fields.fail("limit", "at least 1 square", limit)
        yield fields.make(Instance, rows, limit)


def write_jsonl(instances: Sequence[Instance]) -> str:
    """Write pictures as ``read_jsonl`` reads them, with all fields."""
    return jsonl.written({"rows": list(instance.rows), "limit": instance.limit} for instance in instances)
