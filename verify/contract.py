"""Tests what the record of a problem promises, on random instances; says in a line each what does not hold.

Nothing here says that the answers are right: that is what a campaign is for. What is tested is that one can
be carried through, and that it would notice.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import combinations, islice
from random import Random
from typing import Any

from doublecount.problems.jsonl import written
from doublecount.problems.picture import MOST_CELLS, as_text
from doublecount.problems.record import AnyProblem, Status
from doublecount.problems.text import InputError, cut, error_line
from doublecount.verify.instances import draw
from doublecount.verify.own import place_in, source

INSTANCES = 40
"""Random instances looked at."""
SOLVED = 15
"""Of them, so many are answered by everybody."""
STEPS = 2000
"""Steps of "simpler" taken from an instance at most, looking for one that ends nowhere."""
SHOWN = 160


@dataclass(frozen=True)
class Checked:
    """One promise, and what is wrong with it: empty where it holds."""

    promise: str
    wrong: str = ""


class _BrokenError(Exception):
    """A promise does not hold; the text says what was expected and what was found."""


Promise = tuple[str, Callable[[AnyProblem, Sequence[Any]], None]]


def checked(problem: AnyProblem, promises: Sequence[Promise] | None = None) -> Iterator[Checked]:
    """Yield what came of each promise; where no instance can be drawn, of that one alone."""
    try:
        instances = [draw(problem, 0, index, judge_only=False).instance for index in range(INSTANCES)]
    except Exception as error:  # the boundary to the user's code
        yield Checked(GENERATOR[0], _raised(problem, error))
        return
    for promise, holds in PROMISES if promises is None else promises:
        try:
            holds(problem, instances)
        except _BrokenError as error:
            yield Checked(promise, cut(str(error), 2 * SHOWN))
        except Exception as error:  # the boundary to the user's code
            yield Checked(promise, _raised(problem, error))
        else:
            yield Checked(promise)


def unusable(problem: AnyProblem) -> str | None:
    """Say why a campaign on the problem can't even begin; None if it can."""
    found = (one for one in checked(problem, NEEDED) if one.wrong)
    return next((f"{one.promise}: {one.wrong}" for one in found), None)


def _raised(problem: AnyProblem, error: Exception) -> str:
    from_where = source(problem.name)
    line = place_in(error, from_where.file) if from_where else None
    return cut(f"raised {error_line(error)}" + (f", in line {line}" if line else ""), 2 * SHOWN)


def _shown(value: object) -> str:
    return cut(ascii(value), SHOWN)


def _insist(holds: object, expected: str, found: object) -> None:
    if not holds:
        raise _BrokenError(f"expected {expected}, found {_shown(found)}")


def _seeded(problem: AnyProblem, instances: Sequence[Any]) -> None:
    for index, instance in enumerate(instances[:10]):
        again = draw(problem, 0, index, judge_only=False).instance
        _insist(
            again == instance, f"instance {index} to be {_shown(instance)} again for the same seed", again
        )
    _insist(len(set(instances)) > 1, "instances that differ", instances[0])
    for stratum in problem.strata:
        made = stratum.make(Random(1))
        inside = stratum.beyond_judge or problem.limits.allows(made)
        _insist(inside, f"stratum {stratum.name} within {problem.limits.text}", made)


def _frozen(problem: AnyProblem, instances: Sequence[Any]) -> None:
    for kind in (type(instances[0]), problem.answer_type):
        _insist(is_dataclass(kind), "a dataclass", kind)
        _insist(getattr(kind, "__dataclass_params__").frozen, "a frozen dataclass", kind)  # noqa: B009
    set(instances)  # which raises where a field can't be hashed
    assert problem.answer_type is not None  # as was just seen
    there = {one.name: one for one in fields(problem.answer_type)}
    for name in problem.compared:
        _insist(name in there, f"the compared field {name!r} in the answer", sorted(there))
    _insist(problem.compared, "at least one compared field", problem.compared)


def _read_back(problem: AnyProblem, instances: Sequence[Any]) -> None:
    kept = instances[: problem.limits.cases_per_file]
    text = problem.write(kept)
    back = list(problem.read(text, "its own text"))
    for before, after in zip(kept, back, strict=False):
        _insist(after == before, f"{_shown(before)} as it was written", after)
    _insist(len(back) == len(kept), f"{len(kept)} cases as they were written", f"{len(back)} cases")
    reshaped = text.replace("\n", " \r\n").rstrip()
    _insist(
        [*problem.read(reshaped, "t")] == back, "the same from CRLF and without final newline", reshaped[:60]
    )


JUNK = ("\x00", "?junk?", "-1 ²")


def _refuses(problem: AnyProblem, _: Sequence[Any]) -> None:
    for junk in JUNK:
        try:
            list(problem.read(junk, "junk"))
        except InputError:
            return
    _insist(False, f"an InputError for at least one of {_shown(JUNK)}", "no complaint")


def _read_lines(problem: AnyProblem, instances: Sequence[Any]) -> None:
    lines = problem.write_jsonl(instances)
    _insist(lines.count("\n") == len(instances), "an object a line", lines)
    for before, after in zip(instances, problem.read_jsonl(lines, "its own lines"), strict=True):
        _insist(after == before, f"{_shown(before)} as it was written", after)
    for line in lines.splitlines()[:3]:
        _insist(isinstance(json.loads(line), dict), "a JSON object", line)
        try:
            other = [*problem.read_jsonl(written([json.loads(line) | {"no such field": 1}]), "t")]
        except InputError:
            continue
        _insist(False, "a complaint about an unknown field", other)


def _simpler(problem: AnyProblem, instances: Sequence[Any]) -> None:
    for instance in instances:
        current, taken = instance, 0
        while taken < STEPS:
            steps = list(islice(problem.simpler(current), STEPS))
            for step in steps:
                smaller = problem.size(step) < problem.size(current)
                _insist(smaller, f"a step from {_shown(current)} to be of smaller size", step)
                problem.write([step])
            if not steps:
                break
            current, taken = steps[0], taken + 1
        _insist(taken < STEPS, "steps to an end", f"{STEPS} steps from {_shown(instance)}")
    some = any(next(iter(problem.simpler(one)), None) is not None for one in instances)
    _insist(some, "a step to a simpler instance from at least one", "none from any")


def _changes(problem: AnyProblem, instances: Sequence[Any]) -> None:
    if problem.changed:
        made = [problem.changed(Random(k), one) for k, one in enumerate(instances)]
        again = [problem.changed(Random(k), one) for k, one in enumerate(instances)]
        _insist(made == again, "the same change for the same seed", made[0])
        _insist(made != [*instances], "changes that change something", made[0])


def _solved(problem: AnyProblem, instances: Sequence[Any]) -> list[tuple[Any, Any]]:
    solver = problem.load_solver()
    few = sorted(instances, key=problem.size)[:SOLVED]
    found = [(instance, solver.solve(instance)) for instance in few if solver.fits(instance) is None]
    _insist(found, "instances that the solver takes", f"none of {len(few)}")
    return found


def _answers(problem: AnyProblem, instances: Sequence[Any]) -> None:
    for instance, answer in _solved(problem, instances):
        right = problem.answer_type is None or isinstance(answer, problem.answer_type)
        _insist(right, "an answer of the solver's of the stated type", answer)
        for name in problem.compared[:1]:
            _insist(getattr(answer, name) is not None, f"{name} to be stated for {_shown(instance)}", answer)


def _answer_texts(problem: AnyProblem, instances: Sequence[Any]) -> None:
    solved = _solved(problem, instances)[: problem.limits.cases_per_file]
    text = "".join(problem.write_answer(case, answer) for case, (_, answer) in enumerate(solved, start=1))
    back = problem.read_answers(text, [instance for instance, _ in solved])
    for (_, answer), read in zip(solved, back, strict=True):
        name = problem.compared[0]
        before, after = getattr(answer, name), getattr(read, name)
        _insist(before == after, f"{name} {_shown(before)} as it was written", after)
    for _, answer in solved:
        json.dumps(problem.to_json(answer), allow_nan=False)


def _accepts(problem: AnyProblem, instances: Sequence[Any]) -> None:
    for instance, answer in _solved(problem, instances):
        word = problem.check(instance, answer)
        _insist(word is None, f"the rules to accept {_shown(answer)} to {_shown(instance)}", word)


def _exhausts(problem: AnyProblem, instances: Sequence[Any]) -> None:
    """Trying out all that the rules allow, where the problem says how, comes to the solver's answer."""
    name = problem.compared[0]
    for instance, answer in _solved(problem, instances):
        exhausted = problem.exhaust(instance)
        if exhausted is not None:
            found, told = getattr(exhausted.answer, name), getattr(answer, name)
            expected = f"{name} {_shown(told)}, as the solver has it, of all that is possible on"
            _insist(found == told, f"{expected} {_shown(instance)}", found)


def _refuses_damaged(problem: AnyProblem, instances: Sequence[Any]) -> None:
    """A witness with a part left out or changed is no witness for at least one instance."""
    witnesses = 0
    for instance, answer in _solved(problem, instances):
        for damaged in _damaged(problem, answer):
            witnesses += 1
            try:
                refused = problem.check(instance, damaged) is not None
            except Exception as error:  # a checker meets anything: programs write what they like
                raise _BrokenError(
                    f"expected a word on the damaged {_shown(damaged)}, {_raised(problem, error)}"
                ) from error
            if refused:
                return
    _insist(
        not witnesses, "a damaged witness to be refused", f"{witnesses} accepted: does check look at them?"
    )


def _damaged(problem: AnyProblem, answer: Any) -> Iterator[Any]:
    for one in fields(answer):
        value: Any = getattr(answer, one.name)
        if one.name in problem.compared or not isinstance(value, (tuple, str)) or not value:
            continue
        for changed in (value[1:], value[:-1], 2 * value, value[::-1], *_other(value)):
            if changed != value:
                yield replace(answer, **{one.name: changed})


def _other(value: Any) -> Iterator[Any]:
    """Put the first letter or number for all others, and the last for the first."""
    if isinstance(value, str):
        yield from (value[0] * len(value), "".join("xo"[letter != "o"] for letter in value))
    elif all(isinstance(part, str) and part for part in value):
        yield from (tuple(one) for part in _other(value[0]) for one in [(part, *value[1:])])
    elif all(type(part) is int for part in value):
        yield (value[0] + 1, *value[1:])


def _agree(problem: AnyProblem, instances: Sequence[Any]) -> None:
    models = problem.load_models()
    _insist(models, "at least one model beside the solver", "none")
    names = [model.name for model in models]
    _insist(len({"dp", *names}) == len(names) + 1, "names that differ, none of them dp", names)
    few = sorted(instances, key=problem.size)[:SOLVED]
    for model in models:
        fitting = [one for one in few if model.fits(one) is None]
        found = [model.run(one, model.budget) for one in fitting[:5]]
        some = any(outcome.status is Status.ANSWERED for outcome in found)
        _insist(some, f"an answer of {model.name} to a small instance", [one.status.value for one in found])
        again = [model.run(one, model.budget) for one in fitting[:5]]
        _insist(
            [one.answer for one in again] == [one.answer for one in found], f"{model.name} to repeat", again
        )


def _declare(problem: AnyProblem, _: Sequence[Any]) -> None:
    """Models whose functions use the same libraries say so."""
    used = {model.name: _libraries(model.run) for model in problem.load_models()}
    shares = {model.name: model.shares for model in problem.load_models()}
    for one, other in combinations(used, 2):
        both = used[one] & used[other]
        undeclared = both - (shares[one] & shares[other])
        _insist(not undeclared, f"{one} and {other} to declare what both use in shares", sorted(undeclared))


LIBRARIES = {"ortools", "pysat", "networkx", "numpy", "scipy", "sympy", "z3", "pyganak", "graphillion"}


def _libraries(function: Any) -> set[str]:
    """The libraries that the code of a function names, and that of functions it holds or calls by name."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        code = getattr(one, "__code__", None)
        if code is None or id(code) in seen:
            continue
        seen.add(id(code))
        codes = [code, *(part for part in code.co_consts if hasattr(part, "co_names"))]
        held = [cell.cell_contents for cell in one.__closure__ or ()]
        names = [name for part in codes for name in part.co_names]
        around = [one.__globals__[name] for name in names if name in one.__globals__]
        for value in (*held, *around):
            found |= {str(getattr(value, "__module__", None) or getattr(value, "__name__", "")).split(".")[0]}
            if getattr(value, "__module__", None) == one.__module__ or value in held:
                waiting.append(value)
        found |= {name.split(".")[0] for name in names}
    return found & LIBRARIES


def _drawn(problem: AnyProblem, instances: Sequence[Any]) -> None:
    pairs: list[tuple[Any, Any]] = [(one, None) for one in instances[:10]]
    for instance, answer in pairs + _solved(problem, instances):
        if answer is not None and problem.check(instance, answer):
            continue
        picture = problem.picture(instance, answer)
        if picture.height * picture.width <= MOST_CELLS:
            _insist(as_text(picture).strip(), f"a picture of {_shown(instance)}", "nothing")


GENERATOR: Promise = ("random instances depend on the seed alone, and are within the limits", _seeded)
NEEDED: tuple[Promise, ...] = (
    GENERATOR,
    ("instances and answers are frozen dataclasses with the fields that are compared", _frozen),
    ("cases that are written are read as they were", _read_back),
    ("JSON lines that are written are read as they were, and strictly", _read_lines),
    ("steps of `simpler` lead to smaller instances, and end", _simpler),
)
PROMISES: tuple[Promise, ...] = (
    *NEEDED,
    ("text that is no case is refused", _refuses),
    ("changed instances depend on the seed alone", _changes),
    ("the solver answers small instances", _answers),
    ("answers that are written are read as they were", _answer_texts),
    ("the rules accept the solver's witnesses", _accepts),
    ("the rules refuse damaged witnesses", _refuses_damaged),
    ("exhaustion under the rules comes to the solver's answers", _exhausts),
    ("there is a model, and each answers the same way twice", _agree),
    ("models declare what they share", _declare),
    ("pictures can be drawn", _drawn),
)
