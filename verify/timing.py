"""How long each party took for instances of each size: histograms in powers of two of a microsecond."""

from collections import defaultdict
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
    new = {party: defaultdict[str, list[str]](list) for party in parties}
    for one in tried:
        for party, status in one.statuses.items():
            if status is Status.ANSWERED:
                new[party][one.size].append(bar(one.seconds[party]))
    return {party: _of_party(timings.get(party, {}), new[party]) for party in parties}


def _of_party(before: Mapping[str, Timing], new: Mapping[str, Sequence[str]]) -> dict[str, Timing]:
    empty = Timing(0, {})
    grown = {**before, **{size: _grown(before.get(size, empty), bars) for size, bars in new.items()}}
    return dict(sorted(grown.items(), key=lambda item: (len(item[0]), item[0])))  # 2-3, 16-31, 128-255


def _grown(timing: Timing, bars: Sequence[str]) -> Timing:
    seconds = dict(timing.seconds)
    for one in bars:
        seconds[one] = seconds.get(one, 0) + 1
    if len(seconds) > len(timing.seconds):
        seconds = {key: seconds[key] for key in sorted(seconds, key=int)}
    return Timing(timing.count + len(bars), seconds)
