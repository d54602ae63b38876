"""``doublecount solve``: judge's input in, judge's output out."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import click

from doublecount.cli import completion
from doublecount.cli.common import (
    PROBLEM,
    BadInputError,
    ProblemCommand,
    ToolError,
    as_text,
    bad_input,
    format_option,
    input_argument,
    install,
    json_line,
    names_problem,
    no_cache_option,
    problems_first,
    read_bytes,
    record_of,
    write,
)
from doublecount.cli.progress import PATIENCE, Watch
from doublecount.cli.solutions import Wanted, insist_on_fit
from doublecount.problems.record import AnyModel, AnyProblem, Form, InputOption, Status
from doublecount.verify import catalogue

MORE = 1000
"""With --solver, how many times a model's default budget it may spend: nobody else is waiting."""
MOST_SAMPLES = 1_000_000
"""Random solutions are drawn all at once."""
_NAMED = "doublecount.problem"
Backed = Callable[[Any, Any, str], tuple[str, dict[str, str | None]]]
"""``backed(instance, answer, where)``: what certifies an answer, in words and as fields."""


class _Command(ProblemCommand):
    """A command whose problem, once it is named, brings options of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look for the problem first."""
        args = problems_first(args)
        words = [word for word in args if not word.startswith("-")]
        ours = (word for word in words if word in catalogue.NAMES)
        others = iter(()) if ctx.resilient_parsing else filter(names_problem, words)
        named = next(ours, None) or next(others, None)
        ctx.meta[_NAMED] = named and record_of(named).name
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Add the problem's options."""
        name = ctx.meta.get(_NAMED)
        own = catalogue.problem(name).options if name else ()
        return [*super().get_params(ctx), *(_as_click(option) for option in own)]


def _as_click(option: InputOption[Any]) -> click.Option:
    return click.Option([option.flag], metavar=option.metavar, help=option.help)


@click.command("solve", cls=_Command)
@click.argument("problem", type=PROBLEM)
@input_argument
@click.option("--json", "as_json", is_flag=True, help="One object a case.")
@click.option(
    "--solver",
    "solver",
    default="dp",
    show_default=True,
    shell_complete=completion.solvers,
    help="Answer with a model instead.",
)
@click.option("--judge-limits", is_flag=True, help="Refuse what the judge would never ask.")
@format_option("Form of the input; jsonl, an object a line, for what the judge's text can't express.")
@no_cache_option
@click.option(
    "--certify",
    is_flag=True,
    help='Say what shows that each answer is right: on standard error, with --json under "certified".',
)
@click.option("--count-only", is_flag=True, help="The number of solutions, without one.")
@click.option(
    "--all",
    "listed",
    is_flag=True,
    help="All solutions, in a stable order; several cases are told apart with --json only.",
)
@click.option("--limit", type=click.IntRange(0, sys.maxsize), help="With --all: at most so many.")
@click.option(
    "--sample", type=click.IntRange(0, MOST_SAMPLES), help="So many random solutions, all equally likely."
)
@click.option("--seed", type=click.IntRange(0), help="With --sample.  [default: 0]")
@click.option("--marginals", is_flag=True, help="With --json: how often each cell has each value.")
@click.option(
    "--moves",
    is_flag=True,
    help="Of games: below each answer every move, the best first, and what it is worth to who makes it.",
)
def command(
    problem: str,
    file: str,
    as_json: bool,
    solver: str,
    judge_limits: bool,
    form: Form,
    certify: bool,
    count_only: bool,
    listed: bool,
    limit: int | None,
    sample: int | None,
    seed: int | None,
    marginals: bool,
    moves: bool,
    **own: str | None,
) -> None:
    """Answer every case of FILE (standard input by default) in the judge's format.

    A problem may have options of its own: see `doublecount solve PROBLEM --help`.

    \b
    Examples:
      echo '??????' | doublecount solve injured-queen
      doublecount solve black-white boards.txt --json
    """
    record = catalogue.problem(problem)
    wanted = Wanted(count_only, listed, limit, sample, seed, marginals, moves)
    wanted.check(record, as_json, solver)
    if certify and wanted:
        raise click.UsageError(
            "--certify goes with answers: no --count-only, --all, --sample, --marginals, --moves"
        )
    chosen = [(option, own[option.flag.strip("-").replace("-", "_")]) for option in record.options]
    options = [(option, value) for option, value in chosen if value is not None]
    if any(option.replaces_file for option, _ in options):
        if file != "-":
            raise click.UsageError(f"{options[0][0].flag} takes the place of FILE")
        data, name = b"", options[0][0].flag
    else:
        data, name = read_bytes(file)
    plain = (
        solver == "dp"
        and form is Form.JUDGE
        and not (as_json or judge_limits or options or wanted or certify)
    )
    if plain and _by_lane(record, data):
        return
    with bad_input(), Watch(PATIENCE) as watch:
        instances = _instances(record, form, data, name, options)
        answer = _answering(record, solver)
        backed = _backed(record, solver) if certify else None
        lines = partial(_lines, record, answer, backed, wanted, as_json, watch)
        for case, instance in enumerate(instances, start=1):
            where = f"{name}: case {case}"
            if judge_limits and not record.limits.allows(instance):
                raise BadInputError(f"{where} is outside the judge's limits: {record.limits.text}")
            for text in lines(case, instance, where):
                watch.rest()
                write(text)
            watch("cases", case, None)


def _lines(
    record: AnyProblem,
    answer: Callable[[Any, str], Any],
    backed: Backed | None,
    wanted: Wanted,
    as_json: bool,
    watch: Watch,
    case: int,
    instance: Any,
    where: str,
) -> Iterator[str]:
    """Yield the output for one case."""
    if wanted:
        yield from wanted.lines(record, case, instance, where, as_json, watch)
        return
    found = answer(instance, where)
    in_words, fields = backed(instance, found, where) if backed else ("", {})
    if as_json:
        yield json_line({"case": case, **record.to_json(found), **fields}) + "\n"
        return
    yield record.write_answer(case, found)
    if in_words:
        watch.rest()
        click.echo(f"case {case}: {in_words}", err=True)


def _backed(record: AnyProblem, solver: str) -> Backed:
    from doublecount.cli.certified import certified  # brings much of verify/, which nobody else waits for

    return partial(certified, record, solver)


def _by_lane(record: AnyProblem, data: bytes) -> bool:
    """Answer the whole file by the solver's fast lane, if it has one that knows it."""
    lane = record.load_solver().answer_text
    output = lane(data) if lane else None
    if output is None:
        return False
    write(output)
    return True


def _instances(
    record: AnyProblem, form: Form, data: bytes, name: str, options: Sequence[tuple[InputOption[Any], str]]
) -> Iterator[Any]:
    """Return the instances to answer."""
    instances = record.read_as(form, as_text(data), name)
    for option, value in options:
        try:
            instances = option.apply(value, instances)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint=option.flag) from error
    return instances


def _answering(record: AnyProblem, name: str) -> Callable[[Any, str], Any]:
    """Return a function that answers an instance, or ends the command saying why it can't."""
    if name == "dp":
        solver = record.load_solver()

        def by_solver(instance: Any, where: str) -> Any:
            insist_on_fit(record, instance, where)
            return solver.solve(instance)

        return by_solver
    models = {model.name: model for model in record.load_models()}
    for model in catalogue.absent(record.name):
        if model.name == name:
            raise BadInputError(f"{name} is not installed: {install(model)}")
    if name not in models:
        raise click.BadParameter(f"{name!r} is not one of dp, {', '.join(models)}", param_hint="--solver")
    return lambda instance, where: _by_model(models[name], instance, where)


def _by_model(model: AnyModel, instance: Any, where: str) -> Any:
    reason = model.fits(instance)
    if reason:
        raise BadInputError(f"{where}: too large for {model.name}: {reason}")
    outcome = model.run(instance, MORE * model.budget)
    if outcome.status is not Status.ANSWERED:
        raise ToolError(f"{where}: {model.name} has no answer: {outcome.detail or outcome.status.value}")
    return outcome.answer
