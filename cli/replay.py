"""``doublecount replay``: a finding, or a file, again."""

from pathlib import Path

import click

from doublecount.cli.candidates import candidate_options, candidate_specs
from doublecount.cli.common import BadInputError, ToolError, clean, json_line, read_instances
from doublecount.verify import catalogue
from doublecount.verify.present import Exit
from doublecount.verify.replay import Replayed, ReplayError, replay_file, replay_finding
from doublecount.verify.results import Difference
from doublecount.verify.store import Store, StoreError


@click.command("replay")
@click.argument("what", metavar="FINDING|PROBLEM")
@click.argument("file", required=False, type=click.Path(allow_dash=True, path_type=str))
@click.option("--store", "store_path", type=click.Path(path_type=Path), help="Where the finding is.")
@click.option("--json", "as_json", is_flag=True, help="One object a case.")
@candidate_options
@click.pass_context
def command(
    context: click.Context,
    what: str,
    file: str | None,
    store_path: Path | None,
    as_json: bool,
    candidates: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    beyond_judge: bool,
) -> None:
    """Run a stored FINDING, or the cases of a FILE of PROBLEM, with all parties; exit 1 if they differ.

    \b
    Examples:
      doublecount replay 5d41402abc4b --store campaign.sqlite
      doublecount replay black-white board.txt --candidate ./mine
    """
    try:
        if what in catalogue.NAMES:
            instances = read_instances(catalogue.problem(what), file or "-")
            specs = candidate_specs(what, candidates, time_limit, memory_limit)
            replayed = replay_file(what, instances, specs, beyond_judge or not specs)
            differences = replayed.differences
        else:
            replayed, difference = _finding(what, file, store_path)
            differences = (difference,) if difference else ()
    except ReplayError as error:
        raise ToolError(str(error)) from error
    _show(replayed, differences, as_json)
    context.exit(_code(replayed, differences))


def _finding(name: str, file: str | None, store_path: Path | None) -> tuple[Replayed, Difference | None]:
    if store_path is None:
        raise click.UsageError(
            f"{name!r} is no problem ({', '.join(catalogue.NAMES)}); for a finding, say --store FILE"
        )
    if file is not None:
        raise click.UsageError("a finding needs no FILE")
    try:
        found = Store(store_path).finding(name)
    except StoreError as error:
        raise BadInputError(str(error)) from error
    return replay_finding(found)


def _show(replayed: Replayed, differences: tuple[Difference, ...], as_json: bool) -> None:
    for case, (answers, verdict) in enumerate(zip(replayed.answers, replayed.verdicts, strict=True), start=1):
        if as_json:
            click.echo(json_line({"case": case, "verdict": verdict.value, "answers": answers}))
            continue
        click.echo(f"case {case}: {verdict.value}")
        for party, answer in answers.items():
            text = answer if isinstance(answer, str) else json_line(answer)
            click.echo(f"  {party}: {clean(text)}")
    for failure in replayed.failures:
        click.echo(f"failed: {clean(failure)}", err=True)
    for one in differences:
        click.echo(f"{one.kind.value}: {one.accused}, {one.standing.value}: {clean(one.why)}", err=as_json)
    if not differences:
        click.echo("no difference", err=as_json)


def _code(replayed: Replayed, differences: tuple[Difference, ...]) -> int:
    if differences:
        return Exit.DIFFERENCE
    if replayed.failures:
        return Exit.TOOL_FAILED
    return Exit.CLEAN if replayed.decided else Exit.UNDECIDED
