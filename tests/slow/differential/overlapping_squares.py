"""Overlapping Squares: recorded pictures, by the table, by peeling, and by the lane."""

from random import Random

import numpy as np

from doublecount.dp import overlapping_squares as solver
from doublecount.dp.lanes import overlapping_squares as lane
from doublecount.dp.overlapping_squares import peeling
from doublecount.problems.overlapping_squares import Answer, Instance
from doublecount.problems.overlapping_squares.formats import read, read_jsonl, write, write_answer
from doublecount.problems.overlapping_squares.instance import EDGES
from doublecount.problems.overlapping_squares.rules import check as broken
from doublecount.problems.overlapping_squares.rules import painted

from . import recorded, refusal, same, set_to

PICTURES = 13_464
"""That stacks make on the judge's board."""


def check():
    """Cheapest first."""
    cases = []
    for row in recorded("overlapping_squares"):
        (picture,) = read_jsonl(row["line"], "t")
        cases.append((picture, row["fewest"]))
    cases.sort(key=lambda case: (case[0].height == case[0].width == 4, case[0].places, case[1]))
    for picture, fewest in cases:
        assert_answer(picture, fewest, solver.solve(picture))
        same(solver.fits(picture), None)
    for picture, fewest in cases:
        if picture.height == picture.width == 4 and fewest < 7:
            stack = peeling.lowest_stack(solver.encode(picture), 4, 4)
            same(len(stack or ()), fewest, picture)
    same((len(solver.table()), solver.table()[solver.BLANK]), (PICTURES, (0, -1, solver.BLANK)))
    for picture, fewest in cases[::3]:
        cuts(picture, fewest)
    stacks()
    for sides in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4)):
        every_picture(*sides)
    lanes([case for case in cases if case[0].height == case[0].width == 4 and case[0].limit == 6])
    too_much(cases)


def assert_answer(picture, fewest, answer):
    order = answer.order
    possible = 0 < fewest <= picture.limit
    same(answer, Answer(possible, fewest, order if possible else None), picture)
    same(order is None, not possible)
    same(broken(picture, answer), None, picture)


def cuts(picture, fewest):
    """Without a cut the other squares do not suffice, with any square of it they do; no square, no cut."""
    search = peeling.Search(solver.encode(picture), picture.height, picture.width)
    order = search.order_of(range(len(search.area)))
    if fewest:
        cut = search.cut(0, [], order)
        rest = [square for square in order if square not in cut]
        same((search.suffices(rest), len(cut) > 0), (False, True), picture)
        same({search.suffices([*rest, square]) for square in cut}, {True}, picture)
        same((*search.smallest_cut(0, [], [], 3),), (), picture)


def stacks():
    """Random stacks: what they make can be made by no more squares."""
    rng = Random(2)
    sizes = ((2, 2, 1), (2, 5, 4), (3, 3, 5), (5, 3, 7), (4, 6, 7), (6, 6, 9), (4, 4, 9))
    for height, width, squares in sizes:
        picture = Instance.of((), height, width, limit=squares)
        for _ in range(squares):
            picture = painted(picture, rng.choice(picture.squares))
        answer = solver.solve(picture)
        same((answer.possible, broken(picture, answer), len(answer.order) <= squares), (True, None, True))


def every_picture(height, width):
    """All pictures of a small board, by the rules, and all that differ from one in an edge."""
    blank = Instance.of((), height, width)
    heights, layer = {blank: 0}, [blank]
    while layer:
        above = {painted(picture, square) for picture in layer for square in blank.squares} - heights.keys()
        heights |= dict.fromkeys(above, heights[layer[0]] + 1)
        layer = [*above]
    heights[blank] = 0  # not by a square or more: so none
    for picture in {near for one in heights for near in (one, *map(one.flipped, blank.edges))}:
        assert_answer(picture, heights.get(picture, 0), solver.solve(picture))


def lanes(cases):
    chosen = [case for case in cases for _ in range(2)]
    for number in (len(chosen), 1, 7, 8, 9):
        some = chosen[:number]
        wanted = "".join(
            write_answer(at, Answer(0 < fewest <= 6, fewest)) for at, (_, fewest) in enumerate(some, 1)
        )
        data = write([picture for picture, _ in some]).encode()
        same(lane.answer_text(data), wanted.encode())
        same(lane.answer_text(data.rstrip(b"\n")), wanted.encode())
    same(solver.answer_text(write([picture for picture, _ in chosen]).encode()) is None, False)
    by_bit = {solver.encode(Instance.of([edge])): edge for edge in EDGES}
    rng, table = Random(1), solver.table()
    pictures = rng.sample(sorted(table), 150)
    pictures += [picture ^ rng.choice([*by_bit]) for picture in pictures[::3]]
    drawn = [Instance.of(edge for bit, edge in by_bit.items() if picture & bit) for picture in pictures]
    with set_to(lane, BLOCK=16):
        same(lane.answer_text(write(drawn).encode()), slowly(drawn))
    heights = {picture: height for picture, (height, _, _) in table.items()}
    lowest = (picture for picture, height in heights.items() if height < 2)
    bits = {picture: lane._packed(picture) for picture in (*rng.sample(sorted(heights), 1500), *lowest)}
    found = lane.possible(np.array([*bits.values()], dtype=np.uint64)).tolist()
    same(found, [1 <= heights[picture] <= 6 for picture in bits])
    copies = lane.BLOCK // len(drawn) + 2
    same(lane.answer_text(write(drawn * copies).encode()), slowly(drawn * copies))
    odd(write(drawn[:3]).encode(), drawn[:3])


def odd(data, drawn):
    """Files that are not plainly formed."""
    cut = (data[:-2], data[1:], data[:55] + data[56:])
    longer = (data + b"\n", data + b"0\n", b"\n" + data, data.replace(b"\n", b"\r\n"))
    for strange in (b"", b"0\n", *cut, *longer):
        same(lane.answer_text(strange), None, strange)
    rng = Random(6)
    for _ in range(150):
        place = rng.randrange(len(data))
        broken_data = data[:place] + bytes([rng.choice(b" _|#\n0x")]) + data[place + 1 :]
        found = lane.answer_text(broken_data)
        if found is not None:
            same(found, slowly([*read(broken_data.decode(), "t")]), broken_data)


def slowly(pictures):
    return "".join(write_answer(at, solver.solve(one)) for at, one in enumerate(pictures, 1)).encode()


def too_much(cases):
    """A search that is cut short says so: one cut is enough for a single square, and for nothing else."""
    same(solver.fits(Instance.of((), 2, 102)), "more than 100 places for a square")
    same(solver.fits(Instance.of((), 2, 101)), None)
    asked = [case for case in cases if case[0].height != 4 or case[0].width != 4]
    with set_to(peeling, MOST_CUTS=1):
        solver._peeled.cache_clear()
        solver._reason.cache_clear()
        for picture, fewest in asked:
            reason = "the fewest squares are not found within 1 cuts" if fewest > 1 else None
            same(solver.fits(picture), reason, picture)
            same(refusal(solver.solve, picture), reason)
    solver._peeled.cache_clear()
    solver._reason.cache_clear()
