"""Injured Queen: random boards. Each function takes the generator it draws from."""

from random import Random

from doublecount.problems.injured_queen.instance import Instance, Placement
from doublecount.problems.record import Stratum

JUDGE_N = 15


def _size(rng: Random) -> int:
    """Large boards as often as small ones; the judge's largest boards often."""
    return rng.choice(
        [rng.randint(1, 5), rng.randint(6, 9), rng.randint(6, JUDGE_N), rng.randint(13, JUDGE_N)]
    )


def _fixed_at_random(rng: Random, n: int, share_free: float) -> Instance:
    return Instance(tuple(None if rng.random() < share_free else rng.randrange(n) for _ in range(n)))


def uniform(rng: Random) -> Instance:
    """Draw every column free with probability 1/4, else fixed in any row: mostly without a placement."""
    return _fixed_at_random(rng, _size(rng), 0.25)


def open_board(rng: Random) -> Instance:
    """Fix no or few queens, for large counts."""
    return _fixed_at_random(rng, rng.randint(6, JUDGE_N), rng.choice([0.8, 0.9, 1.0]))


def random_placement(rng: Random, n: int) -> Placement:
    """Draw a valid placement column by column, starting again at a dead end; n is 1 or at least 3."""
    while True:
        rows: list[int] = []
        for _ in range(n):
            choices = [row for row in range(n) if not rows or abs(row - rows[-1]) > 1]
            if not choices:
                break
            rows.append(rng.choice(choices))
        if len(rows) == n:
            return tuple(rows)


def from_placement(rng: Random) -> Instance:
    """Take a valid placement and free at most five columns: few placements on a board of any size."""
    n = rng.choice([1, 3, 4, 5, *range(6, JUDGE_N + 1), *range(6, JUDGE_N + 1)])
    rows: list[int | None] = list(random_placement(rng, n))
    for column in rng.sample(range(n), min(n, rng.randint(1, 5))):
        rows[column] = None
    return Instance(tuple(rows))


def near_placement(rng: Random) -> Instance:
    """Take such a board and move one fixed queen by one row."""
    instance = from_placement(rng)
    fixed = [column for column, row in enumerate(instance.rows) if row is not None]
    if not fixed:
        return instance
    column = rng.choice(fixed)
    row = instance.rows[column]
    assert row is not None
    return instance.fixing(column, min(max(row + rng.choice([-1, 1]), 0), instance.n - 1))


def borders(rng: Random) -> Instance:
    """Fix queens only in the first and last rows and columns, where programs go wrong."""
    n = rng.randint(1, 8)
    free = Instance((None,) * n)
    for column in {0, n - 1, rng.randrange(n)}:
        free = free.fixing(column, rng.choice([None, 0, n - 1]))
    return free


STRATA = (
    Stratum("uniform", 2, uniform),
    Stratum("open", 2, open_board),
    Stratum("from-placement", 3, from_placement),
    Stratum("near-placement", 1, near_placement),
    Stratum("borders", 2, borders),
)
