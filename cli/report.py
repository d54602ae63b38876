"""``doublecount report``: a page from a store."""

from pathlib import Path

import click

from doublecount.cli.common import BadInputError, ToolError
from doublecount.verify.store import Store, StoreError


@click.command("report")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The page."
)
@click.option("--store", "store_path", type=click.Path(path_type=Path), required=True, help="The store.")
def command(output: Path, store_path: Path) -> None:
    """Write a self-contained HTML report of the newest campaign in a store.

    \b
    Example:
      doublecount report -o report.html --store campaign.sqlite
    """
    try:
        campaign = Store(store_path).newest()
    except StoreError as error:
        raise BadInputError(str(error)) from error
    from doublecount.reports.page import write_report

    try:
        write_report(campaign, output)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error
    click.echo(f"report: {output}", err=True)
