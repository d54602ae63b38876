"""Wooden Chess: random boards. Each function takes the generator it draws from."""

from collections.abc import Callable, Sequence
from random import Random

from doublecount.problems.record import Stratum
from doublecount.problems.wooden_chess.formats import MOST_SCORE
from doublecount.problems.wooden_chess.instance import JUDGE_SCORE, JUDGE_SIDE, Instance, Line, Scores

Draw = Callable[[], int]
"""Draws one score."""
WIDTHS = (127, 128, 255, 256, 32767, 32768, 65535, 65536)
"""Where machine integers end."""


def _sides(rng: Random) -> tuple[int, int]:
    """Mostly boards of 3 to 5 rows and columns, which every technique can do; some up to 7 x 7."""
    low, high = rng.choice([(2, 3), (3, 4), (3, 4), (3, 5), (4, 7)])
    return rng.randint(low, high), rng.randint(low, high)


def _table(sides: tuple[int, int], draw: Draw) -> Scores:
    n, m = sides
    return tuple(tuple(draw() for _ in range(m)) for _ in range(n))


def _board(sides: tuple[int, int], draw_a: Draw, draw_b: Draw) -> Instance:
    return Instance(_table(sides, draw_a), _table(sides, draw_b))


def _up_to(rng: Random, highest: int) -> Draw:
    return lambda: rng.randint(0, highest)


def _any_scores(rng: Random) -> Draw:
    return _up_to(rng, rng.choice([1, 3, 9, 1000, JUDGE_SCORE]))


def uniform(rng: Random) -> Instance:
    """Draw all scores from one range."""
    draw = _any_scores(rng)
    return _board(_sides(rng), draw, draw)


def one_sided(rng: Random) -> Instance:
    """Give all scores to one player, mostly to the first as in the judge's odd files."""
    drawn = _board(_sides(rng), _any_scores(rng), lambda: 0)
    return drawn if rng.random() < 0.75 else Instance(drawn.b, drawn.a)


def thin(rng: Random) -> Instance:
    """Draw a board of one or two rows or columns."""
    sides = [rng.choice([1, 2, 2, 2]), rng.randint(1, JUDGE_SIDE)]
    rng.shuffle(sides)
    draw = _any_scores(rng)
    return _board((sides[0], sides[1]), draw, draw)


def ties(rng: Random) -> Instance:
    """Draw all scores from one or two values, zero often among them: many best moves."""
    values = [0, rng.choice([1, 1, 2, JUDGE_SCORE])]
    few = rng.choice([values[:1], values[1:], values, values, values, values * 3 + [7]])
    sides = _sides(rng)
    return _board(sides, lambda: rng.choice(few), lambda: rng.choice(few))


def limits(rng: Random) -> Instance:
    """Use the highest scores, and scores at the ends of machine integers, for one player or both."""
    high = (*WIDTHS, JUDGE_SCORE - 1, JUDGE_SCORE, JUDGE_SCORE)
    low: Sequence[int] = rng.choice([(0,), (0, 1), high])
    tables: list[Sequence[int]] = [high, low]
    rng.shuffle(tables)
    return _board(_sides(rng), lambda: rng.choice(tables[0]), lambda: rng.choice(tables[1]))


def powers(rng: Random) -> Instance:
    """Deal out distinct powers of two, as far as they go, so that the value shows who took which cell."""
    sides = rng.randint(2, 4), rng.randint(2, 4)
    deck = [2**exponent for exponent in range(JUDGE_SCORE.bit_length())]
    deck += [0] * (2 * sides[0] * sides[1] - len(deck))
    rng.shuffle(deck)
    return _board(sides, deck.pop, deck.pop)


def random_line(rng: Random, sides: tuple[int, int]) -> Line:
    """Draw a line of play, each move among those that the rules allow."""
    n, m = sides
    pieces = [0] * n
    line = []
    for _ in range(n * m):
        rows = [row for row in range(n) if pieces[row] < m and (row == 0 or pieces[row - 1] > pieces[row])]
        row = rng.choice(rows)
        line.append((row, pieces[row]))
        pieces[row] += 1
    return tuple(line)


def from_line(rng: Random) -> Instance:
    """Draw a line of play and make each of its cells worth more to the player who fills it in that line."""
    sides = _sides(rng)
    first = set(random_line(rng, sides)[::2])
    high = rng.choice([2, 10, 1000, JUDGE_SCORE])

    def scores(likes: bool) -> Scores:
        return tuple(
            tuple(
                rng.randint(high // 2, high)
                if ((row, column) in first) == likes
                else rng.randint(0, high // 2)
                for column in range(sides[1])
            )
            for row in range(sides[0])
        )

    return Instance(scores(True), scores(False))


def near_line(rng: Random) -> Instance:
    """Take such a board and change one score of one player by one point."""
    instance = from_line(rng)
    tables = [instance.a, instance.b]
    player, row, column = rng.randrange(2), rng.randrange(instance.n), rng.randrange(instance.m)
    rows = [list(scores) for scores in tables[player]]
    rows[row][column] += 1 if rows[row][column] < JUDGE_SCORE else -1
    tables[player] = tuple(map(tuple, rows))
    return Instance(*tables)


def judge_size(rng: Random) -> Instance:
    """Draw a board with a side of full length, sometimes two."""
    sides = [JUDGE_SIDE, rng.choice([2, 3, 3, 4, 4, 5, rng.randint(6, 9), JUDGE_SIDE])]
    rng.shuffle(sides)
    draw = _any_scores(rng)
    return _board((sides[0], sides[1]), draw, draw)


def last_lines(rng: Random) -> Instance:
    """Give scores to the last row, the last column or both only."""
    n, m = _sides(rng)
    draw, where = _any_scores(rng), rng.choice(["row", "column", "both"])

    def table() -> Scores:
        return tuple(
            tuple(
                draw() if (row == n - 1 and where != "column") or (column == m - 1 and where != "row") else 0
                for column in range(m)
            )
            for row in range(n)
        )

    return Instance(table(), table())


def _about(rng: Random, sides: tuple[int, int], bits: int, most: int) -> Instance:
    """Give all scores to one player, so that he earns about 2^bits; at most ``most`` a cell."""
    draw = _up_to(rng, min(2 ** (bits + 2) // (sides[0] * sides[1]), most))
    drawn = _board(sides, draw, lambda: 0)
    return drawn if rng.random() < 0.5 else Instance(drawn.b, drawn.a)


def judge_widths(rng: Random) -> Instance:
    """Aim at values about 2^7, 2^8, 2^15 or 2^16, of either sign, or at the judge's highest, 5 x 10^6."""
    if rng.random() < 0.2:
        most = _board((JUDGE_SIDE, JUDGE_SIDE), lambda: JUDGE_SCORE, lambda: 0)
        return rng.choice([most, Instance(most.b, most.a)])
    return _about(rng, _sides(rng), rng.choice([7, 8, 15, 16]), JUDGE_SCORE)


def beyond_widths(rng: Random) -> Instance:
    """Aim at values about 2^31, 2^32 or 2^53, of either sign. (Our readers take no scores for 2^63.)"""
    bits = rng.choice([31, 32, 53])
    sides = (6, 6) if bits > 32 else rng.choice([(3, 4), (4, 4), (5, 4)])
    return _about(rng, sides, bits, MOST_SCORE)


def beyond(rng: Random) -> Instance:
    """Draw a board that is longer than the judge's, or has higher scores."""
    draw = _up_to(rng, rng.choice([9, 10**9, 10**15]))
    long = rng.randint(JUDGE_SIDE + 1, JUDGE_SIDE + 3), rng.randint(2, 4)
    sides = rng.choice([long, long[::-1], _sides(rng)])
    return _board(sides, draw, draw)


STRATA = (
    Stratum("uniform", 3, uniform),
    Stratum("one-sided", 2, one_sided),
    Stratum("thin", 1, thin),
    Stratum("ties", 2, ties),
    Stratum("limits", 1, limits),
    Stratum("powers", 1, powers),
    Stratum("from-line", 3, from_line),
    Stratum("near-line", 1, near_line),
    Stratum("judge-size", 2, judge_size),
    Stratum("last-lines", 1, last_lines),
    Stratum("judge-widths", 1, judge_widths),
    Stratum("beyond", 1, beyond, beyond_judge=True),
    Stratum("widths", 1, beyond_widths, beyond_judge=True),
)
