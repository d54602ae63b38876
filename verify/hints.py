"""Guesses what kind of fault explains a wrong answer. A hint, never evidence.

First what the file explains (another case's answer), then machine arithmetic, then the problem's own
readings and suspicions, which must fit on further instances, too, at last small factors.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from doublecount.problems.record import AnyProblem, Suspicion, differing_facts

WIDTHS = (64, 63, 32, 31, 16, 8)
"""The widest that fits is named: what fits in 64 bits of zeros fits in fewer, too."""
DOUBLE, SINGLE = 53, 24
"""Bits of the whole numbers that a float of 64 or 32 bits holds exactly."""
LOST_BITS = 6
"""Rounding errors add up: so many of the last bits that a float holds may be wrong, too."""
MOST_NAMED = 3


@dataclass(frozen=True)
class Told:
    """What the accused said to an instance, and what is right."""

    instance: Any
    said: Any
    right: Any


def hint(
    problem: AnyProblem,
    told: Told,
    earlier: Sequence[Any] = (),
    later: Sequence[Any] = (),
    more: Callable[[], Iterable[Told]] = tuple,
    solve: Callable[[Any], Any] = lambda _: None,
) -> str | None:
    """Explain a wrong answer to one case of a file.

    ``earlier`` and ``later`` are the right answers to the other cases; ``more()`` gives further instances
    on which an explanation must hold, ``solve(instance)`` a right answer or None.
    """
    fact = _fact(problem, told)
    if fact is None:
        return None
    said, right = getattr(told.said, fact), getattr(told.right, fact)
    of_file = _of_the_file(fact, said, right, _stated(earlier, fact), _stated(later, fact))
    if of_file:
        return of_file
    numbers = type(said) is int and type(right) is int
    strong = next(_strong(said, right), None) if numbers else None
    if strong:
        return f"equals the right {fact} {strong}"
    suspected = suspects(problem, told, more, solve)
    if suspected:
        return f"they agree if {', or if '.join(one.name for one in suspected[:MOST_NAMED])}"
    weak = next(_weak(said, right), None) if numbers else None
    return f"equals the right {fact} {weak}" if weak else None


def _fact(problem: AnyProblem, told: Told) -> str | None:
    """The first fact in which what was said is wrong, else the first that both state."""
    both = (
        name for name in problem.compared if None not in (getattr(told.said, name), getattr(told.right, name))
    )
    return next(iter([*differing_facts(problem, told.said, told.right), *both]), None)


def _stated(answers: Sequence[Any], fact: str) -> list[Any]:
    return [value for answer in answers if (value := getattr(answer, fact)) is not None]


def _of_the_file(fact: str, said: Any, right: Any, earlier: list[Any], later: list[Any]) -> str | None:
    if said == right:
        return None
    if said in earlier:
        return f"equals the {fact} of an earlier case of the file"
    if said in later:
        return f"equals the {fact} of a later case of the file"
    numbers = earlier and all(type(value) is int for value in (*earlier, said, right))
    if numbers and said in (right + sum(earlier), right + earlier[-1]):
        return f"equals the right {fact} added to that of earlier cases of the file"
    return None


def wrapped(value: int, bits: int) -> set[int]:
    """What a machine integer of so many bits holds of a value, unsigned and signed."""
    low = value % (1 << bits)
    return {low, low - (1 << bits) if low >> (bits - 1) else low}


def _strong(said: int, right: int) -> Iterator[str]:
    """Explanations that seldom fit by chance."""
    if said == right:
        return
    for bits in WIDTHS:
        if said in wrapped(right, bits):
            yield f"in {bits}-bit arithmetic"
    for bits in WIDTHS:
        if said in (limit := (1 << bits) - 1, -limit, -limit - 1) and abs(right) > limit:
            yield f"cut off at the largest {bits}-bit number"
    for bits, name in ((DOUBLE, "double-precision"), (SINGLE, "single-precision")):
        if abs(right) >> bits and abs(said - right) <= abs(right) >> (bits - LOST_BITS):
            yield f"rounded to a {name} float"


def _weak(said: int, right: int) -> Iterator[str]:
    """Explanations that fit small numbers by chance, too."""
    if right and said == -right:
        yield "with the sign reversed"
    if right and said == 2 * right:
        yield "taken twice"
    if said and right == 2 * said:
        yield "halved"
    if abs(said - right) == 1:
        yield f"{'plus' if said > right else 'minus'} 1"


def suspects(
    problem: AnyProblem,
    told: Told,
    more: Callable[[], Iterable[Told]],
    solve: Callable[[Any], Any],
) -> list[Suspicion[Any, Any]]:
    """The other readings and the suspicions that give what the accused said, wherever they say something.

    Those that explain the most of what it got wrong come first.
    """
    switches = [reading.switch for reading in problem.readings if reading.switch]
    fitting = [one for one in (*switches, *problem.suspicions) if _explains(problem, one, told, solve)]
    if not fitting:
        return []
    others = [*more()]
    fitting = [one for one in fitting if all(_fits(problem, one, other, solve) for other in others)]
    return sorted(fitting, key=lambda one: -sum(_explains(problem, one, other, solve) for other in others))


def _explains(
    problem: AnyProblem, suspicion: Suspicion[Any, Any], told: Told, solve: Callable[[Any], Any]
) -> bool:
    answer = suspicion.answer(told.instance, solve)
    if answer is None or differing_facts(problem, answer, told.said):
        return False
    wrong = differing_facts(problem, told.said, told.right)
    return any(getattr(answer, fact) is not None for fact in wrong)


def _fits(
    problem: AnyProblem, suspicion: Suspicion[Any, Any], told: Told, solve: Callable[[Any], Any]
) -> bool:
    answer = suspicion.answer(told.instance, solve)
    return answer is None or not differing_facts(problem, answer, told.said)
