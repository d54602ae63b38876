"""Wooden Chess: planted faults."""

from collections.abc import Callable
from functools import cache

from doublecount.dp.wooden_chess import solve
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
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.instance import Cell, Line, Scores

MOST_CELLS = 36
Totals = tuple[int, int]
"""What the first and the second player earn from here on."""
Prefer = Callable[[Totals, Totals, bool], tuple[int, ...]]
"""``prefer(at once, in all, first moves)`` ranks a move by what both earn by it; the highest is made."""


def searched(prefer: Prefer) -> Callable[[Instance], Outcome[Answer]]:
    """Play through all staircases of a small board, each player making the move that is preferred."""

    def run(instance: Instance) -> Outcome[Answer]:
        if instance.cells > MOST_CELLS:
            return Outcome(Status.TOO_LARGE)

        @cache
        def best(lengths: tuple[int, ...]) -> Totals:
            first, options = sum(lengths) % 2 == 0, list[tuple[Totals, Totals]]()
            for row, length in enumerate(lengths):
                if length < (lengths[row - 1] if row else instance.m):
                    rest = best((*lengths[:row], length + 1, *lengths[row + 1 :]))
                    won = (instance.a[row][length], 0) if first else (0, instance.b[row][length])
                    options.append((won, (won[0] + rest[0], won[1] + rest[1])))
            return max(options, key=lambda one: prefer(one[0], one[1], first))[1] if options else (0, 0)

        first, second = best((0,) * instance.n)
        return Outcome(Status.ANSWERED, Answer(first - second))

    return run


def own_points_only(_: Totals, totals: Totals, first: bool) -> tuple[int, ...]:
    """Let the second player maximise the own points, whatever the first player gets."""
    return (totals[0] - totals[1] if first else totals[1],)


def greedy(at_once: Totals, totals: Totals, first: bool) -> tuple[int, ...]:
    """Take what earns most at once; where that is a tie, what is best in the end."""
    return max(at_once), (totals[0] - totals[1]) * (1 if first else -1)


def _scores(change: Callable[[Cell, int], int], scores: Scores) -> Scores:
    return tuple(
        tuple(change((row, column), score) for column, score in enumerate(line))
        for row, line in enumerate(scores)
    )


def transposed_if_square(instance: Instance) -> Answer:
    """Read the second player's scores of a square board column by column."""
    if instance.n != instance.m:
        return solve(instance)
    return solve(Instance(instance.a, tuple(zip(*instance.b, strict=True))))


def sign_when_odd(instance: Instance) -> Answer:
    """Reverse the sign where the first player moves last."""
    value = solve(instance).value
    assert value is not None
    return Answer(-value if instance.cells % 2 else value)


def last_move_missed(instance: Instance) -> Answer:
    """Leave the last cell's score out."""
    last = instance.n - 1, instance.m - 1

    def without(cell: Cell, score: int) -> int:
        return 0 if cell == last else score

    return Answer(solve(Instance(_scores(without, instance.a), _scores(without, instance.b))).value)


def sixth_column_unread(instance: Instance) -> Answer:
    """Read no more than 5 columns of the second player's scores."""
    b = _scores(lambda cell, score: score if cell[1] < 5 else 0, instance.b)
    return Answer(solve(Instance(instance.a, b)).value)


def mark_in_scores(instance: Instance) -> Answer:
    """Use the score 65535 as the mark of an empty cell."""
    a = _scores(lambda _, score: 0 if score == 65535 else score, instance.a)
    return Answer(solve(Instance(a, instance.b)).value)


def all_alike(instance: Instance) -> Answer:
    """Take a board on which all scores are alike for a draw."""
    alike = len({score for row in (*instance.a, *instance.b) for score in row}) == 1
    return Answer(0 if alike else solve(instance).value)


def sizes_exchanged(instance: Instance) -> Answer:
    """Read m n for n m, and so cut the same numbers into other rows."""
    flat = [[score for row in scores for score in row] for scores in (instance.a, instance.b)]
    a, b = (
        tuple(tuple(numbers[start : start + instance.n]) for start in range(0, len(numbers), instance.n))
        for numbers in flat
    )
    return solve(Instance(a, b))


def says_draw(instance: Instance) -> Answer | str:
    """Write a word for 0."""
    right = solve(instance)
    return right if right.value else "draw\n"


def crash_on_ten_rows(instance: Instance) -> Answer:
    """Keep the lengths of the rows in an array that is one too short."""
    assert instance.n < 10, "list index out of range"
    return solve(instance)


def difference(instance: Instance, line: Line) -> int:
    """What a line of play earns the first player, less what it earns the second."""
    return sum(
        (-instance.b[row][column] if number % 2 else instance.a[row][column])
        for number, (row, column) in enumerate(line)
    )


def is_legal(line: Line, needed: tuple[Cell, ...] = ((-1, 0), (0, -1))) -> bool:
    """Say whether each cell is filled once and after its neighbours in these directions."""
    place = {cell: number for number, cell in enumerate(line)}
    neighbours = (
        ((row + down, column + right), number)
        for (row, column), number in place.items()
        for down, right in needed
    )
    return len(place) == len(line) and all(place.get(cell, -1) < number for cell, number in neighbours)


def checked(
    instance: Instance, answer: Answer, legal: Callable[[Line], bool], value: bool = True
) -> str | None:
    """Check a line of play, and only if asked to its value."""
    if answer.line is None:
        return None
    if not legal(answer.line):
        return "a move is not allowed"
    return "another value" if value and answer.value != difference(instance, answer.line) else None


def witnesses(instance: Instance) -> list[tuple[Answer, bool]]:
    """A line of best play, lines with two moves exchanged, and the same line with other values."""
    if instance.cells > MOST_CELLS:
        return []
    right = solve(instance)
    line, value = right.line or (), right.value or 0
    told = [(right, True), (Answer(value + 1, line), False), (Answer(-value, line), value == 0)]
    for number in range(1, len(line)):
        other = (*line[: number - 1], line[number], line[number - 1], *line[number + 1 :])
        told.append((Answer(difference(instance, other), other), is_legal(other)))
    return told


FAULTS: tuple[Fault[Instance, Answer], ...] = (
    in_solver(
        "second-table-transposed",
        "the second player's scores of a square board are read column by column",
        '{"a": [[0, 1], [0, 0]], "b": [[0, 1], [0, 0]]}',
        transposed_if_square,
    ),
    in_solver(
        "sign-when-odd",
        "the sign is reversed where the number of cells is odd",
        '{"a": [[1]], "b": [[0]]}',
        sign_when_odd,
    ),
    in_solver(
        "last-move-missed",
        "the last cell's score is left out",
        '{"a": [[1]], "b": [[0]]}',
        last_move_missed,
    ),
    Fault(
        name="own-points-only",
        wrong="the second player maximises her points, not the difference",
        smallest='{"a": [[0, 0], [1, 0]], "b": [[0, 0], [0, 0]]}',
        place=Place.MODEL,
        model="game-tree",
        run=searched(own_points_only),
    ),
    Fault(
        name="greedy-moves",
        wrong="each player takes the cell that earns most at once",
        smallest='{"a": [[0, 0], [2, 0]], "b": [[0, 1], [0, 0]]}',
        place=Place.MODEL,
        model="game-tree",
        run=searched(greedy),
    ),
    in_model(
        "networkx",
        "mark-in-scores",
        "a score of 65535 of the first player marks an empty cell",
        '{"a": [[65535]], "b": [[0]]}',
        mark_in_scores,
        rare=True,
    ),
    in_model(
        "cp-sat",
        "all-alike-is-a-draw",
        "where all scores are alike the value is said to be 0",
        '{"a": [[1]], "b": [[1]]}',
        all_alike,
        rare=True,
    ),
    in_model(
        "cp-sat",
        "sixth-column-unread",
        "of the second player's scores no more than 5 columns are read",
        '{"a": [[0, 0, 0, 0, 0, 0]], "b": [[0, 0, 0, 0, 0, 1]]}',
        sixth_column_unread,
    ),
    in_program(
        "sizes-exchanged",
        "the number of rows is read for that of columns",
        '{"a": [[0, 0, 0], [0, 0, 0]], "b": [[0, 0, 0], [1, 1, 0]]}',
        case_by_case(sizes_exchanged),
    ),
    in_program(
        "says-draw",
        "a word is written for 0",
        '{"a": [[0]], "b": [[0]]}',
        case_by_case(says_draw),
        kind="malformed-output",
    ),
    in_program(
        "crash-on-ten-rows",
        "an array has room for 9 rows",
        '{"a": [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0]],'
        ' "b": [[0], [0], [0], [0], [0], [0], [0], [0], [0], [0]]}',
        case_by_case(crash_on_ten_rows),
        kind="crash",
    ),
    in_checker(
        "cell-above-empty",
        "a cell may be filled while the one above it is empty",
        '{"a": [[0], [0]], "b": [[0], [0]]}',
        lambda instance, answer: checked(instance, answer, lambda line: is_legal(line, ((0, -1),))),
    ),
    in_checker(
        "value-unchecked",
        "the value of the line of play may be any",
        '{"a": [[0]], "b": [[0]]}',
        lambda instance, answer: checked(instance, answer, is_legal, value=False),
    ),
)
BANK = Bank(FAULTS, witnesses)
