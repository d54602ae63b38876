"""What ``solve --certify`` says of each answer."""

from typing import Any

from doublecount.cli.common import ToolError
from doublecount.problems.record import AnyProblem
from doublecount.verify.certify import Backing, WrongAnswerError, backing


def certified(
    problem: AnyProblem, solver: str, instance: Any, answer: Any, where: str
) -> tuple[str, dict[str, str | None]]:
    """Return what backs an answer of a solver, in words and as fields; end the command if it is wrong."""
    try:
        found = backing(problem, instance, answer)
    except WrongAnswerError as error:
        raise ToolError(f"{where}: the answer of {solver} does not stand: {error}") from error
    return _in_words(found), _as_fields(found)


def _in_words(found: Backing) -> str:
    """For people: "certified: …", "unchecked: why"."""
    if found.by is None:
        return f"unchecked: {found.unchecked}"
    return f"certified: {found.by}" + (f" (the rest unchecked: {found.unchecked})" if found.unchecked else "")


def _as_fields(found: Backing) -> dict[str, str | None]:
    """For JSON: "certified", null where nothing certifies it, and "unchecked" where that is not all."""
    unchecked = {"unchecked": found.unchecked} if found.unchecked else {}
    return {"certified": found.by, **unchecked}
