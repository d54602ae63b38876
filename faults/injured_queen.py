"""Injured Queen: planted faults.

Solver libraries are imported where they are used: a planted program starts without them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from doublecount.dp.injured_queen import count, solve
from doublecount.models.outcomes import Meter, OutOfBudgetError, answered, out_of_budget
from doublecount.problems.fault import (
    Bank,
    Fault,
    Place,
    case_by_case,
    in_checker,
    in_model,
    in_program,
    in_solver,
)
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.injured_queen.instance import Placement
from doublecount.problems.record import Outcome

MOST_ENUMERATED = 20_000
Apart = Callable[[int, int, int], bool]
"""``apart(column, row, row in the next column)``: whether the two queens do not attack each other."""


def counted(instance: Instance, apart: Apart, last: Callable[[int], bool] = lambda _: True) -> Answer:
    """Count column by column, from the left; ``last`` says which rows count in the last column."""
    n, ways = instance.n, [0] * instance.n
    for column, fixed in enumerate(instance.rows):
        if column == 0:
            ways = [1] * n
        else:
            ways = [sum(ways[k] for k in range(n) if apart(column - 1, k, row)) for row in range(n)]
        ways = [way if fixed in (None, row) else 0 for row, way in enumerate(ways)]
    return Answer(sum(way for row, way in enumerate(ways) if last(row)))


def far_enough(_: int, row: int, following: int) -> bool:
    """The rule."""
    return abs(row - following) > 1


def last_row_missed(instance: Instance) -> Answer:
    """Sum up over all rows of the last column but the last."""
    return counted(instance, far_enough, lambda row: row < instance.n - 1)


def fixed_pair_unchecked(instance: Instance) -> Answer:
    """Take two neighbouring queens that are both fixed for a pair that somebody has checked."""

    def apart(column: int, row: int, following: int) -> bool:
        return far_enough(column, row, following) or None not in instance.rows[column : column + 2]

    return counted(instance, apart)


def in_bits(bits: int) -> Callable[[Instance], Answer]:
    """Keep counts in machine integers without a sign."""
    return lambda instance: Answer(count(instance.rows) % 2**bits)


def unreserved_helpers(instance: Instance) -> Outcome[Answer]:
    """Let the encoding of "one queen a column" take variables that are squares of later columns."""
    from pysat.card import CardEnc, EncType

    from doublecount.models import sat as sat_tools

    n, meter = instance.n, Meter(3000)
    squares = list(range(1, n * n + 1))
    columns = [squares[k * n : (k + 1) * n] for k in range(n)]
    stated: list[list[int]] = []
    for column, fixed in zip(columns, instance.rows, strict=True):
        stated += CardEnc.equals(lits=column, bound=1, encoding=EncType.seqcounter).clauses
        stated += [[column[fixed]]] if fixed is not None else []
    for left, right in pairwise(columns):
        stated += [[-x, -y] for i, x in enumerate(left) for j, y in enumerate(right) if abs(i - j) <= 1]
    try:
        return answered(Answer(len([*sat_tools.board_models(stated, squares, meter)])), meter.spent)
    except OutOfBudgetError:
        return out_of_budget(3000, "conflicts")


def far_queens_attack(instance: Instance) -> Outcome[Answer]:
    """Keep queens two columns apart in different rows."""
    from doublecount.models import cp_sat as cp_sat_tools
    from doublecount.models.injured_queen import cp_sat

    if cp_sat.MODEL.fits(instance) or instance.n ** len(instance.free) > MOST_ENUMERATED:
        return out_of_budget(0, cp_sat_tools.UNIT)
    model, rows = cp_sat.build(instance)
    for left, right in zip(rows, rows[2:], strict=False):
        model.add(left != right)
    found = cp_sat_tools.enumerate_solutions(model, rows, 300)
    if not found.complete:
        return out_of_budget(300, cp_sat_tools.UNIT)
    return answered(Answer(len(found.solutions), None, found.solutions), found.work)


def corners_overlooked(instance: Instance) -> Answer:
    """From 6 columns on, with queens in both top corners and nowhere else, leave out the second."""
    fixed = {column: row for column, row in enumerate(instance.rows) if row is not None}
    if instance.n >= 6 and fixed == {0: 0, instance.n - 1: 0}:
        return Answer(count(instance.fixing(instance.n - 1, None).rows))
    return Answer(count(instance.rows))


def letters_unread(instance: Instance) -> Answer:
    """Read the rows A to F, which are no digits, as free."""
    return Answer(count(tuple(None if row is None or row > 8 else row for row in instance.rows)))


def crash_on_one_column(instance: Instance) -> Answer:
    """Look at the second column before asking whether there is one."""
    assert instance.rows[1:] != (), "list index out of range"
    return Answer(count(instance.rows))


def memo_by_size(instances: Sequence[Instance]) -> Iterator[Answer]:
    """Remember counts by the number of columns and of fixed queens, whichever these are."""
    memo: dict[tuple[int, int], Answer] = {}
    for instance in instances:
        key = instance.n, len(instance.free)
        yield memo.setdefault(key, Answer(count(instance.rows)))


def broken_rule(
    instance: Instance, answer: Answer, first: int = 0, stop: int | None = None, fixed: bool = True
) -> str | None:
    """Check a placement's columns from ``first`` to ``stop``, and the fixed queens if asked to."""
    placement = answer.placement
    if placement is None:
        return None
    if fixed and any(there not in (None, row) for row, there in zip(placement, instance.rows, strict=True)):
        return "a fixed queen was moved"
    pairs = pairwise(placement[first:stop])
    return None if all(abs(left - right) > 1 for left, right in pairs) else "two queens attack"


def witnesses(instance: Instance) -> list[tuple[Answer, bool]]:
    """Placements of this board, of the free one, and with one queen moved. Complete boards count 1 or 0."""
    if instance.n > 40:
        return []
    start = solve(instance).placement or tuple(row or 0 for row in instance.rows)
    free = solve(Instance((None,) * instance.n)).placement or start
    moved = dict.fromkeys([start, free, tuple(instance.n - 1 - row for row in free)])
    for column, row in enumerate(start):
        for other in {0, max(row - 1, 0), min(row + 1, instance.n - 1), instance.n - 1}:
            moved[(*start[:column], other, *start[column + 1 :])] = None
    return [(Answer(placement=placement), _valid(instance, placement)) for placement in moved]


def _valid(instance: Instance, placement: Placement) -> bool:
    fits = all(fixed in (None, row) for row, fixed in zip(placement, instance.rows, strict=True))
    return fits and count(placement) == 1


FAULTS: tuple[Fault[Instance, Answer], ...] = (
    in_solver(
        "last-row-missed",
        "the last row is left out of the final sum",
        '{"rows": [null]}',
        last_row_missed,
    ),
    in_solver(
        "fixed-pair-unchecked",
        "two fixed queens next to each other are not looked at",
        '{"rows": [1, 1]}',
        fixed_pair_unchecked,
    ),
    in_solver(
        "sixteen-bit-counts",
        "counts are kept in 16 bits",
        '{"rows": [null, null, null, null, null, null, null, null]}',
        lambda instance: replace(solve(instance), count=count(instance.rows) % 2**16),
    ),
    Fault(
        name="unreserved-helpers",
        wrong="helper variables of one column are squares of the next",
        smallest='{"rows": [null, null, null]}',
        place=Place.MODEL,
        model="sat",
        run=unreserved_helpers,
    ),
    Fault(
        name="far-queens-attack",
        wrong="queens two columns apart attack each other too",
        smallest='{"rows": [null, null, null]}',
        place=Place.MODEL,
        model="cp-sat",
        run=far_queens_attack,
    ),
    in_model(
        "networkx",
        "thirty-two-bit-counts",
        "counts are kept in 32 bits",
        '{"rows": [null, null, null, null, null, null, null, null, null, null, null]}',
        in_bits(32),
        rare=True,
    ),
    in_model(
        "networkx",
        "corners-overlooked",
        "of two queens in the top corners and none elsewhere the second is left out, from 6 columns on",
        '{"rows": [1, null, null, null, null, 1]}',
        corners_overlooked,
        rare=True,
    ),
    in_program(
        "letters-unread",
        "rows A to F are read as free",
        '{"rows": [10, null, null, null, null, null, null, null, null, null]}',
        case_by_case(letters_unread),
    ),
    in_program(
        "memo-by-size",
        "the memory's key lacks the rows of the fixed queens",
        '{"rows": [1, null, null]}\n{"rows": [2, null, null]}',
        memo_by_size,
        kind="order-dependent",
    ),
    in_program(
        "crash-on-one-column",
        "reads the second column of a board that has one",
        '{"rows": [null]}',
        case_by_case(crash_on_one_column),
        kind="crash",
    ),
    in_checker(
        "last-pair-unchecked",
        "the last two columns are not compared",
        '{"rows": [null, null]}',
        lambda instance, answer: broken_rule(instance, answer, stop=-1),
    ),
    in_checker(
        "fixed-queens-ignored",
        "fixed queens may be moved",
        '{"rows": [1, null, null]}',
        lambda instance, answer: broken_rule(instance, answer, fixed=False),
    ),
)
BANK = Bank(FAULTS, witnesses)
