"""Black & White: every entry point on recorded boards."""

from collections import Counter
from random import Random

import numpy as np

from doublecount.dp import cache, counting, forward, layered
from doublecount.dp import black_white as solver
from doublecount.dp.black_white import boards, restricted
from doublecount.dp.lanes import black_white as lane
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.formats import write, write_answer
from doublecount.problems.black_white.instance import COLOURS
from doublecount.problems.black_white.rules import broken_rule

from . import recorded, refusal, same, set_to

DRAWS = 12
LISTED_FIRST = 40
"""Of boards with many solutions, so many are listed."""


class Case:
    """A board and what is known of it."""

    def __init__(self, row):
        self.board = Instance(tuple(row["rows"]))
        self.count = int(row["count"])
        self.cells = self.board.height * self.board.width
        self.listed = row["solutions"] and [tuple(rows) for rows in row["solutions"]]

    def assert_answer(self, answer):
        same(type(answer), Answer)
        same(answer.count, self.count, self.board)
        if self.listed:
            same(answer.colouring, self.listed[0], self.board)
        elif self.count:
            same(broken_rule(self.board, answer.colouring), None, self.board)
        else:
            same(answer.colouring, None, self.board)


def check():
    """Cheapest first: everything on the smallest boards, then on larger ones."""
    cases = sorted(map(Case, recorded("black_white")), key=lambda case: case.cells)
    tiny = [case for case in cases if case.cells <= 12]
    for some in (tiny[::4], tiny, [case for case in cases if 12 < case.cells <= 30]):
        every_way(some)
    large = [case for case in cases if case.cells > 30]
    for case in large:
        one_by_one(case)
        if case.cells <= 49:
            without_graph(case)
            marginals(case)
    together(large)
    lanes(large)
    edges_of_limits(large)
    from_the_cache(cases)


def every_way(cases):
    """All entry points on boards of which all colourings can be listed."""
    for case in cases:
        one_by_one(case)
        marginals(case)
        without_graph(case)
        if case.listed is not None:
            lists(case)
    together(cases)
    lanes(cases)
    strange_files()
    for case in cases:
        if case.listed is not None and case.count <= 20:
            explored(case)
        if case.cells <= 12:
            in_chunks(case)
    edges_of_limits(cases)


def one_by_one(case):
    """The first call on a size goes the general way, further ones another where the graph is small."""
    for _ in range(2):
        case.assert_answer(solver.solve(case.board))
        same(solver.count(case.board), case.count)


def lists(case):
    found = [*solver.solutions(case.board)]
    same(found, case.listed, case.board)
    if not found:
        same(refusal(solver.sample, case.board, 1, 1), "there is nothing to draw from: no solution")
        return
    for seed in (1, 2):
        rng = Random(seed)
        ranks = [rng.randrange(case.count) for _ in range(DRAWS)]
        same(solver.sample(case.board, DRAWS, seed), [found[rank] for rank in ranks], case.board)


def marginals(case):
    found = solver.marginals(case.board)
    same([len(row) for row in found], [case.board.width] * case.board.height)
    if case.listed is None:
        same({sum(cell) for row in found for cell in row}, {case.count})
        row, column = case.board.height // 3, case.board.width // 2
        for colour, number in zip(COLOURS, found[row][column], strict=True):
            if case.board.rows[row][column] == ".":
                same(solver.count(case.board.painting(row, column, colour)), number)
        return
    tally = Counter(
        (row, column, colour)
        for rows in case.listed
        for row, text in enumerate(rows)
        for column, colour in enumerate(text)
    )
    for row, cells in enumerate(found):
        for column, cell in enumerate(cells):
            same(cell, tuple(tally[row, column, colour] for colour in COLOURS), case.board)


def without_graph(case):
    told = []
    with set_to(solver, COUNTED_FORWARD_FROM=1):
        same(solver.count(case.board, lambda *step: told.append(step)), case.count, case.board)
    same(told, [(done, case.cells) for done in range(1, case.cells + 1)])


def explored(case):
    found = restricted.explore(case.board, 100_000)
    same(found.whole, True)
    same([*found.solutions()], case.listed, case.board)
    same(found.first(3), case.listed[:3])
    same(found.count(), case.count)
    possible = [[tuple(bool(n) for n in cell) for cell in row] for row in solver.marginals(case.board)]
    same(found.possible(), possible, case.board)
    part = restricted.explore(case.board, 2)
    some = [*part.solutions()]
    same(set(some) <= set(case.listed), True)
    same(some, sorted(some, key=case.listed.index))
    if part.whole:
        same(some, case.listed)
    same([*restricted.explore(case.board, 2).solutions()], some)


def together(cases):
    asked = [case.board for case in cases]
    for limits in ({}, {"MOST_BOARDS": 2}, {"MOST_BYTES": 3000}):
        with set_to(boards, **limits):
            for case, answer in zip(cases, solver.solve_many(asked), strict=True):
                case.assert_answer(answer)
            same(solver.count_many(asked), [case.count for case in cases])
    same(solver.solve_many([]), [])
    same(solver.count_many([]), [])


def lanes(cases):
    wanted = "".join(
        write_answer(at, Answer(case.count, solver.solve(case.board).colouring))
        for at, case in enumerate(cases, 1)
    )
    data = write([case.board for case in cases]).encode()
    same(solver.answer_text(data), wanted.encode())
    same(solver.answer_text(data.rstrip(b"\n")), wanted.encode())


def strange_files():
    """The lane answers what is plainly formed, and nothing that the reader refuses."""
    one = b"1\n2 3\n...\n#.o\n"
    same(lane.answer_text(one), b"4\n###\n#oo\n\n")
    for strange in STRANGE:
        same(lane.answer_text(strange), None, strange)
    rng = Random(3)
    for _ in range(30):
        place = rng.randrange(len(one))
        broken = one[:place] + bytes([rng.choice(b"0123 #o.\nx")]) + one[place + 1 :]
        found = lane.answer_text(broken)
        if found is not None:
            same(found, slowly(broken), broken)


STRANGE = (
    *(b"", b"\n", b"1", b"1\n", b"1\n2 2\n..\n", b"1\n2 2\n..\n..\n..\n", b"2\n2 2\n..\n..\n"),
    *(b"1\n0 2\n", b"1\n2 0\n\n\n", b"1\n2 2 2\n..\n..\n", b"1\n2  2\n..\n..\n", b"1\n02 2\n..\n..\n"),
    *(b"1\n2 2\n.x\n..\n", b"1\n2 2\n...\n.\n", b"1\n15 15\n" + (b"." * 15 + b"\n") * 15, b"a\n2 2\n..\n..\n"),
    *(b"1\n1 9999999999\n.\n", b"1 1\n2 2\n..\n..\n", b"01\n2 2\n..\n..\n", b"1\n2\n..\n..\n", b"9\n2 2\n..\n..\n"),
)


def slowly(data):
    from doublecount.problems.black_white.formats import read

    answers = (solver.solve(board) for board in read(data.decode(), "t"))
    return "".join(write_answer(case, answer) for case, answer in enumerate(answers, 1)).encode()


def edges_of_limits(cases):
    """What is chosen for speed makes no difference: on both sides of each limit the same answers."""
    for few in (0, 1 << 40):
        with set_to(counting, FEW=few):
            for case in cases:
                case.assert_answer(solver.solve(case.board))
                same(solver.count(case.board), case.count)


def in_chunks(case):
    with set_to(layered, CHUNK=5):
        board = np.array([[*map(ord, row)] for row in case.board.rows], np.uint8)
        same(boards.count_forward(board, forward.nobody), case.count)
        counter = boards._counter(*sorted(board.shape, reverse=True))
        same(counter.total(boards.allowed(board)), case.count)


def from_the_cache(cases):
    """Again from stored arrays, and from memory."""
    for _ in range(2):
        cache.forget_all()
        boards._small.cache_clear()
        boards._large.cache_clear()
        with set_to(boards, QUICK_CELLS=0):
            for case in cases:
                case.assert_answer(solver.solve(case.board))
