"""Records what the solvers are held against when they are mutated: instances and right answers.

No answer comes from ``dp``: they are those of models that share no code with it, of brute force under the
rules, and of the definitions written out plainly below. Boards are of mixed sizes, those of the judge and
others, and few. ``python -m tests.slow.differential.record`` writes ``recorded.json`` anew (minutes).
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from doublecount.problems.black_white import Instance as Board
from doublecount.problems.black_white.instance import blank, transposed
from doublecount.problems.dots_and_boxes import Instance as Game
from doublecount.problems.dots_and_boxes.instance import RULES
from doublecount.problems.injured_queen import Instance as Queens
from doublecount.problems.overlapping_squares import Instance as Picture
from doublecount.problems.overlapping_squares.rules import painted
from doublecount.problems.record import Status
from doublecount.problems.wooden_chess import Instance as Chess
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

RECORDED = Path(__file__).with_name("recorded.json")
SEED = 7
MOST_LISTED = 1000
"""Witnesses of one instance."""
SMALL = (
    *(("#.o",), ("#o#",), ("#", "o", "."), ("##", "##"), ("#o", "o#"), ("#.", ".o"), ("###", "#.#", "##.")),
    *(("#..", "...", "..o"), ("o..", "#..", "..."), ("....", "#.o.", "....", "..#."), ("#o#", "...", "...")),
    *((".o.", "#.#", ".o."), ("...#", "..#.", "o...", "...o"), ("o.....", "......")),
    (".#", "..", ".#", ".."),
)
"""Boards with few colourings, or none; square ones without symmetry among them."""
TANGLED = (
    *((5, 6, 12, 19208), (4, 7, 18, 1865), (4, 6, 23, 16423), (4, 6, 26, 15902), (5, 5, 44, 17407)),
    *((5, 6, 21, 5699), (4, 6, 43, 18271), (5, 6, 22, 8680), (4, 7, 33, 14122), (5, 6, 24, 8064)),
)
"""Height, width, number of squares and seed of stacks that are easily taken for higher than need be: leaving
out squares of the picture one by one ends with one too many."""

BLANK_SIDES = (
    *((1, 1), (1, 2), (2, 1), (1, 9), (6, 1), (2, 2), (2, 5), (3, 3), (4, 3), (3, 5), (4, 4), (5, 4)),
    *((6, 5), (6, 6), (7, 7), (8, 8), (9, 7), (8, 9), (17, 4), (4, 18), (26, 4), (4, 61), (61, 5)),
)
"""Some whose arrays are stored, one with more states than ``FEW``, one counted between 2^63 and 2^64."""


def asked(problem: str, model: str, instance: Any) -> Any:
    """The answer of a model, or None where it has none."""
    (oracle,) = (one for one in catalogue.models(problem) if one.name == model)
    if oracle.fits(instance):
        return None
    outcome = oracle.run(instance, oracle.budget)
    return outcome.answer if outcome.status is Status.ANSWERED else None


def drawn(problem: str, count: int, judge_only: bool = False) -> Iterator[Any]:
    """Random instances of all strata."""
    for index in range(count):
        yield draw(catalogue.problem(problem), SEED, index, judge_only).instance


def black_white() -> list[dict[str, Any]]:
    """Boards with their counts; small ones with all colourings, in the order that ``solve`` promises."""
    rng = Random(SEED)
    boards = [blank(*sides) for sides in BLANK_SIDES]
    boards += [Board(rows) for rows in SMALL]
    boards += drawn("black-white", 25)
    for _ in range(45):
        height, width = rng.randint(1, 7), rng.randint(1, 7)
        colouring, share = _colouring(rng, height, width), rng.choice((0.3, 0.6, 0.8, 0.95))
        rows = ("".join("." if rng.random() < share else c for c in row) for row in colouring)
        boards.append(Board(tuple(rows)))
    return [row for board in boards if (row := _board(board))]


def _colouring(rng: Random, height: int, width: int) -> tuple[str, ...]:
    """A random colouring, right or nearly so: some boards should have no solution."""
    from doublecount.problems.black_white.colouring import random_colouring

    rows = random_colouring(rng, height, width)
    if rng.random() < 0.1:
        row, column = rng.randrange(height), rng.randrange(width)
        rows = Board(rows).painting(row, column, rng.choice("#o")).rows
    return rows


def _board(board: Board) -> dict[str, Any] | None:
    """A board and what is known of it."""
    if (listed := asked("black-white", "brute-force", board)) and listed.count <= MOST_LISTED:
        along = transposed if board.width > board.height else tuple
        solutions = sorted(listed.solutions, key=along)
        return {"rows": board.rows, "count": str(listed.count), "solutions": solutions}
    answer = asked("black-white", "graphillion", board)
    return answer and {"rows": board.rows, "count": str(answer.count), "solutions": None}


def injured_queen() -> list[dict[str, Any]]:
    """Boards with their counts; those with few placements with all of them, in order."""
    boards = [*drawn("injured-queen", 40), *(Queens((None,) * n) for n in (1, 2, 3, 4, 5, 6, 9, 15, 16, 24))]
    boards += [Queens((None,) * 20 + (7,) + (None,) * 9), Queens((0, 0)), Queens((None, 1, 1, None))]
    found = []
    for board in boards:
        count = asked("injured-queen", "networkx", board).count
        listed = [*_placements(board)] if count <= MOST_LISTED else None
        assert listed is None or len(listed) == count
        found.append({"rows": board.rows, "count": str(count), "solutions": listed})
    return found


def _placements(board: Queens, chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All placements in order of rows, by the statement."""
    if len(chosen) == board.n:
        yield chosen
        return
    fixed = board.rows[len(chosen)]
    for row in range(board.n) if fixed is None else [fixed]:
        if not chosen or abs(chosen[-1] - row) >= 2:
            yield from _placements(board, (*chosen, row))


def overlapping_squares() -> list[dict[str, Any]]:
    """Pictures, as JSON lines, with the fewest squares that make them (0: none do)."""
    found = []
    judged = drawn("overlapping-squares", 60, judge_only=True)
    for picture in (*judged, *drawn("overlapping-squares", 60), *_stacks()):
        answer = asked("overlapping-squares", "painting", picture)
        if answer or (answer := asked("overlapping-squares", "sat", picture)):
            line = catalogue.problem("overlapping-squares").write_jsonl([picture])
            found.append({"line": line, "fewest": answer.fewest})
    return found


def _stacks() -> Iterator[Picture]:
    """What random stacks show on other boards, some with an edge more or less."""
    rng = Random(SEED)
    for number in range(260):
        height, width, most = rng.randint(2, 6), rng.randint(2, 6), 12
        if number % 5 == 0:  # long ones, often made in many ways
            (height, width), most = rng.choice(((3, 7), (7, 3), (3, 9), (4, 7), (6, 6), (3, 6))), 30
        picture = Picture.of((), height, width, limit=rng.randint(1, 8))
        for _ in range(rng.randint(1, most)):
            picture = painted(picture, rng.choice(picture.squares))
        yield picture.flipped(rng.choice(picture.edges)) if rng.random() < 0.2 else picture
    for height, width, squares, seed in TANGLED:
        rng, picture = Random(seed), Picture.of((), height, width, limit=20)
        for _ in range(squares):
            picture = painted(picture, rng.choice(picture.squares))
        yield picture


def wooden_chess() -> list[dict[str, Any]]:
    """Boards with their values, and the best line that keeps to the upper rows."""
    rng = Random(SEED)
    boards = [board for board in drawn("wooden-chess", 60) if board.cells <= 25][:14]
    sizes = ((1, 1), (1, 2), (3, 1), (2, 2), (2, 5), (5, 2), (3, 3), (3, 4), (5, 3), (4, 4), (6, 4), (7, 7))
    for n, m in sizes:
        for highest in (1, 3, 10**5, 2**31 // (2 * n * m) + 9, 2**63 // (2 * n * m) + 9):
            rows = [tuple(rng.randint(0, highest) for _ in range(m)) for _ in range(2 * n)]
            boards.append(Chess(tuple(rows[:n]), tuple(rows[n:])))
    boards += [Chess(((0, 1) * 8,) * 2, ((1, 0) * 8,) * 2), Chess(((2, 1),) * 13, ((1, 1),) * 13)]
    return [_chess(board) for board in boards]


def _chess(board: Chess) -> dict[str, Any]:
    @cache
    def rest(rows: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """What the first player wins from here on, and the rows of a best line, the upper ones first."""
        first = sum(rows) % 2 == 0
        scores, best, line = (board.a if first else board.b), None, ()
        for row, filled in enumerate(rows):
            if filled < board.m and (row == 0 or rows[row - 1] > filled):
                value, further = rest((*rows[:row], filled + 1, *rows[row + 1 :]))
                value += scores[row][filled] if first else -scores[row][filled]
                if best is None or (value > best if first else value < best):
                    best, line = value, (row, *further)
        return best or 0, line

    value, line = rest((0,) * board.n)
    if model := asked("wooden-chess", "networkx", board):
        assert model.value == value
    return {"a": board.a, "b": board.b, "value": str(value), "rows": line}


def dots_and_boxes() -> list[dict[str, Any]]:
    """Games, as JSON lines, with margin and best lines."""
    found = []
    for game in (*drawn("dots-and-boxes", 150), *_games()):
        if game.free_count <= 11 and (answer := asked("dots-and-boxes", "networkx", game)):
            line = catalogue.problem("dots-and-boxes").write_jsonl([game])
            found.append({"line": line, "margin": answer.margin, "best": answer.best})
    return found


def _games() -> Iterator[Game]:
    """Random games on small grids under both rules, from the empty one to the full."""
    rng = Random(SEED)
    for rows, columns in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 2), (1, 4), (2, 3)):
        for rules, number in product(RULES, range(7)):
            empty = Game((), rows, columns, rules)
            free = empty.free_count
            lines = rng.sample(empty.free, free if number == 0 else rng.randint(max(0, free - 11), free))
            yield empty.with_lines(tuple(lines))


PARTS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    part.__name__: part
    for part in (black_white, injured_queen, overlapping_squares, wooden_chess, dots_and_boxes)
}


def main() -> None:
    """Write the file: a line for each instance. Parts that are not named stay as they are."""
    kept = json.loads(RECORDED.read_text()) if sys.argv[1:] else {}
    parts = {
        name: make() if name not in kept or name in sys.argv else kept[name] for name, make in PARTS.items()
    }
    text = ",\n".join(
        json.dumps(name) + ": [\n" + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in parts.items()
    )
    RECORDED.write_text("{\n" + text + "\n}\n")


if __name__ == "__main__":
    main()
