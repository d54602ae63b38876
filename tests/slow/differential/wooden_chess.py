"""Wooden Chess: every entry point on recorded boards."""

from random import Random

import numpy as np

from doublecount.dp import cache
from doublecount.dp import wooden_chess as solver
from doublecount.dp.lanes import wooden_chess as lane
from doublecount.dp.wooden_chess import staircases
from doublecount.problems.wooden_chess import Answer, Instance
from doublecount.problems.wooden_chess.formats import write, write_answer
from doublecount.problems.wooden_chess.game import GAME
from doublecount.verify.table import checked

from . import fresh_memory, recorded, same, set_to


def check():
    """Cheapest first."""
    cases = []
    for row in recorded("wooden_chess"):
        board = Instance(tuple(map(tuple, row["a"])), tuple(map(tuple, row["b"])))
        cases.append((board, Answer(int(row["value"]), line_of(row["rows"]))))
    cases.sort(key=lambda case: case[0].cells)
    for board, answer in cases:
        same(solver.solve(board), answer, board)
        same(solver.fits(board), None)
    same(solver.solve_many([board for board, _ in cases]), [answer for _, answer in cases])
    for board, answer in cases:
        if board.cells <= 16:
            same(checked(GAME, board, solver.values(board)).worth, answer.value)
    rng = Random(8)
    for n, m in ((5, 5), (6, 5), (5, 7), (6, 6)):  # with up to six moves at a time
        rows = [tuple(rng.randint(0, 9) for _ in range(m)) for _ in range(2 * n)]
        board = Instance(tuple(rows[:n]), tuple(rows[n:]))
        same(checked(GAME, board, solver.values(board)).worth, solver.solve(board).value)
    lanes(cases)
    parts(cases)
    from_the_cache(cases)
    limits()


def line_of(rows):
    """The cells of a line of play, given the rows in which pieces are put."""
    return tuple((row, rows[:at].count(row)) for at, row in enumerate(rows))


def lanes(cases):
    within = [case for case in cases if max(max(row) for row in (*case[0].a, *case[0].b)) <= 10**9]
    for some in (within, within[-1:], within[:1], within * 5):
        wanted = "".join(write_answer(at, answer) for at, (_, answer) in enumerate(some, 1)).encode()
        data = write([board for board, _ in some]).encode()
        same(lane.answer_text(data), wanted)
        same(solver.answer_text(data), wanted)
    most = b"1 1\n1000000000000000\n"
    same(lane.answer_text(most + b"0\n"), b"1000000000000000\n")
    same(lane.answer_text(most.replace(b"000\n", b"001\n") + b"0\n"), None)
    for steps, wanted in ((24, b"1\n"), (25, None)):
        row = b" ".join([b"1"] * (steps - 1)) + b"\n"
        same(lane.answer_text(b"1 %d\n" % (steps - 1) + row * 2), wanted)
    for strange in STRANGE:
        same(lane.answer_text(strange), None, strange)


STRANGE = (
    *(
        b"|\n|1 1\n1\n|1 1\n1\n1\n1\n|1 1\n1\n1|1 1\n1\n01\n|1 1\n1 1\n1\n|0 1\n|1 0\n|1 1 1\n1\n1\n|"
        b"1 1\n1\n-1\n|1 2\n1 1\n1\n|1 2\n1 1\n1 1 \n|1\n1\n1\n|2 1\n1\n1\n1\n|1 1\n1\n1234567890123456789\n|"
        b"1 1\n1\n1\n2 2\n"
    ).split(b"|"),
    b"12 13\n" + (b"1 " * 12 + b"1\n") * 24,
)


def parts(cases):
    """Layers evaluated part by part, states moved a few at a time."""
    for at_once in (0, 5, 40):
        with set_to(solver, AT_ONCE=at_once):
            same(solver.solve_many([board for board, _ in cases]), [answer for _, answer in cases])
            for board, answer in cases:
                same(solver.solve(board), answer, board)
                same(lane.values_of(np.array([[board.a, board.b]], dtype=object)), [answer.value])
    for n, m in {(board.n, board.m) for board, _ in cases}:
        with fresh_memory(1):
            whole = staircases.compile_arcs(n, m)
        with set_to(staircases, CHUNK=7), fresh_memory(2):
            chunked = staircases.compile_arcs(n, m)
        for name, array in whole.items():
            same((array.tolist(), array.dtype), (chunked[name].tolist(), chunked[name].dtype))


def from_the_cache(cases):
    """Stored arrays, and graphs with indices as they are stored."""
    for kept, stored in ((20, 2), (0, 14), (20, 30)):
        for _ in range(2):
            cache.forget_all()
            staircases._small.cache_clear()
            staircases._large.cache_clear()
            with set_to(staircases, KEPT_STEPS=kept, STORED_STEPS=stored):
                for board, answer in cases[::3]:
                    same(solver.solve(board), answer, board)
                    same(lane.values_of(np.array([[board.a, board.b]], dtype=object)), [answer.value])
    staircases._small.cache_clear()
    staircases._large.cache_clear()


def limits():
    wide = ((1,) * 12,)
    same(solver.fits(Instance(wide * 12, wide * 12)), None)
    same(solver.fits(Instance(wide * 13, wide * 13)), "more than 24 rows and columns together")
    same([solver.smallest_dtype(2**31 - 1), solver.smallest_dtype(2**31)], [np.int32, np.int64])
    same([solver.smallest_dtype(2**63 - 1), solver.smallest_dtype(2**63)], [np.int64, object])
