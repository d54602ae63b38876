"""What ``solve`` prints besides answers: counts, solutions, samples, marginals; of games, moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click

from doublecount.cli.common import BadInputError, json_line
from doublecount.cli.progress import Watch
from doublecount.problems.record import AnyProblem, AnySolver

Fits = Callable[[Any], str | None]


@dataclass(frozen=True)
class Wanted:
    """What the command line asked for; false if it is nothing but answers."""

    count_only: bool
    listed: bool
    limit: int | None
    sample: int | None
    seed: int | None
    marginals: bool
    moves: bool = False

    def __bool__(self) -> bool:
        return self.count_only or self.listed or self.sample is not None or self.marginals or self.moves

    def check(self, problem: AnyProblem, as_json: bool, solver: str) -> None:
        """End the command if this can't be printed, or not of this problem."""
        if self.limit is not None and not self.listed:
            raise click.UsageError("--limit goes with --all")
        if self.seed is not None and self.sample is None:
            raise click.UsageError("--seed goes with --sample")
        if not self:
            return
        if solver != "dp":
            raise click.UsageError(
                "--count-only, --all, --sample, --marginals and --moves are answered by dp: no --solver"
            )
        if self.marginals and not as_json:
            raise click.UsageError("--marginals goes with --json")
        if self.count_only + self.listed + (self.sample is not None) > 1 and not as_json:
            raise click.UsageError("several of --count-only, --all and --sample go together with --json only")
        for flag, there in self._needed(problem, problem.load_solver()):
            if not there:
                raise click.UsageError(f"{problem.name} has no {flag}")

    def _needed(self, problem: AnyProblem, solver: AnySolver) -> list[tuple[str, bool]]:
        """What was asked for, and whether the problem has it."""
        listed = problem.witness_to_json is not None
        needed = [
            (self.count_only, "--count-only", listed and solver.count_many),
            (self.listed, "--all", listed and solver.solutions),
            (self.sample is not None, "--sample", listed and solver.sample),
            (self.marginals, "--marginals", listed and solver.marginals),
            (self.moves, "--moves", problem.game and solver.values),
        ]
        return [(flag, bool(there)) for asked, flag, there in needed if asked]

    def lines(
        self, problem: AnyProblem, case: int, instance: Any, where: str, as_json: bool, watch: Watch
    ) -> Iterator[str]:
        """Yield the output for one case."""
        solver = problem.load_solver()
        counts_only = self.count_only and not (self.listed or self.marginals or self.sample is not None)
        insist_on_fit(problem, instance, where, solver.count_fits if counts_only else None)
        if as_json:
            yield json_line({"case": case, **self._fields(problem, solver, instance, watch)}) + "\n"
        elif self.count_only:
            yield f"{_count(solver, instance, watch)}\n"
        elif self.moves:
            yield problem.write_answer(case, solver.solve(instance))
            yield from map(_move_as_text, _moves(problem, solver, instance))
        else:
            assert problem.write_witness is not None
            yield from map(problem.write_witness, self._witnesses(solver, instance))

    def _fields(self, problem: AnyProblem, solver: AnySolver, instance: Any, watch: Watch) -> dict[str, Any]:
        if self.moves:
            moves = _moves(problem, solver, instance)
            return {**problem.to_json(solver.solve(instance)), "moves": moves}
        to_json = problem.witness_to_json
        assert to_json is not None
        if self.count_only:
            fields: dict[str, Any] = {"count": str(_count(solver, instance, watch))}
        else:
            fields = problem.to_json(solver.solve(instance))
        if self.listed:
            fields["solutions"] = [to_json(witness) for witness in self._all(solver, instance)]
        if self.sample is not None:
            fields["sample"] = [to_json(witness) for witness in self._sample(solver, instance)]
        if self.marginals and solver.marginals:
            fields["marginals"] = _as_strings(solver.marginals(instance))
        return fields

    def _witnesses(self, solver: AnySolver, instance: Any) -> Iterator[Any]:
        return self._all(solver, instance) if self.listed else iter(self._sample(solver, instance))

    def _all(self, solver: AnySolver, instance: Any) -> Iterator[Any]:
        assert solver.solutions is not None
        return islice(solver.solutions(instance), self.limit)

    def _sample(self, solver: AnySolver, instance: Any) -> list[Any]:
        assert solver.sample is not None and self.sample is not None
        try:
            return solver.sample(instance, self.sample, self.seed or 0)
        except ValueError:  # there is no solution
            return []


def _moves(problem: AnyProblem, solver: AnySolver, instance: Any) -> list[dict[str, Any]]:
    """Every move, what it is worth to who makes it, and whether none is worth more; the best first."""
    assert problem.game is not None and solver.values is not None
    worths = problem.game.worths(instance, solver.values(instance))
    most = max(worths.values(), default=0)
    return [
        {"move": problem.game.move_to_json(move), "worth": str(worth), "best": worth == most}
        for move, worth in worths.items()
    ]


def _move_as_text(move: dict[str, Any]) -> str:
    """An indented line: the move, its worth with a sign, and "best" where none is worth more."""
    numbers = " ".join(map(str, move["move"]))
    return f"  {numbers}  {int(move['worth']):+}{'  best' * move['best']}\n"


def insist_on_fit(problem: AnyProblem, instance: Any, where: str, fits: Fits | None = None) -> None:
    """End the command if the instance is too large for the solver, or for what ``fits`` speaks of."""
    reason = (fits or problem.load_solver().fits)(instance)
    if reason:
        raise BadInputError(f"{where}: too large for the solver: {reason}")


def _count(solver: AnySolver, instance: Any, watch: Watch) -> int:
    """Count the solutions of one instance."""
    if solver.count is None:
        assert solver.count_many is not None
        return solver.count_many([instance])[0]
    return solver.count(instance, lambda done, steps: watch("counting", done, steps))


def _as_strings(numbers: Any) -> Any:
    """Decimal strings for the integers in nested lists: browsers lose digits past 2^53."""
    return [_as_strings(item) for item in numbers] if isinstance(numbers, list | tuple) else str(numbers)
