"""The one file in which problems, solvers, models, planted faults and audits meet.

Each problem is a package or module of the same name in problems/, dp/, models/, faults/ and audit/; all are
imported on first use only, so that asking for the list of problems or solving one instance loads no solver
library. Problems from elsewhere (``own.py``) bring a complete record, and are found here under their names.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from doublecount.problems.record import AnyModel, AnyProblem, AnySolver

if TYPE_CHECKING:  # nobody who solves needs faults or audits, or problems from elsewhere
    from doublecount.audit.record import Auditor
    from doublecount.problems.fault import AnyBank
    from doublecount.verify.own import Source

NAMES = ("black-white", "injured-queen", "overlapping-squares", "wooden-chess", "dots-and-boxes")
MODEL_NAMES = {
    "black-white": ("cp-sat", "sat", "brute-force", "graphillion"),
    "injured-queen": ("cp-sat", "sat", "networkx", "ganak"),
    "overlapping-squares": ("cp-sat", "sat", "painting"),
    "wooden-chess": ("game-tree", "networkx", "cp-sat"),
    "dots-and-boxes": ("cp-sat", "game-tree", "networkx"),
}
"""The names of each problem's models once more: who only completes words need not load their libraries."""


def _module(name: str) -> str:
    return name.replace("-", "_")


def problem(name: str) -> AnyProblem:
    """Return the complete record of a problem by its name, or of a module by its path.

    Raises LookupError for what is none.
    """
    return _ours(name) if name in NAMES else _elsewhere(name)


@cache
def _ours(name: str) -> AnyProblem:
    record: AnyProblem = import_module(f"doublecount.problems.{_module(name)}").PROBLEM
    return replace(record, load_solver=lambda: solver(name), load_models=lambda: models(name))


def _elsewhere(name: str) -> AnyProblem:
    from doublecount.verify import own

    return own.add(name, NAMES) if own.is_path(name) else own.record(name, NAMES)


def is_problem(name: str) -> bool:
    """Tell whether there is a problem of this name, ours or from elsewhere."""
    if name in NAMES:
        return True
    from doublecount.verify import own

    return own.is_known(name)


def names() -> tuple[str, ...]:
    """Return the names of all problems: ours, and those of installed packages."""
    from doublecount.verify import own

    return (*NAMES, *sorted(set(own.installed()) - {*NAMES}))


def sources(names: Iterable[str]) -> "tuple[Source, ...]":
    """Return where those of the problems are that come from elsewhere."""
    others = [name for name in names if name not in NAMES]
    if not others:
        return ()
    from doublecount.verify import own

    return tuple(source for name in others if (source := own.source(name)))


def learn(sources: "Iterable[Source]") -> None:
    """Take up where problems from elsewhere are."""
    if sources := [*sources]:
        from doublecount.verify import own

        own.learn(sources)


def argument(name: str) -> str:
    """Return what names a problem on any command line: its path, where it has no name but there."""
    for source in sources([name]):
        return name if source.installed else source.file
    return name


def answer_type(name: str) -> type:
    """Return the type of a problem's answers, a dataclass."""
    if name in NAMES:
        ours: type = import_module(f"doublecount.problems.{_module(name)}").Answer
        return ours
    found: type | None = problem(name).answer_type
    if found is None:
        raise _lacking(name, "states no answer_type, which a function on trial needs")
    return found


def _lacking(name: str, what: str) -> LookupError:
    from doublecount.verify import own

    return own.OwnProblemError(f"{name} {what}")


@cache
def _our_solver(name: str) -> AnySolver:
    found: AnySolver = import_module(f"doublecount.dp.{_module(name)}").SOLVER
    return found


def solver(name: str) -> AnySolver:
    """Return the production solver of a problem."""
    return _our_solver(name) if name in NAMES else problem(name).load_solver()


def every_model(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem, those too whose library is not installed."""
    return _our_models(name) if name in NAMES else problem(name).load_models()


@cache
def _our_models(name: str) -> tuple[AnyModel, ...]:
    found: tuple[AnyModel, ...] = import_module(f"doublecount.models.{_module(name)}").MODELS
    return found


def models(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem that can be asked."""
    return tuple(model for model in every_model(name) if not model.library or find_spec(model.library))


def absent(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem whose library is not installed."""
    return tuple(model for model in every_model(name) if model not in models(name))


@cache
def bank(name: str) -> "AnyBank":
    """Return the planted faults of a problem; raises LookupError for one from elsewhere, which has none."""
    if name not in NAMES:
        raise _lacking(name, "has no planted faults")
    found: AnyBank = import_module(f"doublecount.faults.{_module(name)}").BANK
    return found


@cache
def auditor(name: str) -> "Auditor":
    """Return the audit of a problem's solver; raises LookupError for one from elsewhere, which has none."""
    if name not in NAMES:
        raise _lacking(name, "has no audit")
    found: Auditor = import_module(f"doublecount.audit.{_module(name)}").AUDITOR
    return found
