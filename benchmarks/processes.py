"""Whole processes, measured from start to end: standard input from a file, output into a pipe.

Shared machines drift: parties that are to be compared take turns, A B A B. This process stays small (it
makes no data and loads no NumPy), since on Linux a child's peak of memory is at least that of its parent: a
figure of up to some 24 MiB says no more than that.
"""

import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

TOOL = (sys.executable, "-m", "doublecount", "solve")
NUMPY = (sys.executable, "-c", "import numpy")
_KEPT = ("PATH", "HOME", "PYTHONPATH", "LD_LIBRARY_PATH")
_CHUNK = 1 << 20


@dataclass
class Party:
    """A command in a row. ``cases`` are those of its file; ``cold``: the cache is emptied before each run."""

    name: str
    command: Sequence[str]
    file: Path
    cases: int
    cold: bool = False
    seconds: list[float] = field(default_factory=list)
    peak_mib: float = 0

    @property
    def median(self) -> float:
        """The median of the runs, in seconds."""
        return statistics.median(self.seconds)


def environment(cache: Path) -> dict[str, str]:
    """Return a clean environment: nothing that tunes Python or the algebra library but one thread."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": str(cache)}


def run(command: Sequence[str], file: Path, cache: Path) -> tuple[float, float, bytes]:
    """Return a process's seconds, peak memory in MiB, and the last of its output; SystemExit if it fails."""
    with file.open("rb") as data:
        started = time.perf_counter()
        with subprocess.Popen(command, stdin=data, stdout=subprocess.PIPE, env=environment(cache)) as process:
            last = b""
            while chunk := os.read(process.stdout.fileno(), _CHUNK):
                last = chunk
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{shlex.join(command)} ended with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024, last


def take_turns(parties: Sequence[Party], runs: int, folder: Path) -> None:
    """Run all parties in turn, so often."""
    cache = folder / "cache"
    for _ in range(runs):
        for party in parties:
            seconds, peak, _output = run(party.command, party.file, emptied(folder) if party.cold else cache)
            party.seconds.append(seconds)
            party.peak_mib = max(party.peak_mib, peak)


def emptied(folder: Path) -> Path:
    """Return an empty folder for a cache."""
    empty = folder / "empty"
    shutil.rmtree(empty, ignore_errors=True)
    empty.mkdir()
    return empty


def peers(text: str, problems: Sequence[str]) -> dict[str, list[tuple[str, list[str]]]]:
    """Read ``PROBLEM=COMMAND PROBLEM=COMMAND …`` into (name, words) of the commands of each problem.

    A command goes on up to the next ``PROBLEM=``; quotes are the shell's, around words or all of it.
    """
    parts = re.split(rf"(?:^|\s)({'|'.join(problems)})=", text.strip())
    if parts[0].strip():
        raise SystemExit(f"PEERS: expected PROBLEM=COMMAND, found {parts[0].strip()!r}")
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for problem, command in zip(parts[1::2], parts[2::2], strict=True):
        words = shlex.split(command)
        if len(words) == 1 and not shutil.which(words[0]):
            words = shlex.split(words[0])
        if not words or not shutil.which(words[0]):
            raise SystemExit(f"PEERS: there is no program {words[:1]} for {problem}")
        named = found.setdefault(problem, [])
        named.append((_name(words, [name for name, _ in named]), words))
    return found


def _name(words: Sequence[str], taken: Sequence[str]) -> str:
    """Return a short name: that of the program, or of the script that it runs."""
    name = Path([word for word in words if not word.startswith("-")][-1]).name
    return f"{name} {len(taken) + 1}" if name in taken else name
