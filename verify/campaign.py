"""Runs a campaign: for each problem, instances in the order of the seed, differences to a verdict.

Reproducible: what is reported depends on the seed and the number of instances, not on the number of
workers or the order in which they finish. Results are taken in the order of instances; a problem ends at
the first instance at which so many instances differ as findings are wanted.
"""

import shlex
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from doublecount.problems.record import AnyProblem, Form, Status
from doublecount.verify import catalogue
from doublecount.verify.compare import Verdict
from doublecount.verify.finding import Origin
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.results import Difference, Finding, PartyInfo, Summary, Tally
from doublecount.verify.shrink import size
from doublecount.verify.store import Store
from doublecount.verify.supervisor import Lost, Supervisor
from doublecount.verify.worker import FILE_CASES, Pursue, Setup, Shard, ShardResult, Task, Tried

DEFAULT_EXAMPLES = 300
"""Instances a problem when neither a number nor a time is asked for: about a minute for all five."""
PURSUE_SECONDS = 60.0
"""Time for shrinking one finding when no time is asked for."""
EXPLORE_SHARE = 0.6
"""Share of a problem's time after which exploring ends once there is something to pursue."""
PURSUED_ALIKE = 3
"""Differences of one kind and accused that are brought to a verdict: mostly they shrink to the same file."""
MOST_LOSSES = 3


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
        return Setup(self.seed, self.candidates, self.beyond_judge, self.formats, self.form)


Progress = Callable[[str, int, int | None], None]
"""``progress(problem, instances so far, instances wanted)``."""


def run(
    options: Options, store: Store, number: int, progress: Progress = lambda *_: None
) -> Iterator[Summary]:
    """Run the campaign, problem by problem; findings go to the store at once.

    When interrupted, the problem under way is summed up as far as it came before KeyboardInterrupt goes on.
    """
    end = None if options.seconds is None else time.monotonic() + options.seconds
    with Supervisor(options.setup, options.jobs) as supervisor:
        for done, name in enumerate(options.problems):
            left = None if end is None else (end - time.monotonic()) / (len(options.problems) - done)
            search = _Search(catalogue.problem(name), options, store, number, supervisor, progress, left)
            try:
                search.explore()
                search.pursue()
            except KeyboardInterrupt:
                yield search.summary()
                raise
            yield search.summary()


@dataclass
class _Search:
    """The campaign on one problem, under way."""

    problem: AnyProblem
    options: Options
    store: Store
    number: int
    supervisor: Supervisor
    progress: Progress
    share: float | None
    """Seconds for this problem."""
    started: float = field(default_factory=time.monotonic)
    parties: tuple[PartyInfo, ...] = ()
    tried: list[Tried] = field(default_factory=list)
    """Results of instances 0, 1, 2, … without a gap."""
    findings: list[Finding] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    _handed_out: int = 0
    _again: deque[Task] = field(default_factory=deque)
    _losses: Counter[Task] = field(default_factory=Counter)
    _early: dict[int, ShardResult] = field(default_factory=dict)

    def explore(self) -> None:
        """Try instances until there are enough, or enough differ, or the time is up."""
        for task, result in self.supervisor.run(self._next_shard):
            if isinstance(result, Lost):
                self._lost(task, result)
            elif isinstance(task, Shard) and isinstance(result, ShardResult):
                self.parties = result.parties
                self._early[task.start] = result
                self._take_in_order()
                self.progress(self.problem.name, len(self.tried), self.options.most)

    def _deadline(self) -> float:
        share = float("inf") if self.share is None else self.share
        return self.started + share * (EXPLORE_SHARE if self._differing() else 1.0)

    def _differing(self) -> int:
        return sum(one.verdict is Verdict.DIFFERING for one in self.tried)

    def _enough(self) -> bool:
        """Whether so many instances differ as are wanted, and each candidate that should be wrong was."""
        if self._differing() < self.options.max_findings:
            return False
        accused = {difference.accused for one in self.tried for difference in one.differences}
        return not self.options.all_wrong or accused.issuperset(self.options.names)

    def _next_shard(self) -> Task | None:
        """Hand out instances in order; lost shards first."""
        if self._again:
            return self._again.popleft()
        start, most = self._handed_out, self.options.most
        if self._enough() or start == most or (start and time.monotonic() > self._deadline()):
            return None
        self._handed_out = start + FILE_CASES if most is None else min(start + FILE_CASES, most)
        return Shard(self.problem.name, start, self._handed_out, self._deadline())

    def _take_in_order(self) -> None:
        """Take what follows without a gap, up to the instance that makes differences enough."""
        while (result := self._early.pop(len(self.tried), None)) is not None:
            for one in result.tried:
                if self._enough():
                    return
                self._take(one)

    def _take(self, one: Tried) -> None:
        self.tried.append(one)
        self.failures += [f"instance {one.index + 1}: {failure}" for failure in one.failures]
        for difference in one.differences:
            self.store.add_difference(
                self.number,
                self.problem.name,
                one.index + 1,
                difference.kind.value,
                difference.accused,
                difference.why,
                self.problem.write_as(self.options.form, difference.file),
            )

    def _lost(self, task: Task, lost: Lost) -> None:
        """Do a lost task again without the oracle at work; give up on it after some losses."""
        first = replace(task, banned=frozenset())
        self._losses[first] += 1
        what = f"worker of {task.problem} {lost.why}" + (f" while asking {lost.party}" if lost.party else "")
        if lost.party:
            self.failures.append(f"{lost.party}: {what}")
        if self._losses[first] <= MOST_LOSSES:
            banned = task.banned | ({lost.party} if lost.party else set())
            self._again.append(replace(task, banned=banned))
        else:
            self.failures.append(f"{what}, {MOST_LOSSES + 1} times on the same task: given up")

    def pursue(self) -> None:
        """Bring the chosen differences to a verdict."""
        chosen = self._chosen()
        if not chosen:
            return
        end = float("inf") if self.share is None else max(self.started + self.share, time.monotonic() + 1)
        rounds = -(-len(chosen) // self.options.jobs)
        seconds = min(PURSUE_SECONDS, (end - time.monotonic()) / rounds)
        waiting = deque(chosen)

        def next_task() -> Task | None:
            if self._again:
                return self._again.popleft()
            if not waiting:
                return None
            origin, difference = waiting.popleft()
            deadline = min(end, time.monotonic() + seconds)
            return Pursue(self.problem.name, difference, origin, deadline)

        found: dict[int, Finding] = {}
        for task, result in self.supervisor.run(next_task):
            if isinstance(result, Lost):
                self._lost(task, result)
            elif isinstance(task, Pursue) and isinstance(result, Finding):
                order = next(k for k, pair in enumerate(chosen) if pair == (task.origin, task.difference))
                found[order] = result
                self.findings = _distinct([found[k] for k in sorted(found)])
                self.store.add_finding(self.number, self._placed(result))

    def _chosen(self) -> list[tuple[Origin, Difference]]:
        """Of each kind and accused the simplest files, from different strata."""
        met = [(Origin(one.index + 1, one.stratum), d) for one in self.tried for d in one.differences]
        met.sort(key=lambda pair: size(self.problem, pair[1].file))
        simplest: dict[tuple[object, ...], tuple[Origin, Difference]] = {}
        for origin, difference in met:
            simplest.setdefault((difference.kind, difference.accused, origin.stratum), (origin, difference))
        chosen = []
        taken: Counter[tuple[object, ...]] = Counter()
        for (kind, accused, _), pair in simplest.items():
            taken[kind, accused] += 1
            if taken[kind, accused] <= PURSUED_ALIKE:
                chosen.append(pair)
        if not self.options.all_wrong:
            return chosen[: self.options.max_findings]
        first = {pair[1].accused: pair for pair in reversed(chosen)}
        chosen.sort(key=lambda pair: pair is not first[pair[1].accused])
        return chosen[: max(self.options.max_findings, len(first))]

    def _placed(self, finding: Finding) -> Finding:
        return replace(finding, replay=f"{finding.replay} --store {shlex.quote(str(self.store.path))}")

    def summary(self) -> Summary:
        """Sum up what was done so far."""
        verdicts = Counter(one.verdict for one in self.tried)
        decided = [one for one in self.tried if one.verdict is not Verdict.UNDECIDED]
        return Summary(
            problem=self.problem.name,
            parties=self.parties,
            checked=len(self.tried),
            agreed=verdicts[Verdict.AGREED],
            undecided=verdicts[Verdict.UNDECIDED],
            large=sum(one.large for one in decided),
            nontrivial=sum(one.nontrivial for one in decided),
            strata=dict(sorted(Counter(one.stratum for one in self.tried).items())),
            tallies={party.name: self._tally(party.name) for party in self.parties},
            findings=tuple(self._placed(finding) for finding in self.findings),
            failures=tuple(dict.fromkeys(self.failures)),
            seconds=time.monotonic() - self.started,
        )

    def _tally(self, party: str) -> Tally:
        statuses = Counter(one.statuses[party] for one in self.tried)
        return Tally(
            answered=statuses[Status.ANSWERED],
            out_of_budget=statuses[Status.OUT_OF_BUDGET],
            too_large=statuses[Status.TOO_LARGE],
            failed=statuses[Status.FAILED],
            seconds=sum(one.seconds[party] for one in self.tried),
        )


def _distinct(findings: Sequence[Finding]) -> list[Finding]:
    """Findings that shrank to the same file are one, the first; the smallest file comes first."""
    first = {finding.id: finding for finding in reversed(findings)}
    return sorted(first.values(), key=lambda finding: (len(finding.instance), finding.kind.value, finding.id))
