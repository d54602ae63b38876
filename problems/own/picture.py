"""A picture by default: the board of an instance or, where it has none, its numbers in a row."""

from collections.abc import Sequence
from typing import Any

from doublecount.problems.own.formats import LISTED, tree
from doublecount.problems.own.steps import SIMPLEST, is_board
from doublecount.problems.picture import MOST_CELLS, Cell, Paint, Picture

_PAINTS = {SIMPLEST: Paint.FREE, "#": Paint.BLACK}
_WIDEST = 40
"""Characters of a cell that is a whole instance."""


def board(rows: Sequence[str], given: Sequence[str] = (), caption: str = "") -> Picture:
    """Draw characters as cells: ``#`` is black, ``.`` is free.

    What is not free in ``given``, a board of the same size, is drawn as fixed by the instance.
    """
    height, width = len(rows), max(map(len, rows), default=0)
    if height * width > MOST_CELLS:
        return Picture(height, width, caption=caption)
    cells = tuple(
        Cell(r, c, letter, _PAINTS.get(letter, Paint.PLAIN), given=_is_given(given, r, c))
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
    )
    return Picture(height, width, cells, caption=caption)


def _is_given(given: Sequence[str], row: int, column: int) -> bool:
    inside = row < len(given) and column < len(given[row])
    return inside and given[row][column] not in (SIMPLEST, "#")


def plain(instance: Any, answer: Any | None = None) -> Picture:
    """Draw an instance's first board, or the answer's first of the same size in its place."""
    content = tree(instance)
    rows = next((one for one in content.values() if is_board(one)), None)
    if rows is None:
        return _row(content, answer)
    drawn = next(
        (one for one in _told(answer).values() if is_board(one) and _shape(one) == _shape(rows)), rows
    )
    return board(drawn, rows, _caption(answer))


def _row(content: dict[str, Any], answer: Any | None) -> Picture:
    """Draw all texts and numbers in a row."""
    texts = [*_leaves(content)][:MOST_CELLS] or [""]
    cells = tuple(Cell(0, column, text[:_WIDEST]) for column, text in enumerate(texts))
    return Picture(1, len(cells), cells, caption=_caption(answer))


def _leaves(value: Any) -> list[str]:
    if isinstance(value, (list, dict)):
        return [
            text for one in (value.values() if isinstance(value, dict) else value) for text in _leaves(one)
        ]
    return [str(value)]


def _shape(rows: list[str]) -> tuple[int, int]:
    return len(rows), len(rows[0])


def _told(answer: Any | None) -> dict[str, Any]:
    return {} if answer is None else {name: one for name, one in tree(answer).items() if name != LISTED}


def _caption(answer: Any | None) -> str:
    """Write the values of an answer that are no board."""
    told = {name: one for name, one in _told(answer).items() if one is not None and not is_board(one)}
    return ", ".join(f"{name} {one}" for name, one in told.items())
