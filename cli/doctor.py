"""``doublecount doctor``: what is installed, and does it work?"""

from collections.abc import Sequence
from itertools import groupby

import click

from doublecount.cli.common import clean, json_line, no_cache_option
from doublecount.verify import doctor
from doublecount.verify.doctor import Looked
from doublecount.verify.present import Exit


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="One object.")
@no_cache_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Look at this installation, and plant a few faults to see it work: some seconds.

    Exit code: 0 all that is needed is there and works, 3 it does not.

    \b
    Example:
      doublecount doctor
    """
    looked = [*doctor.examined()]
    fine = doctor.works(looked)
    click.echo(json_line(_described(looked, fine)) if as_json else "\n".join(_lines(looked, fine)))
    context.exit(Exit.CLEAN if fine else Exit.TOOL_FAILED)


def _described(looked: Sequence[Looked], fine: bool) -> dict[str, object]:
    told: dict[str, object] = {"works": fine}
    for group, members in groupby(looked, key=lambda one: one.group):
        told[group] = [
            {"name": one.name, "found": one.found, "fine": one.fine, "needed": one.needed} for one in members
        ]
    return told


def _lines(looked: Sequence[Looked], fine: bool) -> list[str]:
    width = max(len(one.name) for one in looked)
    lines = []
    for group, members in groupby(looked, key=lambda one: one.group):
        lines.append(f"{group}:")
        lines += [clean(f"  {_mark(one)} {one.name.ljust(width)}  {one.found}") for one in members]
    return [*lines, "", "all that is needed works" if fine else "something that is needed does not work"]


def _mark(one: Looked) -> str:
    return " " if one.fine else "!" if one.needed else "-"
