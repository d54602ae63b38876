"""What backs the answers to an instance, besides the word of parties: rules, a witness, trying it all."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from doublecount.problems.record import AnyProblem, differing_facts
from doublecount.verify.complete import Complete, summed_up
from doublecount.verify.results import Certificate


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
    problem: AnyProblem, instance: Any, answers: Mapping[str, Any], truth: Any
) -> dict[str, Certificate]:
    """Say for each party's answer what backs it, or speaks against it.

    ``truth`` is the answer by exhaustion, or None.
    """
    return {
        name: Certificate.REFUTED
        if _is_refuted(problem, instance, answer, [*answers.values()], truth)
        else _backing(problem, instance, answer, truth)
        for name, answer in answers.items()
    }


def _is_refuted(
    problem: AnyProblem, instance: Any, answer: Any, everybody: Sequence[Any], truth: Any
) -> bool:
    """By its own broken witness, by exhaustion, or by a valid witness of anybody's."""
    if problem.check(instance, answer) is not None:
        return True
    if truth is not None and differing_facts(problem, truth, answer):
        return True
    return any(problem.refutes(instance, other, answer) for other in everybody)


def _backing(problem: AnyProblem, instance: Any, answer: Any, truth: Any) -> Certificate:
    if _settled_by_witness(problem, instance, answer):
        return Certificate.WITNESS
    stated = [fact for fact in problem.compared if getattr(answer, fact) is not None]
    known = truth is not None and all(getattr(truth, fact) is not None for fact in stated)
    return Certificate.EXHAUSTED if stated and known else Certificate.UNCHECKED


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
