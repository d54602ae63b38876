"""Injured Queen: faults and other readings that wrong counts are compared with. Hints, never evidence.

Placements under other rules are counted column by column, or one by one where columns far apart matter.
"""

from collections.abc import Callable, Iterator

from doublecount.problems.injured_queen.instance import Answer, Instance, Placement
from doublecount.problems.record import Solve, Suspicion, solved_as

MOST_ROWS = 40
MOST_PLACED = 20_000
"""Queens put down while placements are counted one by one: about 20 ms."""

Attacks = Callable[[Instance, int, int, int], bool]
"""``attacks(instance, column, row, next_row)``: may no queen stand in ``next_row`` of the next column?"""
Answers = Callable[[Instance, Solve[Instance, Answer]], Answer | None]


def counted_under(attacks: Attacks) -> Answers:
    """The number of placements when queens of neighbouring columns attack each other so."""

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer | None:
        if instance.n > MOST_ROWS:
            return None
        ways = dict.fromkeys(_rows(instance, 0), 1)
        for column in range(1, instance.n):
            ways = {
                row: sum(way for last, way in ways.items() if not attacks(instance, column - 1, last, row))
                for row in _rows(instance, column)
            }
        return Answer(sum(ways.values()))

    return answer


def counted_one_by_one(allowed: Callable[[Instance, tuple[int, ...], int], bool]) -> Answers:
    """The number of placements when ``allowed(instance, rows so far, row)`` says where the next may stand."""

    def placements(instance: Instance, rows: Placement, placed: list[int]) -> Iterator[Placement]:
        placed[0] += 1
        if len(rows) == instance.n:
            yield rows
        elif placed[0] <= MOST_PLACED:
            for row in _rows(instance, len(rows)):
                if allowed(instance, rows, row):
                    yield from placements(instance, (*rows, row), placed)

    def answer(instance: Instance, _: Solve[Instance, Answer]) -> Answer | None:
        placed = [0]
        count = sum(1 for _ in placements(instance, (), placed))
        return Answer(count) if placed[0] <= MOST_PLACED else None

    return answer


def _rows(instance: Instance, column: int) -> range:
    fixed = instance.rows[column]
    return range(instance.n) if fixed is None else range(fixed, fixed + 1)


def _near(row: int, other: int) -> bool:
    return abs(row - other) <= 1


def _both_fixed(instance: Instance, column: int) -> bool:
    return None not in instance.rows[column : column + 2]


def _freed(*columns: int | None) -> Callable[[Instance], Instance]:
    """The board with these columns freed, counted as in slices; all for None."""

    def derive(instance: Instance) -> Instance:
        gone = range(instance.n) if None in columns else [(c or 0) % instance.n for c in columns]
        return Instance(tuple(None if k in gone else row for k, row in enumerate(instance.rows)))

    return derive


def _without_column(column: int) -> Callable[[Instance], Instance | None]:
    """The board without its first (0) or last (-1) column, and without the row that is then too many."""

    def derive(instance: Instance) -> Instance | None:
        rows = instance.rows[1:] if column == 0 else instance.rows[:-1]
        fits = rows and all(row is None or row < len(rows) for row in rows)
        return Instance(rows) if fits else None

    return derive


CYCLIC_ROWS: Suspicion[Instance, Answer] = Suspicion(
    "the first and the last row are neighbours",
    counted_under(lambda board, _, row, other: _near(row, other) or abs(row - other) == board.n - 1),
)
WHOLE_ROWS: Suspicion[Instance, Answer] = Suspicion(
    "a queen attacks her whole row",
    counted_one_by_one(lambda _, rows, row: row not in rows and not (rows and _near(rows[-1], row))),
)
FULL_QUEENS: Suspicion[Instance, Answer] = Suspicion(
    "the queens are not injured, but attack along rows and diagonals",
    counted_one_by_one(
        lambda _, rows, row: all(
            abs(row - other) not in (0, far) for far, other in enumerate(reversed(rows), start=1)
        )
    ),
)
SUSPICIONS: tuple[Suspicion[Instance, Answer], ...] = (
    Suspicion(
        "rows of neighbouring columns need differ by 1 only",
        counted_under(lambda _, __, row, other: row == other),
    ),
    Suspicion(
        "rows of neighbouring columns must differ by 3",
        counted_under(lambda _, __, row, other: abs(row - other) <= 2),
    ),
    Suspicion(
        "neighbouring queens may share a row",
        counted_under(lambda _, __, row, other: abs(row - other) == 1),
    ),
    Suspicion("no queen attacks another", counted_under(lambda *_: False)),
    Suspicion(
        "two fixed queens do not attack each other",
        counted_under(lambda board, column, row, other: _near(row, other) and not _both_fixed(board, column)),
    ),
    Suspicion(
        "the first and the last column are neighbours",
        counted_one_by_one(
            lambda board, rows, row: (
                not (rows and _near(rows[-1], row))
                and not (0 < len(rows) == board.n - 1 and _near(rows[0], row))
            )
        ),
    ),
    Suspicion(
        "no free queen stands in the last row",
        counted_one_by_one(
            lambda board, rows, row: (
                not (rows and _near(rows[-1], row))
                and not (board.rows[len(rows)] is None and row == board.n - 1)
            )
        ),
    ),
    Suspicion(
        "no free queen stands in the first row",
        counted_one_by_one(
            lambda board, rows, row: (
                not (rows and _near(rows[-1], row)) and not (board.rows[len(rows)] is None and row == 0)
            )
        ),
    ),
    Suspicion("all columns are free", solved_as(_freed(None))),
    Suspicion("the first column is free", solved_as(_freed(0))),
    Suspicion("the last column is free", solved_as(_freed(-1))),
    Suspicion("the last column is left out", solved_as(_without_column(-1))),
    Suspicion("the first column is left out", solved_as(_without_column(0))),
)
