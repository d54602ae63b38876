"""Injured Queen: the judge's text. Input: one status string a line; output: one count a line."""

from collections.abc import Iterator, Sequence
from typing import Any

from doublecount.problems import jsonl
from doublecount.problems.injured_queen.instance import Answer, Instance, Placement
from doublecount.problems.text import Lines, shown

ROWS = "123456789ABCDEF"
"""The names of rows 0 to 14. Rows beyond have no name in the judge's format."""
MOST_DIGITS = 4000
"""No count on a board that the solver accepts comes near; keeps hostile output from costing time."""
_MOST_COUNT = 10**MOST_DIGITS


def read(text: str, file: str) -> Iterator[Instance]:
    """Read status strings: ``?`` or the name of a row for each column; a row must be on the board."""
    lines = Lines(text, file)
    while lines.peek():
        line = lines.take("a status string")
        names = ROWS[: len(line.text)]
        for column, character in enumerate(line.text, start=1):
            if character != "?" and character not in names:
                line.fail(column, f"'?' or a row from 1 to {names[-1]}", shown(character))
        yield Instance(tuple(None if name == "?" else names.index(name) for name in line.text))


def write(instances: Sequence[Instance]) -> str:
    """Write status strings; raises ValueError for a fixed row that has no name."""
    return "".join("".join(map(_name, instance.rows)) + "\n" for instance in instances)


def _name(row: int | None) -> str:
    if row is not None and row >= len(ROWS):
        raise ValueError(f"row {row + 1} has no name in the judge's format, which ends at {ROWS[-1]}")
    return "?" if row is None else ROWS[row]


def read_answers(text: str, instances: Sequence[Instance]) -> list[Answer]:
    """Read one count a line; one below zero, as of numbers that have overflowed, is wrong but can be read."""
    lines = Lines(text, "output")
    answers = []
    for case in range(1, len(instances) + 1):
        line = lines.take(f"the count of case {case}")
        answers.append(Answer(count=line.integers([(-_MOST_COUNT, _MOST_COUNT, "a count")])[0]))
    lines.finish(f"end of output after {len(instances)} count(s)")
    return answers


def write_answer(case: int, answer: Answer) -> str:
    """Write the count."""
    return f"{answer.count}\n"


def witness_to_json(placement: Placement) -> list[int]:
    """``[2, 4, …]``, rows from 1."""
    return [row + 1 for row in placement]


def write_witness(placement: Placement) -> str:
    """Write the row of the queen in each column, from 1."""
    return " ".join(map(str, witness_to_json(placement))) + "\n"


def to_json(answer: Answer) -> dict[str, Any]:
    """``{"count": "2", "placement": [2, 4, …] or null}``, rows from 1."""
    return {
        "count": None if answer.count is None else str(answer.count),
        "placement": None if answer.placement is None else witness_to_json(answer.placement),
    }


def read_jsonl(text: str, file: str) -> Iterator[Instance]:
    """Read ``{"rows": [3, null, …]}``: the queen's row in each column, from 1, or null where it is free."""
    for fields in jsonl.objects(text, file):
        rows = fields.integers_or_null("rows")
        for row in rows:
            if row is not None and not 1 <= row <= len(rows):
                fields.fail("rows", f"null or a row from 1 to {len(rows)}", row)
        yield fields.make(Instance, tuple(None if row is None else row - 1 for row in rows))


def write_jsonl(instances: Sequence[Instance]) -> str:
    """Write boards as ``read_jsonl`` reads them."""
    return jsonl.written(
        {"rows": [None if row is None else row + 1 for row in instance.rows]} for instance in instances
    )
