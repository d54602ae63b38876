"""Answers that models back by proofs: what is claimed, and what follows from it by the rules.

A model hands in a ``Claim``: the solutions that it has found, clauses that are said to hold for every
solution, and a proof that these leave nothing else. Whether the witnesses and the clauses are what the rules
say is decided here, clause by clause and without any word of the model; whether the proof holds, by checkers
in verify/. So nothing that a solver or an encoding may have wrong goes unseen.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

AnswerT = TypeVar("AnswerT")
WitnessT = TypeVar("WitnessT")

Clause = tuple[int, ...]
"""Facts of which one holds at least: numbers of variables, negative ones negated. What a variable means says
the problem's ``clauses`` module."""


class UnfoundedError(Exception):
    """A claim that the rules do not bear out; says which part."""


@dataclass(frozen=True)
class Claim:
    """All solutions, or the best one, with a proof that there is nothing else."""

    witnesses: tuple[Any, ...]
    stated: tuple[Clause, ...]
    """What every solution obeys."""
    proof: tuple[str, ...]
    """Refutes what is stated, and that the solution is none of the witnesses; steps as checkers take them."""


@dataclass(frozen=True)
class Conclusion(Generic[AnswerT]):
    """What a claim comes to."""

    answer: AnswerT
    """Right if nothing satisfies the formula."""
    formula: tuple[Clause, ...]


def insist(holds: Callable[[Clause], bool], stated: Iterable[Clause]) -> None:
    """Raise UnfoundedError unless each clause holds for all solutions."""
    for clause in stated:
        if 0 in clause or not holds(clause):
            raise UnfoundedError(f"the rules do not say that one of {' '.join(map(str, clause))} holds")


def all_of(
    claim: Claim,
    broken_rule: Callable[[Any], str | None],
    holds: Callable[[Clause], bool],
    named: Callable[[Any], Clause],
) -> tuple[Clause, ...]:
    """Return the formula to be refuted where the witnesses are to be all solutions; raises UnfoundedError.

    ``named(witness)`` is facts that tell it from all other solutions. Each witness must obey the rules, each
    once, and each clause hold for all solutions.
    """
    if len({*claim.witnesses}) < len(claim.witnesses):
        raise UnfoundedError("a witness is named twice")
    for witness in claim.witnesses:
        broken = broken_rule(witness)
        if broken:
            raise UnfoundedError(broken)
    insist(holds, claim.stated)
    blocked = (tuple(-fact for fact in named(witness)) for witness in claim.witnesses)
    return (*claim.stated, *blocked)
