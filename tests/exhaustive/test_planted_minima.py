"""No file simpler than the smallest one known shows a planted fault: all simpler ones are looked at.

Only where they are few: boards of few cells or lines. Not feasible, and left out by name: files of several
cases; counts beyond 16 or 32 bits and boards of many cells, where the fault's own condition says why nothing
simpler will do; pictures of more than three edges; games of more than three lines.
"""

from itertools import combinations, product

import pytest

from doublecount.problems.black_white import Instance as Board
from doublecount.problems.dots_and_boxes import Instance as Game
from doublecount.problems.injured_queen import Instance as Status
from doublecount.problems.overlapping_squares import Instance as Picture
from doublecount.problems.overlapping_squares.instance import EDGES
from doublecount.problems.record import differing_facts
from doublecount.problems.wooden_chess import Instance as Scores
from doublecount.verify import catalogue

MOST_LINES = MOST_EDGES = 3


def sums(total, parts):
    """All ways to write a total as a sum of so many numbers in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in sums(total - first, parts - 1):
            yield (first, *rest)


def boards(size):
    for cells in range(1, min(size[0], 6) + 1):
        for height in (h for h in range(1, cells + 1) if cells % h == 0):
            width = cells // height
            for text in map("".join, product("#o.", repeat=cells)):
                yield Board(tuple(text[start : start + width] for start in range(0, cells, width)))


def statuses(size):
    for n in range(1, min(size[0], 4) + 1):
        yield from map(Status, product((None, *range(n)), repeat=n))


def tables(size):
    for cells in range(1, min(size[0], 6) + 1):
        for n in (n for n in range(1, cells + 1) if cells % n == 0):
            most = size[1] - 1 if cells == size[0] else 2
            for total, m in product(range(most + 1), [cells // n]):
                for scores in sums(total, 2 * cells):
                    rows = tuple(scores[start : start + m] for start in range(0, 2 * cells, m))
                    yield Scores(rows[:n], rows[n:])


def pictures(size):
    for count in range(1, min(size[0], MOST_EDGES) + 1):
        yield from map(Picture.of, combinations(EDGES, count))


def games(size):
    for count in range(min(size[0], MOST_LINES) + 1):
        yield from map(Game, combinations(Game(()).free, count))


SIMPLER = {
    "black-white": (boards, 6),
    "injured-queen": (statuses, 4),
    "overlapping-squares": (pictures, MOST_EDGES + 1),
    "wooden-chess": (tables, 6),
    "dots-and-boxes": (games, MOST_LINES),
}
"""How to list instances, and up to which first number of their size all of them are listed."""


def shows(problem, bank, fault, instance):
    if fault.check:
        return any((fault.check(instance, one) is None) != good for one, good in bank.witnesses(instance))
    try:
        told = next(iter(fault.program([instance]))) if fault.program else fault.run(instance).answer
    except AssertionError:
        return True
    if told is None or isinstance(told, str):
        return told is not None
    right = problem.load_solver().solve(instance)
    if fault.program:
        told = problem.read_answers(problem.write_answer(1, told), [instance])[0]
    return bool(differing_facts(problem, told, right))


HIGH = "mark-in-scores"
"""Shows on the score 65535 only, which nothing simpler has."""
CASES = []
for name in catalogue.NAMES:
    for fault in catalogue.bank(name).faults:
        file = list(catalogue.problem(name).read_jsonl(fault.smallest, "smallest"))
        if (
            len(file) == 1
            and catalogue.problem(name).size(file[0])[0] <= SIMPLER[name][1]
            and fault.name != HIGH
        ):
            CASES.append((name, fault, file[0]))


@pytest.mark.parametrize(("name", "fault", "smallest"), CASES, ids=[f"{n}/{f.name}" for n, f, _ in CASES])
def test_it_shows_on_the_smallest_file_known_and_on_none_simpler(name, fault, smallest):
    problem, bank = catalogue.problem(name), catalogue.bank(name)
    size = problem.size(smallest)
    assert shows(problem, bank, fault, smallest)
    for instance in SIMPLER[name][0](size):
        judged = fault.program is None or problem.limits.allows(instance)
        if judged and problem.size(instance) < size:
            assert not shows(problem, bank, fault, instance), instance


def test_enough_faults_have_a_minimum_that_is_shown_to_be_one():
    assert len(CASES) >= 25
