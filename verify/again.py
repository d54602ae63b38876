"""Asks oracles again in other ways that must make no difference: where they do, an oracle contradicts itself.

A way has no voice in the vote. It shares too much with the usual one for a word of its own to count, and is
there to disagree: a solver without its preprocessing, another encoding, another solver of the same library.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from doublecount.problems.record import AnyProblem, Status, differing_facts
from doublecount.verify.compare import describe
from doublecount.verify.parties import Oracle
from doublecount.verify.results import Reply


class Again(NamedTuple):
    """An oracle, and another way in which it was asked."""

    party: str
    way: str


def asked_again(
    oracles: Iterable[Oracle], instance: Any, replies: Mapping[str, Reply]
) -> dict[Again, Reply]:
    """Ask the oracles that have answered an instance about it in all their other ways."""
    return {
        Again(oracle.name, way): oracle.ask_otherwise(way, instance)
        for oracle in oracles
        if oracle.name in replies and replies[oracle.name].status is Status.ANSWERED
        for way in oracle.ways
    }


def contradicts(
    problem: AnyProblem, instance: Any, usual: Reply, otherwise: Reply, again: Again
) -> str | None:
    """Say in one line how an oracle contradicts itself; None where it does not, or has no answer."""
    if usual.status is not Status.ANSWERED or otherwise.status is not Status.ANSWERED:
        return None
    itself = f"{again.party} contradicts itself"
    facts = differing_facts(problem, usual.answer, otherwise.answer)
    if facts:
        one, other = (describe(problem, reply.answer, facts) for reply in (usual, otherwise))
        return f"{itself}: {one}; asked {again.way}: {other}"
    broken = problem.check(instance, otherwise.answer)
    if broken and problem.check(instance, usual.answer) is None:
        return f"{itself}: asked {again.way}, its answer breaks a rule: {broken}"
    return None
