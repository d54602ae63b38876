"""Wooden Chess: what must hold between the values of a board and of boards derived from it.

There is no split: a board with some pieces on it is not a board.

Whoever fills a cell, ``a`` earned plus ``b`` not lost by the first player is what counts: he plays for the
sum of ``a + b`` over his cells, from which the total of ``b`` is taken. The other relations follow.
"""

from collections.abc import Callable, Sequence

from doublecount.problems.record import Relation
from doublecount.problems.wooden_chess.instance import Answer, Instance, Scores, within_judge_limits

Expected = Callable[[Instance, int], int]
"""``expected(instance, its value)``: what the value of the derived board must then be."""


def _map(scores: Scores, change: Callable[[int], int]) -> Scores:
    return tuple(tuple(change(score) for score in row) for row in scores)


def _transposed(instance: Instance) -> Instance:
    return Instance(tuple(zip(*instance.a, strict=True)), tuple(zip(*instance.b, strict=True)))


def _all_to_first(instance: Instance) -> Instance:
    sums = tuple(
        tuple(x + y for x, y in zip(*rows, strict=True)) for rows in zip(instance.a, instance.b, strict=True)
    )
    return Instance(sums, _map(sums, lambda _: 0))


def _one_more_for_first(instance: Instance) -> Instance:
    return Instance(_map(instance.a, lambda score: score + 1), instance.b)


def _more_in_corner(corner: int, player: Callable[[Instance], int]) -> Callable[[Instance], Instance]:
    """One point more in the first (0) or last (-1) cell for the player (0 or 1) who must fill it."""

    def derived(instance: Instance) -> Instance:
        tables = [instance.a, instance.b]
        rows = [list(row) for row in tables[player(instance)]]
        rows[corner][corner] += 1
        tables[player(instance)] = tuple(map(tuple, rows))
        return Instance(*tables)

    return derived


def _last_player(instance: Instance) -> int:
    return (instance.cells - 1) % 2


def _doubled(instance: Instance) -> Instance:
    return Instance(_map(instance.a, lambda score: 2 * score), _map(instance.b, lambda score: 2 * score))


def _relation(
    name: str, derived: Callable[[Instance], Instance], expected: Expected
) -> Relation[Instance, Answer]:
    """Build the relation "the derived board has the expected value".

    It does not apply where the derived board, but not the board itself, is beyond the judge's limits.
    """

    def derive(instance: Instance) -> tuple[Instance, ...]:
        other = derived(instance)
        leaves_limits = within_judge_limits(instance) and not within_judge_limits(other)
        return () if leaves_limits else (other,)

    def violation(instance: Instance, answer: Answer, others: Sequence[Answer]) -> str | None:
        for other in others:
            if answer.value is None or other.value is None:
                continue
            wanted = expected(instance, answer.value)
            if other.value != wanted:
                return f"the value is {answer.value}, so {wanted} for the {name}, not {other.value}"
        return None

    return Relation(name, derive, violation)


RELATIONS = (
    _relation("transposed board", _transposed, lambda _, value: value),
    _relation(
        "board with all scores moved to the first player",
        _all_to_first,
        lambda instance, value: value + instance.total_b,
    ),
    _relation(
        "board with the score tables exchanged",
        lambda instance: Instance(instance.b, instance.a),
        lambda instance, value: value - instance.total_a + instance.total_b,
    ),
    _relation(
        "board with one point more in each cell for the first player",
        _one_more_for_first,
        lambda instance, value: value + (instance.cells + 1) // 2,
    ),
    _relation(
        "board with one point more in the first cell, for the first player",
        _more_in_corner(0, lambda _: 0),
        lambda _, value: value + 1,
    ),
    _relation(
        "board with one point more in the last cell, for who fills it",
        _more_in_corner(-1, _last_player),
        lambda instance, value: value + (-1 if _last_player(instance) else 1),
    ),
    _relation("board with all scores doubled", _doubled, lambda _, value: 2 * value),
)


def images(instance: Instance) -> tuple[Instance, ...]:
    """Return the board and its transposition."""
    return instance, _transposed(instance)
