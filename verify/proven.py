"""Answers that can be shown to be right without trusting who gives them.

- A count, a "No" and "no fewer" by a model's claim: the rules bear out its witnesses and clauses
  (``Problem.concluded``), and checkers that share no code accept the proof that there is nothing else.
- The value of a game by the solver's table: at every position that can follow, the rules' moves give it.

What is tried is limited by work, never by the clock, so that the same question always has the same outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from doublecount.problems.claim import Claim, UnfoundedError
from doublecount.problems.record import AnyModel, AnyProblem, AnySolver
from doublecount.verify import proofs, table
from doublecount.verify.complete import COUNT
from doublecount.verify.results import Certificate


@dataclass(frozen=True)
class Effort:
    """How much may be done for one answer."""

    solutions: int
    work: int
    """The model's units."""
    steps: int
    """Of a proof."""
    positions: int
    """Of a game."""


FULL = Effort(solutions=10_000, work=100_000, steps=25_000, positions=200_000)
"""Seconds for almost any answer, half a minute at the very most in use."""
BRIEF = Effort(solutions=1_000, work=5_000, steps=2_500, positions=20_000)
"""A second."""


@dataclass(frozen=True)
class Proven:
    """An answer that is right. A field that is not proven is None."""

    answer: Any
    how: str
    certificate: Certificate
    party: str
    """Whose claim or table it is."""


@dataclass(frozen=True)
class Unproven:
    """Why nothing is proven."""

    why: str
    wrong: bool = False
    """A claim or a table was there and did not stand: a fault of the tool."""


class _GivenUpError(Exception):
    """Says why nothing is proven."""


_WRONG = (UnfoundedError, proofs.RefusedError, table.WrongTableError)


def proven(
    problem: AnyProblem, instance: Any, said: Sequence[Any] = (), effort: Effort = FULL
) -> Proven | Unproven:
    """Prove the answer to an instance; ``said`` are answers to it, by which some are known to be too dear."""
    try:
        if problem.game is not None:
            return _by_table(problem, problem.load_solver(), instance, effort)
        least = min((n for answer in said if (n := getattr(answer, COUNT, None)) is not None), default=0)
        if least > effort.solutions:
            raise _GivenUpError(f"more than {effort.solutions:,} solutions")
        model = next((model for model in problem.load_models() if model.claim), None)
        if problem.concluded is None or model is None:
            raise _GivenUpError("no model proves its answers")
        return _by_claim(problem, model, instance, effort)
    except _GivenUpError as given_up:
        return Unproven(str(given_up))
    except _WRONG as error:
        return Unproven(str(error), wrong=True)


def covers(problem: AnyProblem, answer: Any, shown: Any) -> bool:
    """Whether an answer states a compared fact, and none that is not shown."""
    stated = [fact for fact in problem.compared if getattr(answer, fact) is not None]
    return bool(stated) and all(getattr(shown, fact) is not None for fact in stated)


def _by_claim(problem: AnyProblem, model: AnyModel, instance: Any, effort: Effort) -> Proven:
    assert model.claim is not None and problem.concluded is not None
    too_large = model.fits(instance)
    if too_large:
        raise _GivenUpError(f"too large for {model.name}: {too_large}")
    outcome = model.claim(instance, effort.work)
    claim: Claim | None = outcome.answer
    if claim is None:
        raise _GivenUpError(f"{model.name}: {outcome.detail or outcome.status.value}")
    if len(claim.proof) > effort.steps:
        raise _GivenUpError(f"a proof of more than {effort.steps:,} steps")
    conclusion = problem.concluded(instance, claim)
    checkers = proofs.checked(conclusion.formula, claim.proof)
    rest = f"enumerated {len(claim.witnesses):,}, refuted the rest: " if COUNT in problem.compared else ""
    how = f"{rest}proof ({_number(_added(claim.proof), 'clause')}, {' and '.join(checkers)})"
    return Proven(conclusion.answer, how, Certificate.PROOF, model.name)


def _by_table(problem: AnyProblem, solver: AnySolver, instance: Any, effort: Effort) -> Proven:
    game = problem.game
    if game is None or solver.values is None:
        raise _GivenUpError("the solver has no table of values")
    too_large = solver.fits(instance)
    if too_large:
        raise _GivenUpError(f"too large for the solver: {too_large}")
    positions = game.positions(instance)
    if positions > effort.positions:
        raise _GivenUpError(f"{positions:,} positions, more than {effort.positions:,}")
    checked = table.checked(game, instance, solver.values(instance))
    how = f"checked at every of {_number(checked.positions, 'position')}"
    return Proven(game.answer(instance, checked.worth, checked.moves), how, Certificate.TABLE, "dp")


def _added(proof: Sequence[str]) -> int:
    """How many clauses a proof adds."""
    return sum(not step.startswith("d") for step in proof)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
