"""Fuzzes all readers in one process, resumably, and says what came of it.

    python -m tests.fuzz.run [--inputs N] [--seed K] [--state FILE] [--only NAME]

Input number i of a seed is always the same. With ``--state`` the figures are kept and a second run goes on
where the first one stood. Faults are printed with the number that repeats them; the exit code is then 1.
"""

import argparse
import json
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType

from tests.fuzz.targets import Target, targets

SECONDS = 1.0
"""Of processor time that one input may take."""
HANG_SECONDS = 20
"""Of wall time, after which an input is interrupted."""
KEPT_EVERY = 1000


class HangError(BaseException):
    """An input took too long; passes every handler of the reader."""


@dataclass
class Figures:
    """What came of the inputs so far."""

    seed: int
    done: int = 0
    read: dict[str, int] = field(default_factory=dict)
    """Inputs that were accepted, by target."""
    refused: dict[str, int] = field(default_factory=dict)
    """Inputs that were refused as they should be."""
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    """Seconds of processor time that the slowest input took."""
    slowest_input: str = ""
    seconds: float = 0.0
    growth_mib: float = 0.0
    """By which the peak memory of the process grew after the first thousand inputs."""


def chosen(seed: int, number: int, among: Sequence[Target]) -> tuple[Target, bytes]:
    """The target and the bytes of an input."""
    rng = random.Random(f"{seed}/{number}")
    (target,) = rng.choices(among, [one.weight for one in among])
    return target, target.input(rng)


def attempt(target: Target, data: bytes) -> tuple[str, str, float]:
    """Try an input: "read", "refused" or "fault", what the fault is, and seconds of processor time."""
    signal.signal(signal.SIGALRM, _hang)
    signal.alarm(HANG_SECONDS)
    before = time.process_time()
    try:
        word, why = "read" if target.accepts(data) else "refused", ""
    except (Exception, HangError) as error:  # whatever a reader should not have raised
        place = traceback.extract_tb(error.__traceback__)[-1]
        word, why = "fault", f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
    finally:
        signal.alarm(0)
    seconds = time.process_time() - before
    if word != "fault" and seconds > SECONDS:
        word, why = "fault", f"took {seconds:.1f} s"
    return word, why, seconds


def _hang(_: int, __: FrameType | None) -> None:
    raise HangError(f"not done within {HANG_SECONDS} s")


def fuzz(figures: Figures, until: int, among: Sequence[Target], state: Path | None = None) -> Figures:
    """Try inputs up to a number; the figures are changed, and kept now and then."""
    counts = {"read": Counter(figures.read), "refused": Counter(figures.refused)}
    started, before, base = time.monotonic(), figures.seconds, 0.0
    for number in range(figures.done, until):
        target, data = chosen(figures.seed, number, among)
        word, why, seconds = attempt(target, data)
        if word == "fault":
            figures.faults.append(f"input {number} of {target.name}: {why}"[:2000])
        else:
            counts[word][target.name] += 1
        if seconds > figures.slowest:
            figures.slowest, figures.slowest_input = seconds, f"{number} of {target.name}"
        figures.done = number + 1
        if figures.done % KEPT_EVERY == 0 or figures.done == until:
            base = base or _peak()
            figures.growth_mib = max(figures.growth_mib, _peak() - base)
            figures.read, figures.refused = dict(counts["read"]), dict(counts["refused"])
            figures.seconds = before + time.monotonic() - started
            if state:
                state.write_text(json.dumps(asdict(figures)))
    return figures


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def told(figures: Figures) -> str:
    """The figures in words."""
    lines = [f"{'reader':<44}{'read':>9}{'refused':>9}"]
    for name in sorted({*figures.read, *figures.refused}):
        lines.append(f"{name:<44}{figures.read.get(name, 0):>9,}{figures.refused.get(name, 0):>9,}")
    lines += [
        f"{figures.done:,} inputs, seed {figures.seed}: {len(figures.faults)} faults",
        f"{figures.seconds:.0f} s, {1000 * figures.seconds / max(1, figures.done):.2f} ms an input",
        f"slowest: {figures.slowest:.3f} s (input {figures.slowest_input})",
        f"memory grew by {figures.growth_mib:.0f} MiB",
        *figures.faults[:50],
    ]
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    """Fuzz as the command line says; 1 if there were faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--only", default="", help="targets with this in their names")
    asked = parser.parse_args(words)
    figures = Figures(asked.seed)
    if asked.state and asked.state.exists():
        figures = Figures(**json.loads(asked.state.read_text()))
    among = [one for one in targets() if asked.only in one.name]
    fuzz(figures, asked.inputs, among, asked.state)
    print(told(figures))
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
