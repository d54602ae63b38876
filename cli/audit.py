"""``doublecount audit``: every state and move of a solver, rebuilt from a plain graph."""

import re
from typing import Any

import click

from doublecount.audit.engine import run
from doublecount.audit.record import Audit, Fault, Sampling, Size
from doublecount.cli.common import PROBLEM, aligned, json_line, no_cache_option
from doublecount.cli.progress import Watch
from doublecount.cli.seconds import SECONDS
from doublecount.verify import catalogue
from doublecount.verify.present import Exit

MOST_SIDE = 1000
"""Longer sides are refused before an auditor is asked."""


class _Size(click.ParamType[Size]):
    """The size of a board: height, ``x``, width."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Size:
        """Return height and width."""
        sides = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", str(value))
        if not sides or not all(1 <= int(side) <= MOST_SIDE for side in sides.groups()):
            self.fail(f"expected HxW such as 4x5, sides from 1 to {MOST_SIDE}, not {value!r}", param, ctx)
        return int(sides[1]), int(sides[2])


@click.command("audit")
@click.argument("problem", type=PROBLEM)
@click.option("--size", type=_Size(), metavar="HxW", help="Of the board; by default the largest usual one.")
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    help="Look at so many states, chosen at random, where the problem has too many.",
)
@click.option("--seed", type=int, help="Of the sample; 0 by default. Same seed, same states.")
@click.option("--seconds", type=SECONDS, help="Stop after so long.")
@no_cache_option
@click.option("--json", "as_json", is_flag=True, help="One object.")
@click.pass_context
def command(
    context: click.Context,
    problem: str,
    size: Size | None,
    sample: int | None,
    seed: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Rebuild every state and move of the solver of PROBLEM from a plain graph of the board, and compare.

    Each state is reached from the start as the statement has it; where its moves lead, what is forbidden,
    what was merged and what was left out must be what plain graphs say. A fault is shown as a picture, with
    the path that leads to it. Exit code: 0 all is right, 1 a fault was found, 2 bad usage, 4 the time ended
    before everything was looked at, and nothing was found so far.

    \b
    Examples:
      doublecount audit black-white --size 5x5
      doublecount audit dots-and-boxes --sample 10000 --seed 1
      doublecount audit wooden-chess --json
    """
    auditor = catalogue.auditor(problem)
    if not auditor.samples and (sample is not None or seed is not None):
        raise click.UsageError(f"all states of {problem} are looked at: no --sample, no --seed")
    size = size or auditor.full
    reason = auditor.refuses(size)
    if reason:
        raise click.BadParameter(f"{_shown(size)}: {reason}", param_hint="--size")
    with Watch(patience=0.0) as progress:
        audit = run(auditor, problem, size, Sampling(sample, seed or 0), progress, seconds)
    click.echo(json_line(_described(audit)) if as_json else "\n".join(_lines(audit)))
    context.exit(_code(audit))


def _code(audit: Audit) -> Exit:
    if audit.found:
        return Exit.DIFFERENCE
    return Exit.CLEAN if audit.complete else Exit.UNDECIDED


def _shown(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _lines(audit: Audit) -> list[str]:
    """Return what was looked at and what is wrong, in words."""
    head = ("problem", "size", "states", "of", "share", "moves", "merged pairs", "faults", "seconds")
    row = (
        *(audit.problem, _shown(audit.size), f"{audit.states:,}", f"{audit.of_states:,}"),
        *(_percent(audit.share), f"{audit.moves:,}", f"{audit.merged:,}", f"{audit.found:,}"),
        f"{audit.seconds:.1f}",
    )
    lines = [*aligned([head, row], left=0), *audit.notes]
    if not audit.complete:
        lines.append(
            f"ended early: {_percent(audit.share)} of the states were looked at; "
            "what needs all of them was not judged"
        )
    for fault in audit.faults:
        lines += ["", *_told(fault)]
    if audit.found > len(audit.faults):
        lines += ["", f"and {audit.found - len(audit.faults):,} more"]
    return lines


def _percent(share: float) -> str:
    """Return a share in percent, all of it only if it is all of it."""
    if share in (0, 1):
        return f"{share:.0%}"
    return f"{min(99.9, 100 * share):.1f}%" if share >= 0.001 else f"{100 * share:.1g}%"


def _told(fault: Fault) -> list[str]:
    lines = [f"{fault.kind.value}: {fault.what}"]
    if fault.path:
        lines.append(f"  path: {fault.path}")
    return lines + [f"    {line}".rstrip() for line in fault.picture.splitlines()]


def _described(audit: Audit) -> dict[str, Any]:
    return {
        "problem": audit.problem,
        "size": _shown(audit.size),
        "states": audit.states,
        "of_states": audit.of_states,
        "share": audit.share,
        "moves": audit.moves,
        "merged": audit.merged,
        "complete": audit.complete,
        "notes": audit.notes,
        "found": audit.found,
        "faults": [
            {"kind": fault.kind.value, "what": fault.what, "path": fault.path, "picture": fault.picture}
            for fault in audit.faults
        ],
        "seconds": round(audit.seconds, 3),
    }
