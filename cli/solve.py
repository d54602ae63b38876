"""``doublecount solve``: judge's input in, judge's output out."""

import sys
from collections.abc import Callable
from typing import Any

import click

from doublecount.cli.common import (
    PROBLEM,
    BadInputError,
    ToolError,
    as_text,
    bad_input,
    input_argument,
    json_line,
    read_bytes,
)
from doublecount.problems.record import AnyModel, AnyProblem, Status
from doublecount.verify import catalogue

MORE = 1000
"""With --solver, how many times a model's default budget it may spend: nobody else is waiting."""


@click.command("solve")
@click.argument("problem", type=PROBLEM)
@input_argument
@click.option("--json", "as_json", is_flag=True, help="One object a case.")
@click.option("--solver", "solver", default="dp", show_default=True, help="Answer with a model instead.")
@click.option("--judge-limits", is_flag=True, help="Refuse what the judge would never ask.")
def command(problem: str, file: str, as_json: bool, solver: str, judge_limits: bool) -> None:
    """Answer every case of FILE (standard input by default) in the judge's format.

    \b
    Examples:
      echo '??????' | doublecount solve injured-queen
      doublecount solve black-white boards.txt --json
    """
    record = catalogue.problem(problem)
    answer = _answering(record, solver)
    data, name = read_bytes(file)
    lane = record.load_solver().answer_text
    if lane and solver == "dp" and not (as_json or judge_limits):
        output = lane(data)
        if output is not None:
            click.echo(output, nl=False)
            return
    with bad_input():
        for case, instance in enumerate(record.read(as_text(data), name), start=1):
            if judge_limits and not record.limits.allows(instance):
                raise BadInputError(
                    f"{name}: case {case} is outside the judge's limits: {record.limits.text}"
                )
            found = answer(instance, f"{name}: case {case}")
            if as_json:
                sys.stdout.write(json_line({"case": case, **record.to_json(found)}) + "\n")
            else:
                sys.stdout.write(record.write_answer(case, found))


def _answering(record: AnyProblem, name: str) -> Callable[[Any, str], Any]:
    """Return a function that answers an instance, or ends the command saying why it can't."""
    if name == "dp":
        solver = record.load_solver()

        def by_solver(instance: Any, where: str) -> Any:
            reason = solver.fits(instance)
            if reason:
                raise BadInputError(f"{where}: too large for the solver: {reason}")
            return solver.solve(instance)

        return by_solver
    models = {model.name: model for model in record.load_models()}
    if name not in models:
        raise click.BadParameter(f"{name!r} is not one of dp, {', '.join(models)}", param_hint="--solver")
    return lambda instance, where: _by_model(models[name], instance, where)


def _by_model(model: AnyModel, instance: Any, where: str) -> Any:
    reason = model.fits(instance)
    if reason:
        raise BadInputError(f"{where}: too large for {model.name}: {reason}")
    outcome = model.run(instance, MORE * model.budget)
    if outcome.status is not Status.ANSWERED:
        raise ToolError(f"{where}: {model.name} has no answer: {outcome.detail or outcome.status.value}")
    return outcome.answer
