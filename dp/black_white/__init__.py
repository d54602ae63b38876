"""Black & White: counts on the graph of all borders between the colours.

See ``curve`` for the states and their moves, ``boards`` for what is compiled when. The entry points:

- ``solve``, ``count``, ``solutions``, ``sample``, ``marginals``, for one board;
- ``solve_many``, ``count_many``, for boards of any sizes: those of one size together;
- ``answer_text``, from the judge's input to the judge's output.

Counts are Python integers, exact at every size. The functions trust that ``fits`` (for ``count`` and
``count_many``: ``count_fits``) accepts the board; larger ones end for want of time or memory. The first board
of a size compiles its graph, or fetches it from ``cache``; the costs below come after that, with S states in
the graph of the size: 3.3 times as many with each row and column.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from doublecount.dp.black_white.boards import (
    COUNTED_FORWARD_FROM,
    Symbols,
    allowed,
    answers,
    count_forward,
    counter_for,
    counts,
    painted,
    too_large,
    too_large_to_count,
)
from doublecount.dp.counting import Counter
from doublecount.dp.forward import Progress, nobody
from doublecount.dp.layers import Counts
from doublecount.dp.marginals import marginals as marginals_of
from doublecount.dp.sampling import sampled
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import COLOURS, Colouring, cut_into_rows, transposed
from doublecount.problems.record import Solver

__all__ = [
    "SOLVER",
    "answer_text",
    "count",
    "count_fits",
    "count_many",
    "fits",
    "marginals",
    "sample",
    "solutions",
    "solve",
    "solve_many",
]

Found = TypeVar("Found")


def fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large."""
    return too_large(instance.height, instance.width)


def count_fits(instance: Instance) -> str | None:
    """Return None, or why the board is too large even for ``count``, which takes larger ones."""
    return too_large_to_count(instance.height, instance.width)


def solve(instance: Instance) -> Answer:
    """Count the colourings and give the first one, black before white, along the shorter rows.

    O(S); the colouring is None where the count is 0.
    """
    counter = counter_for(instance.height, instance.width)
    total, first = counter.answer(allowed(_symbols(instance)))
    return Answer(total, None if first is None else _colouring(instance, first))


def count(instance: Instance, progress: Progress = nobody) -> int:
    """Count the colourings; exact, whatever the number of digits. See ``count_fits``.

    O(S); where no graph is kept, O(S log S) and memory for one layer. On boards so
    large that it takes a while, ``progress(done, cells)`` is called after each cell.
    """
    if min(instance.height, instance.width) >= COUNTED_FORWARD_FROM:
        return count_forward(_symbols(instance), progress)
    return counter_for(instance.height, instance.width).total(allowed(_symbols(instance)))


def solutions(instance: Instance) -> Iterator[Colouring]:
    """List all colourings in the order of ``solve``; O(cells) between two, never a dead end."""
    counter, ways = _counter_and_ways(instance)
    return (_colouring(instance, colours) for colours in counter.walk(ways))


def sample(instance: Instance, number: int, seed: int) -> list[Colouring]:
    """Draw so many colourings independently and uniformly; the same seed draws the same ones.

    O(S) once, then O(cells) a colouring. Raises ValueError if there is no colouring.
    """
    colours = sampled(*_counter_and_ways(instance), number, seed)
    return [_rows(board) for board in painted(colours, instance.height, instance.width)]


def marginals(instance: Instance) -> list[list[tuple[int, int]]]:
    """Return for each ``[row][column]`` in how many colourings the cell is black, and in how many white.

    Shape height x width x 2; exact. O(S). The two add up to the count. A cell with a zero is forced; the
    colouring is unique if both are 0 or 1.
    """
    counter, ways = _counter_and_ways(instance)
    made = marginals_of(counter, allowed(_symbols(instance)), ways)
    length, width = max(instance.height, instance.width), min(instance.height, instance.width)
    rows = [[(black, white) for black, white in made[row * width :][:width]] for row in range(length)]
    return rows if instance.height >= instance.width else [list(row) for row in zip(*rows, strict=True)]


def _counter_and_ways(instance: Instance) -> tuple[Counter, list[Counts]]:
    counter = counter_for(instance.height, instance.width)
    return counter, counter.ways(allowed(_symbols(instance)))


def solve_many(instances: Sequence[Instance]) -> list[Answer]:
    """Return what ``solve`` returns for each board, in their order, faster where several have one size.

    The boards may be of any sizes; those of one size go through its graph together, in batches that hold
    ``boards.MOST_BYTES`` of counts. O(S) array elements a board, in the smallest machine integers that hold
    every count of a layer, Python integers beyond 63 bits.
    """

    def solved(boards: Symbols) -> list[Answer]:
        found, colourings = answers(boards)
        return [
            Answer(number, _rows(colouring) if number else None)
            for number, colouring in zip(found, colourings, strict=True)
        ]

    return _by_size(instances, solved)


def count_many(instances: Sequence[Instance]) -> list[int]:
    """Return what ``count`` returns for each board, in their order, faster where several have one size.

    As ``solve_many``, without the colourings; boards that do not fit a graph are counted one by one.
    """

    def counted(boards: Symbols) -> list[int]:
        height, width = boards.shape[1:]
        alone = len(boards) == 1 and min(height, width) >= COUNTED_FORWARD_FROM
        if alone or too_large(height, width):
            return [count_forward(board, nobody) for board in boards]
        return counts(boards)

    return _by_size(instances, counted)


def answer_text(data: bytes) -> bytes | None:
    """Answer a whole file in the judge's formats; None if anything is unusual, never an exception.

    The result is what ``read``, ``solve`` and ``write_answer`` make of the file, byte for byte.
    """
    from doublecount.dp.lanes import black_white

    return black_white.answer_text(data)


def _by_size(instances: Sequence[Instance], answered: Callable[[Symbols], list[Found]]) -> list[Found]:
    """Apply a function of stacks to the boards of each size; return its results in the order of boards."""
    results: list[Any] = [None] * len(instances)
    sizes: dict[tuple[int, int], list[int]] = {}
    for case, instance in enumerate(instances):
        sizes.setdefault((instance.height, instance.width), []).append(case)
    for cases in sizes.values():
        for case, result in zip(cases, answered(_stack([instances[case] for case in cases])), strict=True):
            results[case] = result
    return results


def _symbols(instance: Instance) -> Symbols:
    """Return the board as an array of ASCII codes."""
    symbols: Symbols = _stack([instance])[0]
    return symbols


def _stack(instances: Sequence[Instance]) -> Symbols:
    """Return boards of one size as arrays of ASCII codes, shape (boards, height, width)."""
    text = "".join([row for instance in instances for row in instance.rows]).encode("ascii")
    sides = (instances[0].height, instances[0].width)
    return np.frombuffer(text, dtype=np.uint8).reshape(-1, *sides)


def _colouring(instance: Instance, colours: Iterable[int]) -> Colouring:
    """Return the rows that a way painted."""
    width = min(instance.height, instance.width)
    rows = cut_into_rows("".join([COLOURS[colour] for colour in colours]), width)
    return rows if len(rows) == instance.height else transposed(rows)


def _rows(colouring: Symbols) -> Colouring:
    return cut_into_rows(colouring.tobytes().decode("ascii"), colouring.shape[1])


SOLVER = Solver(
    solve=solve,
    fits=fits,
    solutions=solutions,
    count=count,
    count_many=count_many,
    count_fits=count_fits,
    sample=sample,
    marginals=marginals,
    solve_many=solve_many,
    answer_text=answer_text,
)
