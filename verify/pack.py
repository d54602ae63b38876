"""Makes tests of judge's input and right output from files of cases, and says what the output rests on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from doublecount.problems.record import differing_facts
from doublecount.verify.certify import backing
from doublecount.verify.parties import Panel
from doublecount.verify.results import Reply


class ContradictedError(Exception):
    """An answer of the solver that a model contradicts; says which."""


class Ground(Enum):
    """What an answer of a test rests on."""

    CERTIFIED = "certified"
    AGREED = "agreed by models"
    ALONE = "the solver's word alone"


@dataclass(frozen=True)
class Pair:
    """One input file and the right output for it, in the judge's format."""

    input: str
    output: str
    grounds: tuple[Ground, ...]
    """What the answer to each case rests on."""

    @property
    def in_words(self) -> str:
        """How many cases there are, and what their answers rest on."""
        cases = len(self.grounds)
        told = (f"{ground.value} {number}" for ground, number in Counter(self.grounds).items())
        return f"{cases} case{'s' * (cases != 1)}: {', '.join(told)}"


def pair_of(seated: Panel, file: Sequence[Any]) -> Pair:
    """Answer a file of cases that fit the solver by it, with all the backing that there is.

    Raises:
        WrongAnswerError: a proof, a table or a witness shows that an answer is wrong.
        ContradictedError: a model has another answer.
    """
    problem = seated.problem
    answers = list(map(problem.load_solver().solve, file))
    grounds = [_ground(seated, *pair) for pair in zip(file, answers, strict=True)]
    output = "".join(problem.write_answer(case, answer) for case, answer in enumerate(answers, start=1))
    return Pair(problem.write(file), output, tuple(grounds))


def _ground(seated: Panel, instance: Any, answer: Any) -> Ground:
    """Ask the models only where nothing certifies the answer."""
    found = backing(seated.problem, instance, answer)
    if found.by is not None and found.unchecked is None:
        return Ground.CERTIFIED
    others = seated.consult(instance, {model.name for model in seated.models})
    agreeing = [name for name, reply in others.items() if _agrees(seated, name, reply, answer)]
    return Ground.AGREED if agreeing else Ground.ALONE


def _agrees(seated: Panel, name: str, reply: Reply, answer: Any) -> bool:
    """Whether a model states what the judge asks for, and the same."""
    if reply.answer is None:
        return False
    differing = differing_facts(seated.problem, answer, reply.answer)
    if differing:
        raise ContradictedError(f"{name} has another {' and '.join(differing)} than the solver")
    return getattr(reply.answer, seated.problem.compared[0]) is not None
