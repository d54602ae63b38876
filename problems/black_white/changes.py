"""Black & White: small random changes of a board, in search of hard ones."""

from random import Random

from doublecount.problems.black_white.instance import SYMBOLS, Instance, transposed


def changed(rng: Random, instance: Instance) -> Instance:
    """Paint or free a cell, or double or drop a row or a column."""
    row, column = rng.randrange(instance.height), rng.randrange(instance.width)
    if rng.random() < 0.7:
        return instance.painting(row, column, rng.choice(SYMBOLS))
    times = rng.choice((0, 2, 2)) if min(instance.height, instance.width) > 1 else 2
    if rng.random() < 0.5:
        return Instance(_repeated(instance.rows, row, times))
    return Instance(transposed(_repeated(transposed(instance.rows), column, times)))


def _repeated(rows: tuple[str, ...], number: int, times: int) -> tuple[str, ...]:
    return rows[:number] + rows[number : number + 1] * times + rows[number + 1 :]
