"""``doublecount separate``: a hand-in test on which wrong programs fail and right ones pass."""

import os
import random
import tempfile
from pathlib import Path

import click

from doublecount.cli.candidates import candidate_options, candidate_specs, titled
from doublecount.cli.common import (
    PROBLEM,
    BadInputError,
    ProblemCommand,
    ToolError,
    clean,
    insist_on_writable,
)
from doublecount.cli.progress import Watch
from doublecount.cli.seconds import SECONDS
from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue
from doublecount.verify.campaign import DEFAULT_EXAMPLES, Options
from doublecount.verify.certify import WrongAnswerError
from doublecount.verify.pack import ContradictedError, Pair, pair_of
from doublecount.verify.parties import panel
from doublecount.verify.present import Exit
from doublecount.verify.results import Sandbox
from doublecount.verify.separate import Separation, case_by_case, separate
from doublecount.verify.store import Store
from doublecount.verify.whole import write_whole


@click.command("separate", cls=ProblemCommand)
@click.argument("problem", type=PROBLEM)
@candidate_options
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    help=f"Instances tried for each candidate; {DEFAULT_EXAMPLES} if no --seconds.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    help="Time for trying all of them, shared evenly; with --examples, whichever ends first.",
)
@click.option("--seed", type=int, help="Same seed, same set. Random by default, and printed.")
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes; all processors by default.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file, standard output by default; FILE-1, FILE-2, … where the judge takes one case a file.",
)
@click.option(
    "--pack",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write 01.in, 01.ans, 02.in, … to a new or empty folder instead: inputs and their right outputs.",
)
@click.pass_context
def command(
    context: click.Context,
    problem: str,
    examples: int | None,
    seconds: float | None,
    seed: int | None,
    jobs: int | None,
    output: Path | None,
    pack: Path | None,
    candidates: tuple[str, ...],
    functions: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    sandbox: Sandbox,
    beyond_judge: bool,
) -> None:
    """Write the smallest input file found on which every wrong candidate fails and every right one passes.

    With --pack every case has a file of its own, unless it takes several in one file to tell the candidates
    apart, and its right output beside it: certified where that is not too dear, else confirmed by models.

    Exit code: 0 a set was written, 2 bad usage, 3 the tool failed, 4 no candidate was found wrong, 130
    interrupted: nothing is written then.

    \b
    Example:
      doublecount separate injured-queen --candidate ./one --candidate 'python3 two.py' -o hand-in.in
    """
    if not (candidates or functions):
        raise click.UsageError("a set separates at least one --candidate")
    if output and pack:
        raise click.UsageError("--pack takes the place of --output")
    insist_on_writable(output)
    if pack:
        _insist_on_empty(pack)
    options = Options(
        problems=(problem,),
        examples=examples,
        seconds=seconds,
        seed=random.SystemRandom().randrange(10**6) if seed is None else seed,
        jobs=jobs or len(os.sched_getaffinity(0)),
        max_findings=3,
        candidates=candidate_specs(problem, candidates, functions, time_limit, memory_limit, sandbox),
        beyond_judge=beyond_judge,
    )
    try:
        separation = _separated(options)
        if pack and separation.cases:
            _write_pack(options, case_by_case(options, separation), pack)
    except KeyboardInterrupt:
        click.echo(f"interrupted; nothing is kept; the same set again: --seed {options.seed}", err=True)
        context.exit(Exit.INTERRUPTED)
    if not pack:
        _write(catalogue.problem(problem), separation, output)
    for failure in separation.failures:
        click.echo(f"failed: {clean(failure)}", err=True)
    for line in _told(separation, options):
        click.echo(line, err=True)
    context.exit(Exit.CLEAN if separation.wrong else Exit.UNDECIDED)


def _separated(options: Options) -> Separation:
    """Search, in a store that nobody will read."""
    with tempfile.TemporaryDirectory() as folder, Watch(patience=0.0) as progress:
        store = Store(Path(folder) / "store.sqlite", create=True)
        try:
            return separate(options, store, progress)
        finally:
            store.close()


def _write(problem: AnyProblem, separation: Separation, output: Path | None) -> None:
    texts = [problem.write(file) for file in separation.files]
    if output is None:
        click.echo("".join(texts), nl=False)
        return
    several = len(texts) > 1
    paths = (
        [output.with_name(f"{output.name}-{k}") for k in range(1, len(texts) + 1)] if several else [output]
    )
    try:
        for path, text in zip(paths, texts, strict=False):
            write_whole(text.encode("ascii"), path)
            click.echo(f"written: {clean(str(path))}", err=True)
    except OSError as error:
        raise ToolError(f"{output}: {error.strerror}") from error


def _insist_on_empty(folder: Path) -> None:
    """Refuse, before any work is done, a folder that holds something or can't be made."""
    try:
        if os.path.isdir(folder) and any(folder.iterdir()):
            raise BadInputError(f"{folder}: expected a new or empty folder, found files in it")
    except OSError as error:
        raise BadInputError(f"{folder}: {error.strerror}") from error
    insist_on_writable(folder / "01.in" if os.path.isdir(folder) else folder)


def _write_pack(options: Options, separation: Separation, folder: Path) -> None:
    """Answer the files of the set and write them, numbered; the answers stand before anything is written."""
    pairs = _pairs(options, separation)
    digits = max(2, len(str(len(pairs))))
    try:
        folder.mkdir(exist_ok=True)
        for number, pair in enumerate(pairs, start=1):
            base = folder / f"{number:0{digits}}"
            write_whole(pair.input.encode("ascii"), base.with_suffix(".in"))
            write_whole(pair.output.encode("ascii"), base.with_suffix(".ans"))
            click.echo(f"written: {clean(str(base))}.in and .ans, {pair.in_words}", err=True)
    except OSError as error:
        raise ToolError(f"{folder}: {error.strerror}") from error


def _pairs(options: Options, separation: Separation) -> list[Pair]:
    seated = panel(catalogue.problem(*options.problems))
    try:
        return [pair_of(seated, file) for file in separation.files]
    except (WrongAnswerError, ContradictedError) as error:
        raise ToolError(f"no pack: the right output is in doubt: {error}") from error


def _told(separation: Separation, options: Options) -> list[str]:
    """What is known of each candidate."""
    shown = {spec.name: titled(spec) for spec in options.candidates}
    return [
        *(f"{shown[name]}: fails on the set" for name in separation.wrong),
        *(f"{shown[name]}: failed, but not on the set" for name in separation.missed),
        *(f"{shown[name]}: {_nothing_wrong(separation.checked[name])}" for name in separation.right),
        f"cases: {len(separation.cases)}; seed: {options.seed}",
    ]


def _nothing_wrong(checked: int) -> str:
    """What can be said of a candidate in which nothing wrong was found on so many instances."""
    if not checked:
        return "not tried: the time was up before its first instance was decided"
    return f"passes; nothing wrong found on {checked} instance{'s' * (checked > 1)}"
