"""``doublecount problems``: what there is."""

from typing import Any

import click

from doublecount.cli.common import install, json_line
from doublecount.verify import catalogue


@click.command("problems")
@click.option("--json", "as_json", is_flag=True, help="One object a problem.")
def command(as_json: bool) -> None:
    """List the problems with their solver and models.

    \b
    Example:
      doublecount problems
    """
    for name in catalogue.NAMES:
        described = _described(name)
        click.echo(json_line(described) if as_json else _text(described))


def _described(name: str) -> dict[str, Any]:
    problem = catalogue.problem(name)
    models = problem.load_models()
    return {
        "name": name,
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
            for model in models
        ],
        "absent": [{"name": model.name, "install": install(model)} for model in catalogue.absent(name)],
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
