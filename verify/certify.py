"""What backs answers, besides the word of parties: rules, witnesses, proofs, checked tables, exhaustion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from doublecount.problems.record import AnyProblem, differing_facts
from doublecount.verify.compare import describe
from doublecount.verify.complete import Complete, summed_up
from doublecount.verify.proven import FULL, Effort, Proven, Unproven, covers, proven
from doublecount.verify.results import Certificate


class WrongAnswerError(Exception):
    """An answer that is shown to be wrong; says by what."""


@dataclass(frozen=True)
class Backing:
    """What an answer is certified by."""

    by: str | None
    """None where nothing certifies it."""
    unchecked: str | None = None
    """Why that is not all of the answer."""


def truth(problem: AnyProblem, instance: Any, boards: Sequence[Complete] | None) -> Any:
    """The answer that trying all that the rules allow gives; None where that is too dear.

    ``boards``: all complete boards below the instance, where they are known.
    """
    decided = problem.decide(instance)
    if decided is not None:
        return decided
    exhausted = problem.exhaust(instance)
    if exhausted is not None:
        return exhausted.answer
    return summed_up(boards) if boards else None


def certificates(
    problem: AnyProblem, instance: Any, answers: Mapping[str, Any], truth: Any, shown: Proven | None = None
) -> dict[str, Certificate]:
    """Say for each party's answer what backs it, or speaks against it.

    ``truth`` is the answer by exhaustion, ``shown`` that by a checked proof or table, or None. Whoever gave
    the proof is backed by it, the others where nothing simpler backs them.
    """
    told: dict[str, Certificate] = {}
    for name, answer in answers.items():
        if _is_refuted(problem, instance, answer, [*answers.values()], truth, shown):
            told[name] = Certificate.REFUTED
            continue
        backing = _backing(problem, instance, answer, truth)
        own = shown is not None and shown.party == name
        if shown and (own or backing is Certificate.UNCHECKED) and covers(problem, answer, shown.answer):
            backing = shown.certificate
        told[name] = backing
    return told


def _is_refuted(
    problem: AnyProblem,
    instance: Any,
    answer: Any,
    everybody: Sequence[Any],
    truth: Any,
    shown: Proven | None,
) -> bool:
    """By its own broken witness, by exhaustion, by a proof, or by a valid witness of anybody's."""
    if problem.check(instance, answer) is not None:
        return True
    right = [truth, shown.answer if shown else None]
    if any(one is not None and differing_facts(problem, one, answer) for one in right):
        return True
    return any(problem.refutes(instance, other, answer) for other in everybody)


def _backing(problem: AnyProblem, instance: Any, answer: Any, truth: Any) -> Certificate:
    if _settled_by_witness(problem, instance, answer):
        return Certificate.WITNESS
    known = truth is not None and covers(problem, answer, truth)
    return Certificate.EXHAUSTED if known else Certificate.UNCHECKED


def _settled_by_witness(problem: AnyProblem, instance: Any, answer: Any) -> bool:
    """Whether the first fact is Yes or No, and the answer's own witness refutes the opposite.

    No witness settles a number: of a count it shows that there is one, of a game one way to play.
    """
    fact = problem.compared[0]
    value = getattr(answer, fact)
    if not isinstance(value, bool):
        return False
    opposite = replace(answer, **{**dict.fromkeys(problem.compared), fact: not value})
    return problem.refutes(instance, answer, opposite) is not None


def backing(problem: AnyProblem, instance: Any, answer: Any, effort: Effort = FULL) -> Backing:
    """Say what certifies one answer: a proof or a table, else the rules, exhaustion, or its own witness.

    Raises WrongAnswerError where the answer, or what should prove it, does not stand.
    """
    broken = problem.check(instance, answer)
    if broken:
        raise WrongAnswerError(broken)
    shown = proven(problem, instance, [answer], effort)
    if isinstance(shown, Proven):
        return _backed(problem, answer, shown.answer, shown.how)
    if shown.wrong:
        raise WrongAnswerError(shown.why)
    return _backed_simply(problem, instance, answer, shown)


def _backed(problem: AnyProblem, answer: Any, right: Any, how: str) -> Backing:
    facts = differing_facts(problem, answer, right)
    if facts:
        raise WrongAnswerError(
            f"{describe(problem, answer, facts)}; {how}: {describe(problem, right, facts)}"
        )
    return Backing(how) if covers(problem, answer, right) else Backing(None, "it states more than is proven")


def _backed_simply(problem: AnyProblem, instance: Any, answer: Any, unproven: Unproven) -> Backing:
    """By what takes neither a proof nor a table."""
    decided = problem.decide(instance)
    if decided is not None:
        return _backed(problem, answer, decided, "the rules alone")
    exhausted = problem.exhaust(instance)
    if exhausted is not None:
        return _backed(problem, answer, exhausted.answer, f"all that is possible, {exhausted.tried}")
    settled = _settled_by_witness(problem, instance, answer)
    return Backing("witness" if settled else None, unproven.why)
