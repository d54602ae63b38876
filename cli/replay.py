"""``doublecount replay``: a finding, or a file, again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from doublecount.cli import completion
from doublecount.cli.candidates import candidate_options, candidate_specs, insist_on_sandbox
from doublecount.cli.common import (
    BadInputError,
    ProblemCommand,
    ToolError,
    clean,
    format_option,
    json_line,
    names_problem,
    no_cache_option,
    read_instances,
    record_of,
)
from doublecount.cli.findings import finding_lines
from doublecount.problems.record import Form
from doublecount.verify import catalogue
from doublecount.verify.present import Exit, finding_json
from doublecount.verify.replay import Replayed, ReplayError, replay_file, replay_finding
from doublecount.verify.results import Finding, Sandbox
from doublecount.verify.store import Store, StoreError

MOST_CASES = 10_000
"""In one file: every party answers each of them."""


@click.command("replay", cls=ProblemCommand)
@click.argument("what", metavar="FINDING|PROBLEM", shell_complete=completion.findings_and_problems)
@click.argument("file", required=False, type=click.Path(allow_dash=True, path_type=str))
@click.option("--store", "store_path", type=click.Path(path_type=Path), help="Where the finding is.")
@click.option("--json", "as_json", is_flag=True, help="One object a case.")
@format_option("Form of FILE and of what is shown of it; candidates read the judge's all the same.")
@no_cache_option
@candidate_options
@click.pass_context
def command(
    context: click.Context,
    what: str,
    file: str | None,
    store_path: Path | None,
    as_json: bool,
    form: Form,
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    beyond_judge: bool,
) -> None:
    """Run a stored FINDING, or the cases of a FILE of PROBLEM, with all parties; exit 1 if they differ.

    \b
    Examples:
      doublecount replay 5d41402abc4b --store campaign.sqlite
      doublecount replay black-white board.txt --candidate ./mine
    """
    other = ""
    try:
        if names_problem(what):
            what = record_of(what).name
            instances = read_instances(catalogue.problem(what), file or "-", form, MOST_CASES, "to replay")
            specs = candidate_specs(what, candidates, functions, time_limit, memory_limit, sandbox)
            if specs:
                _insist_on_judges_text(what, instances)
            replayed = replay_file(what, instances, specs, beyond_judge or not specs, form=form)
            findings = replayed.findings
        else:
            if form is not Form.JUDGE:
                raise click.UsageError("a finding knows its format: no --format")
            found = _finding(what, file, store_path)
            replayed, again = replay_finding(found)
            findings = (again,) if again else ()
            if again and again.id != found.id:
                other = f"{found.id} does not occur on its own file; {again.id} is another"
    except ReplayError as error:
        raise ToolError(str(error)) from error
    _show(replayed, findings, as_json)
    if other:
        click.echo(other, err=as_json)
    for failure in replayed.failures:
        click.echo(f"failed: {clean(failure)}", err=True)
    context.exit(_code(replayed, findings))


def _insist_on_judges_text(problem: str, instances: Sequence[Any]) -> None:
    """Candidates read nothing else."""
    try:
        catalogue.problem(problem).write(instances)
    except ValueError as error:
        raise BadInputError(f"no case for a candidate, who reads the judge's text: {error}") from error


def _finding(name: str, file: str | None, store_path: Path | None) -> Finding:
    if store_path is None:
        raise click.UsageError(
            f"{name!r} is no problem ({', '.join(catalogue.NAMES)}); for a finding, say --store FILE"
        )
    if file is not None:
        raise click.UsageError("a finding needs no FILE")
    try:
        store = Store(store_path)
        catalogue.learn(store.own)
        found = store.finding(name)
    except StoreError as error:
        raise BadInputError(str(error)) from error
    insist_on_sandbox(found.sandbox)
    _warn_of_changes(store, found)
    return found


def _warn_of_changes(store: Store, finding: Finding) -> None:
    """Say so if the module of a problem from elsewhere is not what it was."""
    then = [source for source in store.own if source.name == finding.problem]
    if then and (*then[-1:],) != catalogue.sources([finding.problem]):
        click.echo(f"{clean(then[-1].file)} has changed since the campaign", err=True)


def _show(replayed: Replayed, findings: tuple[Finding, ...], as_json: bool) -> None:
    for case, (answers, verdict) in enumerate(zip(replayed.answers, replayed.verdicts, strict=True), start=1):
        if as_json:
            click.echo(json_line({"case": case, "verdict": verdict.value, "answers": answers}))
            continue
        click.echo(f"case {case}: {verdict.value}")
        for party, answer in answers.items():
            text = answer if isinstance(answer, str) else json_line(answer)
            click.echo(f"  {party}: {clean(text)}")
    if as_json:
        click.echo(json_line({"findings": [finding_json(finding) for finding in findings]}))
    else:
        lines = [line for finding in findings for line in finding_lines(finding)]
        click.echo("\n".join(lines or ["no difference"]))


def _code(replayed: Replayed, findings: tuple[Finding, ...]) -> int:
    if findings:
        return Exit.DIFFERENCE
    if replayed.failures:
        return Exit.TOOL_FAILED
    return Exit.CLEAN if replayed.decided else Exit.UNDECIDED
