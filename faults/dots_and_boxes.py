"""Dots and boxes: planted faults. Where points are counted wrongly, play from there on stays the best."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from doublecount.dp.dots_and_boxes import solve
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.instance import OTHER, TOM, Line, boxes_beside, sides, winner_of
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

MOST_FREE = 8
ARRAY = 20
"""Lines that the array of a planted program has room for."""
Closes = Callable[[int, int], int]
"""``closes(number of the line from 1, boxes that it closes)``: the points that are counted for it."""


def points(instance: Instance, closes: Closes) -> int:
    """Return Tom's points minus Jerry's for the lines drawn so far, the players alternating."""
    drawn: set[Line] = set()
    lead = 0
    for number, line in enumerate(instance.lines, start=1):
        drawn.add(line)
        closed = sum(drawn.issuperset(sides(instance, box)) for box in boxes_beside(instance, line))
        lead += closes(number, closed) * (1 if number % 2 else -1)
    return lead


def with_margin(right: Answer, margin: int) -> Answer:
    """Return an answer with another margin and the winner that fits it."""
    return replace(right, margin=margin, winner=winner_of(margin))


def counting(closes: Closes) -> Callable[[Instance], Answer]:
    """Count the points made by the lines drawn in another way."""

    def answer(instance: Instance) -> Answer:
        right = solve(instance)
        lead = points(instance, closes) - points(instance, lambda _, closed: closed)
        return with_margin(right, (right.margin or 0) + lead)

    return answer


def tom_draws_next(instance: Instance) -> Answer:
    """Let Tom draw the next line whoever drew the last."""
    right, made = solve(instance), points(instance, lambda _, closed: closed)
    rest = (right.margin or 0) - made
    return with_margin(right, made - rest if len(instance.lines) % 2 else right.margin or 0)


def extra_turn(instance: Instance) -> Answer:
    """Let who closes a box draw the next line, too."""
    return solve(replace(instance, rules="standard"))


def quiet_opening(instance: Instance) -> Answer:
    """Give the game to the wrong player when after 13 lines and more no box has more than two sides."""
    right, drawn = solve(instance), {*instance.lines}
    boxes = {box for line in drawn for box in boxes_beside(instance, line)}
    quiet = all(len(drawn & {*sides(instance, box)}) <= 2 for box in boxes)
    return with_margin(right, -(right.margin or 0)) if quiet and len(drawn) >= 13 else right


def first_best_only(instance: Instance) -> Answer:
    """Name one best line where there are several."""
    right = solve(instance)
    return replace(right, best=(right.best or ())[:1])


def searched(boxes: Callable[[int], bool], greedy: bool) -> Callable[[Instance], Outcome[Answer]]:
    """Search all play for some of the boxes; greedy players close what they can at once."""

    def run(instance: Instance) -> Outcome[Answer]:
        if instance.free_count > MOST_FREE:
            return Outcome(Status.TOO_LARGE)

        def closed(drawn: frozenset[Line], line: Line) -> int:
            beside = (box for box in boxes_beside(instance, line) if boxes(box))
            return sum(drawn.issuperset(sides(instance, box)) for box in beside)

        @cache
        def lead(drawn: frozenset[Line]) -> int:
            moves = [(closed(drawn | {line}, line), line) for line in free if line not in drawn]
            if greedy and moves:
                moves = [move for move in moves if move[0] == max(moves)[0]]
            return max((won - lead(drawn | {line}) for won, line in moves), default=0)

        free, start = instance.free, frozenset(instance.lines)
        sign = 1 if instance.drawers[-1] == TOM else -1
        made, drawn = 0, frozenset[Line]()
        for line, player in zip(instance.lines, instance.drawers, strict=False):
            drawn |= {line}
            made += closed(drawn, line) * (1 if player == TOM else -1)
        margin = made + sign * lead(start)
        return Outcome(Status.ANSWERED, Answer(winner_of(margin), margin))

    return run


def turn_kept(instances: Sequence[Instance]) -> Iterator[Answer]:
    """Do not give the first line of a case to Tom when Jerry's turn has come in the case before."""
    exchanged = False
    for instance in instances:
        winner = solve(instance).winner
        yield Answer(OTHER[winner] if exchanged and winner in OTHER else winner)
        exchanged ^= len(instance.lines) % 2 == 1


def nothing_at_the_end(instance: Instance) -> Answer | str:
    """Write nothing where no line is free."""
    return solve(instance) if instance.free else ""


def short_array(instance: Instance) -> Answer:
    """Keep lines in an array that is too short."""
    assert len(instance.lines) <= ARRAY, "list assignment index out of range"
    return solve(instance)


def broken(instance: Instance, answer: Answer, parity: bool = True, drawn: bool = True) -> str | None:
    """Check margin and best lines; only if asked to, the margin's parity and that best lines are free."""
    if answer.margin is not None:
        made = points(instance, lambda _, closed: closed)
        left = instance.boxes - points(instance, lambda number, closed: closed * (1 if number % 2 else -1))
        if abs(answer.margin - made) > left or (parity and (answer.margin - made - left) % 2):
            return "the margin is impossible"
    if answer.best is not None:
        free = set(instance.free) if drawn else {*instance.free, *instance.lines}
        if list(answer.best) != sorted(free & {*answer.best}) or (instance.free and not answer.best):
            return "these cannot be the best lines"
    return None


def witnesses(instance: Instance) -> list[tuple[Answer, bool]]:
    """The right answer, and answers with margins or best lines that cannot be."""
    right = solve(instance)
    best, margin = right.best or (), right.margin or 0
    told = [
        (right, True),
        (Answer(margin=margin + 1), False),
        (Answer(margin=margin + 2 * instance.boxes + 2), False),
    ]
    told += [(Answer(best=tuple(sorted((*best, line)))), False) for line in instance.lines[:1]]
    told += [(Answer(best=best[::-1]), False)] if len(best) > 1 else []
    return [*told, (Answer(best=()), False)] if instance.free else told


TWELVE = '{"lines": [[1, 2], [1, 5], [2, 3], [2, 6], [3, 4], [3, 7], [4, 8], [5, 6], [5, 9], [6, 7]%s]}'
REST = (
    ", [6, 10]",
    ", [7, 8]",
    ", [7, 11]",
    ", [8, 12]",
    ", [9, 10]",
    ", [9, 13]",
    ", [10, 11]",
    ", [10, 14]",
    ", [11, 12]",
    ", [11, 15]",
)
LAST = (", [12, 16]", ", [13, 14]", ", [14, 15]", ", [15, 16]")

QUIET = (
    '{"lines": [[1, 2], [1, 5], [2, 3], [3, 4], [4, 8], [5, 9], [6, 7], [8, 12], [9, 13], [12, 16],'
    " [13, 14], [14, 15], [15, 16]]}"
)


def sorted_lines(count: int) -> str:
    """The first lines of the grid in sorted order, 12 or more, as a JSON line."""
    return TWELVE % "".join((*REST, *LAST)[: count - 10])


FAULTS: tuple[Fault[Instance, Answer], ...] = (
    in_solver("tom-draws-next", "the next line is always Tom's", '{"lines": [[1, 2]]}', tom_draws_next),
    in_solver(
        "double-box-once",
        "a drawn line that closes two boxes counts one point",
        '{"lines": [[1, 2], [1, 5], [2, 3], [3, 7], [5, 6], [6, 7], [2, 6]]}',
        counting(lambda _, closed: min(closed, 1)),
    ),
    in_solver(
        "first-best-only", "one best line is named where there are several", '{"lines": []}', first_best_only
    ),
    in_model(
        "networkx",
        "box-before-line-five",
        "boxes closed by the fourth line are not seen",
        '{"lines": [[1, 2], [1, 5], [2, 6], [5, 6]]}',
        counting(lambda number, closed: 0 if number < 5 else closed),
        rare=True,
    ),
    in_model(
        "networkx",
        "quiet-opening",
        "the wrong player wins where after 13 lines and more no box has more than two sides",
        QUIET,
        quiet_opening,
        rare=True,
    ),
    Fault(
        name="last-box-overlooked",
        wrong="the box in the last row and column belongs to nobody",
        smallest=sorted_lines(16),
        place=Place.MODEL,
        model="game-tree",
        run=searched(lambda box: box != 11, greedy=False),
    ),
    Fault(
        name="greedy-players",
        wrong="who can close a box does",
        smallest=sorted_lines(16),
        place=Place.MODEL,
        model="game-tree",
        run=searched(lambda _: True, greedy=True),
    ),
    in_model(
        "cp-sat",
        "extra-turn",
        "who closes a box draws the next line too",
        '{"lines": [[12, 16]]}',
        extra_turn,
    ),
    in_program(
        "turn-kept",
        "the turn is not given back to Tom after a case with an odd number of lines",
        f"{sorted_lines(13)}\n{sorted_lines(12)}",
        turn_kept,
        kind="order-dependent",
    ),
    in_program(
        "nothing-at-the-end",
        "nothing is written where no line is free",
        sorted_lines(24),
        case_by_case(nothing_at_the_end),
        kind="malformed-output",
    ),
    in_program(
        "short-array",
        "an array has room for 20 lines",
        sorted_lines(21),
        case_by_case(short_array),
        kind="crash",
    ),
    in_checker(
        "parity-unchecked",
        "a margin may be even",
        '{"lines": []}',
        lambda instance, answer: broken(instance, answer, parity=False),
    ),
    in_checker(
        "drawn-lines-accepted",
        "a line drawn already may be the best",
        '{"lines": [[1, 2]]}',
        lambda instance, answer: broken(instance, answer, drawn=False),
    ),
)
BANK = Bank(FAULTS, witnesses)
