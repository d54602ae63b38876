"""``doublecount report``: a campaign of a store, for people or for other programs."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import click

from doublecount.cli.common import BadInputError, ToolError, write
from doublecount.cli.kept import KNOWN, read_known
from doublecount.verify.results import Campaign
from doublecount.verify.store import Store, StoreError

STDOUT = Path("-")


class ReportForm(Enum):
    """What a report can be."""

    HTML = "html"
    JUNIT = "junit"
    JSONL = "jsonl"


@click.command("report")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    required=True,
    help="Where it goes; - is standard output.",
)
@click.option("--store", "store_path", type=click.Path(path_type=Path), required=True, help="The store.")
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in ReportForm]),
    default=ReportForm.HTML.value,
    show_default=True,
    help="A page, JUnit XML for CI systems, or JSON lines.",
)
@click.option(
    "--known",
    "known_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"Findings that are no news, for junit and jsonl. By default {KNOWN}, if there is one.",
)
def command(output: Path, store_path: Path, form: str, known_path: Path | None) -> None:
    """Write a report of the newest campaign in a store: by default a self-contained HTML page.

    \b
    Examples:
      doublecount report -o report.html --store campaign.sqlite
      doublecount report --format junit -o report.xml --store campaign.sqlite
      doublecount report --format jsonl -o - --store campaign.sqlite
    """
    reasons = {one.signature: one.reason for one in read_known(known_path)}
    write_out(_content(ReportForm(form), newest(store_path), reasons), output)


def newest(path: Path) -> Campaign:
    """Return the newest campaign of a store."""
    try:
        return Store(path).newest()
    except StoreError as error:
        raise BadInputError(str(error)) from error


def write_out(content: bytes, output: Path) -> None:
    """Write to a file, and say so, or to standard output."""
    if output == STDOUT:
        write(content)
        return
    from doublecount.reports.output import write_whole

    try:
        write_whole(content, output)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error
    click.echo(f"report: {output}", err=True)


def _content(form: ReportForm, campaign: Campaign, known: Mapping[str, str]) -> bytes:
    """Render; what is not asked for is not loaded."""
    match form:
        case ReportForm.JUNIT:
            from doublecount.reports.junit import junit

            return junit(campaign, known)
        case ReportForm.JSONL:
            from doublecount.reports.lines import json_lines

            return json_lines(campaign, known)
        case ReportForm.HTML:
            from doublecount.reports.page import render

            return render(campaign).encode()
