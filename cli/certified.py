"""What ``solve --certify`` says of each answer."""

from typing import Any

from doublecount.cli.common import ToolError
from doublecount.problems.record import AnyProblem
from doublecount.verify.certify import Backing, WrongAnswerError, backing


def certified(problem: AnyProblem, solver: str, instance: Any, answer: Any, where: str) -> Backing:
    """Return what backs an answer of a solver; end the command if it is shown to be wrong."""
    try:
        return backing(problem, instance, answer)
    except WrongAnswerError as error:
        raise ToolError(f"{where}: the answer of {solver} does not stand: {error}") from error


def in_words(found: Backing) -> str:
    """For people: "certified: …", "unchecked: why"."""
    if found.by is None:
        return f"unchecked: {found.unchecked}"
    return f"certified: {found.by}" + (f" (the rest unchecked: {found.unchecked})" if found.unchecked else "")


def as_fields(found: Backing | None) -> dict[str, str | None]:
    """For JSON: "certified", null where nothing certifies it, and "unchecked" where that is not all."""
    if found is None:
        return {}
    unchecked = {"unchecked": found.unchecked} if found.unchecked else {}
    return {"certified": found.by, **unchecked}
