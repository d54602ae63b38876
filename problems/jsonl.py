"""One JSON object a line, for instances that the judge's text can't express: strict reading and writing.

Every complaint names file, line and column, and the field that it is about.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeVar

from doublecount.problems.text import Line, Lines, shown

Made = TypeVar("Made")
Choice = TypeVar("Choice", bound=str)

MOST_DIGITS = 40
"""Of a number: more only costs time."""


class Fields:
    """The fields of one line's object. Each is taken once; ``make`` refuses what is left over."""

    def __init__(self, values: dict[str, Any], line: Line) -> None:
        self._values, self._line = values, line

    def has(self, name: str) -> bool:
        """Tell whether the field is there and was not taken yet."""
        return name in self._values

    def fail(self, name: str, expected: str, found: object) -> NoReturn:
        """Complain about a field, at the place where its name stands in the line."""
        self._line.fail(self._column(name), f"field {name!r}: {expected}", shown(_written(found)))

    def integer(self, name: str) -> int:
        """Take an integer."""
        value = self._take(name)
        if not _is_integer(value):
            self.fail(name, "an integer", value)
        return int(value)

    def word(self, name: str, choices: Iterable[Choice]) -> Choice:
        """Take one of several words."""
        value = self._take(name)
        found = [choice for choice in choices if choice == value]
        if not found:
            self.fail(name, " or ".join(map(json.dumps, choices)), value)
        return found[0]

    def strings(self, name: str) -> tuple[str, ...]:
        """Take a list of strings."""
        return self._list(name, "a list of strings", lambda value: isinstance(value, str))

    def integers_or_null(self, name: str) -> tuple[int | None, ...]:
        """Take a list of integers and nulls."""
        return self._list(
            name, "a list of integers and nulls", lambda value: value is None or _is_integer(value)
        )

    def table(self, name: str) -> tuple[tuple[int, ...], ...]:
        """Take a list of lists of integers."""

        def is_row(value: Any) -> bool:
            return isinstance(value, list) and all(map(_is_integer, value))

        return tuple(map(tuple, self._list(name, "a list of lists of integers", is_row)))

    def make(self, instance: Callable[..., Made], *parts: Any) -> Made:
        """Return ``instance(*parts)``, unless fields are left; what it complains of becomes an error here."""
        for name in self._values:
            self._line.fail(self._column(name), "no other field", shown(name))
        try:
            return instance(*parts)
        except ValueError as error:
            self._line.fail(1, "an instance", shown(str(error)))

    def whole(self, convert: Callable[[dict[str, Any]], Made]) -> Made:
        """Return what ``convert`` makes of all fields; what it complains of becomes an error here."""
        try:
            return convert(self._values)
        except ValueError as error:
            self._line.fail(1, "an instance", shown(str(error)))

    def _column(self, name: str) -> int:
        return max(0, self._line.text.find(json.dumps(name))) + 1

    def _take(self, name: str) -> Any:
        if name not in self._values:
            self._line.fail(1, f"field {name!r}", shown(self._line.text))
        return self._values.pop(name)

    def _list(self, name: str, expected: str, is_item: Callable[[Any], bool]) -> tuple[Any, ...]:
        value = self._take(name)
        if not isinstance(value, list):
            self.fail(name, expected, value)
        for item in value:
            if not is_item(item):
                self.fail(name, expected, item)
        return tuple(value)


def _written(found: object) -> str:
    try:
        return json.dumps(found)
    except RecursionError:
        return "something nested too deep"


def _is_integer(value: Any) -> bool:
    return type(value) is int


def objects(text: str, file: str) -> Iterator[Fields]:
    """Yield the objects of the lines that are not blank; raises ``InputError``."""
    lines = Lines(text, file)
    while lines.peek():
        line = lines.take("an object")
        yield Fields(_parsed(line), line)


def _parsed(line: Line) -> dict[str, Any]:
    try:
        value = json.loads(
            line.text, object_pairs_hook=_without_repeats, parse_int=_short, parse_constant=_refused
        )
    except json.JSONDecodeError as error:
        line.fail(error.pos + 1, "a JSON object", f"{error.msg}: {shown(line.text[error.pos :])}")
    except (ValueError, RecursionError) as error:
        line.fail(1, "a JSON object", shown(str(error)))
    if not isinstance(value, dict):
        line.fail(1, "a JSON object", shown(line.text))
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a field stands twice")
    return values


def _short(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    return int(digits)


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def written(objects: Iterable[dict[str, Any]]) -> str:
    """Write one object a line."""
    return "".join(json.dumps(fields) + "\n" for fields in objects)
