"""Known findings: suppressed by signature, each with a reason. One JSON object a line, kept with the code.

Strict: an entry holds the file of its finding, campaigns try that first, and an entry that does not occur
any more is reported as gone.
"""

import fcntl
import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

import msgspec

from doublecount.problems.text import InputError, brief, shown
from doublecount.verify import catalogue, reading
from doublecount.verify.causes import causes, file_of, signature
from doublecount.verify.results import Finding, Kind, Met, Summary
from doublecount.verify.whole import write_whole

PATIENCE_SECONDS = 3.0
"""How long to wait for another process that changes the file."""


class KnownError(Exception):
    """The file of known findings can't be used; the text says which, where and why."""


class Sort(NamedTuple):
    """What a known finding has in common with many differences; some may have another cause all the same."""

    problem: str
    kind: Kind
    accused: str


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry."""

    signature: str
    problem: str
    kind: Kind
    accused: str
    reason: str
    case: int
    """The case of the file that matters, from 1."""
    file: str
    """The smallest file, as JSON lines."""
    source: str = ""
    """The module of a problem from elsewhere, for whoever reads this: nothing is loaded from there."""

    @property
    def sort(self) -> Sort:
        """What differences like it are."""
        return Sort(self.problem, self.kind, self.accused)

    @property
    def origin(self) -> str:
        """What its file is called in a campaign."""
        return f"known finding {self.signature}"


def entry(finding: Finding, reason: str) -> Known:
    """Make the entry of a finding."""
    problem, file = catalogue.problem(finding.problem), file_of(finding)
    name = signature(problem, finding.kind, finding.accused, file)
    text = problem.write_jsonl(file)
    module = catalogue.argument(problem.name)
    source = module if module != problem.name else ""
    return Known(name, problem.name, finding.kind, finding.accused, reason, finding.case, text, source)


def read(path: Path) -> tuple[Known, ...]:
    """Return the entries of a file; raises ``KnownError``."""
    with _locked(path, reading.opened, fcntl.LOCK_SH) as file:
        return _entries(path, reading.collected(file))


def add(path: Path, new: Known) -> None:
    """Add an entry; makes the file where there is none. Raises ``KnownError``."""
    with _changing(path, "a+b") as entries:
        if any(one.signature == new.signature for one in entries):
            raise KnownError(f"{path}: {new.signature} is known already")
        entries.append(new)


def remove(path: Path, name: str) -> Known:
    """Remove the entry with a signature, or an unambiguous beginning of it, and return it.

    Raises ``KnownError``.
    """
    with _changing(path, "r+b") as entries:
        found = [one for one in entries if name and one.signature.startswith(name)]
        if len(found) != 1:
            there = ", ".join(one.signature for one in entries[:10]) or "none"
            what = "more than one entry" if found else "no entry"
            raise KnownError(f"{path}: {what} with the signature {name!r}; there are: {there}")
        entries.remove(found[0])
    return found[0]


@contextmanager
def _changing(path: Path, mode: str) -> Iterator[list[Known]]:
    """Give the entries to be changed; the file is then replaced as a whole."""
    with _locked(path, lambda path: _opened(path, mode), fcntl.LOCK_EX) as file:
        file.seek(0)
        entries = [*_entries(path, reading.collected(file))]
        yield entries
        write_whole(b"".join(msgspec.json.encode(one) + b"\n" for one in entries), path)


def _opened(path: Path, mode: str) -> BinaryIO:
    """Open what is to be replaced as a whole."""
    reading.insist_on_file(path)
    return cast(BinaryIO, path.open(mode))


@contextmanager
def _locked(path: Path, opened: Callable[[Path], BinaryIO], how: int) -> Iterator[BinaryIO]:
    """Open the file and lock it; whoever had it before may have put another file in its place."""
    end = time.monotonic() + PATIENCE_SECONDS
    try:
        while True:
            with opened(path) as file, suppress(BlockingIOError):
                fcntl.flock(file, how | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                    yield file
                    return
            if time.monotonic() > end:
                raise KnownError(f"{path}: locked by another process")
            time.sleep(0.05)
    except OSError as error:
        raise KnownError(f"{path}: {error.strerror}") from error
    except reading.UnreadableError as error:
        raise KnownError(f"{path}: {error}") from error


def _entries(path: Path, content: bytes) -> tuple[Known, ...]:
    entries: dict[str, Known] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            one = msgspec.json.decode(line, type=Known)
            _insist_on_sense(one)
        except (ValueError, InputError) as error:
            why = brief(str(error))
            raise KnownError(f"{path}:{number}: expected a known finding: {why}") from error
        if one.signature in entries:
            raise KnownError(f"{path}:{number}: expected every signature once, found {one.signature} again")
        entries[one.signature] = one
    return tuple(entries.values())


def _insist_on_sense(one: Known) -> None:
    """Refuse what no finding can have left."""
    if not catalogue.is_problem(one.problem):
        if one.source:
            return  # of a problem that this command is not on; no module is loaded for a file's sake
        raise ValueError(f"{shown(one.problem)} is no problem")
    problem = catalogue.problem(one.problem)
    file = list(problem.read_jsonl(one.file, "its file"))
    if not 1 <= one.case <= len(file):
        raise ValueError(f"there is no case {one.case} in its file of {len(file)}")
    right = signature(problem, one.kind, one.accused, file)
    if one.signature != right:
        raise ValueError(f"its content has the signature {right}, not {shown(one.signature)}")


def unexplained(summary: Summary, known: Collection[Known]) -> bool:
    """Whether something differs that is not known: an unknown finding, or a kind that was never pursued."""
    signatures = {one.signature for one in known}
    groups = causes(summary)
    if any(cause.signature not in signatures for cause in groups):
        return True
    nothing_pursued = not groups and summary.checked > summary.agreed + summary.undecided
    return nothing_pursued or bool(unpursued(summary))


def unpursued(summary: Summary) -> tuple[Met, ...]:
    """Return the kinds of differences that were met but that no finding stands for."""
    return tuple(
        one
        for one in summary.met
        if not any(
            one.accused in (finding.accused, *finding.against) and finding.kind in (one.kind, Kind.FLAKY)
            for finding in summary.findings
        )
    )


def gone(summaries: Collection[Summary], known: Collection[Known]) -> list[Known]:
    """Return the entries whose files a campaign tried with the accused, and in vain."""
    parties = {(one.problem, party.name) for one in summaries for party in one.parties}
    tried = {name for one in summaries for name in one.kept}
    occurred = {cause.signature for one in summaries for cause in causes(one)}
    return [
        one
        for one in known
        if (one.problem, one.accused) in parties and one.origin in tried and one.signature not in occurred
    ]
