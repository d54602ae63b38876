"""Compares the replies of all parties to one instance, by meaning, and says who stands accused.

In this order: a candidate that failed accuses itself; a witness that breaks the rules refutes its party; the
rules decide complete boards; a valid witness may refute another's answer; small boards are decided by trying
everything; what remains is a vote of oracles, in which candidates have no voice, and oracles that share a
part have one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from doublecount.problems.record import AnyProblem, Status, differing_facts
from doublecount.verify.results import Difference, Kind, Reply, Role, Standing

_TRUST = {Role.SOLVER: 2, Role.MODEL: 1, Role.CANDIDATE: 0}


class Verdict(Enum):
    """What the replies to one instance amount to."""

    AGREED = "agreed"
    """At least two parties decided, and all that decided agree."""
    UNDECIDED = "undecided"
    DIFFERING = "differing"


@dataclass(frozen=True)
class Comparison:
    """The verdict on one instance and the differences found on it."""

    verdict: Verdict
    differences: tuple[Difference, ...]


Shares = Mapping[str, Sequence[str]]
"""By party name the parts that other parties may use, too."""


def compare(
    problem: AnyProblem,
    instance: Any,
    replies: Mapping[str, Reply],
    roles: Mapping[str, Role],
    shares: Shares = MappingProxyType({}),
) -> Comparison:
    """Compare replies by party name; names in a fixed order give differences in a fixed order."""
    file = (instance,)
    found = [
        Difference(reply.fault, name, (), Standing.REFUTED, _first_line(reply.text), 0, file)
        for name, reply in replies.items()
        if reply.fault
    ]
    answers = {name: reply.answer for name, reply in replies.items() if reply.status is Status.ANSWERED}
    for name, answer in answers.items():
        broken = problem.check(instance, answer)
        if broken:
            found.append(Difference(Kind.INVALID_WITNESS, name, (), Standing.REFUTED, broken, 0, file))
    found += _by_rules(problem, instance, answers) or _by_vote(problem, instance, answers, roles, shares)
    if found:
        quoted = (replace(one, reply=replies[one.accused]) for one in found)
        return Comparison(Verdict.DIFFERING, tuple(quoted))
    return Comparison(Verdict.AGREED if len(answers) >= 2 else Verdict.UNDECIDED, ())


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else ""


def _by_rules(problem: AnyProblem, instance: Any, answers: Mapping[str, Any]) -> list[Difference]:
    """Accuse whoever contradicts what the rules alone decide."""
    truth = problem.decide(instance)
    if truth is None:
        return []
    return _against(problem, instance, answers, truth, "the rules decide this board")


def _against(
    problem: AnyProblem, instance: Any, answers: Mapping[str, Any], truth: Any, how: str
) -> list[Difference]:
    """Accuse whoever contradicts the true answer."""
    found = []
    for name, answer in answers.items():
        wrong = differing_facts(problem, truth, answer)
        if wrong:
            against = tuple(other for other in answers if not differing_facts(problem, truth, answers[other]))
            right, said = (describe(problem, one, wrong) for one in (truth, answer))
            why = f"{how}: {right}, not {said}"
            found.append(Difference(Kind.WRONG_ANSWER, name, against, Standing.REFUTED, why, 0, (instance,)))
    return found


def describe(problem: AnyProblem, answer: Any, facts: Sequence[str]) -> str:
    """Name the facts in which an answer differs, with short values."""
    parts = []
    for fact in facts:
        value = getattr(answer, fact)
        if isinstance(value, bool):
            parts.append("Yes" if value else "No")
        elif isinstance(value, frozenset):
            parts.append(f"{len(value)} listed {fact}")
        else:
            parts.append(f"{fact} {value}")
    return ", ".join(parts)


def _by_vote(
    problem: AnyProblem,
    instance: Any,
    answers: Mapping[str, Any],
    roles: Mapping[str, Role],
    shares: Shares,
) -> list[Difference]:
    """Accuse, of parties that differ, those refuted by a witness or exhaustion, else the less supported."""
    vote = _Vote(problem, instance, answers, roles, shares)
    charges = [difference for name in answers if (difference := vote.charge(name))]
    if any(difference.standing is Standing.OUTVOTED for difference in charges):
        exhausted = problem.exhaust(instance)
        if exhausted:
            how = f"exhausted {exhausted.tried}"
            return _against(problem, instance, answers, exhausted.answer, how) or charges
    return charges


class _Vote:
    """The vote on one instance. Refuted parties support nobody; candidates support nobody."""

    def __init__(
        self,
        problem: AnyProblem,
        instance: Any,
        answers: Mapping[str, Any],
        roles: Mapping[str, Role],
        shares: Shares,
    ) -> None:
        self.problem, self.instance, self.answers, self.roles = problem, instance, answers, roles
        self.shares = shares
        self.names = list(answers)
        self.oracles = [name for name in answers if roles[name] is not Role.CANDIDATE]
        self.facts = {
            (x, y): differing_facts(problem, answers[x], answers[y]) for x in self.names for y in self.names
        }
        self.refutations = {
            (x, y): why
            for (x, y), facts in self.facts.items()
            if facts and (why := problem.refutes(instance, answers[y], answers[x]))
        }
        self.refuted = {x for x, _ in self.refutations}

    def charge(self, name: str) -> Difference | None:
        """Return what stands against one party."""
        enemies = [other for other in self.names if self.facts[name, other]]
        by_witness = [other for other in enemies if (name, other) in self.refutations]
        by_witness = [other for other in by_witness if other in self.oracles] or by_witness
        if by_witness:
            why = self.refutations[name, by_witness[0]]
            return self._difference(name, by_witness, Standing.REFUTED, why)
        stronger = [
            other
            for other in enemies
            if other not in self.refuted
            and self._has_voice(other)
            and self._weight(other) > self._weight(name)
        ]
        if not stronger:
            return None
        own = describe(self.problem, self.answers[name], self.facts[name, stronger[0]])
        return self._difference(name, stronger, Standing.OUTVOTED, f"{own}; {self._opinions(name, stronger)}")

    def _has_voice(self, name: str) -> bool:
        """Whether a party may outvote another: an oracle, or anybody where no oracle has answered."""
        return self.roles[name] is not Role.CANDIDATE or not self.oracles

    def _opinions(self, name: str, others: Sequence[str]) -> str:
        """What each of the others says where it differs from the party, those who say the same together."""
        groups: dict[str, list[str]] = {}
        for other in others:
            said = describe(self.problem, self.answers[other], self.facts[name, other])
            groups.setdefault(said, []).append(other)
        return "; ".join(
            f"{' and '.join(group)}: {said}{_shared(group, self.shares)}" for said, group in groups.items()
        )

    def _weight(self, name: str) -> tuple[int, int, int]:
        """Independent oracles of the same opinion, then trust, then the order of parties."""
        friends = [
            other for other in self.oracles if other not in self.refuted and not self.facts[name, other]
        ]
        return (independent(friends, self.shares), _TRUST[self.roles[name]], -self.names.index(name))

    def _difference(self, name: str, against: list[str], standing: Standing, why: str) -> Difference:
        return Difference(Kind.WRONG_ANSWER, name, tuple(against), standing, why, 0, (self.instance,))


def independent(names: Sequence[str], shares: Shares) -> int:
    """The number of groups of parties without a part in common."""
    groups: list[set[str]] = []
    for name in names:
        parts = {f"itself: {name}", *shares.get(name, ())}
        apart = [group for group in groups if not group & parts]
        groups = [*apart, parts.union(*(group for group in groups if group & parts))]
    return len(groups)


def _shared(names: Sequence[str], shares: Shares) -> str:
    """A remark, where several parties all share a part."""
    common = set.intersection(*(set(shares.get(name, ())) for name in names))
    if len(names) < 2 or not common:
        return ""
    return f" ({' and '.join(names)} share {' and '.join(sorted(common))})"
