"""Dots and boxes: the judge's text, which is for 3 x 3 boxes only.

Input: the number of cases; for each the number n of drawn lines, then n lines of text with two points each.
Output: ``Case #1: Tom200`` or ``Case #1: Jerry404``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from doublecount.problems import jsonl
from doublecount.problems.dots_and_boxes.instance import DRAW, JERRY, RULES, TOM, Answer, Instance, Line
from doublecount.problems.text import Lines, Word, shown

EMPTY = Instance(())
"""The grid of the format, nothing drawn."""
MOST_CASES = 10**18
"""Only guards against floods of digits: cases are read one by one."""


def read(text: str, file: str) -> Iterator[Instance]:
    """Read cases; the points of a line may come in either order, no line may come twice."""
    lines = Lines(text, file)
    (cases,) = lines.take("the number of cases").integers([(0, MOST_CASES, "a number of cases")])
    for case in range(1, cases + 1):
        yield _read_case(lines, case)
    lines.finish(f"end of file after {cases} case(s)")


def _read_case(lines: Lines, case: int) -> Instance:
    head = lines.take(f"the number of lines drawn in case {case}")
    (count,) = head.integers([(0, EMPTY.free_count, "a number of drawn lines")])
    drawn: dict[Line, int] = {}
    for number in range(1, count + 1):
        text = lines.take(f"drawn line {number} of {count} of case {case}")
        start, end = text.integers([(1, EMPTY.points, "a point")] * 2)
        words = text.words()
        _insist_on_neighbours(words[1], start, end)
        line = (min(start, end), max(start, end))
        if line in drawn:
            expected = f"a line not drawn before (this one is on line {drawn[line]})"
            text.fail(words[0].column, expected, shown(text.text.strip()))
        drawn[line] = text.number
    return Instance(tuple(drawn))


def _insist_on_neighbours(word: Word, start: int, end: int) -> None:
    neighbours = EMPTY.neighbours(start)
    if end not in neighbours:
        word.fail(f"a neighbour of point {start} ({', '.join(map(str, neighbours))})")


def write(instances: Sequence[Instance]) -> str:
    """Write cases; raises ValueError for a grid or rules that the format does not know."""
    out = [f"{len(instances)}\n"]
    for instance in instances:
        if (instance.rows, instance.columns) != (EMPTY.rows, EMPTY.columns):
            raise ValueError(f"expected 3 x 3 boxes, not {instance.rows!r} x {instance.columns!r}")
        if instance.rules != EMPTY.rules:
            raise ValueError(f"expected {EMPTY.rules} rules, not {instance.rules}")
        out.append(f"{len(instance.lines)}\n")
        out += [f"{start} {end}\n" for start, end in instance.lines]
    return "".join(out)


def read_answers(text: str, instances: Sequence[Instance]) -> list[Answer]:
    """Read one winner a line; a draw is possible only where the number of boxes is even."""
    lines = Lines(text, "output")
    answers = []
    for case, instance in enumerate(instances, start=1):
        head = f"Case #{case}: "
        line = lines.take(f"the winner of case {case}")
        if not line.text.startswith(head):
            line.fail(1, shown(head), shown(line.text))
        winners = (TOM, JERRY) if instance.boxes % 2 else (TOM, JERRY, DRAW)
        winner = line.text.removeprefix(head)
        if winner not in winners:
            line.fail(len(head) + 1, " or ".join(winners), shown(winner))
        answers.append(Answer(winner))
    lines.finish(f"end of output after {len(instances)} case(s)")
    return answers


def write_answer(case: int, answer: Answer) -> str:
    """Write the winner, or ``draw``."""
    return f"Case #{case}: {answer.winner}\n"


def to_json(answer: Answer) -> dict[str, Any]:
    """``{"winner": "Tom200", "margin": "3", "best": [[1, 2], …]}``, null where not stated."""
    return {
        "winner": answer.winner,
        "margin": None if answer.margin is None else str(answer.margin),
        "best": None if answer.best is None else [list(line) for line in answer.best],
    }


def read_jsonl(text: str, file: str) -> Iterator[Instance]:
    """Read ``{"rows": 2, "columns": 3, "rules": "standard", "lines": [[1, 2], …]}``, one game a line.

    Without them, the grid is that of the judge, 3 x 3, and the rules are strict.
    """
    for fields in jsonl.objects(text, file):
        rows = fields.integer("rows") if fields.has("rows") else EMPTY.rows
        columns = fields.integer("columns") if fields.has("columns") else EMPTY.columns
        rules = fields.word("rules", RULES) if fields.has("rules") else EMPTY.rules
        lines = fields.table("lines")
        for line in lines:
            if len(line) != 2:
                fields.fail("lines", "two points", line)
        yield fields.make(Instance, tuple((min(line), max(line)) for line in lines), rows, columns, rules)


def write_jsonl(instances: Sequence[Instance]) -> str:
    """Write games as ``read_jsonl`` reads them, with all fields."""
    return jsonl.written(
        {
            "rows": instance.rows,
            "columns": instance.columns,
            "rules": instance.rules,
            "lines": instance.lines,
        }
        for instance in instances
    )
