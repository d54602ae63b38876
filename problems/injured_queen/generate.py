"""Injured Queen: random boards. Each function takes the generator it draws from."""

from math import log2
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


def random_placement(rng: Random, n: int, rows_used: int | None = None) -> Placement:
    """Draw a valid placement column by column, starting again at a dead end; n is 1 or at least 3.

    Queens stand in the first ``rows_used`` rows.
    """
    while True:
        rows: list[int] = []
        for _ in range(n):
            choices = [row for row in range(rows_used or n) if not rows or abs(row - rows[-1]) > 1]
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


def tiny(rng: Random) -> Instance:
    """Draw a board of at most three columns, where borders meet; two columns have no placement."""
    return _fixed_at_random(rng, rng.randint(1, 3), rng.choice([0.5, 1.0]))


def complete(rng: Random) -> Instance:
    """Take a placement as it is, or with one queen put anywhere: 0 or 1."""
    n = rng.randint(3, JUDGE_N)
    board = Instance(random_placement(rng, n))
    return board if rng.random() < 0.4 else board.fixing(rng.randrange(n), rng.randrange(n))


def _with_about(rng: Random, n: int, bits: int) -> Instance:
    """Free neighbouring columns of a placement until it is one of about 2^bits.

    Its rows are those that have names in the judge's format.
    Two queens in any rows of neighbouring columns do not attack each other in n^2 - 3n + 2 cases of n^2.
    """
    rows: list[int | None] = list(random_placement(rng, n, min(n, JUDGE_N)))
    free, apart = log2(n), log2((n * n - 3 * n + 2) / (n * n))
    first = last = rng.randrange(n)
    expected = 0.0
    while expected < bits - 0.5 * free and last - first < n:
        expected += free + apart * (2 if first == last else 1)
        if last < n:
            rows[last] = None
            last += 1
        else:
            first -= 1
            rows[first] = None
    return Instance(tuple(rows))


def widths(rng: Random) -> Instance:
    """Leave about 2^16, 2^31 or 2^32 placements, or 2^50 to 2^54, the most that the judge's boards have."""
    bits = rng.choice([16, 31, 32, 53])
    return _with_about(rng, JUDGE_N if bits > 32 else rng.randint(12, JUDGE_N), bits)


def beyond(rng: Random) -> Instance:
    """Draw a board of more columns than the judge's, with about 2^63 placements, few, or more."""
    n = rng.randint(JUDGE_N + 1, JUDGE_N + 10)
    if rng.random() < 0.6:
        return _with_about(rng, n, rng.choice([63, 64]))
    return _with_about(rng, n, rng.choice([3, 8, 200]))


STRATA = (
    Stratum("uniform", 1.5, uniform),
    Stratum("open", 1.5, open_board),
    Stratum("from-placement", 3, from_placement),
    Stratum("near-placement", 1, near_placement),
    Stratum("borders", 1, borders),
    Stratum("tiny", 0.25, tiny),
    Stratum("complete", 0.5, complete),
    Stratum("widths", 0.5, widths),
    Stratum("beyond", 0.25, beyond, beyond_judge=True),
)
