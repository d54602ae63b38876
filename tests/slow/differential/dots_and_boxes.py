"""Dots and boxes: recorded games by tables of their own, by those of the whole grid, and by the lane."""

from random import Random

from doublecount.dp import cache
from doublecount.dp import dots_and_boxes as solver
from doublecount.dp.lanes import dots_and_boxes as lane
from doublecount.problems.dots_and_boxes import Answer, Instance
from doublecount.problems.dots_and_boxes.formats import EMPTY, read, read_jsonl, write, write_answer
from doublecount.problems.dots_and_boxes.game import GAME
from doublecount.problems.dots_and_boxes.instance import winner_of
from doublecount.verify.table import checked

from . import recorded, refusal, same, set_to

LARGE = 16


def check():
    """Cheapest first."""
    cases = []
    for row in recorded("dots_and_boxes"):
        (game,) = read_jsonl(row["line"], "t")
        margin = row["margin"]
        cases.append((game, Answer(winner_of(margin), margin, tuple(map(tuple, row["best"])))))
    cases.sort(key=lambda case: case[0].free_count)
    cases = [case for at, case in enumerate(cases) if at % 3 == 0 or case[0].free_count < 9]
    by_any_table(cases)
    for game, _ in cases:
        if game.free_count <= 8:
            checked(GAME, game, solver.values(game))
    lanes([case for case in cases if (case[0].rows, case[0].columns, case[0].rules) == (3, 3, "strict")])
    limits()
    of_too_large_a_grid([case for case in cases if grid_lines(case[0]) > 12 and case[0].free_count <= 8])


def by_any_table(cases):
    """Tables split anywhere, of the position or of the whole grid, built or stored."""
    for low, own in ((16, 16), (3, 16), (0, 16), (16, 0), (2, 3)):
        small = [case for case in cases if grid_lines(case[0]) <= LARGE or own == 16]
        with set_to(solver, LOW_LINES=low, OWN_TABLE_FREE=own):
            for game, answer in small if low == 16 else small[::3]:
                if own == 16 or grid_lines(game) <= LARGE:
                    same(solver.solve(game), answer, game)
                    same(solver.fits(game), None)
        with set_to(solver, OWN_TABLE_FREE=own):
            for game, _ in small[:20:3]:
                checked(GAME, game, solver.values(game))
        cache.forget_all()


def of_too_large_a_grid(cases):
    """Few free lines on a grid of too many: the position has a table of its own."""
    with set_to(solver, MOST_FREE=8, OWN_TABLE_FREE=3, whole_grid=None):
        for game, answer in cases[-20:]:
            same(solver.solve(game), answer, game)


def grid_lines(game):
    return game.with_lines(()).free_count


def lanes(cases):
    solver.whole_grid(3, 3)
    with set_to(lane, FEW=0):
        for some in (cases, cases[:1], cases[-1:], cases * 3):
            wanted = "".join(write_answer(at, answer) for at, (_, answer) in enumerate(some, 1)).encode()
            data = write([game for game, _ in some]).encode()
            same(lane.answer_text(data), wanted)
            if len(data) >= solver.SMALL_FILE:
                same(solver.answer_text(data), wanted)
        turned = b"\n".join(b" ".join(reversed(line.split())) for line in data.split(b"\n"))
        same(lane.answer_text(turned), wanted)
        found = lane.margins(lane._read(data), solver.whole_grid(3, 3)).tolist()
        same(found, [answer.margin for _, answer in some])
        for strange in STRANGE:
            same(lane.answer_text(strange), None, strange)
        rng = Random(5)
        base = write([game for game, _ in cases[:2]]).encode()
        for _ in range(150):
            place = rng.randrange(len(base))
            broken = base[:place] + bytes([rng.choice(b"0123456789 \n")]) + base[place + 1 :]
            answered = lane.answer_text(broken)
            if answered is not None:
                answers = map(solver.solve, read(broken.decode(), "t"))
                same(answered.decode(), "".join(write_answer(at, one) for at, one in enumerate(answers, 1)))
    same(lane.answer_text(write([cases[0][0]]).encode()), None)
    same(lane.answer_text(write([EMPTY]).encode()) is None, False)


STRANGE = (
    *(
        b"|\n|0\n|1\n|1\n1\n|1\n1\n1 3\n|1\n1\n1 2|1\n2\n1 2\n2 1\n|1\n1\n1 2 3\n|2\n1\n1 2\n|1\n1\n1 2\n0\n|"
        b"1\n1\n0 1\n|1\n1\n16 17\n|1\n1\n1 1\n|1\n0\n1 2\n|1 2\n1\n|1\n2\n1 2\n|1\n1\n01 2\n|1 1\n1\n1 2\n|"
        b"1\n1\n1 2\n1\n1 2\n"
    ).split(b"|"),
    b"1\n3\n1 2\n2 3\n1 2 3\n",
    b"1\n26\n" + b"1 2\n" * 26,
)


def limits():
    long = Instance((), 1, 8)
    same(solver.fits(Instance((), 3, 3)), None)
    same(solver.fits(long), "more than 24 free lines")
    same(refusal(solver.solve, long), "more than 24 free lines")
    same(refusal(solver.values, long), "more than 24 free lines")
    same(solver.fits(long.with_lines(((1, 2),))), None)
    same(solver.whole_grid_at_hand(1, 5), None)
    same(solver.whole_grid(1, 5).table.tolist(), solver.whole_grid_at_hand(1, 5).table.tolist())
