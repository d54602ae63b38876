"""Finds a separating set: the smallest file found on which all wrong programs fail and all right ones pass.

Each candidate has a campaign of its own, whose findings are files on which it fails, shrunk. The smallest
choice of these on which all wrong candidates fail is joined, and shrunk as a whole. Where the judge takes one
case a file, the set is several files of one case each.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from doublecount import __version__
from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue
from doublecount.verify.campaign import Options, Progress, run
from doublecount.verify.parties import Candidate, Panel, panel
from doublecount.verify.results import Campaign, Summary
from doublecount.verify.shrink import size, steps
from doublecount.verify.store import Store
from doublecount.verify.trial import charges

Cases = tuple[Any, ...]

MOST_CHOICES = 200
"""Choices of files that are tried before all of them are taken."""
MOST_TRIALS = 200
"""Simpler sets that are tried."""


@dataclass(frozen=True)
class Separation:
    """A separating set. ``cases`` is empty where no candidate was found wrong."""

    cases: Cases
    cases_per_file: int
    wrong: tuple[str, ...]
    """Candidates that fail on the set."""
    right: tuple[str, ...]
    """Candidates in which nothing wrong was found; they pass. How often they were tried: ``checked``."""
    missed: tuple[str, ...]
    """Candidates that were found wrong, but not on the set: they fail now and then only."""
    checked: Mapping[str, int]
    """Instances tried for each candidate."""
    failures: tuple[str, ...]
    """Faults of the tool itself."""

    @property
    def files(self) -> list[Cases]:
        """The cases, file by file."""
        return _files(self.cases, self.cases_per_file)


def separate(options: Options, store: Store, progress: Progress = lambda *_: None) -> Separation:
    """Try all candidates of the options, each in a campaign of its own, and join what they fail on."""
    (name,) = options.problems
    summaries = dict(_campaigns(options, store, progress))
    progress("joining what they fail on", 0, None)
    seated = panel(catalogue.problem(name), options.candidates, options.beyond_judge)
    found = {
        candidate: [_read(seated.problem, finding.instance) for finding in summary.findings]
        for candidate, summary in summaries.items()
    }
    wrong = tuple(candidate for candidate, files in found.items() if files)
    judge = _Judge(seated, wrong, seated.problem.limits.cases_per_file)
    cases = _shrunk(judge, _smallest(judge, found))
    missed = tuple(candidate for candidate in wrong if not judge.fails(candidate, cases))
    return Separation(
        cases,
        judge.cases_per_file,
        wrong=tuple(candidate for candidate in wrong if candidate not in missed),
        right=tuple(candidate for candidate in found if candidate not in wrong),
        missed=missed,
        checked={candidate: summary.checked for candidate, summary in summaries.items()},
        failures=tuple(failure for summary in summaries.values() for failure in summary.failures),
    )


def case_by_case(options: Options, separation: Separation) -> Separation:
    """Return the set with every case in a file of its own; as it is, where it does not separate like that."""
    (name,) = options.problems
    judge = _Judge(panel(catalogue.problem(name), options.candidates), separation.wrong, 1)
    fails = [judge.fails(one, separation.cases) for one in (*separation.wrong, *separation.right)]
    as_before = fails == [True] * len(separation.wrong) + [False] * len(separation.right)
    return replace(separation, cases_per_file=1) if as_before else separation


def _campaigns(options: Options, store: Store, progress: Progress) -> Iterator[tuple[str, Summary]]:
    """Run a campaign for each candidate; with a time for the whole, each gets its share of what is left."""

    def told(what: str, done: int, wanted: int | None) -> None:
        progress(f"{spec.name}, {what}", done, wanted)

    end = time.monotonic() + (options.seconds or 0.0)
    for done, spec in enumerate(options.candidates):
        left = max(1.0, end - time.monotonic()) / (len(options.candidates) - done)
        own = replace(options, candidates=(spec,), seconds=options.seconds and left)
        begun = store.begin(Campaign(own.seed, __version__, {}, "doublecount separate", ()), own)
        (summary,) = run(own, store, begun, told)
        yield spec.name, summary


def _read(problem: AnyProblem, text: str) -> Cases:
    return tuple(problem.read(text, "finding"))


def _files(cases: Cases, cases_per_file: int) -> list[Cases]:
    return [cases[start : start + cases_per_file] for start in range(0, len(cases), cases_per_file)]


class _Judge:
    """Tells who fails on a set, as an online judge would: from the whole output, against the solver."""

    def __init__(self, seated: Panel, wrong: Iterable[str], cases_per_file: int) -> None:
        self.panel, self.wrong, self.cases_per_file = seated, tuple(wrong), cases_per_file
        self.problem = seated.problem
        self._opinions: dict[Any, dict[str, Any]] = {}

    def separates(self, cases: Cases) -> bool:
        """Whether all wrong candidates fail, and all others pass; the wrong first: that is decided sooner."""
        return all(self.fails(name, cases) for name in self.wrong) and not any(
            self.fails(candidate.name, cases)
            for candidate in self.panel.candidates
            if candidate.name not in self.wrong
        )

    def fails(self, name: str, cases: Cases) -> bool:
        """Whether a candidate fails on at least one file of the set."""
        candidate = self.panel.party(name)
        assert isinstance(candidate, Candidate)
        return any(self._fails_on(candidate, file) for file in _files(cases, self.cases_per_file))

    def _fails_on(self, candidate: Candidate, file: Cases) -> bool:
        replies = candidate.ask_file(file)
        return replies[0].fault is not None or any(
            charges(self.panel, candidate.name, instance, {**self._right(instance), candidate.name: reply})
            for instance, reply in zip(file, replies, strict=True)
        )

    def _right(self, instance: Any) -> dict[str, Any]:
        if instance not in self._opinions:
            self._opinions[instance] = self.panel.consult(instance, {self.panel.solver.name})
        return self._opinions[instance]


def _smallest(judge: _Judge, found: Mapping[str, Sequence[Cases]]) -> Cases:
    """Return the smallest choice of the files found that separates; all of them if no small one does."""
    each = dict.fromkeys(file for files in found.values() for file in files)  # in an order that repeats
    files = sorted(each, key=lambda f: size(judge.problem, f))
    if not files:
        return ()
    joined = (
        tuple(dict.fromkeys(case for file in choice for case in file))
        for number in range(1, len(files) + 1)
        for choice in combinations(files, number)
    )
    choices = islice(joined, MOST_CHOICES)
    everything = tuple(case for file in files for case in file)
    return next((choice for choice in choices if judge.separates(choice)), everything)


def _shrunk(judge: _Judge, cases: Cases) -> Cases:
    """Make the set simpler, step by step, as long as it separates."""
    tried, left = {cases}, MOST_TRIALS
    while left:
        for simpler in steps(judge.problem, cases):
            smaller = size(judge.problem, simpler) < size(judge.problem, cases)
            if not smaller or simpler in tried or not all(map(judge.panel.allows, simpler)):
                continue
            tried.add(simpler)
            left -= 1
            if judge.separates(simpler):
                cases = simpler
                break
            if not left:
                break
        else:
            break
    return cases
