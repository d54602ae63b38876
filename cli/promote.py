"""``doublecount promote``: a finding becomes a regression file."""

from pathlib import Path

import click

from doublecount.cli import completion
from doublecount.cli.common import ToolError, clean
from doublecount.cli.kept import REGRESSIONS, stored_finding
from doublecount.verify import regressions


@click.command("promote")
@click.argument("finding", shell_complete=completion.findings)
@click.option("--store", type=click.Path(path_type=Path), required=True, help="Where the finding is.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=REGRESSIONS,
    show_default=True,
    help="Folder of regression files.",
)
def command(finding: str, store: Path, into: Path) -> None:
    """Write the smallest file of a stored FINDING into a folder; `verify` tries it first from then on.

    \b
    Example:
      doublecount promote 5d41402abc4b --store campaign.sqlite
    """
    try:
        path = regressions.promote(stored_finding(finding, store), into)
    except OSError as error:
        raise ToolError(f"{error.filename}: {error.strerror}") from error
    click.echo(clean(str(path)))
