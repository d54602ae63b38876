"""The one file in which problems, solvers, models, planted faults and audits meet.

Each problem is a package or module of the same name in problems/, dp/, models/, faults/ and audit/; all are
imported on first use only, so that asking for the list of problems or solving one instance loads no solver
library.
"""

from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from doublecount.problems.record import AnyModel, AnyProblem, AnySolver

if TYPE_CHECKING:  # nobody who solves needs faults or audits
    from doublecount.audit.record import Auditor
    from doublecount.problems.fault import AnyBank

NAMES = ("black-white", "injured-queen", "overlapping-squares", "wooden-chess", "dots-and-boxes")


def _module(name: str) -> str:
    return name.replace("-", "_")


@cache
def problem(name: str) -> AnyProblem:
    """Return the complete record of a problem; raises KeyError for an unknown name."""
    if name not in NAMES:
        raise KeyError(name)
    record: AnyProblem = import_module(f"doublecount.problems.{_module(name)}").PROBLEM
    return replace(record, load_solver=lambda: solver(name), load_models=lambda: models(name))


@cache
def answer_type(name: str) -> type:
    """Return the type of a problem's answers, a dataclass."""
    found: type = import_module(f"doublecount.problems.{_module(name)}").Answer
    return found


@cache
def solver(name: str) -> AnySolver:
    """Return the production solver of a problem."""
    found: AnySolver = import_module(f"doublecount.dp.{_module(name)}").SOLVER
    return found


@cache
def every_model(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem, those too whose library is not installed."""
    found: tuple[AnyModel, ...] = import_module(f"doublecount.models.{_module(name)}").MODELS
    return found


@cache
def models(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem that can be asked."""
    return tuple(model for model in every_model(name) if not model.library or find_spec(model.library))


def absent(name: str) -> tuple[AnyModel, ...]:
    """Return the models of a problem whose library is not installed."""
    return tuple(model for model in every_model(name) if model not in models(name))


@cache
def bank(name: str) -> "AnyBank":
    """Return the planted faults of a problem."""
    found: AnyBank = import_module(f"doublecount.faults.{_module(name)}").BANK
    return found


@cache
def auditor(name: str) -> "Auditor":
    """Return the audit of a problem's solver."""
    found: Auditor = import_module(f"doublecount.audit.{_module(name)}").AUDITOR
    return found
