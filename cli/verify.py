"""``doublecount verify``: the campaign."""

import os
import random
import re
import signal
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click

from doublecount.cli import completion
from doublecount.cli.candidates import again, candidate_options, candidate_specs
from doublecount.cli.common import (
    INTERRUPTS,
    PROBLEM,
    BadInputError,
    ProblemCommand,
    ToolError,
    format_option,
    insist_on_new,
    insist_on_writable,
    near,
    no_cache_option,
)
from doublecount.cli.kept import KNOWN, kept_files, kept_options, read_known
from doublecount.cli.outcome import Shown, go_on, judged, say_result, say_where
from doublecount.cli.progress import Watch
from doublecount.cli.resume import fresh_store, kept, opened, taken_up
from doublecount.cli.seconds import SECONDS
from doublecount.problems.record import Form
from doublecount.verify import catalogue
from doublecount.verify.campaign import DEFAULT_EXAMPLES, Options, run
from doublecount.verify.expectation import Expected
from doublecount.verify.own import BrokenProblemError
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.present import environment
from doublecount.verify.results import Campaign, Sandbox
from doublecount.verify.shell import quoted
from doublecount.verify.store import Begun, GoneError, Store, StoreError
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


@click.command("verify", cls=ProblemCommand)
@click.argument("problems", nargs=-1, type=PROBLEM)
@candidate_options
@click.option(
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    shell_complete=completion.models,
    help="Ask only this model beside the solver; all by default. Repeatable.",
)
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    help=f"Instances a problem; {DEFAULT_EXAMPLES}, about a minute for all five, if no --seconds.",
)
@click.option(
    "--seconds",
    type=SECONDS,
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
    help="End a problem when so many instances differ, other than known findings do (of several candidates"
    " so many for each); they may turn out to be fewer findings.",
)
@click.option(
    "--expect",
    "expected",
    type=click.Choice([expected.value for expected in Expected]),
    callback=lambda _, __, value: value and Expected(value),
    help='What is known of the candidates. With "wrong", exit code 0 if each has a finding, else 1.',
)
@click.option(
    "--exhaustive",
    "scope",
    metavar="SCOPE",
    shell_complete=completion.scopes,
    help="Try all of a small world: see `doublecount problems`.",
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
    models: tuple[str, ...],
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
    insist_on_new(report, store_path, known_path or KNOWN)
    insist_on_writable(report)
    entries = read_known(known_path)
    shown = Shown(report, as_json, by_stratum, entries, strict_known, expected)
    workers = jobs or len(os.sched_getaffinity(0))
    if resume:
        store, begun, options = taken_up(context, store_path)
        if options.all_wrong:
            shown = replace(shown, expected=Expected.WRONG)
        _conclude(context, replace(options, jobs=workers, cluster=cluster), store, begun, shown)
    names = tuple(dict.fromkeys(problems)) or catalogue.NAMES
    _insist_on_use(names)
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
        models=_models(names, models),
        kept=kept_files(entries, regressions_path, names),
        known=tuple(one.sort for one in entries),
    )
    store = opened(store_path or fresh_store(options.seed), create=True)
    begun = _begun(context, options, store)
    _conclude(context, options, store, begun, shown)


def _insist_on_use(names: tuple[str, ...]) -> None:
    """End the command if a problem from elsewhere is so far from a problem that nothing can be tried."""
    for source in catalogue.sources(names):
        from doublecount.verify.contract import unusable

        if why := unusable(catalogue.problem(source.name)):
            raise BadInputError(f"{source.file}: {why}; `doublecount problems --check` tells all")


def _begun(context: click.Context, options: Options, store: Store) -> Begun:
    """Store a campaign that begins."""
    campaign = Campaign(
        seed=options.seed,
        version=environment()["doublecount"],
        environment=environment(),
        command=_again(options),
        summaries=(),
        started=_now(),
        own=catalogue.sources(options.problems),
    )
    try:
        number = store.begin(campaign, kept(options, context.params))
    except StoreError as error:
        raise ToolError(str(error)) from error
    return Begun(number, campaign, "", ended=False)


def _conclude(context: click.Context, options: Options, store: Store, begun: Begun, shown: Shown) -> NoReturn:
    """Run a campaign to its end, say what came of it, and exit."""
    campaign, broken = (begun.campaign, "") if begun.ended else _run(options, store, begun)
    if broken and not campaign.summaries:
        raise ToolError(broken)
    say_result(campaign, options.candidates, shown)
    if broken:
        raise ToolError(broken)
    if begun.ended:
        click.echo("the campaign had ended; this is its result", err=True)
    say_where(campaign, store, begun.number, shown)
    context.exit(judged(campaign, options.names, shown))


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


def _models(names: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    if not wanted:
        return ()
    there = {name: [model.name for model in catalogue.models(name)] for name in names}
    for model in wanted:
        if not any(model in models for models in there.values()):
            known = sorted({one for models in there.values() for one in models})
            raise click.BadParameter(f"{model!r} is no model; {near(model, known)}", param_hint="--model")
    for name, models in there.items():
        if not {*models} & {*wanted}:
            raise click.BadParameter(
                f"{name} has none of these models, only {', '.join(models)}", param_hint="--model"
            )
    return wanted


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
    """Run the campaign; return it as far as it came, and why it can't go on, and how it could, if it can't.

    An interrupt ends it with everything so far stored.
    """
    number, campaign = begun.number, replace(begun.campaign, summaries=(), interrupted=False)
    try:
        with Watch(patience=0.0) as progress:
            try:
                for summary in run(options, store, number, progress):
                    campaign = replace(campaign, summaries=(*campaign.summaries, summary), finished=_now())
            except KeyboardInterrupt:
                for one in INTERRUPTS:
                    signal.signal(one, signal.SIG_IGN)  # nothing more to stop: let it be stored
                summaries = store.summaries(number)
                campaign = replace(campaign, summaries=summaries, interrupted=True, finished=_now())
        store.update(number, campaign, ended=not campaign.interrupted)
        store.close()
    except GoneError as error:
        return campaign, f"{error}: nothing of this campaign is kept"
    except StoreError as error:
        return campaign, f"{error}; once it can be written, {go_on(store.path)}"
    except BrokenProblemError as error:
        store.close()
        return campaign, str(error)
    except NoWorkersError as error:
        store.close()
        return campaign, f"{error}; once that is mended, {go_on(store.path)}"
    return campaign, ""


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _again(options: Options) -> str:
    """The command line that tries the same instances."""
    named = [quoted(catalogue.argument(name)) for name in options.problems]
    words = ["doublecount verify", *named, f"--seed {options.seed}"]
    if options.examples is not None:
        words.append(f"--examples {options.examples}")
    if options.seconds is not None:
        words.append(f"--seconds {options.seconds:g}")
    words += again(options.candidates)
    words += [f"--model {model}" for model in options.models]
    words += [f"--max-findings {options.max_findings}"] * (options.max_findings != Options.max_findings)
    words += ["--expect wrong"] * options.all_wrong
    words += ["--beyond-judge"] * options.beyond_judge + ["--formats"] * options.formats
    words += [f"--exhaustive {options.scope}"] * (options.scope is not None)
    words += [f"--format {options.form.value}"] * (options.form is not Form.JUDGE)
    return " ".join(words)
