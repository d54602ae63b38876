"""``doublecount problems``: what there is, and whether it keeps its promises."""

from typing import Any

import click

from doublecount.cli.common import PROBLEM, ProblemCommand, clean, install, json_line, record_of
from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue


@click.command("problems", cls=ProblemCommand)
@click.argument("problems", nargs=-1, type=PROBLEM)
@click.option("--json", "as_json", is_flag=True, help="One object a problem.")
@click.option("--check", "checking", is_flag=True, help="Test what the records of the PROBLEMS promise.")
@click.pass_context
def command(context: click.Context, problems: tuple[str, ...], as_json: bool, checking: bool) -> None:
    """List the PROBLEMS (all by default) with their solver and models.

    With --check, test on random instances what a problem's record promises: formats, generator, simpler
    instances, rules, pictures, models. Whether the answers are right is for `verify` to find out. Exit
    code: 0 all holds, 1 something does not.

    \b
    Examples:
      doublecount problems
      doublecount problems --check my_problem.py
    """
    records = [record_of(name) for name in dict.fromkeys(problems) or catalogue.names()]
    if checking:
        kept = [_is_kept(record, as_json) for record in records]
        context.exit(0 if all(kept) else 1)
    for record in records:
        described = _described(record)
        click.echo(json_line(described) if as_json else _text(described))


def _is_kept(problem: AnyProblem, as_json: bool) -> bool:
    """Show the promises of a problem; return whether all hold."""
    from doublecount.verify.contract import checked  # brings what the list does not need

    kept = True
    for one in checked(problem):
        kept = kept and not one.wrong
        if as_json:
            click.echo(json_line({"problem": problem.name, "promise": one.promise, "wrong": one.wrong}))
        else:
            told = f"missing: {one.promise}: {one.wrong}" if one.wrong else f"ok: {one.promise}"
            click.echo(clean(f"{problem.name}: {told}"))
    return kept


def _described(problem: AnyProblem) -> dict[str, Any]:
    return {
        "name": problem.name,
        "title": problem.title,
        "judge": problem.judge,
        "question": problem.question,
        "limits": problem.limits.text,
        "readings": [reading.text for reading in problem.readings],
        "scopes": {scope.name: scope.what for scope in problem.scopes},
        "scope_counts": {scope.name: scope.count for scope in problem.scopes},
        "solver": "dp",
        "oracles": [
            {
                "name": model.name,
                "technique": model.technique,
                "size_limit": model.size_limit,
                "budget": f"{model.budget} {model.unit}",
                "shares": sorted(model.shares),
            }
            for model in problem.load_models()
        ],
        "absent": [
            {"name": model.name, "install": install(model)} for model in catalogue.absent(problem.name)
        ],
    }


def _text(described: dict[str, Any]) -> str:
    lines = [
        f"{described['name']}: {described['title']} ({described['judge']})",
        f"  {described['question']}",
        f"  judge's limits: {described['limits']}",
        "  dp            the production solver",
        *(f"  {one['name']:<13} {one['technique']}; {one['size_limit']}" for one in described["oracles"]),
        *(f"  {one['name']:<13} not installed: {one['install']}" for one in described["absent"]),
        *(
            f"  --exhaustive {name}: all {described['scope_counts'][name]:,} {what}"
            for name, what in described["scopes"].items()
        ),
    ]
    return "\n".join([*lines, ""])
