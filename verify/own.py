"""Problems from elsewhere: modules named by their paths, and entry points of ``doublecount.problems``.

A module is loaded once a process, as a part of this one whose name tells its path: so its instances can be
pickled, and whoever unpickles them, on whatever machine, imports the same file. Nothing is left beside it.
"""

import hashlib
import os
import re
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from doublecount.problems.record import AnyProblem, Problem
from doublecount.problems.text import error_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "doublecount.problems"
SUFFIX = ".py"
_CHECK = " (`doublecount problems --check FILE.py` tests a problem)"
__path__: list[str] = []
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FIELDS = ("read", "write", "check", "size", "simpler", "picture", "load_solver", "load_models")


class OwnProblemError(LookupError):
    """A problem from elsewhere can't be used; the text says in one line which, and why."""


class BrokenProblemError(Exception):
    """Code of a problem from elsewhere has failed; the text says in one line where, and how."""


@dataclass(frozen=True)
class Source:
    """Where a problem comes from."""

    name: str
    file: str
    digest: str
    """SHA-256 of the file, hexadecimal."""
    installed: bool = False
    """Found by its entry point; the file may be elsewhere on another machine."""


class _Loader(SourceFileLoader):
    """Compiles the file as it is now, whatever is cached of it."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


class _Finder(MetaPathFinder):
    """Finds the modules whose names tell where they are."""

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        parent, _, name = fullname.rpartition(".")
        if parent != __name__:
            return None
        try:
            file = bytes.fromhex(name.rpartition("_")[2]).decode()
        except ValueError:
            return None
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, file))


sys.meta_path.append(_Finder())
_sources: dict[str, Source] = {}
_records: dict[str, AnyProblem] = {}


def is_name(word: str) -> bool:
    """Tell whether a problem may be called so."""
    return _NAME.fullmatch(word) is not None


def is_path(word: str) -> bool:
    """Tell whether a word names a module by its path."""
    return word.endswith(SUFFIX)


def add(path: str, taken: Sequence[str] = ()) -> AnyProblem:
    """Load the problem of a module; raises ``OwnProblemError``, also if its name is ``taken``."""
    file = str(Path(path).resolve())
    for name, source in _sources.items():
        if source.file == file and name in _records:
            return _records[name]
    record = _checked(_imported(Path(file), path), path, taken)
    _keep(record, Source(record.name, file, digest(file)))
    return record


def _keep(record: AnyProblem, source: Source) -> None:
    _records[record.name], _sources[record.name] = record, source


def learn(sources: Iterable[Source]) -> None:
    """Take up where problems are, of which none is loaded before it is asked for."""
    for source in sources:
        if source.name not in _records:
            _sources[source.name] = source


def forget() -> None:
    """Forget all problems that were loaded: for tests."""
    for source in _sources.values():
        sys.modules.pop(_module_name(Path(source.file)), None)
    _sources.clear()
    _records.clear()


def is_known(name: str) -> bool:
    """Tell whether there is such a problem, without loading it."""
    return name in _sources or name in installed()


def record(name: str, taken: Sequence[str] = ()) -> AnyProblem:
    """Return the record of a problem by its name; raises ``OwnProblemError``."""
    if name in _records:
        return _records[name]
    source = _sources.get(name)
    if source and not source.installed:
        found = add(source.file, taken)
        if found.name != name:
            raise OwnProblemError(f"{source.file}: expected the problem {name!r}, found {found.name!r}")
        return found
    if name not in installed():
        raise OwnProblemError(f"{name!r} is no problem")
    return _from_entry_point(name, installed()[name], taken)


def source(name: str) -> Source | None:
    """Return where a problem comes from, None for one of ours."""
    return _sources.get(name)


@cache
def installed() -> "dict[str, EntryPoint]":
    """Return the entry points of all installed packages, by name."""
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group=GROUP)}


def _from_entry_point(name: str, entry: "EntryPoint", taken: Sequence[str]) -> AnyProblem:
    where = f"entry point {name} = {entry.value}"
    try:
        loaded = entry.load()
    except (Exception, SystemExit) as error:  # the boundary to the user's code
        raise OwnProblemError(f"{where}: {_in_a_line(error, '')}") from error
    found = _checked(loaded, where, taken)
    if found.name != name:
        raise OwnProblemError(f"{where}: expected a problem of that name, found {found.name!r}")
    file = sys.modules[entry.module].__file__ or ""
    _keep(found, Source(name, file, digest(file), installed=True))
    return found


def _imported(file: Path, shown: str) -> Any:
    if not os.path.isfile(file):
        raise OwnProblemError(f"{shown}: expected a Python file with a PROBLEM, found no file")
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.append(folder)  # as for a script, its neighbours can be imported; after all else
    try:
        with redirect_stdout(sys.stderr):  # answers alone go to standard output
            return import_module(_module_name(file))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the boundary to the user's code
        raise OwnProblemError(_in_a_line(error, str(file))) from error


def _module_name(file: Path) -> str:
    readable = re.sub(r"\W", "_", file.stem, flags=re.ASCII)
    return f"{__name__}.{readable}_{str(file).encode().hex()}"


def _in_a_line(error: BaseException, file: str) -> str:
    """Say what went wrong, and where in the file."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f"{file}:{error.lineno}: can't be imported: SyntaxError: {error.msg}"
    what, place = error_line(error), place_in(error, file)
    return (
        f"{file}:{place}: can't be imported: {what}" if place else f"{file or 'can not be imported'}: {what}"
    )


def place_in(error: BaseException, file: str) -> int | None:
    """Return the last line of a file that an error came through, None if it came through none."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)


def blamed(error: BaseException) -> str | None:
    """Say in one line which problem from elsewhere an error came out of; None if there is none.

    What comes out of none, while there is one, came of a value that it returned.
    """
    files = [one.file for one in _sources.values()]
    places = ((file, place) for file in files if (place := place_in(error, file)))
    if found := next(places, None):
        return f"{found[0]}:{found[1]}: {error_line(error)}{_CHECK}"
    return (
        f"{files[-1]}: a value of it is not what it should be: {error_line(error)}{_CHECK}" if files else None
    )


def _checked(loaded: Any, where: str, taken: Sequence[str]) -> AnyProblem:
    found = loaded if isinstance(loaded, Problem) else getattr(loaded, "PROBLEM", None)
    if found is None:
        raise OwnProblemError(f"{where}: expected PROBLEM, a Problem, found nothing of that name")
    if not isinstance(found, Problem):
        raise OwnProblemError(f"{where}: expected PROBLEM to be a Problem, found a {type(found).__name__}")
    if not isinstance(found.name, str) or not is_name(found.name):
        raise OwnProblemError(f"{where}: expected a name like two-words, found {found.name!r}")
    if found.name in taken:
        raise OwnProblemError(f"{where}: expected a name of its own, found {found.name!r}, which is taken")
    if not found.strata:
        raise OwnProblemError(f"{where}: expected at least one stratum to generate, found none")
    for name in _FIELDS:
        if not callable(getattr(found, name)):
            raise OwnProblemError(
                f"{where}: expected {name} to be a function, found {getattr(found, name)!r}"
            )
    return found


def digest(file: str) -> str:
    """Return the SHA-256 of a file as hexadecimal digits, empty where it can't be read."""
    try:
        with open(file, "rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError:
        return ""
