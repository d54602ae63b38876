"""Injured Queen: every entry point on recorded boards."""

from random import Random

from doublecount.dp import injured_queen as solver
from doublecount.dp.lanes import injured_queen as lane
from doublecount.problems.injured_queen import Answer, Instance
from doublecount.problems.injured_queen.formats import read, write, write_answer
from doublecount.problems.injured_queen.rules import broken_rule

from . import recorded, refusal, same

DRAWS = 12


def check():
    """Cheapest first."""
    cases = [
        (Instance(tuple(row["rows"])), int(row["count"]), row["solutions"])
        for row in recorded("injured_queen")
    ]
    cases.sort(key=lambda case: case[0].n)
    for board, count, listed in cases:
        answer = solver.solve(board)
        same(answer.count, count, board)
        same(solver.fits(board), None)
        if listed is None:
            same(broken_rule(board, answer.placement), None)
            marginals_of_many(board, count)
        else:
            lists(board, answer, [*map(tuple, listed)])
    same(solver.count_many([board for board, _, _ in cases]), [count for _, count, _ in cases])
    lanes(cases)
    same(solver.fits(Instance((None,) * 1000)), None)
    same(solver.fits(Instance((None,) * 1001)), "more than 1000 columns")


def lists(board, answer, listed):
    same(answer, Answer(len(listed), listed[0] if listed else None))
    same([*solver.solutions(board)], listed)
    n = range(board.n)
    tally = [[sum(placement[column] == row for placement in listed) for row in n] for column in n]
    same(solver.marginals(board), tally, board)
    if not listed:
        same(refusal(solver.sample, board, 1, 1), "there is nothing to draw from: no placement")
        return
    rng = Random(5)
    ranks = [rng.randrange(len(listed)) for _ in range(DRAWS)]
    same(solver.sample(board, DRAWS, 5), [listed[rank] for rank in ranks], board)


def marginals_of_many(board, count):
    found = solver.marginals(board)
    same({sum(column) for column in found}, {count})
    column = board.n // 2
    if board.rows[column] is None:
        same(found[column], [solver.count(board.fixing(column, row).rows) for row in range(board.n)])


def lanes(cases):
    every = [case for case in cases if all(row is None or row < 15 for row in case[0].rows)]
    for some in (every, [case for case in every if case[0].n <= 15], every[-1:], every[:1]):
        wanted = "".join(write_answer(at, Answer(count, ())) for at, (_, count, _) in enumerate(some, 1))
        data = write([board for board, _, _ in some]).encode()
        same(lane.answer_text(data), wanted.encode())
        same(lane.answer_text(data.rstrip(b"\n")), wanted.encode())
        copies = -(-solver.SMALL_FILE // len(data))
        same(solver.answer_text(data * copies), wanted.encode() * copies)
    for strange in (
        b"",
        b"\n",
        b"?\n\n?\n",
        b"??x\n",
        b"G\n",
        b"4?\n",
        b"3?\n",
        b"? ?\n",
        b"?\r\n",
        b"0\n",
        b"1F" * 500 + b"1",
        b"?" * 20 + b"\n4?\n",
        b"\n?\n",
        b"1F" * 150 + b"x\n",
    ):
        same(lane.answer_text(strange), None, strange)
    same(lane.answer_text(b"1F" * 500 + b"\n"), b"1\n")
    rng, base = Random(4), b"1?3\n??\n4???\n?2?4?\n"
    for _ in range(60):
        place = rng.randrange(len(base))
        broken = base[:place] + bytes([rng.choice(b"?13579AF\n x")]) + base[place + 1 :]
        found = lane.answer_text(broken)
        if found is not None:
            answers = map(solver.solve, read(broken.decode(), "t"))
            same(found.decode(), "".join(write_answer(at, answer) for at, answer in enumerate(answers, 1)))
