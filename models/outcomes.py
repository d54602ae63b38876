"""The ways in which a model's run ends."""

from typing import TypeVar

from doublecount.problems.record import Outcome, Status

AnswerT = TypeVar("AnswerT")


class OutOfBudgetError(Exception):
    """Raised inside a model when its units of work are spent."""


class Meter:
    """Counts units of work; raises ``OutOfBudgetError`` when more than ``budget`` are spent."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.spent = 0

    def spend(self, units: int = 1) -> None:
        """Spend units of work."""
        self.spent += units
        if self.spent > self.budget:
            raise OutOfBudgetError

    @property
    def left(self) -> int:
        """Units not spent yet, at least 0."""
        return max(0, self.budget - self.spent)


def answered(answer: AnswerT, work: int) -> Outcome[AnswerT]:
    """Build an outcome with an answer."""
    return Outcome(Status.ANSWERED, answer, work=work)


def out_of_budget(work: int, unit: str) -> Outcome[AnswerT]:
    """Build the outcome of a run that spent its budget."""
    return Outcome(Status.OUT_OF_BUDGET, detail=f"not within {work} {unit}", work=work)
