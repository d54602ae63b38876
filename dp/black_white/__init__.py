"""Black & White: counts on the graph of all borders between the colours.

See ``curve`` for the states and their moves, ``boards`` for what is compiled when. The entry points:

- ``solve``, ``count``, ``solutions``, for one board;
- ``solve_many``, ``count_many``, for boards of any sizes: those of one size together;
- ``answer_text``, from the judge's input to the judge's output.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from doublecount.dp.black_white.boards import (
    Symbols,
    allowed,
    answers,
    counter_for,
    counts,
    painted,
    too_large,
)
from doublecount.dp.black_white.text import answer_text
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import Colouring, cut_into_rows
from doublecount.problems.record import Solver

__all__ = ["SOLVER", "answer_text", "count", "count_many", "fits", "solutions", "solve", "solve_many"]

Found = TypeVar("Found")


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    return too_large(instance.height, instance.width)


def solve(instance: Instance) -> Answer:
    """Count the colourings and give the first one, black before white, along the shorter rows."""
    counter = counter_for(instance.height, instance.width)
    ways = counter.ways(allowed(_symbols(instance)))
    first = next(counter.walk(ways), None)
    return Answer(int(ways[0].sum()), None if first is None else _colouring(instance, first))


def count(instance: Instance) -> int:
    """Count the colourings; exact, whatever the number of digits."""
    counter = counter_for(instance.height, instance.width)
    return int(counter.ways(allowed(_symbols(instance)))[0].sum())


def solutions(instance: Instance) -> Iterator[Colouring]:
    """List all colourings in the order of ``solve``; O(cells) between two, never a dead end."""
    counter = counter_for(instance.height, instance.width)
    ways = counter.ways(allowed(_symbols(instance)))
    return (_colouring(instance, colours) for colours in counter.walk(ways))


def solve_many(instances: Sequence[Instance]) -> list[Answer]:
    """Return what ``solve`` returns for each board, faster."""

    def solved(boards: Symbols) -> list[Answer]:
        found, colourings = answers(boards)
        return [
            Answer(number, _rows(colouring) if number else None)
            for number, colouring in zip(found, colourings, strict=True)
        ]

    return _by_size(instances, solved)


def count_many(instances: Sequence[Instance]) -> list[int]:
    """Return what ``count`` returns for each board, faster."""
    return _by_size(instances, counts)


def _by_size(instances: Sequence[Instance], answered: Callable[[Symbols], list[Found]]) -> list[Found]:
    """Apply a function of stacks to the boards of each size; return its results in the order of boards."""
    results: list[Any] = [None] * len(instances)
    sizes: dict[tuple[int, int], list[int]] = {}
    for case, instance in enumerate(instances):
        sizes.setdefault((instance.height, instance.width), []).append(case)
    for cases in sizes.values():
        stack = np.stack([_symbols(instances[case]) for case in cases])
        for case, result in zip(cases, answered(stack), strict=True):
            results[case] = result
    return results


def _symbols(instance: Instance) -> Symbols:
    """Return the board as an array of ASCII codes."""
    text = "".join(instance.rows).encode("ascii")
    return np.frombuffer(text, dtype=np.uint8).reshape(instance.height, instance.width)


def _colouring(instance: Instance, colours: tuple[int, ...]) -> Colouring:
    """Return the rows that a way painted."""
    return _rows(painted(np.array([colours]).T, instance.height, instance.width)[0])


def _rows(colouring: Symbols) -> Colouring:
    return cut_into_rows(colouring.tobytes().decode("ascii"), colouring.shape[1])


SOLVER = Solver(solve=solve, fits=fits, solutions=solutions, answer_text=answer_text)
