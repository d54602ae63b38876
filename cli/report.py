"""``doublecount report``: a campaign of a store, for people or for other programs; or two, compared."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType

import click
from click.core import ParameterSource

from doublecount.cli.common import (
    STDOUT,
    BadInputError,
    insist_on_new,
    insist_on_writable,
    json_line,
    record_of,
    write_out,
)
from doublecount.cli.compared import contrast_json, contrast_text
from doublecount.cli.kept import KNOWN, read_known
from doublecount.verify.history import contrast
from doublecount.verify.present import Exit
from doublecount.verify.results import Dossier
from doublecount.verify.store import Store, StoreError

FOREIGN = (ValueError, ArithmeticError, LookupError, RecursionError)
"""What a store that somebody else wrote may lead to."""
NOT_COMPARED = ("store_path", "form", "known_path")
"""Parameters that make no sense where two stores are compared."""


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
    help="Where it goes; - is standard output.",
)
@click.option("--store", "store_path", type=click.Path(path_type=Path), help="The store.")
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
    help=f"Findings that are no news. By default {KNOWN}, if there is one.",
)
@click.option(
    "--compare",
    metavar="OLD NEW",
    nargs=2,
    type=click.Path(path_type=Path),
    help="Say what is new, gone or changed between the newest campaigns of two stores; exit code 1 if a"
    " finding is new, refuted only now, or met more often on the same instances.",
)
@click.option(
    "--problem",
    metavar="FILE.py",
    expose_value=False,
    callback=lambda _, __, value: value and record_of(value).name,
    help="Of a campaign on a problem of your own: its module. None is loaded because a store says so.",
)
@click.option("--json", "as_json", is_flag=True, help="With --compare: one object.")
@click.pass_context
def command(
    context: click.Context,
    output: Path | None,
    store_path: Path | None,
    form: str,
    known_path: Path | None,
    compare: tuple[Path, Path] | None,
    as_json: bool,
) -> None:
    """Write a report of the newest campaign in a store: by default a self-contained HTML page.

    \b
    Examples:
      doublecount report -o report.html --store campaign.sqlite
      doublecount report --format junit -o report.xml --store campaign.sqlite
      doublecount report --format jsonl -o - --store campaign.sqlite
      doublecount report --compare before.sqlite after.sqlite
    """
    insist_on_new(output, store_path, known_path or KNOWN, *(compare or ()))
    insist_on_writable(output)
    if compare:
        _insist_on_comparing(context)
        context.exit(_compared(*compare, as_json, output or STDOUT))
    if as_json:
        raise click.UsageError("--json goes with --compare; for a campaign there is --format jsonl")
    if store_path is None or output is None:
        raise click.UsageError("expected -o FILE and --store FILE, or --compare OLD NEW")
    reasons = {one.signature: one.reason for one in read_known(known_path)}
    dossier = _dossier(store_path, reasons)
    try:
        content = _content(ReportForm(form), dossier)
    except FOREIGN as error:
        raise BadInputError(f"{store_path}: holds what no campaign writes: {error}") from error
    write_out(content, output, "report")


def _insist_on_comparing(context: click.Context) -> None:
    """Refuse options that are of no use to a comparison."""
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if parameter.name in NOT_COMPARED and given:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --compare")


def _compared(old: Path, new: Path, as_json: bool, output: Path) -> Exit:
    told = contrast(_dossier(old).campaign, _dossier(new).campaign)
    text = json_line(contrast_json(told)) + "\n" if as_json else contrast_text(told)
    write_out(text.encode(), output, "comparison")
    return Exit.DIFFERENCE if told.worse else Exit.CLEAN


def _dossier(path: Path, known: Mapping[str, str] = MappingProxyType({})) -> Dossier:
    """Return what is known of the newest campaign of a store."""
    try:
        return Store(path).dossier(known)
    except StoreError as error:
        raise BadInputError(str(error)) from error


def _content(form: ReportForm, dossier: Dossier) -> bytes:
    """Render; what is not asked for is not loaded."""
    match form:
        case ReportForm.JUNIT:
            from doublecount.reports.junit import junit

            return junit(dossier.campaign, dossier.known)
        case ReportForm.JSONL:
            from doublecount.reports.lines import json_lines

            return json_lines(dossier.campaign, dossier.known)
        case ReportForm.HTML:
            from doublecount.reports.page import render

            return render(dossier).encode()
