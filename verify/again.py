"""Asks oracles again in other ways that must make no difference: where they do, an oracle contradicts itself.

A way has no voice in the vote. It shares too much with the usual one for a word of its own to count, and is
there to disagree: a solver without its preprocessing, another encoding, another solver of the same library.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from doublecount.problems.record import AnyProblem, Status, differing_facts
from doublecount.verify.compare import describe
from doublecount.verify.parties import Oracle
from doublecount.verify.results import Difference, Kind, Reply, Standing


class Again(NamedTuple):
    """An oracle, and another way in which it was asked."""

    party: str
    way: str


def asked_again(oracles: Iterable[Oracle], instance: Any, replies: Mapping[str, Reply]) -> dict[Again, Reply]:
    """Ask the oracles that have answered an instance about it in all their other ways."""
    return {
        Again(oracle.name, way): oracle.ask_otherwise(way, instance)
        for oracle in oracles
        if oracle.name in replies and replies[oracle.name].status is Status.ANSWERED
        for way in oracle.ways
    }


def contradictions(
    problem: AnyProblem, instance: Any, usual: Mapping[str, Reply], otherwise: Mapping[Again, Reply]
) -> list[Difference]:
    """Return the differences between what oracles say as usual and when asked in other ways."""
    told = (
        (again, _contradicts(problem, instance, again, usual, reply)) for again, reply in otherwise.items()
    )
    return [
        Difference(
            Kind.RELATION_VIOLATED,
            again.party,
            (),
            Standing.REFUTED,
            f"{again.party} contradicts itself: {why}",
            0,
            (instance,),
            again.way,
        )
        for again, why in told
        if why
    ]


def _contradicts(
    problem: AnyProblem, instance: Any, again: Again, usual: Mapping[str, Reply], otherwise: Reply
) -> str | None:
    """Say how an oracle contradicts itself; None where it does not, or has no answer."""
    first, second = usual[again.party].answer, otherwise.answer
    if first is None or second is None:
        return None
    facts = differing_facts(problem, first, second)
    if facts:
        one, other = (describe(problem, answer, facts) for answer in (first, second))
        return f"{one}; asked {again.way}: {other}"
    broken = problem.check(instance, second)
    if broken and problem.check(instance, first) is None:
        return f"asked {again.way}, its answer breaks a rule: {broken}"
    return None
