"""Black & White: planted faults.

Solver libraries are imported where they are used: a planted program starts without them.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from doublecount.dp.black_white import count, count_many, solve
from doublecount.models.outcomes import answered, out_of_budget
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.instance import (
    BLACK,
    COLOURS,
    FREE,
    WHITE,
    Colouring,
    cut_into_rows,
    other,
)
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
from doublecount.problems.record import Outcome, Status

Cell = tuple[int, int]
Steps = tuple[Cell, ...]
SIDES: Steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND: Steps = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
MOST_FREE, MOST_CELLS = 12, 40


def is_connected(colouring: Colouring, colour: str, steps: Steps = SIDES) -> bool:
    """Say whether the cells of a colour hang together by these steps."""
    cells = {(r, c) for r, row in enumerate(colouring) for c, painted in enumerate(row) if painted == colour}
    waiting = [min(cells)] if cells else []
    left = cells - {*waiting}
    while waiting:
        row, column = waiting.pop()
        found = {(row + down, column + right) for down, right in steps} & left
        left -= found
        waiting += found
    return not left


def blocks(colouring: Colouring) -> Iterator[Cell]:
    """Yield the places of the 2 x 2 blocks of one colour, by their top-left cells."""
    for row, column in product(range(len(colouring) - 1), range(len(colouring[0]) - 1)):
        if len({*colouring[row][column : column + 2], *colouring[row + 1][column : column + 2]}) == 1:
            yield row, column


def breaks_law(
    colouring: Colouring, steps: Steps = SIDES, seen: Callable[[Cell], bool] = lambda _: True
) -> bool:
    """Say whether a colouring breaks a rule; ``seen`` says at which blocks one looks."""
    return any(map(seen, blocks(colouring))) or not all(is_connected(colouring, c, steps) for c in COLOURS)


def enumerated(breaks: Callable[[Colouring], bool]) -> Callable[[Instance], Outcome[Answer]]:
    """Count the paintings of the free cells that break no rule; small boards only."""

    def run(instance: Instance) -> Outcome[Answer]:
        free, cells = len(instance.free), "".join(instance.rows)
        if free > MOST_FREE or len(cells) > MOST_CELLS:
            return Outcome(Status.TOO_LARGE)
        found = 0
        for colours in product(COLOURS, repeat=free):
            rest = iter(colours)
            painted = "".join(next(rest) if cell == FREE else cell for cell in cells)
            found += not breaks(cut_into_rows(painted, instance.width))
        return Outcome(Status.ANSWERED, Answer(found))

    return run


def last_given_unread(instance: Instance) -> Answer:
    """On boards of more than 5 columns, read the last cell as free."""
    if instance.width > 5:
        instance = instance.painting(instance.height - 1, instance.width - 1, FREE)
    return solve(instance)


def first_row_mirrored(instance: Instance) -> Answer:
    """Read the first row from right to left."""
    return solve(Instance((instance.rows[0][::-1], *instance.rows[1:])))


def black_first(instance: Instance) -> Answer:
    """Take a board without givens for symmetric in the colours, and so every board with a free first cell."""
    if instance.rows[0][0] != FREE:
        return solve(instance)
    return Answer(2 * count(instance.painting(0, 0, BLACK)))


def too_short_a_path(instance: Instance) -> Outcome[Answer]:
    """Bound distances by 4, with two rows or more: colourings that wind like a snake are lost."""
    from doublecount.models import cp_sat as tools
    from doublecount.models.black_white import cp_sat

    if len(instance.free) > MOST_FREE or not 1 < min(instance.height, instance.width) < 7:
        return out_of_budget(0, tools.UNIT)
    found = tools.enumerate_solutions(*cp_sat.build(instance, longest_path=4), 200)
    if not found.complete:
        return out_of_budget(200, tools.UNIT)
    return answered(Answer(len(found.solutions)), found.work)


def opposite_corners(instance: Instance) -> Answer:
    """Where two opposite corners and nothing else are given, leave out the second corner."""
    corner = instance.height - 1, instance.width - 1
    both = FREE not in (instance.rows[0][0], instance.rows[corner[0]][corner[1]])
    if both and instance.givens == 2 and min(corner) >= 2:
        return Answer(count(instance.painting(*corner, FREE)))
    return Answer(count(instance))


def in_digits(digits: int) -> Callable[[Instance], Answer]:
    """Keep so many decimal digits of a count."""

    def answer(instance: Instance) -> Answer:
        right = solve(instance)
        return replace(right, count=(right.count or 0) % 10**digits)

    return answer


def minus_one(instance: Instance) -> Answer | str:
    """Write -1 where there is no colouring."""
    right = solve(instance)
    return right if right.count else "-1\n\n"


def memo_by_sides(instances: Sequence[Instance]) -> Iterator[Answer]:
    """Remember answers by the sides of the board, whatever is given."""
    memo: dict[tuple[int, int], Answer] = {}
    for instance in instances:
        key = instance.height, instance.width
        yield memo.setdefault(key, solve(instance))


def checked(
    instance: Instance, answer: Answer, breaks: Callable[[Colouring], bool], givens: bool
) -> str | None:
    """Check a colouring, its givens only if asked to."""
    if answer.colouring is None:
        return None
    if givens and not _keeps_givens(instance, answer.colouring):
        return "a given is painted over"
    return "a rule is broken" if breaks(answer.colouring) else None


def black_connected_only(colouring: Colouring) -> bool:
    """Leave the white cells as they are."""
    return any(True for _ in blocks(colouring)) or not is_connected(colouring, BLACK)


def witnesses(instance: Instance) -> list[tuple[Answer, bool]]:
    """A colouring if there is one, its neighbours, and plain paintings; a complete board counts 1 or 0."""
    if instance.height * instance.width > MOST_CELLS:
        return []
    cells = solve(instance).colouring or tuple(row.replace(FREE, WHITE) for row in instance.rows)
    text = "".join(cells)
    flips = [text[:k] + other(text[k]) + text[k + 1 :] for k in range(len(text))]
    plain = ["".join(instance.rows).replace(FREE, colour) for colour in COLOURS]
    stripes = ["".join(COLOURS[(k + first) % 2] for k in range(len(text))) for first in (0, 1)]
    paintings = [cut_into_rows(one, instance.width) for one in (text, *flips, *plain, *stripes)]
    valid = count_many([Instance(painting) for painting in paintings])
    return [
        (Answer(colouring=painting), bool(one) and _keeps_givens(instance, painting))
        for painting, one in zip(paintings, valid, strict=True)
    ]


def _keeps_givens(instance: Instance, colouring: Colouring) -> bool:
    pairs = zip("".join(instance.rows), "".join(colouring), strict=True)
    return all(given in (FREE, painted) for given, painted in pairs)


LARGE_BLANKS = tuple(json.dumps({"rows": [FREE * 8] * height}) for height in (7, 8))
"""With 1,428,028 and 11,974,112 colourings."""

FAULTS: tuple[Fault[Instance, Answer], ...] = (
    in_solver(
        "first-row-mirrored",
        "the first row is read from right to left",
        '{"rows": ["#.", ".#"]}',
        first_row_mirrored,
    ),
    in_solver(
        "last-given-unread",
        "from 6 columns on the last cell is read as free",
        '{"rows": [".....#"]}',
        last_given_unread,
    ),
    in_solver(
        "colours-taken-for-symmetric",
        "a board with a free first cell counts twice what it has with that cell black",
        '{"rows": [".#."]}',
        black_first,
    ),
    Fault(
        name="too-short-a-path",
        wrong="distances are bounded by 4, so that winding colourings are lost",
        smallest='{"rows": ["....", "...."]}',
        place=Place.MODEL,
        model="cp-sat",
        run=too_short_a_path,
    ),
    Fault(
        name="diagonals-connect",
        wrong="cells that touch at a corner count as connected",
        smallest='{"rows": ["..", ".."]}',
        place=Place.MODEL,
        model="brute-force",
        run=enumerated(lambda colouring: breaks_law(colouring, AROUND)),
    ),
    Fault(
        name="every-second-row-of-blocks",
        wrong="blocks are looked for in every second pair of rows only",
        smallest='{"rows": ["..", "..", ".."]}',
        place=Place.MODEL,
        model="brute-force",
        run=enumerated(lambda colouring: breaks_law(colouring, seen=lambda cell: cell[0] % 2 == 0)),
    ),
    in_model(
        "sat",
        "opposite-corners",
        "of two given opposite corners the second is left out; no other givens, sides of 3 and more",
        '{"rows": ["#..", "...", "..#"]}',
        opposite_corners,
        rare=True,
    ),
    in_model(
        "cp-sat",
        "seven-digit-counts",
        "counts are kept with seven digits",
        LARGE_BLANKS[1],
        in_digits(7),
        rare=True,
    ),
    in_program(
        "minus-one-for-none",
        "-1 is written where there is no colouring",
        '{"rows": ["##", "##"]}',
        case_by_case(minus_one),
    ),
    in_program(
        "memo-by-sides",
        "the memory's key lacks the givens",
        '{"rows": ["..", ".."]}\n{"rows": ["#.", ".."]}',
        memo_by_sides,
        kind="order-dependent",
    ),
    in_program(
        "six-digit-counts",
        "counts are written with six digits",
        LARGE_BLANKS[0],
        case_by_case(in_digits(6)),
    ),
    in_checker(
        "white-left-alone",
        "white cells need not be connected",
        '{"rows": ["..."]}',
        lambda instance, answer: checked(instance, answer, black_connected_only, givens=True),
    ),
    in_checker(
        "givens-ignored",
        "givens may be painted over",
        '{"rows": ["#"]}',
        lambda instance, answer: checked(instance, answer, breaks_law, givens=False),
    ),
)
BANK = Bank(FAULTS, witnesses)
