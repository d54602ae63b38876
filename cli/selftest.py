"""``doublecount selftest``: is the harness itself any good?"""

import os
import statistics
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from doublecount.cli.common import PROBLEM, ProblemCommand, ToolError, clean, json_line, no_cache_option
from doublecount.cli.progress import PATIENCE, Watch
from doublecount.cli.resume import opened
from doublecount.verify import catalogue
from doublecount.verify.present import Exit
from doublecount.verify.selftest import MOST_INSTANCES, Caught, attempts, run
from doublecount.verify.store import StoreError


@click.command("selftest", cls=ProblemCommand)
@click.argument("problems", nargs=-1, type=PROBLEM)
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same instances.")
@click.option(
    "--seeds", type=click.IntRange(min=1), default=1, show_default=True, help="So many seeds, from --seed on."
)
@click.option("--fast", is_flag=True, help="Some of the faults of each problem only: less than a minute.")
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    default=MOST_INSTANCES,
    show_default=True,
    help="Instances within which a fault must be caught.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes; all processors by default.")
@click.option(
    "--store",
    "store_path",
    type=click.Path(path_type=Path),
    help="Keep the outcome in a store of campaigns: a report of the store shows the newest.",
)
@no_cache_option
@click.option("--json", "as_json", is_flag=True, help="One object for each fault and seed, one a line.")
@click.pass_context
def command(
    context: click.Context,
    problems: tuple[str, ...],
    seed: int,
    seeds: int,
    fast: bool,
    examples: int,
    jobs: int | None,
    store_path: Path | None,
    as_json: bool,
) -> None:
    """Plant faults in solvers, models, programs and checkers of the PROBLEMS, and see each of them caught.

    A fault is caught when the party in which it is planted is blamed for it, on a file as simple as the
    smallest one known. With --store the outcome is kept when all faults are tried. Exit code: 0 all were
    caught, 1 not all, 2 bad usage or no store of doublecount, 3 the tool itself failed on a fault (the
    others are tried all the same), or the store can't be written, 130 interrupted.

    \b
    Examples:
      doublecount selftest --fast
      doublecount selftest wooden-chess --seeds 10 --json
      doublecount selftest --store campaign.sqlite
    """
    names = tuple(dict.fromkeys(problems)) or catalogue.NAMES
    for name in catalogue.sources(names):
        raise click.UsageError(
            f"{name.name} has no planted faults; `doublecount problems --check {name.file}` tests it"
        )
    if store_path:
        opened(store_path, create=True).close()  # what can't be kept is said before the work is done
    tasks = attempts(names, range(seed, seed + seeds), fast, examples)
    results: list[Caught] = []
    if not as_json:
        click.echo(_line("problem", "fault", "planted in", "seed", "instances", "trials", "smallest"))
    try:
        with Watch(PATIENCE) as watch:
            for caught in run(tasks, jobs or len(os.sched_getaffinity(0))):
                results.append(caught)
                watch.rest()
                click.echo(json_line(_described(caught)) if as_json else _row(caught))
                watch("faults", len(results), len(tasks))
    except KeyboardInterrupt:
        tried = f"{len(results)} of {len(tasks)} faults tried"
        kept = ", nothing of it stored" if store_path else ""
        click.echo(f"interrupted; {tried}{kept}; it can't be resumed, only begun anew", err=True)
        context.exit(Exit.INTERRUPTED)
    if not as_json:
        click.echo(_summed_up(results))
    if store_path:
        _keep(store_path, results)
    context.exit(_code(results))


def _code(results: Sequence[Caught]) -> int:
    if any(caught.error for caught in results):
        return ToolError.exit_code
    return 0 if all(caught.passed for caught in results) else 1


def _keep(path: Path, results: Sequence[Caught]) -> None:
    try:
        with closing(opened(path, create=True)) as store:
            store.add_selftest([caught.planted for caught in results])
    except StoreError as error:
        raise ToolError(str(error)) from error
    click.echo(f"store: {clean(str(path))}", err=True)


def _row(caught: Caught) -> str:
    found = caught.finding
    return _line(
        *(caught.problem, caught.fault, caught.place.value, str(caught.seed)),
        str(caught.instances or ("failed" if caught.error else "missed")),
        str(found.trials) if found else "-",
        "yes" if caught.smallest else "no" if found else "-",
    )


def _line(problem: str, fault: str, place: str, seed: str, instances: str, trials: str, smallest: str) -> str:
    return f"{problem:<20}{fault:<29}{place:<12}{seed:>4}{instances:>11}{trials:>8}  {smallest}".rstrip()


def _summed_up(results: Sequence[Caught]) -> str:
    """The verdict in words, with the names of what was missed or not shrunk all the way."""
    caught = [one.instances for one in results if one.instances is not None]
    passed = sum(one.passed for one in results)
    lines = ["", f"{passed} of {len(results)} caught on the smallest file known"]
    if caught:
        lines[1] += f"; instances needed: median {statistics.median(caught):g}, most {max(caught)}"
    for one in results:
        if not one.passed:
            lines.append(f"{one.problem}/{one.fault}, seed {one.seed}: {_shortcoming(one)} ({one.wrong})")
            lines += [f"    {row}" for row in (one.finding.instance.splitlines() if one.finding else ())]
    return "\n".join(lines)


def _shortcoming(caught: Caught) -> str:
    if caught.error:
        return f"not tried, the tool itself failed: {caught.error}"
    return "not shrunk to the smallest file" if caught.finding else "missed"


def _described(caught: Caught) -> dict[str, Any]:
    found = caught.finding
    return {
        "problem": caught.problem,
        "fault": caught.fault,
        "wrong": caught.wrong,
        "planted_in": caught.place.value,
        "seed": caught.seed,
        "instances": caught.instances,
        "kind": found.kind.value if found else None,
        "status": found.status.value if found else None,
        "trials": found.trials if found else None,
        "instance": found.instance if found else None,
        "smallest": caught.smallest,
        "error": caught.error or None,
        "seconds": round(caught.seconds, 3),
    }
