"""What the CP-SAT models of all problems share: single-threaded solving, metered, enumeration as a set.

The unit of work is a millisecond of CP-SAT's deterministic time, which does not depend on the machine.
Importing this module loads ortools, which takes the better part of a second.

CP-SAT has been seen to call solvable models infeasible and to repeat or lose solutions, mostly by its
presolve, and to depend on the order of constraints. So every model can also be asked without presolve and
shuffled, and must say the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from random import Random
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from doublecount.problems.record import Outcome, Way

UNIT = "deterministic ms"

InstanceT = TypeVar("InstanceT")
AnswerT = TypeVar("AnswerT")


class Manner(Enum):
    """How CP-SAT is asked."""

    USUAL = "as usual"
    SHUFFLED = "without presolve, variables and constraints shuffled"


def ways(
    run: Callable[[InstanceT, int, Manner], Outcome[AnswerT]],
) -> tuple[Way[InstanceT, AnswerT], ...]:
    """The other ways to ask a model whose ``run`` takes a manner."""
    return (Way(Manner.SHUFFLED.value, partial(_run_shuffled, run)),)


def _run_shuffled(
    run: Callable[[InstanceT, int, Manner], Outcome[AnswerT]], instance: InstanceT, budget: int
) -> Outcome[AnswerT]:
    return run(instance, budget, Manner.SHUFFLED)


class Verdict(Enum):
    """What CP-SAT proved."""

    FOUND = "found"
    """One solution, or the best one when there is an objective."""
    NONE = "none"
    """There is no solution."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solved:
    """``values`` of the asked variables when found; ``work`` in deterministic milliseconds."""

    verdict: Verdict
    values: tuple[int, ...]
    work: int


@dataclass(frozen=True)
class Enumerated:
    """All solutions over the board variables; ``complete`` says that there are no others."""

    solutions: frozenset[tuple[int, ...]]
    complete: bool
    work: int


def shuffled(
    model: cp_model.CpModel, asked: Sequence[cp_model.IntVar]
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return a copy with variables and constraints in an order drawn for this model, and those asked."""
    random, number = Random(str(model.proto)), len(model.proto.variables)
    order = random.sample(range(number), number)
    place = {old: new for new, old in enumerate(order)}
    parts = model.clone().proto
    for numbers in _references(parts):
        for k, named in enumerate(numbers):
            numbers[k] = place[named] if named >= 0 else ~place[~named]
    variables, constraints = [*parts.variables], [*parts.constraints]
    copy = cp_model.CpModel()
    copy.proto.variables.extend([variables[old] for old in order])
    copy.proto.constraints.extend(random.sample(constraints, len(constraints)))
    if model.has_objective():
        copy.proto.objective.copy_from(parts.objective)
    return copy, [copy.get_int_var_from_proto_index(place[variable.index]) for variable in asked]


def _references(proto: Any) -> Iterator[Any]:
    """Yield the lists in which a model names variables by number, negated ones as -1 - number."""
    yield proto.objective.vars
    for constraint in proto.constraints:
        yield constraint.enforcement_literal
        if constraint.has_linear():
            yield constraint.linear.vars
        elif constraint.has_lin_max():
            yield constraint.lin_max.target.vars
            yield from (expression.vars for expression in constraint.lin_max.exprs)
        elif constraint.has_bool_or() or constraint.has_bool_and() or constraint.has_bool_xor():
            kind = "or" if constraint.has_bool_or() else "and" if constraint.has_bool_and() else "xor"
            yield getattr(constraint, f"bool_{kind}").literals
        else:
            raise ValueError(f"expected a constraint that can be shuffled, found {constraint}")


def _solver(budget: int, manner: Manner) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False  # else it resets the process's own handling
    solver.parameters.max_deterministic_time = budget / 1000
    solver.parameters.cp_model_presolve = manner is Manner.USUAL
    return solver


def _work(solver: cp_model.CpSolver) -> int:
    return round(1000 * solver.response_proto.deterministic_time)


def solve(
    model: cp_model.CpModel,
    asked: Sequence[cp_model.IntVar],
    budget: int,
    manner: Manner = Manner.USUAL,
) -> Solved:
    """Find one solution, or the best one."""
    if manner is Manner.SHUFFLED:
        model, asked = shuffled(model, asked)
    solver = _solver(budget, manner)
    status = solver.solve(model)
    wanted = cp_model.OPTIMAL if model.has_objective() else cp_model.FEASIBLE
    if status in (cp_model.OPTIMAL, wanted):
        return Solved(Verdict.FOUND, tuple(solver.value(variable) for variable in asked), _work(solver))
    if status == cp_model.INFEASIBLE:
        return Solved(Verdict.NONE, (), _work(solver))
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
    return Solved(Verdict.UNKNOWN, (), _work(solver))


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects solutions as a set: CP-SAT has been seen to repeat solutions while enumerating."""

    def __init__(self, board: Sequence[cp_model.IntVar], most: int) -> None:
        super().__init__()
        self.board, self.most = board, most
        self.found: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        """Take the values of the board variables."""
        self.found.add(tuple(self.value(variable) for variable in self.board))
        if len(self.found) > self.most:
            self.stop_search()


def enumerate_solutions(
    model: cp_model.CpModel,
    board: Sequence[cp_model.IntVar],
    budget: int,
    most: int = 10**9,
    manner: Manner = Manner.USUAL,
) -> Enumerated:
    """Enumerate all assignments of the board variables that extend to a solution."""
    if manner is Manner.SHUFFLED:
        model, board = shuffled(model, board)
    solver = _solver(budget, manner)
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(board, most)
    status = solver.solve(model, collector)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
    complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and len(collector.found) <= most
    return Enumerated(frozenset(collector.found), complete, _work(solver))
