"""Looks at an installation: what is there, what is missing and how to get it, and whether it works."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path

from doublecount import __version__
from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue, proofs, sandbox, selftest

NAME = "doublecount"
DEVELOPMENT = ("dev", "fuzz")
"""Extras that only who works on the tool itself needs."""
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?:.*extra\s*==\s*[\"'](?P<extra>[^\"']+)[\"'])?")


@dataclass(frozen=True)
class Looked:
    """One thing that was looked at."""

    group: str
    """versions, libraries, extras, checkers, sandbox, folders, terminal, self-test."""
    name: str
    found: str
    """What is there, or why it is not and what to do about it."""
    fine: bool
    needed: bool = False
    """Without it the tool does not work."""


def examined() -> Iterator[Looked]:
    """Look at everything, the self-test last; takes some seconds."""
    yield Looked("versions", "python", sys.version.split()[0], fine=True)
    yield Looked("versions", NAME, __version__, fine=True)
    yield Looked("versions", "system", f"{platform.system()} {platform.machine()}", fine=True)
    yield from _libraries()
    yield from _checkers()
    yield from _containers()
    yield from _folders()
    yield from _terminal()
    yield from _selftest()


def works(looked: list[Looked]) -> bool:
    """Whether all that is needed is there and works."""
    return all(one.fine for one in looked if one.needed)


def _libraries() -> Iterator[Looked]:
    for requirement in metadata.requires(NAME) or ():
        match = _REQUIREMENT.match(requirement)
        if match is None or match["extra"] in DEVELOPMENT:
            continue
        name, extra = match["name"], match["extra"]
        group = "extras" if extra else "libraries"
        what = f"{NAME}[{extra}]" if extra else NAME
        try:
            yield Looked(group, name, metadata.version(name), fine=True, needed=not extra)
        except metadata.PackageNotFoundError:
            hint = f"missing: pip install '{what}'"
            yield Looked(group, name, hint, fine=False, needed=not extra)


def _checkers() -> Iterator[Looked]:
    """Those that are there, and what each of them says of a proof that is one and of one that is not."""
    formula, proof = ((1, 2), (1, -2), (-1, 2), (-1, -2)), ("1 0", "0")
    satisfiable = formula[:-1]
    try:
        there = proofs.at_hand()
    except ImportError as error:
        yield Looked("checkers", "dratify", f"can't be loaded: {error}", fine=False, needed=True)
        return
    for name, checker in there.items():
        right = checker(formula, proof) is None and checker(satisfiable, proof) is not None
        yield Looked("checkers", name, "works" if right else "is wrong about a proof", right, needed=True)
    if "drat-trim" not in there:
        hint = "not installed; not needed: github.com/marijnheule/drat-trim"
        yield Looked("checkers", "drat-trim", hint, fine=False)


def _containers() -> Iterator[Looked]:
    why = sandbox.unavailable()
    yield Looked("sandbox", "bwrap", why or "works: --sandbox bwrap", fine=why is None)
    found = shutil.which("setpriv")
    hint = found or "not installed (util-linux): programs on trial may outlive a tool that is killed"
    yield Looked("sandbox", "setpriv", hint, fine=found is not None)


def _folders() -> Iterator[Looked]:
    from platformdirs import user_cache_path, user_state_path

    off = os.environ.get("DOUBLECOUNT_NO_CACHE", "0") not in ("", "0")
    for name, where in (("cache", user_cache_path), ("stores", user_state_path)):
        try:
            folder = where(NAME)
        except (OSError, RuntimeError) as error:
            yield Looked("folders", name, f"no folder: {error}", fine=False)
            continue
        if name == "cache" and off:
            yield Looked("folders", name, f"{folder}, switched off by DOUBLECOUNT_NO_CACHE", fine=True)
            continue
        writable = _writable(folder)
        rest = f"{_mib(folder):.1f} MiB" if writable else "can't be written"
        yield Looked("folders", name, f"{folder}, {rest}", fine=writable)


def _writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or in what is there of the way to it."""
    there = next((one for one in (folder, *folder.parents) if one.exists()), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _mib(folder: Path) -> float:
    """The size of all files below a folder; those that vanish meanwhile count nothing."""
    total = 0
    for root, _, files in os.walk(folder):
        for file in files:
            try:
                total += os.lstat(os.path.join(root, file)).st_size
            except OSError:
                continue
    return total / (1 << 20)


def _terminal() -> Iterator[Looked]:
    for name, stream in (("output", sys.stdout), ("errors", sys.stderr)):
        what = f"a terminal, {os.environ.get('TERM', 'TERM not set')}" if stream.isatty() else "no terminal"
        yield Looked("terminal", name, f"{what}; {stream.encoding}", fine=True)


def _selftest() -> Iterator[Looked]:
    """A known value of each problem, and some planted faults, which must be caught."""
    for name in catalogue.NAMES:
        yield _tried(f"known value of {name}", partial(_known_value, catalogue.problem(name)))
    for caught in selftest.run(selftest.handful(catalogue.NAMES), len(os.sched_getaffinity(0))):
        what = f"planted fault {caught.problem}/{caught.fault}"
        found = "caught" if caught.passed else caught.error or "not caught on the smallest file"
        yield Looked("self-test", what, found, caught.passed, needed=True)


def _tried(name: str, wrong: Callable[[], str | None]) -> Looked:
    try:
        why = wrong()
    except Exception as error:  # an installation may be broken in any way
        why = f"{type(error).__name__}: {error}"
    return Looked("self-test", name, why or "right", fine=why is None, needed=True)


def _known_value(problem: AnyProblem) -> str | None:
    """None, or what is wrong with the solver's answer to a case whose answer is known from elsewhere."""
    if problem.settled is None:
        return None
    text, value = problem.settled
    (instance,) = problem.read(text, "the case")
    found = getattr(problem.load_solver().solve(instance), problem.compared[0])
    return None if found == value else f"the solver says {found}, not {value}"
