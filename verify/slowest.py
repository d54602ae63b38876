"""Searches for the instance that takes a candidate longest: the largest of many random ones, the others in
their order, then changes of the slowest.

Times are noisy: what would enter the list of the slowest is run again, and its shortest run counts. A
candidate that fails, be it that it runs out of time, ends the search: that is a difference.
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.verify.finding import Origin
from doublecount.verify.instances import Drawn, draw
from doublecount.verify.parties import Candidate, OutOfTimeError
from doublecount.verify.results import Difference, Finding, Reply, Standing
from doublecount.verify.supervisor import Lost, Supervisor
from doublecount.verify.worker import Pursue, Setup

DRAWN_SHARE = 0.4
"""Share of the time for random instances."""
LOOKED_AT = 300
"""Random instances that are drawn ahead, to begin with the largest; where drawing is slow, fewer."""
LOOKING_SHARE = 0.1
"""Share of the time for that, at most."""
KEPT = 5
"""Slow instances from which the search goes on; so many of the largest come first."""
RUNS = 3
"""Of an instance that seems to be one of the slowest."""
MOST_CHANGES = 4
"""At once."""


@dataclass(frozen=True)
class Timed:
    """An instance and how long it took, the start of the process included."""

    seconds: float
    instance: Any
    origin: Origin


class Search:
    """The search on one problem, under way; what it has found so far stands at any time."""

    def __init__(self, candidate: Candidate, seed: int, judge_only: bool) -> None:
        self.problem: AnyProblem = candidate.problem
        self.slowest: list[Timed] = []
        """The slowest first, ``KEPT`` at most."""
        self.drawn: list[float] = []
        """Seconds of the random instances."""
        self.changed = 0
        """Changed instances that were run."""
        self.largest_drawn = self.largest_run = 0
        """Sizes: the first number of the problem's order of "simpler"."""
        self.fault: tuple[Difference, Origin] | None = None
        self._candidate, self._seed, self._judge_only = candidate, seed, judge_only
        self._ahead: deque[int] = deque()
        """Numbers of the instances that come next."""
        self._random = Random(f"{seed}:{self.problem.name}:slowest")

    @property
    def median(self) -> float:
        """The median of the random instances' times; there must be one."""
        return median(self.drawn)

    def run(self, seconds: float, progress: Callable[[str, int, int | None], None] = lambda *_: None) -> None:
        """Search for so long."""
        start = time.monotonic()
        self._candidate = replace(self._candidate, deadline=start + seconds)
        self._look_ahead(start + LOOKING_SHARE * seconds)
        with suppress(OutOfTimeError):
            while not self.fault and time.monotonic() < start + DRAWN_SHARE * seconds:
                self._draw()
                progress("drawn", len(self.drawn), None)
            while not self.fault and self.slowest and self.problem.changed:
                self._climb()
                progress("changed", self.changed, None)

    def _look_ahead(self, until: float) -> None:
        """Put the largest of the first instances first: a program is seldom slowest on a small one."""
        sizes: dict[int, int] = {}
        while len(sizes) < LOOKED_AT and (not sizes or time.monotonic() < until):
            sizes[len(sizes)] = self._size(self._nth(len(sizes)).instance)
        first = sorted(sizes, key=lambda number: -sizes[number])[:KEPT]
        self.largest_drawn = sizes[first[0]]
        self._ahead = deque([*first, *(number for number in sizes if number not in first)])

    def _nth(self, number: int) -> Drawn:
        return draw(self.problem, self._seed, number, self._judge_only)

    def _size(self, instance: Any) -> int:
        return self.problem.size(instance)[0]

    def _draw(self) -> None:
        number = self._ahead.popleft() if self._ahead else len(self.drawn)
        one = self._nth(number)
        reply = self._candidate.ask(one.instance)
        self.drawn.append(reply.seconds)
        self._consider(one.instance, Origin(number + 1, one.stratum), reply)

    def _climb(self) -> None:
        """Change one of the slowest; mostly the very slowest."""
        parent = self.slowest[min(self._random.randrange(KEPT), self._random.randrange(len(self.slowest)))]
        instance = parent.instance
        for _ in range(self._random.randint(1, MOST_CHANGES)):
            assert self.problem.changed
            instance = self.problem.changed(self._random, instance)
        if instance != parent.instance and self._may(instance):
            self.changed += 1
            self._consider(instance, parent.origin, self._candidate.ask(instance))
        elif time.monotonic() > self._candidate.deadline:
            raise OutOfTimeError

    def _may(self, instance: Any) -> bool:
        """Whether the candidate can be asked, and owes an answer."""
        if self._judge_only:
            return self.problem.limits.allows(instance)
        try:
            return bool(self.problem.write([instance]))
        except ValueError:
            return False

    def _consider(self, instance: Any, origin: Origin, reply: Reply) -> None:
        seconds = reply.seconds
        self.largest_run = max(self.largest_run, self._size(instance))
        for _ in range(RUNS - 1):
            if reply.fault:
                why = reply.text.splitlines()[0]
                accused = self._candidate.name
                faulty = Difference(reply.fault, accused, (), Standing.REFUTED, why, 0, (instance,))
                self.fault = (faulty, origin)
                return
            if len(self.slowest) == KEPT and seconds <= self.slowest[-1].seconds:
                return
            reply = self._candidate.ask(instance)
            seconds = min(seconds, reply.seconds)
        others = [one for one in self.slowest if one.instance != instance]
        ranked = sorted([*others, Timed(seconds, instance, origin)], key=lambda one: -one.seconds)
        self.slowest = ranked[:KEPT]


def pursued(setup: Setup, search: Search, seconds: float) -> Finding | None:
    """Bring the fault that ended a search to a verdict, in a process of its own; None if that fails."""
    assert search.fault
    difference, origin = search.fault
    deadline = time.monotonic() + seconds
    waiting = [Pursue(search.problem.name, 0, difference, origin, deadline)]
    with Supervisor(setup, 1) as supervisor:
        for _, result in supervisor.run(lambda: waiting.pop() if waiting else None):
            if not isinstance(result, Lost):
                assert isinstance(result, Finding)
                return result
    return None
