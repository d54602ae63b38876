"""How long each party took for instances of each size: histograms in powers of two of a microsecond."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from doublecount.problems.record import Status
from doublecount.verify.results import Timing

Timings = Mapping[str, Mapping[str, Timing]]
"""By party and range of sizes."""


class Timed(Protocol):
    """What is known of an instance that was tried."""

    @property
    def size(self) -> str:
        """The range of its size, as ``statistics.size_range`` says."""

    @property
    def statuses(self) -> Mapping[str, Status]:
        """How each party's attempt ended."""

    @property
    def seconds(self) -> Mapping[str, float]:
        """How long it took."""


def bar(seconds: float) -> str:
    """Return the bar that a time falls into: the power of two, in microseconds, next above it."""
    return str(1 << int(seconds * 1e6).bit_length())


def added(timings: Timings, parties: Sequence[str], tried: Iterable[Timed]) -> dict[str, dict[str, Timing]]:
    """The timings of all parties with some more instances in them; only answers count."""
    new: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in tried:
        for party, status in one.statuses.items():
            if status is Status.ANSWERED:
                new[party, one.size][bar(one.seconds[party])] += 1
    return {party: _of_party(timings.get(party, {}), party, new) for party in parties}


def _of_party(
    before: Mapping[str, Timing], party: str, new: Mapping[tuple[str, str], Counter[str]]
) -> dict[str, Timing]:
    sizes = {*before, *(size for name, size in new if name == party)}
    empty = Timing(0, {})
    return {
        size: _grown(before.get(size, empty), new[party, size]) if (party, size) in new else before[size]
        for size in sorted(sizes, key=lambda size: (len(size), size))  # 2-3 before 16-31 before 128-255
    }


def _grown(timing: Timing, new: Counter[str]) -> Timing:
    seconds = Counter(timing.seconds) + new
    return Timing(timing.count + new.total(), {key: seconds[key] for key in sorted(seconds, key=int)})
