"""Simpler and harder instances by default: steps on the fields of the dataclass, whatever they mean.

A step that leads to no instance (its ``__post_init__`` raises ValueError) is left out. Boards are lists of
strings of one length; ``.`` is the simplest character.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from doublecount.problems.own.formats import from_tree, tree

InstanceT = TypeVar("InstanceT")
SIMPLEST = "."
_TRIES = 20
"""Changes that lead to no instance before it is left as it is."""


def size(instance: Any) -> tuple[int, ...]:
    """Return how many characters and numbers there are, how many characters are not ``.``, their sum."""
    letters, marks, total = _measured(tree(instance))
    return letters, marks, total


def _measured(value: Any) -> tuple[int, int, int]:
    if isinstance(value, str):
        return len(value), len(value) - value.count(SIMPLEST), 0
    if isinstance(value, (list, dict)):
        parts = [_measured(one) for one in (value.values() if isinstance(value, dict) else value)]
        return sum(one[0] for one in parts), sum(one[1] for one in parts), sum(one[2] for one in parts)
    return 1, int(value is not None), abs(int(value or 0))


def simpler_instances(kind: type[InstanceT]) -> Callable[[InstanceT], Iterator[InstanceT]]:
    """Return the ``simpler`` of a dataclass: fewer parts, then simpler ones, each of smaller ``size``."""

    def simpler(instance: InstanceT) -> Iterator[InstanceT]:
        before = size(instance)
        for content in _simpler(tree(instance)):
            found = _made(kind, content)
            if found is not None and size(found) < before:
                yield found

    return simpler


def _made(kind: type[InstanceT], content: Any) -> InstanceT | None:
    try:
        return from_tree(kind, content)
    except ValueError:
        return None


def _simpler(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from _simpler_fields(value)
    elif isinstance(value, list):
        yield from _simpler_list(value)
    elif isinstance(value, str):
        yield from (value[:k] + value[k + 1 :] for k in range(len(value)))
        yield from _simpler_letters(value)
    elif value is True:
        yield False
    elif isinstance(value, int) and value:
        smaller = (0, int(value / 2), value - 1 if value > 0 else value + 1)
        yield from dict.fromkeys(one for one in smaller if one != value)


def _simpler_letters(text: str) -> Iterator[str]:
    for k, letter in enumerate(text):
        if letter != SIMPLEST:
            yield text[:k] + SIMPLEST + text[k + 1 :]


def _simpler_fields(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield first what shortens all lists of one length alike: they mostly belong together."""
    lengths = {len(one) for one in value.values() if isinstance(one, list)}
    for length in sorted(lengths):
        alike = [name for name, one in value.items() if isinstance(one, list) and len(one) == length]
        if len(alike) > 1:
            for gone in _gaps(length):
                yield value | {name: _without(value[name], gone) for name in alike}
    for name, one in value.items():
        yield from (value | {name: other} for other in _simpler(one))


def _simpler_list(value: list[Any]) -> Iterator[list[Any]]:
    yield from (_without(value, gone) for gone in _gaps(len(value)))
    if is_board(value):
        yield from ([row[:k] + row[k + 1 :] for row in value] for k in range(len(value[0])))
    for k, one in enumerate(value):
        letters = is_board(value) and isinstance(one, str)
        for other in _simpler_letters(one) if letters else _simpler(one):
            yield [*value[:k], other, *value[k + 1 :]]


def _gaps(length: int) -> Iterator[range]:
    """Yield the stretches to leave out: halves, quarters, and so on down to single places."""
    width = max(1, length // 2)
    while length:
        yield from (range(start, min(start + width, length)) for start in range(0, length, width))
        if width == 1:
            return
        width //= 2


def _without(value: list[Any], gone: range) -> list[Any]:
    return [one for k, one in enumerate(value) if k not in gone]


def is_board(value: Any) -> bool:
    """Tell whether a list is of strings of one length."""
    strings = isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
    return strings and len({len(one) for one in value}) == 1


def changed_instances(kind: type[InstanceT]) -> Callable[[Random, InstanceT], InstanceT]:
    """Return the ``changed`` of a dataclass: one part more or less, one place otherwise."""

    def changed(rng: Random, instance: InstanceT) -> InstanceT:
        steps = [*_simpler(tree(instance))]
        for _ in range(_TRIES):
            easier = bool(steps) and rng.random() < 0.5
            content = rng.choice(steps) if easier else _harder(rng, tree(instance))
            found = _made(kind, content)
            if found is not None and found != instance:
                return found
        return instance

    return changed


def _harder(rng: Random, value: Any) -> Any:
    """Return the value with something doubled, or a place changed."""
    if isinstance(value, dict) and value:
        name = rng.choice(sorted(value))
        return value | {name: _harder(rng, value[name])}
    if isinstance(value, list) and value:
        return _harder_list(rng, value)
    if isinstance(value, str) and value:
        k = rng.randrange(len(value))
        return value[:k] + rng.choice(value) + value[k + rng.randrange(2) :]
    if type(value) is int:
        return rng.choice([value + 1, 2 * value])
    return value


def _harder_list(rng: Random, value: list[Any]) -> list[Any]:
    k = rng.randrange(len(value))
    if rng.random() < 0.4:
        return [*value[:k], value[k], *value[k:]]
    if is_board(value) and value[0]:
        column = rng.randrange(len(value[0]))
        if rng.random() < 0.5:
            return [row[:column] + row[column] + row[column:] for row in value]
        letter = rng.choice("".join(value))
        return [*value[:k], value[k][:column] + letter + value[k][column + 1 :], *value[k + 1 :]]
    return [*value[:k], _harder(rng, value[k]), *value[k + 1 :]]
