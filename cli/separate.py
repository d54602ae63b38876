"""``doublecount separate``: a hand-in test on which wrong programs fail and right ones pass."""

import random
import tempfile
from pathlib import Path

import click

from doublecount.cli.candidates import candidate_options, candidate_specs
from doublecount.cli.common import PROBLEM, ProblemCommand, ToolError, clean
from doublecount.cli.seconds import SECONDS
from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue
from doublecount.verify.campaign import Options
from doublecount.verify.present import Exit
from doublecount.verify.results import Sandbox
from doublecount.verify.separate import Separation, separate
from doublecount.verify.store import Store
from doublecount.verify.whole import write_whole


@click.command("separate", cls=ProblemCommand)
@click.argument("problem", type=PROBLEM)
@candidate_options
@click.option("--examples", type=click.IntRange(min=1), help="Instances tried for each candidate.")
@click.option("--seconds", type=SECONDS, help="Time for trying all of them.")
@click.option("--seed", type=int, help="Same seed, same set. Random by default, and printed.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Worker processes.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file, standard output by default; FILE-1, FILE-2, … where the judge takes one case a file.",
)
@click.pass_context
def command(
    context: click.Context,
    problem: str,
    examples: int | None,
    seconds: float | None,
    seed: int | None,
    jobs: int,
    output: Path | None,
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    beyond_judge: bool,
) -> None:
    """Write the smallest input file found on which every wrong candidate fails and every right one passes.

    Exit code: 0 a set was written, 2 bad usage, 3 the tool failed, 4 no candidate was found wrong.

    \b
    Example:
      doublecount separate injured-queen --candidate ./one --candidate 'python3 two.py' -o hand-in.in
    """
    if not (candidates or functions):
        raise click.UsageError("a set separates at least one --candidate")
    options = Options(
        problems=(problem,),
        examples=examples,
        seconds=seconds,
        seed=random.SystemRandom().randrange(10**6) if seed is None else seed,
        jobs=jobs,
        max_findings=3,
        candidates=candidate_specs(problem, candidates, functions, time_limit, memory_limit, sandbox),
        beyond_judge=beyond_judge,
    )
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store.sqlite", create=True)
        separation = separate(options, store)
        store.close()
    _write(catalogue.problem(problem), separation, output)
    for failure in separation.failures:
        click.echo(f"failed: {clean(failure)}", err=True)
    for line in _told(separation, options.seed):
        click.echo(line, err=True)
    context.exit(Exit.CLEAN if separation.wrong else Exit.UNDECIDED)


def _write(problem: AnyProblem, separation: Separation, output: Path | None) -> None:
    texts = [problem.write(file) for file in separation.files]
    if output is None:
        click.echo("".join(texts), nl=False)
        return
    several = len(texts) > 1
    paths = (
        [output.with_name(f"{output.name}-{k}") for k in range(1, len(texts) + 1)] if several else [output]
    )
    try:
        for path, text in zip(paths, texts, strict=False):
            write_whole(text.encode("ascii"), path)
            click.echo(f"written: {clean(str(path))}", err=True)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error


def _told(separation: Separation, seed: int) -> list[str]:
    """What is known of each candidate."""
    number = len(separation.cases)
    return [
        *(f"{name}: fails on the set" for name in separation.wrong),
        *(f"{name}: failed, but not on the set" for name in separation.missed),
        *(
            f"{name}: passes; nothing wrong found on {separation.checked[name]} instances"
            for name in separation.right
        ),
        f"cases: {number}; seed: {seed}",
    ]
