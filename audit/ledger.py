"""The notes that an auditor takes: what was looked at, what is wrong, and whether there is time left."""

import time
from collections.abc import Callable

from doublecount.audit.record import Fault

MOST_SHOWN = 10
"""Faults that are kept; the others are counted. One wrong move may spoil thousands after it."""
BETWEEN_GLANCES = 64
"""States between two looks at the clock."""

Progress = Callable[[str, int, int | None], object]
"""``progress(what, done, wanted)``."""


class OutOfTimeError(Exception):
    """Raised when the time is up."""


class Ledger:
    """What one audit has seen so far."""

    def __init__(self, progress: Progress, deadline: float | None = None) -> None:
        """Begin with nothing; ``deadline`` is a time of ``time.monotonic``."""
        self.states = self.of_states = self.wanted = self.moves = self.merged = self.found = 0
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        self._progress, self._deadline = progress, deadline
        self._glances = 0

    def expect(self, states: int, of_states: int) -> None:
        """Say how many states are to be looked at, and of how many."""
        self.wanted += states
        self.of_states += of_states

    def look(self, moves: int) -> None:
        """Write down that a state was looked at, and so many moves from it."""
        self.states += 1
        self.moves += moves
        self.glance("states", self.states, self.wanted)

    def glance(self, what: str, done: int, wanted: int | None) -> None:
        """Tell of progress, and look at the clock, now and then; raises OutOfTimeError."""
        self._glances += 1
        if self._glances % BETWEEN_GLANCES == 1:
            self._progress(what, done, wanted)
            if self._deadline is not None and time.monotonic() > self._deadline:
                raise OutOfTimeError

    def fault(self, make: Callable[[], Fault]) -> None:
        """Write down what is wrong; drawn only if it is one of the first."""
        self.found += 1
        if len(self.faults) < MOST_SHOWN:
            self.faults.append(make())
