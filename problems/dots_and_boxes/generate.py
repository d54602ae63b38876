"""Dots and boxes: random games. Each function takes the generator it draws from."""

from collections.abc import Callable
from random import Random

from doublecount.problems.dots_and_boxes.instance import Instance, Line, boxes_beside, sides
from doublecount.problems.dots_and_boxes.rules import points_made
from doublecount.problems.record import Stratum

FEWEST_DRAWN, MOST_DRAWN = 12, 24
EMPTY = Instance(())

Preference = Callable[[int, int], int]
"""Ranks a line by (boxes that it closes, boxes that it gives their third side); the highest are drawn."""


def _play(rng: Random, count: int, prefer: Preference) -> Instance:
    """Draw ``count`` lines, each at random among those that ``prefer`` ranks highest."""
    drawn: dict[Line, None] = {}
    free = list(EMPTY.free)
    for _ in range(count):
        ranks = [prefer(*_effect(drawn, line)) for line in free]
        line = rng.choice([line for line, rank in zip(free, ranks, strict=True) if rank == max(ranks)])
        free.remove(line)
        drawn[line] = None
    return Instance(tuple(drawn))


def _effect(drawn: dict[Line, None], line: Line) -> tuple[int, int]:
    before = [sum(side in drawn for side in sides(EMPTY, box)) for box in boxes_beside(EMPTY, line)]
    return before.count(3), before.count(2)


def _greedily(closes: int, gives: int) -> int:
    return closes


def _carefully(closes: int, gives: int) -> int:
    return 3 * closes - gives


def _shyly(closes: int, gives: int) -> int:
    return -closes - gives


def _drawn(rng: Random) -> int:
    """How many lines are drawn: positions with many free ones somewhat more often."""
    return rng.choice([rng.randint(FEWEST_DRAWN, MOST_DRAWN), rng.randint(FEWEST_DRAWN, 18)])


def uniform(rng: Random) -> Instance:
    """Draw random lines in random order, 12 to 24 equally often."""
    return Instance(tuple(rng.sample(EMPTY.free, rng.randint(FEWEST_DRAWN, MOST_DRAWN))))


def greedy(rng: Random) -> Instance:
    """Let both players close boxes when they can and draw at random otherwise."""
    return _play(rng, _drawn(rng), _greedily)


def chains(rng: Random) -> Instance:
    """Let both avoid third sides while they can: positions full of chains of two-sided boxes."""
    return _play(rng, rng.randint(FEWEST_DRAWN, 18), rng.choice([_carefully, _shyly]))


def ends(rng: Random) -> Instance:
    """Leave no more than two lines, so that the points made decide."""
    return _play(rng, rng.randint(MOST_DRAWN - 2, MOST_DRAWN), rng.choice([_greedily, lambda *_: 0]))


def close(rng: Random) -> Instance:
    """Look for a game in which Tom is one or two points ahead and boxes are left to win.

    Jerry draws the last of the 24 lines, which mostly closes a box: a small lead of Tom's keeps both in play.
    """
    for _ in range(40):
        instance = uniform(rng) if rng.random() < 0.5 else greedy(rng)
        tom, jerry = points_made(instance)
        if 1 <= tom - jerry <= 2 and tom + jerry <= instance.boxes - 2:
            return instance
    return instance


def one_sided(rng: Random) -> Instance:
    """Let one player close boxes when he can, and the other never when there is another line."""
    greedy_turn = rng.randrange(2)
    drawn: dict[Line, None] = {}
    free = list(EMPTY.free)
    for turn in range(_drawn(rng)):
        ranks = [_effect(drawn, line)[0] * (1 if turn % 2 == greedy_turn else -1) for line in free]
        line = rng.choice([line for line, rank in zip(free, ranks, strict=True) if rank == max(ranks)])
        free.remove(line)
        drawn[line] = None
    return Instance(tuple(drawn))


def last_boxes(rng: Random) -> Instance:
    """Leave lines in the last row and column of boxes only, in any number."""
    last = [line for line in EMPTY.free if _is_last(line)]
    first = [line for line in EMPTY.free if not _is_last(line)]
    return _all_but(rng, first, last, FEWEST_DRAWN)


def _is_last(line: Line) -> bool:
    return any(
        box > 2 * EMPTY.width or box % EMPTY.width == EMPTY.columns for box in boxes_beside(EMPTY, line)
    )


def inner(rng: Random) -> Instance:
    """Leave inner lines only, each of which may close two boxes."""
    border = [line for line in EMPTY.free if len(list(boxes_beside(EMPTY, line))) == 1]
    return _all_but(rng, border, [line for line in EMPTY.free if line not in border], FEWEST_DRAWN)


def _all_but(rng: Random, drawn: list[Line], others: list[Line], fewest: int) -> Instance:
    """Draw ``drawn`` and some of the others, ``fewest`` at least in all, in any order."""
    some = rng.sample(others, rng.randint(max(0, fewest - len(drawn)), len(others)))
    return Instance(tuple(rng.sample([*drawn, *some], len(drawn) + len(some))))


def opening(rng: Random) -> Instance:
    """Draw fewer lines than the judge ever does."""
    return _play(rng, rng.randrange(FEWEST_DRAWN), rng.choice([_greedily, _carefully]))


STRATA = (
    Stratum("uniform", 4, uniform),
    Stratum("greedy", 4, greedy),
    Stratum("chains", 2, chains),
    Stratum("ends", 1, ends),
    Stratum("close", 6, close),
    Stratum("one-sided", 0.5, one_sided),
    Stratum("last-boxes", 0.5, last_boxes),
    Stratum("inner", 0.5, inner),
    Stratum("opening", 1, opening, beyond_judge=True),
)
