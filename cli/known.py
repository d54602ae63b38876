"""``doublecount known``: findings that are no news."""

from pathlib import Path

import click

from doublecount.cli import completion
from doublecount.cli.common import BadInputError, clean, json_line
from doublecount.cli.kept import KNOWN, read_known, stored_finding
from doublecount.problems.text import encodable
from doublecount.verify import known
from doublecount.verify.known import Known, KnownError

_FILE = click.option(
    "--known",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=KNOWN,
    show_default=True,
    help="The file of known findings.",
)


@click.group("known")
def command() -> None:
    """Suppress findings, each with a reason.

    `verify` lists a known finding as such and does not exit with 1 for it. It tries its file first and says
    so when it does not occur any more. Same kind, same accused, same smallest file up to symmetry: same
    finding.

    \b
    Examples:
      doublecount known add 5d41402abc4b --store campaign.sqlite --reason 'blank picture: read otherwise'
      doublecount known list
      doublecount known remove 0123456789ab
    """


@command.command("add")
@click.argument("finding", shell_complete=completion.findings)
@click.option("--store", type=click.Path(path_type=Path), required=True, help="Where the finding is.")
@click.option("--reason", required=True, help="Why it is no news.")
@_FILE
def add(finding: str, store: Path, reason: str, path: Path) -> None:
    """Make a stored FINDING known."""
    if not reason.strip():
        raise click.UsageError("--reason must say something")
    new = known.entry(stored_finding(finding, store), encodable(" ".join(reason.split())))
    try:
        known.add(path, new)
    except KnownError as error:
        raise BadInputError(str(error)) from error
    click.echo(f"{new.signature} is known in {clean(str(path))}", err=True)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="One object an entry.")
@_FILE
def list_(path: Path, as_json: bool) -> None:
    """List the known findings."""
    entries = read_known(None if path == KNOWN else path)
    if not entries:
        click.echo(f"no known findings in {clean(str(path))}", err=True)
    for one in entries:
        click.echo(json_line(_told(one)) if as_json else clean(_line(one)))


@command.command("remove")
@click.argument("signature", shell_complete=completion.signatures)
@_FILE
def remove(signature: str, path: Path) -> None:
    """Forget the entry with a SIGNATURE."""
    try:
        gone = known.remove(path, signature)
    except KnownError as error:
        raise BadInputError(str(error)) from error
    click.echo(f"{gone.signature} is not known any more", err=True)


def _told(one: Known) -> dict[str, object]:
    return {
        "signature": one.signature,
        "problem": one.problem,
        "kind": one.kind.value,
        "accused": one.accused,
        "reason": one.reason,
        "case": one.case,
        "file": one.file,
    }


def _line(one: Known) -> str:
    return f"{one.signature}  {one.problem}: {one.kind.value} of {one.accused}: {one.reason}"
