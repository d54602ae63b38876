"""``doublecount generate``: random instances in the judge's format."""

import click

from doublecount.cli.common import PROBLEM, ProblemCommand
from doublecount.verify import catalogue
from doublecount.verify.instances import draw

MOST = 1_000_000
"""The number of cases stands at the top of most formats, so all instances are held at once."""


@click.command("generate", cls=ProblemCommand)
@click.argument("problem", type=PROBLEM)
@click.option("--count", type=click.IntRange(0, MOST), required=True, help="How many instances.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same instances.")
def command(problem: str, count: int, seed: int) -> None:
    """Print random instances within the judge's limits: those that ``verify --candidate`` tries.

    \b
    Example:
      doublecount generate dots-and-boxes --count 10 --seed 1 > positions.txt
    """
    record = catalogue.problem(problem)
    instances = [draw(record, seed, index, judge_only=True).instance for index in range(count)]
    click.echo(record.write(instances), nl=False)
