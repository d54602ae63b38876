"""``doublecount slowest``: which instance takes a program longest?"""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from doublecount.cli.candidates import candidate_options, candidate_specs
from doublecount.cli.common import PROBLEM, ProblemCommand, ToolError, clean, json_line
from doublecount.cli.findings import finding_lines
from doublecount.cli.progress import Watch
from doublecount.cli.resume import fresh_store, kept, opened
from doublecount.cli.seconds import SECONDS
from doublecount.problems.record import Form
from doublecount.verify import catalogue
from doublecount.verify.campaign import Options
from doublecount.verify.finding import Origin
from doublecount.verify.parties import Candidate
from doublecount.verify.present import Exit, environment, finding_json
from doublecount.verify.results import Campaign, Difference, Finding, Sandbox
from doublecount.verify.shell import quoted
from doublecount.verify.slowest import Search, pursued
from doublecount.verify.store import Reached, StoreError
from doublecount.verify.summing import met, nothing


@click.command("slowest", cls=ProblemCommand)
@click.argument("problem", type=PROBLEM)
@candidate_options
@click.option(
    "--seconds",
    type=SECONDS,
    default=30.0,
    show_default=True,
    help="Time for the search; as long again at most for shrinking a file on which the candidate fails.",
)
@click.option("--seed", type=int, help="Same seed, same random instances. Random by default, and printed.")
@click.option("--store", "store_path", type=click.Path(path_type=Path), help="Where to keep a finding.")
@click.option("--json", "as_json", is_flag=True, help="One object on standard output.")
@click.pass_context
def command(
    context: click.Context,
    problem: str,
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    beyond_judge: bool,
    seconds: float,
    seed: int | None,
    store_path: Path | None,
    as_json: bool,
) -> None:
    """Search for the instance of PROBLEM that takes a candidate longest, within the judge's limits.

    One process an instance, its start included; the largest come first. A candidate that fails, or takes
    longer than the time limit, is a finding: exit code 1. Interrupted (130), it shows what it has.

    \b
    Example:
      doublecount slowest black-white --candidate ./mine --seconds 60
    """
    specs = candidate_specs(problem, candidates, functions, time_limit, memory_limit, sandbox)
    if len(specs) != 1:
        raise click.UsageError("exactly one --candidate, please")
    if store_path:
        opened(store_path, create=True).close()  # what can't be kept is said before the work is done
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    options = Options((problem,), seconds=seconds, seed=seed, candidates=specs, beyond_judge=beyond_judge)
    search = Search(Candidate(specs[0], catalogue.problem(problem)), seed, options.judge_only)
    finding, store, interrupted = None, None, False
    try:
        with Watch(patience=0.0) as progress:
            search.run(seconds, progress)
            if search.fault:
                progress("shrinking the file on which it fails", 0, None)
                finding, store = _stored(context, options, search, store_path)
    except KeyboardInterrupt:
        interrupted = True
    _show(search, finding, as_json)
    _warn(search, interrupted)
    click.echo(f"seed: {seed}" + (f"; store: {clean(str(store))}" if store else ""), err=True)
    context.exit(_code(search, interrupted))


def _warn(search: Search, interrupted: bool) -> None:
    """Say what the result is worth less for."""
    if interrupted:
        what = "; the file on which the candidate fails is not stored" if search.fault else ""
        click.echo(f"interrupted; so far that is the slowest{what}; begin anew with the seed below", err=True)
    if search.largest_run < search.largest_drawn:
        sizes = f"of size {search.largest_drawn}; the largest tried has {search.largest_run}"
        click.echo(f"warning: the time was too short for instances {sizes}", err=True)


def _code(search: Search, interrupted: bool) -> Exit:
    if interrupted:
        return Exit.INTERRUPTED
    if search.fault:
        return Exit.DIFFERENCE
    return Exit.CLEAN if search.slowest else Exit.UNDECIDED


def _show(search: Search, finding: Finding | None, as_json: bool) -> None:
    problem = search.problem
    slow = search.slowest[0] if search.slowest else None
    form = Form.JUDGE
    if as_json:
        told: dict[str, Any] = {
            "problem": problem.name,
            "drawn": len(search.drawn),
            "changed": search.changed,
            "largest": search.largest_run,
        }
        told["instance"] = problem.write_as(form, [slow.instance]) if slow else None
        told["seconds"] = {"slowest": slow.seconds, "median": search.median} if slow else None
        told["findings"] = [finding_json(finding)] if finding else []
        click.echo(json_line(told))
        return
    if slow:
        ratio = slow.seconds / search.median
        drawn = f"{len(search.drawn)} random instances, the largest first,"
        click.echo(f"slowest of {drawn} and {search.changed} changed ones:")
        click.echo(f"{slow.seconds:.3f} s, {ratio:.1f} times the median of {search.median:.3f} s")
        click.echo(problem.write_as(form, [slow.instance]), nl=False)
    else:
        click.echo("no instance was answered in the time given")
    if finding:
        click.echo("\n".join(finding_lines(finding)))


def _stored(
    context: click.Context, options: Options, search: Search, path: Path | None
) -> tuple[Finding, Path]:
    """Bring the fault to a verdict and keep it, so that it can be replayed; return it, and the store."""
    assert search.fault and options.seconds
    difference, origin = search.fault
    finding = pursued(options.setup, search, options.seconds)
    if finding is None:
        raise ToolError(f"the process that pursued it died: {difference.kind.value}, {difference.why}")
    store = opened(path or fresh_store(options.seed), create=True)
    named = quoted(catalogue.argument(search.problem.name))
    command, own = f"doublecount slowest {named}", catalogue.sources(options.problems)
    campaign = Campaign(options.seed, environment()["doublecount"], environment(), command, (), own=own)
    try:
        number = store.begin(campaign, kept(options, context.params))
        store.reach(number, search.problem, _reached(search, difference, origin), [(origin, difference)])
        finding = store.add_finding(number, 0, finding)
        store.update(number, campaign, ended=True)
        store.close()
    except StoreError as error:
        raise ToolError(str(error)) from error
    return finding, store.path


def _reached(search: Search, difference: Difference, origin: Origin) -> Reached:
    """What the store keeps: the one instance on which the candidate failed."""
    nought, counted = nothing(search.problem.name), met((), [difference])
    summary = replace(nought, checked=1, strata={origin.stratum: 1}, met=counted)
    return Reached(summary, position=1, ended=True)
