"""Guesses what kind of fault explains a wrong number. A hint, never evidence."""

from collections.abc import Sequence
from typing import Any

from doublecount.problems.record import AnyProblem

WIDTHS = (16, 31, 32, 63, 64)


def wrapped(value: int, bits: int) -> set[int]:
    """What a machine integer of so many bits holds of a value, unsigned and signed."""
    low = value % (1 << bits)
    return {low, low - (1 << bits) if low >> (bits - 1) else low}


def hint(problem: AnyProblem, wrong: Any, right: Any, previous: Sequence[Any] = ()) -> str | None:
    """Compare a wrong answer with the right one and with the right answers of the cases before it."""
    fact = next(
        (name for name in problem.compared if None not in (getattr(wrong, name), getattr(right, name))), None
    )
    if fact is None:
        return None
    said, true = getattr(wrong, fact), getattr(right, fact)
    if any(getattr(answer, fact) == said for answer in previous):
        return f"equals the {fact} of an earlier case of the file"
    if type(said) is not int or type(true) is not int or said == true:
        return None
    for bits in WIDTHS:
        if said in wrapped(true, bits):
            return f"equals the right {fact} in {bits}-bit arithmetic"
    if said == -true:
        return f"equals the right {fact} with the sign reversed"
    return None
