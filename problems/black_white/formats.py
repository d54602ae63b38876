"""Black & White: the judge's text.

Input: the number of cases; for each case a line "height width" and that many rows of ``#``, ``o``, ``.``.
Output: for each case the count, one colouring if there is any, and a blank line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from doublecount.problems import jsonl
from doublecount.problems.black_white.instance import COLOURS, SYMBOLS, Answer, Colouring, Instance
from doublecount.problems.text import Lines, shown

MOST_CELLS = 10**6
"""Of one board. No solver comes near; keeps absurd sizes from costing time."""
MOST_CASES = 10**9
MOST_DIGITS = 4000
"""No count on a board that the solver accepts comes near; keeps hostile output from costing time."""
_MOST_COUNT = 10**MOST_DIGITS


def read(text: str, file: str) -> Iterator[Instance]:
    """Read the boards one by one; nothing may follow the last one."""
    lines = Lines(text, file)
    (cases,) = lines.take("the number of cases").integers([(0, MOST_CASES, "the number of cases")])
    for case in range(1, cases + 1):
        yield _read_board(lines, case)
    lines.finish(f"end of file after {cases} case(s)")


def _read_board(lines: Lines, case: int) -> Instance:
    sizes = lines.take(f"height and width of case {case}")
    height, width = sizes.integers([(1, MOST_CELLS, "a height"), (1, MOST_CELLS, "a width")])
    if height * width > MOST_CELLS:
        word = sizes.words()[1]
        sizes.fail(word.column, f"a board of at most {MOST_CELLS} cells", shown(sizes.text))
    rows = []
    for row in range(1, height + 1):
        what = f"row {row} of case {case}"
        rows.append(lines.take(f"{what}: {width} characters of {SYMBOLS!r}").row(width, SYMBOLS, what))
    return Instance(tuple(rows))


def write(instances: Sequence[Instance]) -> str:
    """Write the number of cases and the boards."""
    boards = ("\n".join([f"{board.height} {board.width}", *board.rows]) + "\n" for board in instances)
    return f"{len(instances)}\n" + "".join(boards)


def read_answers(text: str, instances: Sequence[Instance]) -> list[Answer]:
    """Read for each case a count and, unless it is 0, a colouring; blank lines may be missing or extra.

    A count below zero, of a program whose numbers have overflowed, is read like any other wrong one.
    """
    lines = Lines(text, "output")
    answers = []
    for case, instance in enumerate(instances, start=1):
        line = lines.take(f"the count of case {case}")
        (count,) = line.integers([(-_MOST_COUNT, _MOST_COUNT, f"the count of case {case}")])
        rows = []
        for row in range(1, instance.height + 1 if count > 0 or (count and _coloured(lines)) else 1):
            what = f"row {row} of the colouring of case {case}"
            rows.append(lines.take(what).row(instance.width, COLOURS, what))
        answers.append(Answer(count=count, colouring=tuple(rows) or None))
    lines.finish(f"end of output after {len(instances)} case(s)")
    return answers


def _coloured(lines: Lines) -> bool:
    """Whether a colouring comes next: after a count below zero, which is wrong, it may or may not."""
    line = lines.peek()
    return line is not None and line.text[0] in COLOURS


def write_answer(case: int, answer: Answer) -> str:
    """Write the count, the colouring if there is one, and a blank line."""
    return "\n".join([str(answer.count), *(answer.colouring or ()), "", ""])


def witness_to_json(colouring: Colouring) -> list[str]:
    """``["##o", …]``."""
    return list(colouring)


def write_witness(colouring: Colouring) -> str:
    """Write a colouring and a blank line."""
    return "\n".join([*colouring, "", ""])


def to_json(answer: Answer) -> dict[str, Any]:
    """``{"count": "4", "colouring": ["##o", …] or null}``."""
    return {
        "count": None if answer.count is None else str(answer.count),
        "colouring": None if answer.colouring is None else witness_to_json(answer.colouring),
    }


def read_jsonl(text: str, file: str) -> Iterator[Instance]:
    """Read ``{"rows": ["#.o", …]}``, one board a line; raises ``InputError``."""
    for fields in jsonl.objects(text, file):
        rows = fields.strings("rows")
        yield fields.make(Instance, rows)


def write_jsonl(instances: Sequence[Instance]) -> str:
    """Write boards as ``read_jsonl`` reads them."""
    return jsonl.written({"rows": list(instance.rows)} for instance in instances)
