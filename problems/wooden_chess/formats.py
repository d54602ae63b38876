"""Wooden Chess: the judge's text.

Input: ``n m``, n rows of the first player's scores, n rows of the second's; output: the value. The
judge's file holds one board; several in a row are read as well, and give one value a line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from doublecount.problems import jsonl
from doublecount.problems.text import Lines
from doublecount.problems.wooden_chess.instance import Answer, Instance, Scores

MOST_SIDE = 1000
"""No solver comes near; keeps an absurd size from costing time or memory."""
MOST_SCORE = 10**15
"""The totals of any board that a solver accepts stay far inside 64 bits."""
MOST_VALUE = 10**40
"""Keeps hostile output from costing time, and leaves room for any overflow that a program prints."""


def _read_scores(lines: Lines, n: int, m: int, player: str) -> Scores:
    return tuple(
        tuple(
            lines.take(f"row {row} of the {player} player's scores").integers(
                [(0, MOST_SCORE, "a score")] * m
            )
        )
        for row in range(1, n + 1)
    )


def read(text: str, file: str) -> Iterator[Instance]:
    """Read boards: sizes, then both tables, one row a line."""
    lines = Lines(text, file)
    while lines.peek():
        sizes = lines.take("the sizes of the board")
        n, m = sizes.integers([(1, MOST_SIDE, "a number of rows"), (1, MOST_SIDE, "a number of columns")])
        a = _read_scores(lines, n, m, "first")
        b = _read_scores(lines, n, m, "second")
        yield Instance(a, b)


def write(instances: Sequence[Instance]) -> str:
    """Write boards in a row, each as the judge does."""
    rows = []
    for instance in instances:
        rows += [(instance.n, instance.m), *instance.a, *instance.b]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def read_answers(text: str, instances: Sequence[Instance]) -> list[Answer]:
    """Read one value a line."""
    lines = Lines(text, "output")
    answers = []
    for case in range(1, len(instances) + 1):
        line = lines.take(f"the value of board {case}")
        answers.append(Answer(value=line.integers([(-MOST_VALUE, MOST_VALUE, "a value")])[0]))
    lines.finish(f"end of output after {len(instances)} value(s)")
    return answers


def write_answer(case: int, answer: Answer) -> str:
    """Write the value."""
    return f"{answer.value}\n"


def to_json(answer: Answer) -> dict[str, Any]:
    """``{"value": "2", "line": [[row, column], …] or null}``, rows and columns from 1."""
    return {
        "value": None if answer.value is None else str(answer.value),
        "line": None if answer.line is None else [[row + 1, column + 1] for row, column in answer.line],
    }


def read_jsonl(text: str, file: str) -> Iterator[Instance]:
    """Read ``{"a": [[1, 2], …], "b": [[0, 3], …]}``: the scores of both players, row by row."""
    for fields in jsonl.objects(text, file):
        a, b = fields.table("a"), fields.table("b")
        yield fields.make(Instance, a, b)


def write_jsonl(instances: Sequence[Instance]) -> str:
    """Write boards as ``read_jsonl`` reads them."""
    return jsonl.written({"a": instance.a, "b": instance.b} for instance in instances)
