"""Shrinks a file of cases on which a difference occurs to one that no single step makes simpler.

Greedy: take the first simpler file on which the same kind of difference between the same parties occurs,
and start again, until none does; then look at all tiny instances, where that is cheap. "Simpler" is one
order: fewer cases, then the problem's own order of instances. One gate decides: within the limits, strictly
simpler, not tried before, the difference occurs. Deterministic: the budget is a number of trials, and a
deadline only ends what takes far too long.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.verify.parties import Candidate, OutOfTimeError, Panel
from doublecount.verify.results import Difference, Kind
from doublecount.verify.trial import charges, recur

File = tuple[Any, ...]
READABLE = {Kind.WRONG_ANSWER, Kind.INVALID_WITNESS}
"""Kinds that leave the other answers of a file readable, so many files can be tried in one process."""
MOST_TRIALS = 5000
"""Budget of one difference, in trials: work, not time, so that a shrinking ends where it ended before."""
STREAK = 8
"""After so many successes at the same place the boldest steps are tried again: many small ones creep."""
MANY = 10
"""Tiny instances are tried where one process can answer so many cases, or none is needed."""
SHAPE = 2
"""So many numbers of an instance's size tell its shape: the board and, mostly, how much of it is given."""
MOST_PAIRS = 200
"""Ways to make other steps in each of two cases; mostly each is a process or more."""
TRIALS_A_SECOND = 80
"""A call that runs into its time limit costs as many trials: a minute of hanging at most."""


@dataclass(frozen=True)
class Shrunk:
    """The difference on the simplest file found; ``minimal`` is False where the budget ended it."""

    difference: Difference
    minimal: bool
    trials: int


def size(problem: AnyProblem, file: Sequence[Any]) -> tuple[int, list[tuple[int, ...]]]:
    """The order of "simpler" for files."""
    return len(file), sorted((problem.size(instance) for instance in file), reverse=True)


def fewer(_: AnyProblem, file: File) -> Iterator[File]:
    """The files with fewer cases: without a half, a quarter, and so on down to one case."""
    width = len(file) // 2
    while width:
        for start in range(0, len(file), width):
            yield file[:start] + file[start + width :]
        width //= 2


def steps(problem: AnyProblem, file: File) -> Iterator[File]:
    """The files one step away: with fewer cases, with the same step in all, one case simpler, both smaller.

    The same step in all: a program that takes cases for alike, by their size say, does so no more when
    one of them is changed.
    """
    yield from fewer(problem, file)
    if len(file) > 1:
        yield from zip(*map(problem.simpler, file), strict=False)
    for case, instance in enumerate(file):
        for simpler in problem.simpler(instance):
            yield (*file[:case], simpler, *file[case + 1 :])
    if len(file) == 2:
        yield from islice(_both_smaller(problem, *file), MOST_PAIRS)


def _both_smaller(problem: AnyProblem, one: Any, other: Any) -> Iterator[File]:
    """Make a step of its own in each of two cases, to instances of the same shape, a smaller one."""

    def shape(instance: Any) -> tuple[int, ...]:
        return problem.size(instance)[:SHAPE]

    seconds = defaultdict[tuple[int, ...], list[Any]](list)
    for simpler in dict.fromkeys(problem.simpler(other)):
        seconds[shape(simpler)].append(simpler)
    for simpler in dict.fromkeys(problem.simpler(one)):
        if shape(simpler) < shape(one):
            yield from ((simpler, second) for second in seconds[shape(simpler)])


def tiny(problem: AnyProblem, file: File) -> Iterator[File]:
    """The files of one tiny instance, the simplest first."""
    return ((instance,) for instance in problem.tiny()) if len(file) == 1 else iter(())


class Shrinker:
    """Shrinks one difference."""

    def __init__(self, panel: Panel, difference: Difference, deadline: float) -> None:
        """``deadline`` is a time of ``time.monotonic()``."""
        metered = (replace(candidate, hung=self._hang) for candidate in panel.candidates)
        self.panel, self.best, self.deadline = replace(panel, candidates=tuple(metered)), difference, deadline
        self.trials, self._hung = 0, 0.0
        self._seen: set[File] = {difference.file}
        self._accused = self.panel.party(difference.accused)

    def run(self) -> Shrunk:
        """Shrink until no step helps or the budget is spent: fewer cases, all steps, then what is tiny."""
        minimal = False
        with suppress(OutOfTimeError):
            self._shrink(fewer)
            minimal = self._shrink(steps) and (not self._answers_many() or self._shrink(tiny))
        return Shrunk(self.best, minimal, self.trials)

    def _shrink(self, ways: Callable[[AnyProblem, File], Iterator[File]]) -> bool:
        """Shrink by some of the steps; return whether none of them helps any more.

        After a success the steps go on from the same place: what did not help before mostly does not now.
        """
        place, streak, minimal = 0, 0, False
        while not (minimal or self._spent()):
            files = self._open(ways)
            ahead = [*range(place, len(files)), *range(min(place, len(files)))]
            hit = self._first(files, ahead)
            minimal = hit is None and not self._spent()
            streak = streak + 1 if hit == place else 1
            place = 0 if hit is None or streak == STREAK else hit
        return minimal

    def _spent(self) -> bool:
        spent = self.trials + self._hung * TRIALS_A_SECOND
        return spent >= MOST_TRIALS or time.monotonic() > self.deadline

    def _hang(self, seconds: float) -> None:
        self._hung += seconds

    def _open(self, ways: Callable[[AnyProblem, File], Iterator[File]]) -> list[File]:
        """All simpler files that pass the gate's cheap part, each once, whatever steps lead there."""
        problem, current = self.panel.problem, size(self.panel.problem, self.best.file)
        return [
            file
            for file in dict.fromkeys(ways(problem, self.best.file))
            if file not in self._seen
            and size(problem, file) < current
            and all(self.panel.allows(instance) for instance in file)
        ]

    def _first(self, files: list[File], order: list[int]) -> int | None:
        """Take the first file, in this order, on which the difference occurs; return its number."""
        for chunk in self._chunks(order):
            for number in self._promising(files, chunk):
                if self._spent():
                    return None
                self.trials += 1
                self._seen.add(files[number])
                found = recur(self.panel, self.best, files[number])
                if found and size(self.panel.problem, found.file) < size(self.panel.problem, self.best.file):
                    self.best = found
                    return number
        return None

    def _chunks(self, order: list[int]) -> Iterator[list[int]]:
        """Groups that one process can answer, small groups first: success mostly comes early."""
        most = self._cases_a_process()
        start, width = 0, min(8, most)
        while start < len(order):
            yield order[start : start + width]
            start, width = start + width, min(2 * width, most)

    def _answers_many(self) -> bool:
        """Whether hundreds of trials are cheap: a candidate's process each would take too long."""
        return not isinstance(self._accused, Candidate) or self._cases_a_process() >= MANY

    def _cases_a_process(self) -> int:
        return self.panel.problem.limits.cases_per_file if self._in_batches() else 1

    def _in_batches(self) -> bool:
        single = len(self.best.file) == 1
        return single and self.best.kind in READABLE and isinstance(self._accused, Candidate)

    def _promising(self, files: list[File], chunk: list[int]) -> list[int]:
        """Drop the files that one run of the candidate over all of them shows to be answered rightly."""
        if len(chunk) == 1 or self._spent():
            return chunk
        assert isinstance(self._accused, Candidate)
        self.trials += 1
        replies = self._accused.ask_file([files[number][0] for number in chunk])
        if replies[0].fault:
            return chunk
        kept = []
        for number, reply in zip(chunk, replies, strict=True):
            instance = files[number][0]
            opinions = self.panel.consult(instance, self.best.against)
            if charges(self.panel, self._accused.name, instance, {**opinions, self._accused.name: reply}):
                kept.append(number)
            else:
                self._seen.add(files[number])
        return kept
