"""Input texts of the same meaning, as real judges' files have them: what a candidate may be sensitive to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from doublecount.problems.record import AnyProblem


@dataclass(frozen=True)
class Variant:
    """One way to write a file otherwise."""

    reshape: Callable[[AnyProblem, str, Any], str]
    """``reshape(problem, text, instance)``: the text of a file of ``cases`` times that instance, changed."""
    cases: int = 1


def _text(change: Callable[[str], str]) -> Variant:
    return Variant(lambda _, text, __: change(text))


def _apart(problem: AnyProblem, text: str, instance: Any) -> str:
    """Put a blank line between two equal cases, whose format may begin with their number.

    What the second case adds to the text is as long as a case.
    """
    alone = problem.write([instance])
    first = text.partition("\n")[0] + "\n"
    start = 0 if alone.startswith(first) else len(first)
    end = start + len(text) - len(alone)
    return f"{text[:end]}\n{text[end:]}"


VARIANTS: Mapping[str, Variant] = {
    "CRLF line ends": _text(lambda text: text.replace("\n", "\r\n")),
    "trailing blanks": _text(lambda text: text.replace("\n", " \n")),
    "a blank line between cases": Variant(_apart, cases=2),
    "a blank line at the end": _text(lambda text: text + "\n"),
    "no final newline": _text(lambda text: text.rstrip("\n")),
}
