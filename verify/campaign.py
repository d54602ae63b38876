"""Runs a campaign: for each problem, instances in the order of the seed, differences to a verdict.

Reproducible: what is reported depends on the seed and the number of instances, not on the number of
workers or the order in which they finish. Results are taken in the order of instances; a problem ends at
the first instance at which so many instances differ as findings are wanted.

Resumable: what was taken is in the store, and the store alone says where a campaign goes on.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from doublecount.problems.record import AnyProblem, Form
from doublecount.verify import catalogue, regressions, scopes, statistics, summing
from doublecount.verify.compare import Verdict
from doublecount.verify.files import SMALL, file_end
from doublecount.verify.finding import Origin
from doublecount.verify.known import Sort
from doublecount.verify.own import BrokenProblemError
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.regressions import KeptFile
from doublecount.verify.results import Difference, Finding, Kind, Row, Summary
from doublecount.verify.rows import row
from doublecount.verify.shrink import size
from doublecount.verify.store import Reached, Store, StoreError
from doublecount.verify.supervisor import Lost, NoWorkersError, Supervisor
from doublecount.verify.worker import (
    FileResult,
    Pursue,
    Setup,
    Shard,
    ShardResult,
    Task,
    Tried,
    TryFile,
)

if TYPE_CHECKING:
    from doublecount.verify.cluster import Cluster

DEFAULT_EXAMPLES = 300
"""Instances a problem when neither a number nor a time is asked for: about a minute for all five."""
PURSUE_SECONDS = 900.0
"""Time for one finding when no time is asked for: its budget is work, this only ends what hangs."""
EXPLORE_SHARE = 0.6
"""Share of a problem's time after which exploring ends once there is something to pursue."""
PURSUED_ALIKE = 3
"""Differences of one kind and accused that are brought to a verdict: mostly they shrink to the same file."""
MOST_LOSSES = 3
"""A task that is lost more often is given up; so is a campaign that loses so many workers to a candidate."""


@dataclass(frozen=True)
class Options:
    """What a campaign is asked to do."""

    problems: tuple[str, ...] = catalogue.NAMES
    examples: int | None = None
    seconds: float | None = None
    seed: int = 0
    jobs: int = 1
    max_findings: int = 10
    candidates: tuple[CandidateSpec, ...] = ()
    beyond_judge: bool = False
    formats: bool = False
    form: Form = Form.JUDGE
    """How findings keep instances."""
    all_wrong: bool = False
    """Every candidate is expected to be wrong: go on until each has differed."""
    cluster: str | None = None
    """Where the scheduler of the workers is; processes of this machine otherwise."""
    scope: str | None = None
    """The small world that is tried from end to end, instead of random instances."""
    models: tuple[str, ...] = ()
    """The only models to be asked; none named, all."""
    kept: tuple[KeptFile, ...] = ()
    """Files of earlier campaigns, to be tried first."""
    known: tuple[Sort, ...] = ()
    """What known findings are; instances that differ in no other way do not count as ``max_findings`` do."""

    @property
    def judge_only(self) -> bool:
        """Whether all stays within the judges' limits."""
        return bool(self.candidates) and not self.beyond_judge

    @property
    def most(self) -> int | None:
        """The most instances a problem, or None for as many as the time allows."""
        unbounded = self.examples is None and self.seconds is not None
        return None if unbounded else self.examples or DEFAULT_EXAMPLES

    @property
    def names(self) -> list[str]:
        """The names of the candidates."""
        return [spec.name for spec in self.candidates]

    @property
    def setup(self) -> Setup:
        """What the workers need to know."""
        return Setup(
            seed=self.seed,
            candidates=self.candidates,
            beyond_judge=self.beyond_judge,
            formats=self.formats,
            form=self.form,
            scope=self.scope,
            models=self.models,
            own=catalogue.sources(self.problems),
        )


Progress = Callable[[str, int, int | None], None]
"""``progress(problem, instances so far, instances wanted)``."""


def run(
    options: Options, store: Store, number: int, progress: Progress = lambda *_: None
) -> Iterator[Summary]:
    """Run the campaign, problem by problem, from where its store says that it stands.

    When interrupted, the problem under way is summed up as far as it came before KeyboardInterrupt goes on;
    likewise when the store can't be written any more, or nobody is left to do tasks.
    """
    reached = {name: store.reached(number, name) for name in options.problems}
    spent = sum(one.summary.seconds for one in reached.values() if one)
    end = None if options.seconds is None else time.monotonic() + options.seconds - spent
    with _workers(options) as supervisor:
        for done, name in enumerate(options.problems):
            before = reached[name] or Reached(_beginning(name, options))
            search = _Search(catalogue.problem(name), options, store, number, supervisor, progress, before)
            if end is not None:
                search.share = (end - search.started) / (len(options.problems) - done)
            try:
                if not before.ended:
                    search.try_kept()
                    search.explore()
                    search.pursue()
            except (KeyboardInterrupt, StoreError, NoWorkersError, BrokenProblemError):
                yield search.result()
                raise
            yield search.result()


def _workers(options: Options) -> "Supervisor | Cluster":
    if options.cluster is None:
        return Supervisor(options.setup, options.jobs)
    from doublecount.verify.cluster import Cluster  # an extra, and slow to load

    return Cluster(options.setup, options.cluster)


def _beginning(name: str, options: Options) -> Summary:
    """The summary before the first instance: what will be offered, or covered."""
    problem, summary = catalogue.problem(name), summing.nothing(name)
    if options.scope:
        return replace(summary, scope=scopes.coverage(problem, options.scope, options.judge_only))
    return replace(summary, offered=statistics.offered(problem, options.judge_only))


class _Search:
    """The campaign on one problem, under way."""

    def __init__(
        self,
        problem: AnyProblem,
        options: Options,
        store: Store,
        number: int,
        supervisor: "Supervisor | Cluster",
        progress: Progress,
        reached: Reached,
    ) -> None:
        self.problem, self.options, self.store, self.number = problem, options, store, number
        self.supervisor, self.progress = supervisor, progress
        self.started = time.monotonic() - reached.summary.seconds
        """As if it had begun here and now, and in one go."""
        scope = reached.summary.scope
        self.most = scope.total - scope.skipped if scope else options.most
        """The most instances, or None for as many as the time allows."""
        self.share = float("inf")
        """Seconds for this problem."""
        self.findings = store.findings(number, problem.name)
        self._reached = reached
        self._known = Counter((one.kind, one.accused) for one in options.known if one.problem == problem.name)
        met = store.differences(number, problem)
        self._accused = {one.accused for _, one in met}
        self._differing = summing.differing(reached.summary)
        """Instances that differ, but for those that do so only as known findings do."""
        self._counts: Counter[str] = Counter()
        """How many of these count for whom: see ``_charged``."""
        self._count_again(met)
        self._handed_out = reached.position
        self._again: deque[Task] = deque()
        self._losses: Counter[Task] = Counter()
        self._lost_to: Counter[str] = Counter()
        """By the candidate that was asked: lost workers."""
        self._early: dict[int, tuple[int, ShardResult]] = {}
        """By where they start: where shards not yet taken stop, and what came of them."""

    def result(self) -> Summary:
        """Sum up what was done so far."""
        findings = summing.distinct([self.findings[place] for place in sorted(self.findings)])
        return replace(self._reached.summary, findings=findings)

    def _reach(
        self, met: Iterable[tuple[Origin, Difference]] = (), tried: Sequence[Row] = (), **changed: object
    ) -> None:
        """Store how far it has come, and only then go on from there."""
        reached = replace(self._reached, **changed)  # type: ignore[arg-type]
        summary = replace(reached.summary, seconds=time.monotonic() - self.started)
        reached = replace(reached, summary=summary)
        self.store.reach(self.number, self.problem, reached, met, tried)
        self._reached = reached

    def try_kept(self) -> None:
        """Try the files of earlier campaigns; a difference there is one like any other."""
        files = [] if self._reached.summary.kept else self._kept_files()
        if not files:
            return
        waiting, done = deque(dict.fromkeys(task for _, task in files)), dict[Task, FileResult]()

        def next_task() -> Task | None:
            if time.monotonic() > self._deadline():
                return None
            return self._again.popleft() if self._again else waiting.popleft() if waiting else None

        for task, result in self.supervisor.run(next_task):
            if isinstance(result, Lost):
                self._lost(task, result)
            elif isinstance(result, FileResult):
                done[replace(task, banned=frozenset())] = result
        tried = [(origin, done[task]) for origin, task in files if task in done]
        met = [(origin, difference) for origin, result in tried for difference in result.trial.differences]
        counted = summing.met(self._reached.summary.met, (difference for _, difference in met))
        names = tuple(origin.stratum for origin, _ in tried)
        self._reach(met, summary=replace(self._reached.summary, met=counted, kept=names))

    def _kept_files(self) -> list[tuple[Origin, TryFile]]:
        """The files of earlier campaigns that this one can try."""
        options, files = self.options, []
        for one in options.kept:
            if one.problem == self.problem.name:
                cases = one.cases()
                if regressions.fits(self.problem, cases, bool(options.candidates), options.judge_only):
                    files.append((Origin(0, one.origin), TryFile(one.problem, cases, one.case - 1)))
        return files

    def explore(self) -> None:
        """Try instances until there are enough, or enough differ, or the time is up."""
        for task, result in self.supervisor.run(self._next_shard):
            assert isinstance(task, Shard)
            if isinstance(result, ShardResult):
                self._early[task.start] = (task.start + len(result.tried), result)
            elif isinstance(result, Lost) and self._lost(task, result):
                self._early[task.start] = (task.stop, ShardResult((), ()))
            self._take_in_order()
            self.progress(self.problem.name, self._reached.summary.checked, self.most)

    def _deadline(self) -> float:
        return self.started + self.share * (EXPLORE_SHARE if self._reached.summary.met else 1.0)

    def _count_again(self, met: Iterable[tuple[Origin, Difference]]) -> None:
        """Count what the store holds; ``met`` in the order of instances."""
        nameless = self._differing
        for number, pairs in groupby(met, key=lambda pair: pair[0].number):
            if number:  # else it was met on a file of an earlier campaign, which is no instance
                nameless -= 1
                charged = self._charged([one for _, one in pairs])
                self._differing -= not charged
                self._counts.update(charged)
        self._counts.update(dict.fromkeys(self._charged(()), nameless))

    def _charged(self, differences: Sequence[Difference]) -> frozenset[str]:
        """Whose limit of findings an instance that differs counts for; nobody's where that is no news.

        The candidates' that are accused, so that one that is often wrong does not end the search for what is
        wrong with the others. Everybody's where another party is, or where all are expected to be wrong.
        """
        everybody = frozenset(self.options.names) or frozenset({""})
        news = {one.accused for one in differences if (one.kind, one.accused) not in self._known}
        if differences and not news:
            return frozenset()
        return frozenset(news) if news and news <= everybody and not self.options.all_wrong else everybody

    def _enough(self, tried: Sequence[Tried] = ()) -> bool:
        """Whether so many instances differ as are wanted, and each candidate that should be wrong was.

        ``tried`` are to be counted in.
        """
        counts = self._counts.copy()
        for one in tried:
            if one.verdict is Verdict.DIFFERING:
                counts.update(self._charged(one.differences))
        if any(counts[name] < self.options.max_findings for name in self._charged(())):
            return False
        accused = {difference.accused for one in tried for difference in one.differences}
        return not self.options.all_wrong or (accused | self._accused).issuperset(self.options.names)

    def _next_shard(self) -> Task | None:
        """Hand out instances in order; lost shards first."""
        if self._again:
            return self._again.popleft()
        start, most = self._handed_out, self.most
        if self._enough() or start == most or (start and time.monotonic() > self._deadline()):
            return None
        stop = file_end(self.problem, start) if self.options.candidates else start + SMALL
        self._handed_out = stop if most is None else min(stop, most)
        return Shard(self.problem.name, start, self._handed_out, self._deadline())

    def _take_in_order(self) -> None:
        """Take what follows without a gap, up to the instance that makes differences enough."""
        while early := self._early.pop(self._reached.position, None):
            stop, result = early
            tried = self._up_to_enough(result.tried)
            if len(tried) < len(result.tried):
                stop = self._reached.position + len(tried)
            met = [(Origin(one.index + 1, one.stratum), d) for one in tried for d in one.differences]
            summary = summing.added(self._reached.summary, tried, result.parties)
            self._reach(met, [*map(row, tried)], summary=summary, position=stop)
            self._accused |= {difference.accused for _, difference in met}
            charged = [self._charged(one.differences) for one in tried if one.verdict is Verdict.DIFFERING]
            self._differing += sum(map(bool, charged))
            self._counts.update(name for names in charged for name in names)

    def _up_to_enough(self, tried: tuple[Tried, ...]) -> tuple[Tried, ...]:
        return next((tried[:k] for k in range(len(tried)) if self._enough(tried[:k])), tried)

    def _lost(self, task: Task, lost: Lost) -> bool:
        """Do a lost task again without the party that was asked; after some losses give up on it, and say so.

        Not a pursuit without its accused. A candidate that costs one worker after another ends the campaign.
        """
        first = replace(task, banned=frozenset())
        self._losses[first] += 1
        what = f"worker of {task.problem} {lost.why}" + (f" while asking {lost.party}" if lost.party else "")
        failures = [f"{lost.party}: {what}"] if lost.party else []
        given_up = self._losses[first] > MOST_LOSSES
        if given_up:
            failures.append(f"{what}, {MOST_LOSSES + 1} times on the same task: given up")
        else:
            needed = isinstance(task, Pursue) and lost.party == task.difference.accused
            banned = task.banned | ({lost.party} if lost.party and not needed else set())
            self._again.append(replace(task, banned=banned))
        summary = self._reached.summary
        self._reach(summary=replace(summary, failures=summing.failed(summary.failures, failures)))
        self._lost_to[lost.party] += lost.party in self.options.names
        if self._lost_to[lost.party] >= MOST_LOSSES:
            raise NoWorkersError(
                f"{MOST_LOSSES} workers were lost while {lost.party} was asked: does it end them?"
            )
        return given_up

    def pursue(self) -> None:
        """Bring the chosen differences to a verdict, those that the store has not got."""
        chosen = self._chosen()
        waiting = deque(place for place in range(len(chosen)) if place not in self.findings)
        end = max(self.started + self.share, time.monotonic() + 1)
        rounds = max(1, -(-len(waiting) // self.supervisor.jobs))
        seconds = min(PURSUE_SECONDS, (end - time.monotonic()) / rounds)

        self._show_pursuit(len(chosen))

        def next_task() -> Task | None:
            if self._again:
                return self._again.popleft()
            if not waiting:
                return None
            place = waiting.popleft()
            deadline = min(end, time.monotonic() + seconds)
            return Pursue(self.problem.name, place, chosen[place][1], chosen[place][0], deadline)

        for task, result in self.supervisor.run(next_task):
            assert isinstance(task, Pursue)
            if isinstance(result, Lost):
                self._lost(task, result)
            elif isinstance(result, Finding):
                self.findings[task.place] = self.store.add_finding(self.number, task.place, result)
                self._show_pursuit(len(chosen))
        self._reach(ended=True, summary=replace(self._reached.summary, stopped=self._stopped()))

    def _show_pursuit(self, chosen: int) -> None:
        if chosen:
            self.progress(f"{self.problem.name}, verdicts", len(self.findings), chosen)

    def _stopped(self) -> str:
        """When no more instances were tried; empty where all that were asked for were."""
        if self._reached.position == self.most:
            return ""
        if not self._enough():
            return "when its time was up"
        several = len(self.options.names) > 1 and not self.options.all_wrong
        each = f", {self.options.max_findings} or more for each candidate" if several else ""
        return f"when {self._differing} instances differed{each}"

    def _chosen(self) -> list[tuple[Origin, Difference]]:
        """Of each kind and accused the simplest files, from different strata; all on files kept before.

        Beside those of a known sort stands room for as many of another cause as where nothing is known.
        """
        met = self.store.differences(self.number, self.problem)
        met.sort(key=lambda pair: size(self.problem, pair[1].file))
        simplest: dict[tuple[Kind, str, str], tuple[Origin, Difference]] = {}
        for origin, difference in met:
            simplest.setdefault((difference.kind, difference.accused, origin.stratum), (origin, difference))
        first = [pair for pair in simplest.values() if not pair[0].number]
        chosen: list[tuple[Origin, Difference]] = []
        taken: Counter[tuple[Kind, str]] = Counter()
        for (kind, accused, _), pair in simplest.items():
            taken[kind, accused] += pair[0].number > 0
            if pair[0].number and taken[kind, accused] <= PURSUED_ALIKE + self._known[kind, accused]:
                (first if (kind, accused) in self._known else chosen).append(pair)
        if not self.options.all_wrong:
            return first + _so_many_each(chosen, self.options.max_findings)
        caught = {pair[1].accused: pair for pair in reversed(chosen)}
        chosen.sort(key=lambda pair: pair is not caught[pair[1].accused])
        return first + chosen[: max(self.options.max_findings, len(caught))]


def _so_many_each(chosen: Iterable[tuple[Origin, Difference]], most: int) -> list[tuple[Origin, Difference]]:
    """Of each accused so many at most, the first."""
    taken: Counter[str] = Counter()
    kept = []
    for pair in chosen:
        taken[pair[1].accused] += 1
        if taken[pair[1].accused] <= most:
            kept.append(pair)
    return kept
