"""A Python function on trial: the process that calls it, and the reading of what that process writes.

    python -P -m doublecount.verify.function PROBLEM FOLDER MODULE:FUNCTION [--check]

reads the judge's input, calls the function with one ``Instance`` after the other, and writes a line of JSON
for each: the ``Answer``, with its witness if it has one, or a string that describes what was returned
instead. The function may also return the answer's first compared value alone, or the judge's output
of the case as if it were the only one. What it prints goes to standard error.
"""

import importlib.util
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import InputError, brief, cut
from doublecount.verify import catalogue

_dumps = json.dumps
"""Kept from before the function was loaded, which may put something else in its place."""
CHECK = "--check"
"""Only load the function: exit status 2 and one line of standard error if that fails."""
_SHOWN = 200


class LoadError(Exception):
    """The function can't be loaded; the text says why."""


def command(problem: str, folder: str, what: str) -> list[str]:
    """The command that calls a function; modules are looked for in ``folder`` first."""
    return [sys.executable, "-P", "-m", __name__, catalogue.argument(problem), folder, what]


def load(what: str) -> Callable[[Any], Any]:
    """Import ``module:function`` or ``file.py:function``; raises ``LoadError``."""
    module, _, name = what.rpartition(":")
    if not module or not name:
        raise LoadError(f"expected MODULE:FUNCTION or FILE.py:FUNCTION, found {what!r}")
    try:
        loaded = _from_file(Path(module)) if module.endswith(".py") else import_module(module)
    except (Exception, SystemExit) as error:  # the boundary to the user's code
        raise LoadError(f"{module} can't be imported: {type(error).__name__}: {error}") from error
    try:
        function = reduce(getattr, name.split("."), loaded)
    except AttributeError as error:
        raise LoadError(f"{module} has no {name!r}") from error
    if not callable(function):
        raise LoadError(f"{what} is {_shown(function)}, which can't be called")
    return function  # type: ignore[no-any-return]


def _from_file(path: Path) -> Any:
    """Import a file as a script's folder would: it finds its neighbours."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_answer(problem: AnyProblem, instance: Any, returned: Any) -> Any:
    """Make an answer of what a function returned; raises ValueError where it is none."""
    kind, first = catalogue.answer_type(problem.name), problem.compared[0]
    if isinstance(returned, str):
        try:
            return problem.read_answers(returned, [instance])[0]
        except InputError:
            pass
    if not isinstance(returned, kind):
        value = returned.item() if hasattr(returned, "item") else returned  # NumPy's numbers
        returned = kind(**{first: value})
    answer: Any = msgspec.convert(msgspec.to_builtins(returned, enc_hook=_plain), kind)
    if getattr(answer, first) is None:
        raise ValueError(f"{first} is not stated")
    return answer


def _plain(value: Any) -> int:
    """Make a plain number of one of a class of its own, whatever that makes of it; raises TypeError."""
    if isinstance(value, int):
        return int.__index__(value)
    raise TypeError(f"a {type(value).__name__} is no part of an answer")


def read_answers(problem: AnyProblem, text: str, file: Sequence[Any]) -> list[Any]:
    """Read what the process has written for a file of cases; raises ``InputError``."""
    lines = text.splitlines()
    answers = [_read_line(problem, case, line) for case, line in enumerate(lines[: len(file)], start=1)]
    if len(lines) != len(file):
        at = min(len(lines), len(file)) + 1
        raise InputError("output", at, 1, f"{len(file)} answer(s)", f"{len(lines)} line(s)")
    return answers


def _read_line(problem: AnyProblem, case: int, line: str) -> Any:
    expected = f"an Answer, its {problem.compared[0]} or the judge's output"
    try:
        answer = msgspec.json.decode(line, type=catalogue.answer_type(problem.name) | str)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError("output", case, 1, expected, f"{_shown(line)}: {brief(str(error))}") from error
    if isinstance(answer, str):
        raise InputError("output", case, 1, expected, brief(answer))
    first = problem.compared[0]
    if getattr(answer, first) is None:
        raise InputError("output", case, 1, expected, f"{_shown(line)}: {first} is not stated")
    return answer


def _shown(value: object) -> str:
    return cut(ascii(value), _SHOWN)


def _line(problem: AnyProblem, instance: Any, returned: Any) -> str:
    try:
        return _dumps(msgspec.to_builtins(as_answer(problem, instance, returned)))
    except (ValueError, TypeError) as error:  # of conversion; those of the function itself end the process
        return _dumps(f"{_shown(returned)} ({error})")


def main(name: str, folder: str, what: str, *rest: str) -> NoReturn:
    """Call the function for every case on standard input."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        sys.set_int_max_str_digits(0)
        sys.path.insert(0, folder)
        problem = catalogue.problem(name)
        try:
            function = load(what)
        except LoadError as error:
            sys.exit(f"{str(error).splitlines()[0]}")
        if CHECK not in rest:
            for instance in problem.read(sys.stdin.read(), "input"):
                output.write(_line(problem, instance, function(instance)) + "\n")
                output.flush()
    sys.exit()


if __name__ == "__main__":
    main(*sys.argv[1:])
