"""A planted fault: something wrong on purpose, by which the harness is tested."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic

from doublecount.problems.record import AnswerT, InstanceT, Outcome, Status


class Place(Enum):
    """Where a fault is planted."""

    SOLVER = "solver"
    MODEL = "model"
    PROGRAM = "program"
    CHECKER = "checker"


@dataclass(frozen=True, kw_only=True)
class Fault(Generic[InstanceT, AnswerT]):
    """One planted fault. Exactly one of ``run``, ``program`` and ``check`` is given."""

    name: str
    wrong: str
    """One line: what is wrong."""
    smallest: str
    """A simplest file on which it shows, as JSON lines: others may be as simple, none may be simpler."""
    place: Place
    model: str = ""
    """In a model: which one it replaces."""
    kind: str = "wrong-answer"
    """What kind of difference it must be caught as."""
    rare: bool = False
    """Wrong on fewer than 1 in 1,000 instances of the problem's first stratum, the plainest."""
    run: Callable[[InstanceT], Outcome[AnswerT]] | None = None
    """How a wrong solver or model answers."""
    program: Callable[[Sequence[InstanceT]], Iterator[AnswerT | str]] | None = None
    """How a wrong program answers a file: answers, or text that it writes in the place of one."""
    check: Callable[[InstanceT, AnswerT], str | None] | None = None
    """A wrong checker."""

    def __post_init__(self) -> None:
        assert sum(one is not None for one in (self.run, self.program, self.check)) == 1


AnyFault = Fault[Any, Any]


@dataclass(frozen=True)
class Bank(Generic[InstanceT, AnswerT]):
    """The planted faults of a problem, and what checkers are tried on."""

    faults: tuple[Fault[InstanceT, AnswerT], ...]
    witnesses: Callable[[InstanceT], Sequence[tuple[AnswerT, bool]]]
    """Answers to an instance, the same ones each time, and whether a checker must accept them."""

    def fault(self, name: str) -> Fault[InstanceT, AnswerT]:
        """Look a fault up by name; KeyError if there is none."""
        return {one.name: one for one in self.faults}[name]


AnyBank = Bank[Any, Any]


def in_solver(
    name: str, wrong: str, smallest: str, answer: Callable[[InstanceT], AnswerT], **more: Any
) -> Fault[InstanceT, AnswerT]:
    """Plant a wrong answer in the solver."""
    run = _answering(answer)
    return Fault(name=name, wrong=wrong, smallest=smallest, place=Place.SOLVER, run=run, **more)


def in_model(
    model: str, name: str, wrong: str, smallest: str, answer: Callable[[InstanceT], AnswerT], **more: Any
) -> Fault[InstanceT, AnswerT]:
    """Plant a wrong answer in a model."""
    run = _answering(answer)
    return Fault(name=name, wrong=wrong, smallest=smallest, place=Place.MODEL, model=model, run=run, **more)


def in_program(
    name: str,
    wrong: str,
    smallest: str,
    program: Callable[[Sequence[InstanceT]], Iterator[AnswerT | str]],
    **more: Any,
) -> Fault[InstanceT, AnswerT]:
    """Plant a fault in an external program."""
    return Fault(name=name, wrong=wrong, smallest=smallest, place=Place.PROGRAM, program=program, **more)


def in_checker(
    name: str, wrong: str, smallest: str, check: Callable[[InstanceT, AnswerT], str | None], **more: Any
) -> Fault[InstanceT, AnswerT]:
    """Plant a fault in the rules that check witnesses."""
    return Fault(name=name, wrong=wrong, smallest=smallest, place=Place.CHECKER, check=check, **more)


def case_by_case(
    answer: Callable[[InstanceT], AnswerT | str],
) -> Callable[[Sequence[InstanceT]], Iterator[AnswerT | str]]:
    """Make a program that answers each case by itself."""
    return lambda instances: map(answer, instances)


def _answering(answer: Callable[[InstanceT], AnswerT]) -> Callable[[InstanceT], Outcome[AnswerT]]:
    return lambda instance: Outcome(Status.ANSWERED, answer(instance))
