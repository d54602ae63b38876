"""How often each two parties answered the same instance, and how often alike."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from doublecount.problems.record import AnyProblem, differing_facts
from doublecount.verify.again import Again
from doublecount.verify.results import Asked, Pair, Reply

Names = tuple[str, str]
"""Two parties, in the order of the panel."""


def alike(problem: AnyProblem, one: Any, other: Any) -> bool | None:
    """Whether two answers agree in all facts that both state; None where there is no such fact."""
    facts = problem.compared
    if all(getattr(one, fact) is None or getattr(other, fact) is None for fact in facts):
        return None
    return not differing_facts(problem, one, other)


def compared(problem: AnyProblem, replies: Mapping[str, Reply]) -> dict[Names, bool]:
    """Whether each two of the parties, in the order of the replies, answered one instance alike.

    Pairs that have no fact in common are left out.
    """
    answers = [(name, reply.answer) for name, reply in replies.items() if reply.answer is not None]
    told = (
        ((name, other), alike(problem, answer, second))
        for (name, answer), (other, second) in combinations(answers, 2)
    )
    return {names: same for names, same in told if same is not None}


def added(
    pairs: Sequence[Pair], parties: Sequence[str], more: Iterable[Mapping[Names, bool]]
) -> tuple[Pair, ...]:
    """The pairs of all parties with some more instances counted in."""
    both, same = Counter[Names](), Counter[Names]()
    for pair in pairs:
        both[pair.one, pair.other], same[pair.one, pair.other] = pair.both, pair.alike
    for one in more:
        both.update(one.keys())
        same.update(names for names, agree in one.items() if agree)
    return tuple(Pair(*names, both[names], same[names]) for names in combinations(parties, 2))


def again(
    problem: AnyProblem, replies: Mapping[str, Reply], asked: Mapping[Again, Reply]
) -> dict[Again, bool]:
    """Whether oracles said the same when asked in other ways, wherever they answered both times."""
    told = (
        (one, alike(problem, replies[one.party].answer, reply.answer))
        for one, reply in asked.items()
        if reply.answer is not None
    )
    return {one: same for one, same in told if same is not None}


def asked(before: Sequence[Asked], more: Iterable[Mapping[Again, bool]]) -> tuple[Asked, ...]:
    """How often oracles were asked in other ways, with some more instances counted in."""
    both = Counter({Again(one.party, one.way): one.both for one in before})
    same = Counter({Again(one.party, one.way): one.alike for one in before})
    for one in more:
        both.update(one.keys())
        same.update(again for again, agree in one.items() if agree)
    return tuple(Asked(*again, both[again], same[again]) for again in sorted(both))
