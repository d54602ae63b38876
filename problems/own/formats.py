"""Formats by default: cases one after the other, an answer's value on a line, JSON lines from the dataclass.

A module says how *one* case is read and written; reading strictly, with positions, is done here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from doublecount.problems import jsonl
from doublecount.problems.text import InputError, Line, Lines, shown

InstanceT = TypeVar("InstanceT")
AnswerT = TypeVar("AnswerT")

ReadCase = Callable[[Lines], InstanceT]
"""Takes the lines of one case; ValueError, or ``Line.fail``, where they are none."""
ReadAnswer = Callable[[Lines, InstanceT], AnswerT]

MOST_DIGITS = 4000
"""Of a number in a program's output."""
LISTED = "solutions"
"""Field of an answer that lists all solutions: compared, and shown nowhere."""


def tree(value: Any) -> Any:
    """Return an instance or an answer as lists, dicts, strings and numbers, in an order that never varies."""
    return _listed(msgspec.to_builtins(value, order="deterministic"))


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _listed(one) for name, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, (list, tuple)) else value


def from_tree(kind: type[InstanceT], content: dict[str, Any]) -> InstanceT:
    """Return the instance that such a tree shows; raises ValueError where it shows none."""
    names = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    for name in content:
        if name not in names:
            raise ValueError(f"there is no field {name!r}")
    try:
        return msgspec.convert(content, kind)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


def jsonl_reader(kind: type[InstanceT]) -> Callable[[str, str], Iterator[InstanceT]]:
    """Return the ``read_jsonl`` of a dataclass: its fields are those of the objects."""

    def read(text: str, file: str) -> Iterator[InstanceT]:
        for one in jsonl.objects(text, file):
            yield one.whole(lambda content: from_tree(kind, content))

    return read


def write_jsonl(instances: Sequence[Any]) -> str:
    """Write one object a line, with the fields of the dataclass."""
    return jsonl.written(map(tree, instances))


def reader(read_case: ReadCase[InstanceT]) -> Callable[[str, str], Iterator[InstanceT]]:
    """Return the ``read`` of a file whose cases follow each other to its end."""

    def read(text: str, file: str) -> Iterator[InstanceT]:
        lines = Lines(text, file)
        while first := lines.peek():
            case = _refusing(lambda: read_case(lines), first, "an instance")
            left = lines.peek()
            if left and left.number == first.number:
                raise RuntimeError("read_case must take at least one line")
            yield case

    return read


def answers_reader(
    read_answer: ReadAnswer[InstanceT, AnswerT],
) -> Callable[[str, Sequence[InstanceT]], list[AnswerT]]:
    """Return the ``read_answers`` of an output in which an answer follows the other."""

    def read_answers(text: str, instances: Sequence[InstanceT]) -> list[AnswerT]:
        lines = Lines(text, "output")
        answers = []
        for case, instance in enumerate(instances, start=1):
            first = lines.peek() or lines.take(f"the answer to case {case}")
            answers.append(_read_one(read_answer, lines, instance, first))
        lines.finish(f"end of output after {len(instances)} answer(s)")
        return answers

    return read_answers


def _read_one(
    read_answer: ReadAnswer[InstanceT, AnswerT], lines: Lines, instance: InstanceT, first: Line
) -> AnswerT:
    return _refusing(lambda: read_answer(lines, instance), first, "an answer")


def _refusing(read: Callable[[], AnswerT], line: Line, expected: str) -> AnswerT:
    try:
        return read()
    except InputError:
        raise
    except ValueError as error:
        line.fail(1, expected, shown(str(error)))


def to_json(answer: Any) -> dict[str, Any]:
    """Return an answer's fields; numbers as decimal strings, which no reader rounds."""
    return {name: _json(value) for name, value in vars(answer).items() if name != LISTED}


def _json(value: Any) -> Any:
    return str(value) if type(value) is int else tree(value)


class Value:
    """The first field of an answer, as the one word of a line: an integer, a word, or Yes and No."""

    def __init__(self, answer: type[Any]) -> None:
        self.answer, self.name = answer, fields(answer)[0].name
        hint = get_type_hints(answer)[self.name]
        kinds = [kind for kind in _alternatives(hint) if kind is not NoneType]
        literal = get_origin(kinds[0]) is Literal
        self._words = get_args(kinds[0]) if literal else ("Yes", "No") if kinds == [bool] else ()
        if len(kinds) != 1 or not (literal or kinds[0] in (int, str, bool)):
            raise ValueError(
                f"{answer.__name__}.{self.name}: say read_answer and write_answer:"
                f" by default only int, str, bool and Literal are written"
            )
        self._kind = kinds[0]

    def read(self, lines: Lines, _: Any) -> Any:
        """Read the line of one answer."""
        line = lines.take(f"the {self.name}")
        if self._kind is int:
            bound = 10**MOST_DIGITS
            return self.answer(line.integers([(-bound, bound, f"the {self.name}, an integer")])[0])
        text = line.text.strip()
        if self._words and text not in self._words:
            line.fail(1, " or ".join(map(str, self._words)), shown(line.text))
        return self.answer(text == "Yes" if self._kind is bool else text)

    def write(self, answer: Any) -> str:
        """Write the line of one answer."""
        value = getattr(answer, self.name)
        return f"{('No', 'Yes')[value] if self._kind is bool else value}\n"


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)
