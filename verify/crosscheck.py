"""A Python function on trial in this process: for test suites, where it is at hand as it is.

It meets the instances that ``verify --candidate-py`` would put before it, by the same seed, and its first
difference is shrunk and brought to a verdict in the same way. Nothing ends a function that hangs.
"""

import inspect
import json
import os
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from doublecount.problems.picture import as_text
from doublecount.problems.record import AnyProblem, Status
from doublecount.problems.text import cut, error_line
from doublecount.verify import catalogue
from doublecount.verify.conclude import conclude
from doublecount.verify.files import SMALL
from doublecount.verify.finding import Origin
from doublecount.verify.function import as_answer
from doublecount.verify.instances import draw
from doublecount.verify.parties import Candidate, CandidateSpec, Panel, model_oracle, solver_oracle
from doublecount.verify.results import Difference, Finding, Kind, Reply
from doublecount.verify.shell import quoted
from doublecount.verify.trial import try_file

NAME = "function"
"""The party's name."""
SHRINK_SECONDS = 60.0
"""Shrinking one difference ends after so long; its budget is work."""
_SHOWN = 500


class DifferenceError(AssertionError):
    """A function answers otherwise than it should; the text shows the smallest instance found."""

    def __init__(self, text: str, finding: Finding) -> None:
        super().__init__(text)
        self.finding = finding


@dataclass(frozen=True)
class _Called(Candidate):
    """A candidate that is called, and not run."""

    function: Callable[[Any], Any] = lambda _: None

    def ask_file(self, file: Sequence[Any], reshape: Callable[[str], str] = str) -> list[Reply]:
        """Answer the cases one by one; there is no text in between that could be reshaped."""
        return [self._reply(instance) for instance in file]

    def _reply(self, instance: Any) -> Reply:
        started = time.perf_counter()
        try:
            returned = self.function(instance)
        except Exception as error:  # the boundary to the function on trial
            return Reply(Status.FAILED, fault=Kind.CRASH, text=f"raised {_in_a_line(error)}{_where(error)}")
        seconds = time.perf_counter() - started
        try:
            return Reply(Status.ANSWERED, as_answer(self.problem, instance, returned), seconds=seconds)
        except (ValueError, TypeError) as error:
            expected = f"expected an Answer, its {self.problem.compared[0]} or the judge's output"
            text = f"{expected}, found {cut(repr(returned), _SHOWN)} ({_in_a_line(error)})"
            return Reply(Status.FAILED, fault=Kind.MALFORMED_OUTPUT, text=text, seconds=seconds)


def _in_a_line(error: BaseException) -> str:
    return cut(error_line(error), _SHOWN)


def _where(error: BaseException) -> str:
    """Name the line that raised an error, this module's own aside."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return "" if frame.filename == __file__ else f", {frame.filename}:{frame.lineno}"


def check(
    function: Callable[[Any], Any],
    problem: str,
    examples: int = 100,
    seed: int = 0,
    beyond_judge: bool = False,
) -> int:
    """Put so many random instances before a function; return how many it was tried on.

    ``function`` takes an ``Instance`` and returns an ``Answer``, its first value alone, or the judge's
    output. ``problem`` is a name, or the path of the module of one. The solver answers beside it, the models
    where the two differ. Only instances within the judge's limits are tried, unless ``beyond_judge``.

    Raises:
        DifferenceError: an AssertionError that shows the smallest instance found on which it is wrong.
        LookupError: there is no such problem.
        ValueError: nothing is to be tried, or nobody else answers any of the instances.
    """
    __tracebackhide__ = True  # pytest shows the caller's line instead
    if examples < 1:
        raise ValueError(f"expected at least one example, found {examples}")
    record = catalogue.problem(problem)
    panel = _panel(record, function, beyond_judge)
    decided = 0
    for start in range(0, examples, SMALL):
        numbers = range(start, min(start + SMALL, examples))
        drawn = [draw(record, seed, index, panel.judge_only) for index in numbers]
        trial = try_file(panel, [one.instance for one in drawn], [start % len(drawn)])
        if trial.differences:
            met = trial.differences[0]
            where = next((k for k, one in enumerate(drawn) if (one.instance,) == met.file), 0)
            raise _raised(panel, function, met, Origin(numbers[where] + 1, drawn[where].stratum))
        decided += sum(case.comparison.verdict.value == "agreed" for case in trial.cases)
    if not decided:
        raise ValueError(f"{record.name}: the solver took none of {examples} instances: nothing was compared")
    return examples


def _panel(record: AnyProblem, function: Callable[[Any], Any], beyond_judge: bool) -> Panel:
    spec = CandidateSpec(NAME, NAME, time_limit=float("inf"))
    candidate = _Called(spec, record, function=function)
    return Panel(record, solver_oracle(record.load_solver()), (), (candidate,), judge_only=not beyond_judge)


@cache
def _models(problem: str) -> tuple[Any, ...]:
    return tuple(map(model_oracle, catalogue.problem(problem).load_models()))


def _raised(panel: Panel, function: Callable[[Any], Any], met: Difference, origin: Origin) -> DifferenceError:
    """Shrink a difference, and hear the models about the smallest instance."""
    heard = replace(panel, models=_models(panel.problem.name))
    found = conclude(heard, met, origin, time.monotonic() + SHRINK_SECONDS)
    return DifferenceError("\n".join(_told(panel.problem, function, found)), found)


def _told(problem: AnyProblem, function: Callable[[Any], Any], found: Finding) -> Iterator[str]:
    """Yield the lines that show a finding in a test's failure."""
    yield f"{problem.name}: {found.kind.value}, {found.accused} is {found.status.value}"
    yield f"  {found.why}"
    smallest = "smallest file found" if found.minimal else "smallest file found within the budget"
    yield f"  {smallest} (instance {found.number} shrunk):"
    yield from (f"    {line}" for line in found.instance.splitlines())
    text = as_text(found.pictures["instance"])
    if text.split() != found.instance.split():
        yield from (f"    {line}".rstrip() for line in text.splitlines())
    for party, answer in found.answers.items():
        yield f"  {party}: {answer if isinstance(answer, str) else json.dumps(answer)}".splitlines()[0]
    if found.hint:
        yield f"  hint: {found.hint}"
    yield f"  again: {replay_line(problem, function, found.instance)}"


def replay_line(problem: AnyProblem, function: Callable[[Any], Any], text: str) -> str:
    """Return the command that puts a file before all parties, and the function, if it can be named."""
    written = f"printf %s {quoted(text)}" if "\n" not in text else f"printf {_escaped(text)}"
    command = f"{written} | doublecount replay {quoted(catalogue.argument(problem.name))}"
    where = _named(function)
    return f"{command} --candidate-py {quoted(where)}" if where else command


def _escaped(text: str) -> str:
    return quoted(text.replace("\\", "\\\\").replace("%", "%%").replace("\n", "\\n"))


def _named(function: Callable[[Any], Any]) -> str | None:
    """Return ``file.py:function`` for a function of a module, None for any other."""
    inner = inspect.unwrap(function)
    name, code = getattr(inner, "__qualname__", ""), getattr(inner, "__code__", None)
    if code is None or not name.isidentifier():
        return None
    short = os.path.relpath(code.co_filename)
    return f"{code.co_filename if short.startswith('..') else short}:{name}"
