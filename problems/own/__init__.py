"""A problem of your own in one module: say what is particular, the rest follows from the dataclasses.

A module makes one ``PROBLEM`` of its ``Instance`` and ``Answer``, frozen dataclasses, with ``problem``.
``doublecount new NAME`` writes one to begin with, ``doublecount problems --check FILE.py`` tests it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from random import Random
from typing import Any, TypeVar

from doublecount.problems.own.formats import (
    LISTED,
    ReadAnswer,
    ReadCase,
    Value,
    answers_reader,
    jsonl_reader,
    reader,
    to_json,
    write_jsonl,
)
from doublecount.problems.own.picture import board, plain
from doublecount.problems.own.steps import changed_instances, simpler_instances, size
from doublecount.problems.picture import Picture
from doublecount.problems.record import (
    Exhausted,
    Limits,
    Model,
    Outcome,
    Problem,
    Solver,
    Status,
    Stratum,
)
from doublecount.problems.text import Line, Lines

__all__ = [
    "Exhausted",
    "Limits",
    "Line",
    "Lines",
    "Picture",
    "Solver",
    "Stratum",
    "board",
    "model",
    "problem",
]

InstanceT = TypeVar("InstanceT")
AnswerT = TypeVar("AnswerT")

CASES_PER_FILE = 100


def problem(
    *,
    name: str,
    question: str,
    instance: type[InstanceT],
    answer: type[AnswerT],
    generate: Callable[[Random], InstanceT] | Sequence[Stratum[InstanceT]],
    solve: Callable[[InstanceT], AnswerT] | Solver[InstanceT, AnswerT],
    models: Iterable[Model[InstanceT, AnswerT]] = (),
    read_case: ReadCase[InstanceT] | None = None,
    write_case: Callable[[InstanceT], str] | None = None,
    read_answer: ReadAnswer[InstanceT, AnswerT] | None = None,
    write_answer: Callable[[AnswerT], str] | None = None,
    **more: Any,
) -> Problem[InstanceT, AnswerT]:
    """Return the record of a problem; ``more`` are further fields of ``Problem``, in place of what follows.

    By default: the text of a case is its JSON line; the output is the first field of the answer, which is
    what is compared; no witness is checked; simpler and changed instances come from the fields; the picture
    is that of the first board among them; every instance is within the limits, in files of 100 cases.

    Raises:
        ValueError: the first field of the answer is of a type that has no text by default; only one of
            ``read_case`` and ``write_case`` is given.
    """
    if (read_case is None) != (write_case is None):
        raise ValueError("say both, read_case and write_case, or none")
    value = None if read_answer and write_answer else Value(answer)
    written = write_answer or (value.write if value else str)
    listed = (LISTED,) if LISTED in {one.name for one in fields(answer)} else ()  # type: ignore[arg-type]
    seated, solver = tuple(models), solve if isinstance(solve, Solver) else Solver(solve=solve)
    record: dict[str, Any] = {
        "name": name,
        "question": question,
        "title": name.replace("-", " ").capitalize(),
        "judge": "a problem of your own",
        "readings": (),
        "limits": Limits("none are stated", lambda _: True, CASES_PER_FILE),
        "read": reader(read_case) if read_case else jsonl_reader(instance),
        "write": _written_by(write_case) if write_case else write_jsonl,
        "read_jsonl": jsonl_reader(instance),
        "write_jsonl": write_jsonl,
        "read_answers": answers_reader(read_answer or (value.read if value else _unread)),
        "write_answer": lambda _, told: written(told),
        "to_json": to_json,
        "compared": (fields(answer)[0].name, *listed),  # type: ignore[arg-type]
        "check": lambda _, __: None,
        "strata": (Stratum("random", 1, generate),) if callable(generate) else tuple(generate),
        "is_large": lambda _: False,
        "is_trivial": lambda _, __: False,
        "size": size,
        "simpler": simpler_instances(instance),
        "changed": changed_instances(instance),
        "picture": plain,
        "answer_type": answer,
        "load_solver": lambda: solver,
        "load_models": lambda: seated,
    }
    return Problem(**(record | more))


def _written_by(write_case: Callable[[InstanceT], str]) -> Callable[[Sequence[InstanceT]], str]:
    return lambda instances: "".join(map(write_case, instances))


def _unread(lines: Lines, _: Any) -> Any:
    raise ValueError("say read_answer beside write_answer")


def model(
    name: str,
    technique: str,
    solve: Callable[[InstanceT], AnswerT | None],
    *,
    shares: Iterable[str] = (),
    fits: Callable[[InstanceT], str | None] = lambda _: None,
    size_limit: str = "any size",
) -> Model[InstanceT, AnswerT]:
    """Make a model of a function from an instance to its answer, or to None where it gives up.

    ``shares`` names the libraries and parts that other models use, too; ``fits`` says why an instance is too
    large, and ``size_limit`` what that comes to, in words.
    """

    def run(instance: InstanceT, _: int) -> Outcome[AnswerT]:
        found = solve(instance)
        return Outcome(Status.OUT_OF_BUDGET) if found is None else Outcome(Status.ANSWERED, found)

    return Model(
        name=name,
        technique=technique,
        run=run,
        budget=1,
        unit="call",
        fits=fits,
        size_limit=size_limit,
        shares=frozenset(shares),
    )
