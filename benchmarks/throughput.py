"""What the harness itself needs: instances a second with cheap parties, its own share of the time, and what
files of cases save with external programs. Run by ``make bench-harness``. Environment:

    QUICK=1  fewer instances
    ONLY     'PROBLEM …': these problems only
    RESULTS  where the figures go as JSON (benchmarks/throughput.json)

Times are CPU times of this process and of the programs that it runs, start-up included, so that other work
on the machine counts less; all in one worker. Parties are asked by ``try_shard``, as in a campaign:

- *with a model*: the solver and the model that is cheapest here, every relation checked on every instance.
- *with a program*: the solver and a right program, the planted one of the tests.
- *own share*: 1 - (time inside parties) / (time), with the solver and a model, both of which spin until an
  answer has taken 1 ms. Inside are answers to derived instances, too; drawing, deriving, comparing, checking
  by the rules and summing up are the harness's own.
- *files*: how many times faster the campaign with the program is than with one case a process.
- *alone*: the same for runs of a program that answers at once, ``cat`` of answers prepared, without parties.
"""

import json
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

from bench import QUICK, machine

from doublecount.problems.record import AnyProblem, Outcome, Status
from doublecount.verify import catalogue, summing
from doublecount.verify.files import FIRST_LARGE, LARGE
from doublecount.verify.instances import draw
from doublecount.verify.parties import Candidate, CandidateSpec, Oracle, Panel, panel
from doublecount.verify.results import PartyInfo, Role
from doublecount.verify.worker import Shard, try_shard

HERE = Path(__file__).parent
PLANTED = HERE.parent / "tests" / "planted"
SEED = 1
SECONDS = 1e-3
"""What every answer takes at least where the own share is measured."""
INSTANCES = 40 if QUICK else 100
ALONE = 20 if QUICK else 50
"""Instances that get a process each."""
RUNS = 10
Row = dict[str, Any]


def main() -> None:
    """Measure, print, and write the results."""
    rows = []
    print(f"{'problem':<20}{'with a model':>26}{'a program':>12}{'share':>8}{'files':>8}{'alone':>8}")
    for name in os.environ.get("ONLY", "").split() or catalogue.NAMES:
        rows.append(row := measured(catalogue.problem(name)))
        figures = f"{row['a second, model']:>10.0f}/s {row['model']:<13}{row['a second, program']:>10.0f}/s"
        ratios = f"{told(row['files, campaign']):>8}{told(row['files, program']):>8}"
        print(f"{name:<20}{figures}{row['own share']:>8.1%}{ratios}", flush=True)
    target = Path(os.environ.get("RESULTS") or HERE / "throughput.json")
    target.write_text(json.dumps({"machine": machine(), "seed": SEED, "rows": rows}, indent=1) + "\n")


def told(ratio: float | None) -> str:
    """A ratio, or a dash where the judge has one case a file."""
    return "-" if ratio is None else f"{ratio:.1f} x"


def measured(problem: AnyProblem) -> Row:
    """All figures of one problem."""
    bare = replace(problem, load_models=lambda: ())
    model = cheapest(problem)
    with_model = replace(panel(bare), models=(model,))
    with_program = panel(bare, [CandidateSpec("program", program(problem))])
    files = problem.limits.cases_per_file >= LARGE
    return {
        "problem": problem.name,
        "model": model.name,
        "a second, model": 1 / an_instance(warm(with_model), 0, INSTANCES),
        "a second, program": 1 / an_instance(with_program, FIRST_LARGE, FIRST_LARGE + LARGE),
        "own share": own_share(panel(bare)),
        "files, campaign": in_campaign(with_program) if files else None,
        "files, program": by_itself(with_program) if files else None,
    }


def program(problem: AnyProblem) -> str:
    """The command of a right program."""
    file = PLANTED / problem.name.replace("-", "_") / "right.py"
    return shlex.join([sys.executable, "-S", "-E", str(file)])


def cpu() -> float:
    """Seconds of CPU time so far, of this process and of those that have ended."""
    return sum(one.ru_utime + one.ru_stime for one in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def taken(work: Callable[[], object]) -> float:
    """Seconds of CPU time that something takes."""
    started = cpu()
    work()
    return cpu() - started


def an_instance(seated: Panel, start: int, stop: int) -> float:
    """Seconds an instance in a campaign."""

    def shard() -> None:
        done = try_shard(seated, SEED, Shard(seated.problem.name, start, stop, float("inf")))
        assert not any(one.differences or one.failures for one in done.tried)
        summing.added(summing.nothing(seated.problem.name), done.tried, done.parties)

    return taken(shard) / (stop - start)


def warm(seated: Panel) -> Panel:
    """The same panel, with all loaded and compiled that the first instances need."""
    an_instance(seated, 0, INSTANCES)
    return seated


def cheapest(problem: AnyProblem) -> Oracle:
    """The model that takes least time for the first instances, of those that answer most of them."""
    tried = try_shard(panel(problem), SEED, Shard(problem.name, 0, 10, float("inf"))).tried
    models = {model.name: model for model in panel(problem).models}
    answered = {name: sum(one.statuses[name] is Status.ANSWERED for one in tried) for name in models}
    most = max(answered.values())
    able = [name for name in models if answered[name] >= most / 2]
    return models[min(able, key=lambda name: sum(one.seconds[name] for one in tried))]


def own_share(seated: Panel) -> float:
    """The harness's own share where each answer of each party takes a millisecond or more."""
    inside = 0.0

    def dear(answers: Callable[[Any], Any], number: Callable[[Any], int]) -> Callable[[Any], Any]:
        def answered(asked: Any) -> Any:
            nonlocal inside
            started = time.process_time()
            found = answers(asked)
            while time.process_time() - started < SECONDS * number(asked):
                pass
            inside += time.process_time() - started
            return found

        return answered

    solver = seated.solver
    known: dict[Any, Outcome[Any]] = {}

    def remembered(instance: Any) -> Outcome[Any]:
        if instance not in known:
            outcome = solver.answer(instance)
            known[instance] = replace(outcome, answer=outcome.answer and bare(outcome.answer))
        return known[instance]

    slow = replace(solver, answer=dear(solver.answer, lambda _: 1), batch=dear(batch(solver), len))
    model = Oracle(
        PartyInfo("synthetic", Role.MODEL, "says what the solver says"), dear(remembered, lambda _: 1)
    )
    both = replace(seated, solver=slow, models=(model,))
    warm(both)
    inside = 0.0
    whole = an_instance(both, 0, INSTANCES) * INSTANCES
    return 1 - inside / whole


def batch(solver: Oracle) -> Callable[[Sequence[Any]], list[Outcome[Any]]]:
    """The solver's way to answer several instances."""
    assert solver.batch
    return solver.batch


def bare(answer: Any) -> Any:
    """An answer as most models give it: without all solutions."""
    return replace(answer, solutions=None) if hasattr(answer, "solutions") else answer


def in_campaign(seated: Panel) -> float:
    """How many times faster a campaign is with files than with one case a process."""
    limits = replace(seated.problem.limits, cases_per_file=1)
    problem = replace(seated.problem, limits=limits)
    candidates = tuple(replace(one, problem=problem) for one in seated.candidates)
    single = replace(seated, problem=problem, candidates=candidates)
    start, stop = FIRST_LARGE, FIRST_LARGE + ALONE
    return an_instance(single, start, stop) / an_instance(seated, start, FIRST_LARGE + LARGE)


def by_itself(seated: Panel) -> float:
    """How many times faster a file of cases is run than as many files of one."""
    problem, solve = seated.problem, seated.solver.answer
    file = [draw(problem, SEED, index, judge_only=True).instance for index in range(LARGE)]
    with tempfile.TemporaryDirectory() as folder:

        def answering(cases: list[Any]) -> Candidate:
            answers = map(
                problem.write_answer, range(1, len(cases) + 1), (solve(one).answer for one in cases)
            )
            output = Path(folder, str(len(os.listdir(folder))))
            output.write_text("".join(answers))
            return Candidate(CandidateSpec("cat", shlex.join(["cat", str(output)])), problem)

        parties = [(answering([one]), one) for one in file[:ALONE]]
        everything = answering(file)
        alone = taken(lambda: [party.ask(one) for party, one in parties]) / ALONE
        together = taken(lambda: [everything.ask_file(file) for _ in range(RUNS)]) / RUNS / LARGE
    return alone / together


if __name__ == "__main__":
    main()
