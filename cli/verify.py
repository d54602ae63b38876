"""``doublecount verify``: the campaign."""

import os
import random
import re
import shlex
import signal
import time
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click

from doublecount.cli.candidates import again, candidate_options, candidate_specs
from doublecount.cli.common import PROBLEM, ToolError, clean, format_option, json_line, near, no_cache_option
from doublecount.cli.findings import summary_lines
from doublecount.cli.kept import kept_files, kept_options, read_known
from doublecount.cli.progress import Watch
from doublecount.cli.resume import fresh_store, kept, opened, taken_up
from doublecount.cli.strata import strata_lines
from doublecount.problems.record import Form
from doublecount.verify import catalogue, known, statistics
from doublecount.verify.campaign import DEFAULT_EXAMPLES, Options, run
from doublecount.verify.expectation import Expected, expected_code, not_caught, others_accused
from doublecount.verify.known import Known
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import Exit, campaign_json, environment
from doublecount.verify.results import Campaign, Sandbox, Summary
from doublecount.verify.store import Begun, Store, StoreError
from doublecount.verify.supervisor import NoWorkersError


def _cluster(_: click.Context, __: click.Parameter, address: str | None) -> str | None:
    """Check what can be checked before anything begins."""
    if address is None:
        return None
    if not re.fullmatch(r"tcp://.+:\d+", address):
        raise click.BadParameter(f"expected tcp://HOST:PORT, found {address!r}")
    if find_spec("distributed") is None:
        raise click.BadParameter("needs Dask: pip install 'doublecount[cluster]'")
    return address


@dataclass(frozen=True)
class Shown:
    """How a campaign's result is shown and judged."""

    report: Path | None
    as_json: bool
    by_stratum: bool
    known: tuple[Known, ...]
    strict_known: bool


@click.command("verify")
@click.argument("problems", nargs=-1, type=PROBLEM)
@candidate_options
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    help=f"Instances a problem; {DEFAULT_EXAMPLES}, about a minute for all five, if no --seconds.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Time for the whole command, shared evenly; with --examples, whichever ends first.",
)
@click.option("--seed", type=int, help="Same seed, same instances. Random by default, and printed.")
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes; all processors by default.")
@click.option(
    "--cluster",
    metavar="tcp://HOST:PORT",
    callback=_cluster,
    help="Use the workers of this Dask scheduler instead; they need the same doublecount, one thread each.",
)
@click.option(
    "--max-findings",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="End a problem when so many instances differ; they may turn out to be fewer findings.",
)
@click.option(
    "--expect",
    "expected",
    type=click.Choice([expected.value for expected in Expected]),
    callback=lambda _, __, value: value and Expected(value),
    help='What is known of the candidates. With "wrong", exit code 0 if each has a finding, else 1.',
)
@click.option(
    "--exhaustive", "scope", metavar="SCOPE", help="Try all of a small world: see `doublecount problems`."
)
@kept_options
@click.option("--statistics", "by_stratum", is_flag=True, help="Also show what was generated, by stratum.")
@click.option("--formats", is_flag=True, help="Also try candidates on variants of the input's format.")
@format_option("Form in which findings show and store instances; candidates read the judge's all the same.")
@no_cache_option
@click.option("--store", "store_path", type=click.Path(path_type=Path), help="Where to keep what is found.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the newest unfinished campaign of the store, with the options it was begun with.",
)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write this HTML page.")
@click.option("--json", "as_json", is_flag=True, help="One object on standard output.")
@click.pass_context
def command(
    context: click.Context,
    problems: tuple[str, ...],
    examples: int | None,
    seconds: float | None,
    seed: int | None,
    jobs: int | None,
    cluster: str | None,
    max_findings: int,
    expected: Expected | None,
    scope: str | None,
    known_path: Path | None,
    strict_known: bool,
    regressions_path: Path | None,
    by_stratum: bool,
    formats: bool,
    form: Form,
    store_path: Path | None,
    resume: bool,
    report: Path | None,
    as_json: bool,
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    beyond_judge: bool,
) -> None:
    """Cross-check all parties of the PROBLEMS (all five by default) on random instances.

    Exit code: 0 nothing found, 1 a difference, 2 bad usage, 3 the tool failed, 4 nothing decided,
    130 interrupted, with everything so far stored.

    \b
    Examples:
      doublecount verify
      doublecount verify wooden-chess --examples 1000 --seed 7 --report report.html
      doublecount verify black-white --candidate 'python3 mine.py' --seconds 30
      doublecount verify black-white --exhaustive 3x3-unlike
      doublecount verify --resume --store campaign.sqlite
    """
    if jobs and cluster:
        raise click.UsageError("--jobs is for this machine; the workers of --cluster are its own")
    entries = read_known(known_path)
    shown = Shown(report, as_json, by_stratum, entries, strict_known)
    workers = jobs or len(os.sched_getaffinity(0))
    if resume:
        store, begun, options = taken_up(context, store_path)
        there = replace(options, jobs=workers, cluster=cluster)
        _conclude(context, there, store, begun, expected, shown)
    names = tuple(dict.fromkeys(problems)) or catalogue.NAMES
    options = Options(
        problems=names,
        examples=examples,
        seconds=seconds,
        seed=random.SystemRandom().randrange(10**6) if seed is None else seed,
        jobs=workers,
        cluster=cluster,
        max_findings=max_findings,
        candidates=_specs(names, candidates, functions, time_limit, memory_limit, sandbox, expected),
        beyond_judge=beyond_judge,
        formats=formats,
        form=form,
        all_wrong=expected is Expected.WRONG,
        scope=_scope(names, scope, examples),
        kept=kept_files(entries, regressions_path, names),
    )
    store = opened(store_path or fresh_store(options.seed), create=True)
    begun = _begun(context, options, store)
    _conclude(context, options, store, begun, expected, shown)


def _begun(context: click.Context, options: Options, store: Store) -> Begun:
    """Store a campaign that begins."""
    campaign = Campaign(
        seed=options.seed,
        version=environment()["doublecount"],
        environment=environment(),
        command=_again(options),
        summaries=(),
        started=_now(),
    )
    try:
        number = store.begin(campaign, kept(options, context.params))
    except StoreError as error:
        raise ToolError(str(error)) from error
    return Begun(number, campaign, "", ended=False)


def _conclude(
    context: click.Context,
    options: Options,
    store: Store,
    begun: Begun,
    expected: Expected | None,
    shown: Shown,
) -> NoReturn:
    """Run a campaign to its end, say what came of it, and exit."""
    expected = Expected.WRONG if options.all_wrong else expected
    campaign, broken = (begun.campaign, "") if begun.ended else _run(options, store, begun)
    if broken and not campaign.summaries:
        raise ToolError(f"{broken}, {_go_on(store.path)}")
    if shown.as_json:
        told = {"expected": expected.value} if expected else {}
        click.echo(json_line(campaign_json(campaign, shown.known) | told))
    else:
        click.echo(_table(campaign, shown))
        click.echo("".join(_outcome(campaign, expected, options.names)), nl=False)
    if broken:
        raise ToolError(f"{broken}, {_go_on(store.path)}")
    if begun.ended:
        click.echo("the campaign had ended; this is its result", err=True)
    _say_where(campaign, store.path, shown.report)
    _say_unexpected(campaign, expected, options.names)
    gone = _say_gone(campaign, shown.known)
    code = expected_code(campaign, expected, options.names, shown.known)
    strict = shown.strict_known and gone and code in (Exit.CLEAN, Exit.UNDECIDED)
    context.exit(Exit.DIFFERENCE if strict else code)


def _scope(names: tuple[str, ...], scope: str | None, examples: int | None) -> str | None:
    if scope is None:
        return None
    if len(names) != 1:
        raise click.UsageError("--exhaustive needs exactly one PROBLEM")
    if examples is not None:
        raise click.UsageError("--exhaustive tries all: no --examples")
    there = [one.name for one in catalogue.problem(names[0]).scopes]
    if scope not in there:
        raise click.BadParameter(f"{scope!r} is no scope; {near(scope, there)}", param_hint="--exhaustive")
    return scope


def _say_gone(campaign: Campaign, entries: tuple[Known, ...]) -> bool:
    """Name the known findings that did not occur, though their files were tried to the end."""
    gone = [] if campaign.interrupted else known.gone(campaign.summaries, entries)
    for one in gone:
        what = f"{one.signature} ({one.problem}: {one.kind.value} of {one.accused}: {one.reason})"
        click.echo(f"gone: known finding {clean(what)} did not occur any more", err=True)
    return bool(gone)


def _specs(
    names: tuple[str, ...],
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    expected: Expected | None,
) -> tuple[CandidateSpec, ...]:
    if (candidates or functions) and len(names) != 1:
        raise click.UsageError("--candidate needs exactly one PROBLEM")
    if expected and not (candidates or functions):
        raise click.UsageError("--expect needs a candidate")
    return candidate_specs(names[0], candidates, functions, time_limit, memory_limit, sandbox)


def _run(options: Options, store: Store, begun: Begun) -> tuple[Campaign, str]:
    """Run the campaign; return it as far as it came, and why it can't go on until what, if it can't.

    An interrupt ends it with everything so far stored.
    """
    number, campaign = begun.number, replace(begun.campaign, summaries=(), interrupted=False)
    try:
        with Watch(patience=0.0) as progress:
            try:
                for summary in run(options, store, number, progress):
                    campaign = replace(campaign, summaries=(*campaign.summaries, summary), finished=_now())
            except KeyboardInterrupt:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing more to stop: let it be stored
                summaries = store.summaries(number)
                campaign = replace(campaign, summaries=summaries, interrupted=True, finished=_now())
        store.update(number, campaign, ended=not campaign.interrupted)
        store.close()
    except StoreError as error:
        return campaign, f"{error}; once it can be written"
    except NoWorkersError as error:
        store.close()
        return campaign, f"{error}; once that is mended"
    return campaign, ""


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _again(options: Options) -> str:
    """The command line that tries the same instances."""
    words = ["doublecount verify", *options.problems, f"--seed {options.seed}"]
    if options.examples is not None:
        words.append(f"--examples {options.examples}")
    if options.seconds is not None:
        words.append(f"--seconds {options.seconds:g}")
    words += again(options.candidates)
    words += [f"--max-findings {options.max_findings}"] * (options.max_findings != Options.max_findings)
    words += ["--expect wrong"] * options.all_wrong
    words += ["--beyond-judge"] * options.beyond_judge + ["--formats"] * options.formats
    words += [f"--exhaustive {options.scope}"] * (options.scope is not None)
    words += [f"--format {options.form.value}"] * (options.form is not Form.JUDGE)
    return " ".join(words)


def _table(campaign: Campaign, shown: Shown) -> str:
    """The verdict per problem, then the findings."""
    rows: list[tuple[str, ...]] = [
        ("problem", "checked", "agreed", "undecided", "differing", "large", "non-trivial", "seconds")
    ]
    for one in campaign.summaries:
        differing = one.checked - one.agreed - one.undecided
        numbers = (one.checked, one.agreed, one.undecided, differing, one.large, one.nontrivial)
        rows.append((one.problem, *map(str, numbers), f"{one.seconds:.1f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    ]
    lines += _parties(campaign)
    lines += _told(campaign)
    for one in campaign.summaries if shown.by_stratum else ():
        lines += strata_lines(one)
    reasons = {one.signature: one.reason for one in shown.known}
    for one in campaign.summaries:
        lines += summary_lines(one, reasons)
    return "\n".join(lines)


def _parties(campaign: Campaign) -> list[str]:
    lines = ["", "answered by each party:"]
    for one in campaign.summaries:
        told = ", ".join(f"{name} {tally.answered}" for name, tally in one.tallies.items())
        lines.append(f"  {one.problem}: {told}")
    return lines


def _outcome(campaign: Campaign, expected: Expected | None, candidates: list[str]) -> list[str]:
    """What was expected, and what came of it."""
    if expected is None:
        return []
    missed = len(not_caught(campaign, candidates))
    return [f"\nexpected {expected.value}: {missed} of {len(candidates)} candidate(s) without a finding\n"]


def _say_unexpected(campaign: Campaign, expected: Expected | None, candidates: list[str]) -> None:
    if expected is Expected.WRONG:
        for what, names in (
            ("expected to be wrong but not caught", not_caught(campaign, candidates)),
            ("not expected to be wrong", others_accused(campaign, candidates)),
        ):
            if names:
                click.echo(f"{what}: {', '.join(names)}", err=True)


def _told(campaign: Campaign) -> list[str]:
    """What was covered, what was tried first, and how sure one can be: a line each."""
    told = []
    for one in campaign.summaries:
        first = f"{one.problem}: tried first: {', '.join(one.kept)}" if one.kept else None
        told += [line for line in (first, statistics.covered(one), statistics.bound(one)) if line]
    return ["", *told] if told else []


def _say_where(campaign: Campaign, store: Path, report: Path | None) -> None:
    """Messages on standard error: failures, what was written where, and how to go on."""
    for failure in _failures(campaign.summaries):
        click.echo(f"failed: {clean(failure)}", err=True)
    for warning in filter(None, map(statistics.warning, campaign.summaries)):
        click.echo(f"warning: {warning}", err=True)
    if campaign.interrupted:
        click.echo(f"interrupted; what was found so far is stored; {_go_on(store)}", err=True)
    click.echo(f"seed: {campaign.seed}; store: {store}", err=True)
    if report is None:
        click.echo(f"for a page: doublecount report -o report.html --store {store}", err=True)
        return
    from doublecount.reports.page import write_report

    try:
        write_report(campaign, report)
    except OSError as error:
        raise ToolError(f"{report}: {error.strerror}") from error
    click.echo(f"report: {report}", err=True)


def _go_on(store: Path) -> str:
    return f"go on with: doublecount verify --resume --store {shlex.quote(str(store))}"


def _failures(summaries: tuple[Summary, ...]) -> list[str]:
    return [f"{one.problem}: {failure}" for one in summaries for failure in one.failures]
