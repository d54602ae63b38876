"""Black & White: every entry point on recorded boards."""

from collections import Counter
from random import Random

import numpy as np

from doublecount.dp import black_white as solver
from doublecount.dp import cache, counting, forward, layered
from doublecount.dp import restricted as parts_of_graphs
from doublecount.dp.black_white import boards, restricted
from doublecount.dp.lanes import black_white as lane
from doublecount.dp.layers import compiled
from doublecount.problems.black_white import Answer, Instance
from doublecount.problems.black_white.formats import write, write_answer
from doublecount.problems.black_white.instance import COLOURS, blank
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
    middle = [case for case in cases if 12 < case.cells <= 30]
    none = [case for case in tiny if case.count == 0]
    for some in (tiny[::4] + none[:3], tiny[2::4], middle[::3], tiny[1::4] + middle[1::3]):
        every_way(some)
    for case in cases:
        if case.listed and case.board.height == case.board.width > 1 and case.cells <= 16:
            explored(case)
    cut()
    large = [case for case in cases if case.cells > 30 and case.listed is None]
    large = [case for at, case in enumerate(large) if at % 3 == 0 or case.count > 10**6]
    for case in large:
        one_by_one(case)
    for case in [case for case in large if case.cells <= 49][::4]:
        without_graph(case)
        marginals(case)
    huge([case for case in large if case.count >= 2**63])
    together(large)
    lanes(large)
    edges_of_limits(large[::3])
    from_the_cache([*tiny[::5], *large])
    words()
    alike()
    sizes()
    without_any_graph(middle)


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
        if case.listed is not None and case.count <= 20 and case.cells <= 9:
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


def huge(cases):
    """Counts beyond the integers of the machine."""
    with set_to(solver, COUNTED_FORWARD_FROM=1):
        same(solver.count(cases[0].board), cases[0].count)
    for case in cases[:2]:
        found = solver.sample(case.board, 8, 1)
        same({broken_rule(case.board, rows) for rows in found}, {None})
        same(len({*found}), 8)
        same({sum(cell) for row in solver.marginals(case.board) for cell in row}, {case.count})
        # They are blank, so a cell given anywhere halves the number.
        for row, column in ((0, 0), (case.board.height - 1, case.board.width - 1)):
            given = case.board.painting(row, column, "o")
            for _ in range(2):
                same(solver.count(given), case.count // 2, given)
                same(broken_rule(given, solver.solve(given).colouring), None)


def without_graph(case):
    told = []
    with set_to(solver, COUNTED_FORWARD_FROM=1):
        same(solver.count(case.board, lambda *step: told.append(step)), case.count, case.board)
        if case.cells <= 20:
            with set_to(forward, LIMB=2, MOST_ARCS=1 << 40):
                same(solver.count(case.board), case.count)
    same(told, [(done, case.cells) for done in range(1, case.cells + 1)])


def explored(case):
    found = restricted.explore(case.board, 100_000)
    same(found.whole, True)
    same([*found.solutions()], case.listed, case.board)
    same(found.first(3), case.listed[:3])
    same(found.count(), case.count)
    possible = [[tuple(bool(n) for n in cell) for cell in row] for row in solver.marginals(case.board)]
    same(found.possible(), possible, case.board)
    most = max(*(layer.shape[1] for layer in found.graph.arcs), 1 + found.graph.arcs[-1].max(initial=0))
    same(restricted.explore(case.board, most).whole, True)
    part = restricted.explore(case.board, 2)
    some = [*part.solutions()]
    same(set(some) <= set(case.listed), True)
    same(some, sorted(some, key=case.listed.index))
    if part.whole:
        same(some, case.listed)
    same([*restricted.explore(case.board, 2).solutions()], some)


def cut():
    """A layer cut to some states: so many different ones, and arcs to these as they were."""
    states, most = np.arange(100, 120), 15
    table = np.array([np.arange(20) - 1, np.arange(20)[::-1]], dtype=np.int32)
    arcs, kept = parts_of_graphs._cut(table, states, most, np.random.default_rng(1))
    same((len({*kept.tolist()}), sorted(kept) == kept.tolist()), (most, True))
    for row, old in zip(arcs.tolist(), table.tolist(), strict=True):
        wanted = [states[state] if state >= 0 and states[state] in kept else None for state in old]
        same([kept[state] if state >= 0 else None for state in row], wanted)
    same(refusal(restricted.explore, blank(31, 31), 1), "more than 30 rows and columns")
    with set_to(restricted, explore_allowed=lambda *_: "explored"):
        same(restricted.explore(blank(30, 30), 1).graph, "explored")
    same(restricted.explore(blank(2, 31), 99).count(), 18)
    same(restricted.explore(blank(1, 1), 9).count(), 2)


def together(cases):
    asked = [case.board for case in cases]
    for limits in ({}, {"MOST_BOARDS": 2}, {"MOST_BYTES": 3000})[: 1 if cases[-1].cells > 100 else None]:
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
    *(
        b"|\n|1|1\n|1\n2 2\n..\n|1\n2 2\n..\n..\n..\n|2\n2 2\n..\n..\n|1\n0 2\n|1\n2 0\n\n\n|"
        b"1\n2 2 2\n..\n..\n|1\n2  2\n..\n..\n|1\n02 2\n..\n..\n|1\n2 2\n.x\n..\n|1\n2 2\n...\n.\n|"
        b"a\n2 2\n..\n..\n|1\n1 9999999999\n.\n|1 1\n2 2\n..\n..\n|01\n2 2\n..\n..\n|1\n2\n..\n..\n|"
        b"9\n2 2\n..\n..\n"
    ).split(b"|"),
    b"1\n15 15\n" + (b"." * 15 + b"\n") * 15,
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


def words():
    """Words of two letters: their numbers lie on both sides of limits of machine integers. And no word."""

    def graph_of(layers, moves):
        return counting.Counter(compiled(layered.coloured(layered.merged(layered.explore(0, layers, moves)))))

    for layers in (7, 8, 9, 15, 16, 31, 32, 33, 62, 63, 64, 65):
        graph = graph_of(layers, lambda _, states: np.stack((states, states)))
        for _ in range(2):
            same(graph.total(np.ones((layers, 2), dtype=np.bool_)), 2**layers)
    graph = graph_of(3, lambda at, states: np.full((2, len(states)), layered.DEAD if at == 2 else 0))
    for _ in range(2):
        same(graph.answer(np.ones((3, 2), dtype=np.bool_)), (0, None))


def alike():
    """Many boards of one size with many givens, together and one by one."""
    rng = Random(11)
    for height, width in ((6, 6), (3, 8)):
        asked = []
        for rows in solver.sample(blank(height, width), 25, 4):
            givens = ("".join(rng.choice((cell, ".")) for cell in row) for row in rows)
            asked.append(Instance(tuple(givens)))
            asked.append(asked[-1].painting(rng.randrange(height), rng.randrange(width), rng.choice(COLOURS)))
        single = [solver.solve(board) for board in asked]
        same(solver.solve_many(asked), single)
        same(solver.count_many(asked), [answer.count for answer in single])
        for board, answer in zip(asked, single, strict=True):
            if answer.count:
                same(broken_rule(board, answer.colouring), None, board)


def sizes():
    """Which boards are accepted, as docs/api.md says it."""
    for height, width, found, counted in (
        (14, 14, None, None),
        (15, 14, "longer than 14 cells at a width of 14", None),
        (13, 28, None, None),
        (13, 29, "longer than 28 cells at a width of 13", None),
        (15, 15, "more than 14 rows and columns", None),
        (18, 18, "more than 14 rows and columns", None),
        (18, 19, "more than 14 rows and columns", "longer than 18 cells at a width of 18"),
        (19, 19, "more than 14 rows and columns", "more than 18 rows and columns"),
        (5, 2000, None, None),
        (10_000, 1, None, None),
        (1, 10_001, "longer than 10000 cells at a width of 1", "longer than 10000 cells at a width of 1"),
        (2001, 5, "longer than 2000 cells at a width of 5", "longer than 2000 cells at a width of 5"),
    ):
        same(solver.fits(blank(height, width)), found, height, width)
        same(solver.count_fits(blank(height, width)), counted, height, width)


def without_any_graph(cases):
    """Where the graph of a size would be too large, nobody asks for it."""
    asked = [case.board for case in cases for _ in range(2)]
    with set_to(boards, MOST_WIDTH=0), set_to(solver, counts=None):
        same(solver.count_many(asked), [case.count for case in cases for _ in range(2)])


def from_the_cache(cases):
    """Again from stored arrays, and from memory."""
    for _ in range(2):
        cache.forget_all()
        boards._small.cache_clear()
        boards._large.cache_clear()
        with set_to(boards, QUICK_CELLS=0):
            for case in cases:
                case.assert_answer(solver.solve(case.board))
