"""What the CP-SAT models of all problems share: single-threaded solving, metered, enumeration as a set.

The unit of work is a millisecond of CP-SAT's deterministic time, which does not depend on the machine.
Importing this module loads ortools, which takes the better part of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ortools.sat.python import cp_model

UNIT = "deterministic ms"


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


def _solver(budget: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False  # else it resets the process's own handling
    solver.parameters.max_deterministic_time = budget / 1000
    return solver


def _work(solver: cp_model.CpSolver) -> int:
    return round(1000 * solver.response_proto.deterministic_time)


def solve(model: cp_model.CpModel, asked: Sequence[cp_model.IntVar], budget: int) -> Solved:
    """Find one solution, or the best one."""
    solver = _solver(budget)
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
    model: cp_model.CpModel, board: Sequence[cp_model.IntVar], budget: int, most: int = 10**9
) -> Enumerated:
    """Enumerate all assignments of the board variables that extend to a solution."""
    solver = _solver(budget)
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(board, most)
    status = solver.solve(model, collector)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
    complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and len(collector.found) <= most
    return Enumerated(frozenset(collector.found), complete, _work(solver))
