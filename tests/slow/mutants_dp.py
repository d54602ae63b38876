"""Mutates the solvers, module by module: is every fault noticed, but for those that make no difference?

The mutants are those of ``mutants.py``. For each one a process forks from one that has imported NumPy, the
rules and the recorded answers, but no solver: the mutant takes the module's place before anything imports it.
First the solvers are held against recorded answers of others (``differential/``), which ends at the first
difference; whatever passes that meets the tests of the module. A mutant may take a few times the processor's
time of the module as it is.

``python -m tests.slow.mutants_dp [MODULE …]`` goes on where it stood, and prints a table. Every mutant that
was tried is a line of ``tests/slow/mutants_dp.jsonl``; one that was noticed is not tried again unless its
module has changed. Those that passed everything must be in ``equivalent_dp.txt``, with a reason; those listed
there are not shown to the tests, only to the recorded answers. The exit code is 1 if a mutant is left, or if
the list names one that does not exist or is noticed. Environment:

    CHECK_ONLY=1    no tests, recorded answers only
    DOUBTED=1       tests for those listed, too
    AGAIN=1         try again what nothing has noticed, and is not listed
"""

import ast
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

from tests.slow.mutants import ROOT, Instead, Mutant, mutants, wait_status

STATE = Path(__file__).with_name("mutants_dp.jsonl")
EQUIVALENT = Path(__file__).with_name("equivalent_dp.txt")
MEMORY = 4 << 30
"""Bytes of addresses that a child may have."""
TIMES, SPARE_SECONDS = 3, 1.0
"""A mutant may take so many times as long as the module as it is, and so many seconds more."""
WALL = 20
"""Times its processor's time a child may take by the clock, on a machine with much else to do."""
QUICK, EXHAUSTIVE = "tests/quick", "tests/exhaustive"

ALL = ("black_white", "wooden_chess", "dots_and_boxes")
WITHIN = "not home and not folder_that and not disk and not killed and not interrupt and not concurrent"
COUNTING = [f"{QUICK}/test_counting.py", f"{QUICK}/test_black_white.py"]
LANES = [f"{QUICK}/test_lanes.py"]
SQUARES, CHESS, DOTS, QUEENS = (
    [f"{QUICK}/test_{problem}.py", f"{EXHAUSTIVE}/test_{problem}.py"]
    for problem in ("overlapping_squares", "wooden_chess", "dots_and_boxes", "injured_queen")
)
CURVE = [*COUNTING, f"{EXHAUSTIVE}/test_black_white.py"]
NOT_MODELS = "not model and not shrink"

MODULES: dict[str, tuple[tuple[str, ...], list[str], str]] = {
    "sampling": (("black_white",), COUNTING, ""),
    "marginals": (("black_white",), COUNTING, ""),
    "entrances": (("black_white",), COUNTING, ""),
    "restricted": (("black_white",), [f"{QUICK}/test_puzzles.py", *COUNTING], ""),
    "black_white.restricted": (("black_white",), [f"{QUICK}/test_puzzles.py", *COUNTING], ""),
    "forward": (("black_white",), COUNTING, ""),
    "alone": (("black_white",), COUNTING, ""),
    "layers": (("black_white",), COUNTING, ""),
    "layered": (("black_white",), COUNTING, ""),
    "counting": (("black_white",), COUNTING, ""),
    "black_white": (("black_white",), COUNTING, ""),
    "black_white.boards": (("black_white",), COUNTING, ""),
    "black_white.curve": (("black_white",), CURVE, ""),
    "lanes.black_white": (("black_white",), [*COUNTING, *LANES], "lane"),
    "injured_queen": (("injured_queen",), [*QUEENS, *LANES], ""),
    "lanes.injured_queen": (("injured_queen",), LANES, ""),
    "lanes.text": (("text", "wooden_chess", "overlapping_squares", "dots_and_boxes"), LANES, ""),
    "overlapping_squares": (("overlapping_squares",), [*SQUARES, *LANES], NOT_MODELS),
    "overlapping_squares.edges": (("overlapping_squares",), [*SQUARES, *LANES], NOT_MODELS),
    "overlapping_squares.peeling": (("overlapping_squares",), SQUARES, NOT_MODELS),
    "overlapping_squares.pictures": (("overlapping_squares",), [*SQUARES, *LANES], NOT_MODELS),
    "lanes.overlapping_squares": (("overlapping_squares",), LANES, ""),
    "wooden_chess": (("wooden_chess",), [*CHESS, *LANES], NOT_MODELS),
    "wooden_chess.staircases": (("wooden_chess",), [*CHESS, *LANES], NOT_MODELS),
    "lanes.wooden_chess": (("wooden_chess",), LANES, ""),
    "dots_and_boxes": (("dots_and_boxes",), DOTS, NOT_MODELS),
    "lanes.dots_and_boxes": (("dots_and_boxes",), LANES, ""),
    "cache": (ALL, [f"{QUICK}/test_cache.py"], WITHIN),
}
"""By module the parts of ``differential/`` that use it, the files of tests about it, which tests there."""

Key = tuple[str, str, str]


class Bench:
    """Where the mutants of one module are tried."""

    def __init__(self, module: str, folder: Path) -> None:
        self.module = module
        self.parts, self.files, self.words = MODULES[module]
        self.name = f"doublecount.dp.{module}"
        self.path = _path(module)
        self.folder = folder
        whole = ast.parse(self.path.read_text())
        self.check_seconds = self._usual(self.check, whole)
        self.test_seconds: float | None = None

    def _usual(self, run: Callable[[ast.Module, float], tuple[int, float]], tree: ast.Module) -> float:
        """How long the module as it is takes; it must pass. The second run is the measure."""
        for _ in range(2):
            code, seconds = run(tree, 600)
            if code:
                raise RuntimeError(f"{self.module}: fails as it is ({code})")
        return seconds

    def noticed(self, mutant: Mutant, by_tests: bool) -> tuple[str, float]:
        """By what a mutant is noticed ("check", "tests", "time", "nothing"), and the processor's seconds."""
        tree = mutant.tree
        code, seconds = self.check(tree, TIMES * self.check_seconds + SPARE_SECONDS)
        if code:
            return _cause(code, "check"), seconds
        if not by_tests:
            return "nothing", seconds
        if self.test_seconds is None:
            self.test_seconds = self._usual(self.tests, ast.parse(self.path.read_text()))
        code, more = self.tests(tree, TIMES * self.test_seconds + SPARE_SECONDS)
        return _cause(code, "tests") if code else "nothing", seconds + more

    def check(self, tree: ast.Module, seconds: float) -> tuple[int, float]:
        """Hold the solvers against the recorded answers."""

        def child() -> int:
            warnings.simplefilter("error")
            for part in self.parts:
                import_module(f"tests.slow.differential.{part}").check()
            return 0 if self.name in sys.modules else 70

        return self._forked(child, tree, seconds)

    def tests(self, tree: ast.Module, seconds: float) -> tuple[int, float]:
        """Run the tests; that none is run must not pass for noticed."""

        def child() -> int:
            import pytest

            arguments = ["-x", "-q", "-m", "not slow", "-k", self.words, "-p", "no:cacheprovider"]
            arguments += [f"--basetemp={self.folder}/t", "--rootdir", str(ROOT)]
            arguments += ["-c", str(ROOT / "pyproject.toml"), *(str(ROOT / file) for file in self.files)]
            code = int(pytest.main(arguments))
            return 0 if code == 5 else code

        return self._forked(child, tree, seconds)

    def _forked(self, run: Callable[[], int], tree: ast.Module, seconds: float) -> tuple[int, float]:
        """The exit code of a child, negative for a signal, and its processor's time."""
        cache = self.folder / "cache"
        shutil.rmtree(cache, ignore_errors=True)
        if (self.folder / "kept").exists():
            shutil.copytree(self.folder / "kept", cache, copy_function=os.link)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                _confine(seconds)
                os.environ["XDG_CACHE_HOME"] = str(cache)
                sys.meta_path.insert(0, Instead(self.name, self.path, tree))  # type: ignore[arg-type]
                code = run()
            finally:
                os._exit(code)
        status = wait_status(child, time.monotonic() + WALL * seconds)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return os.waitstatus_to_exitcode(status), spent


def _confine(seconds: float) -> None:
    """Bound the processor's time and the memory of this process, and let it say nothing."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(quiet, handle)


def _cause(code: int, otherwise: str) -> str:
    """What an exit code says about how a mutant was noticed."""
    return "time" if code in {-signal.SIGPROF, -signal.SIGKILL} else otherwise


def _path(module: str) -> Path:
    path = ROOT / "dp" / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def listed() -> dict[Key, str]:
    """The mutants that make no difference, with reasons: a line "= REASON" and the mutants it holds for."""
    found: dict[Key, str] = {}
    reason = ""
    for row in EQUIVALENT.read_text().splitlines() if EQUIVALENT.exists() else ():
        if row.startswith("= "):
            reason = row[2:]
        elif row and not row.startswith("#"):
            module, line, change = row.split("\t")
            assert reason and (module, line, change) not in found, row
            found[module, line, change] = reason
    return found


def every_mutant() -> dict[str, dict[Key, Mutant]]:
    """All mutants by module."""
    return {
        module: {(module, one.line, one.change): one for one in mutants(_path(module).read_text())}
        for module in MODULES
    }


def tried() -> dict[Key, dict[str, Any]]:
    """What has been tried of modules that have not changed since, the last time of each."""
    sources = {module: crc32(_path(module).read_bytes()) for module in MODULES}
    found = {}
    for text in STATE.read_text().splitlines() if STATE.exists() else ():
        row = json.loads(text)
        if sources.get(row["module"]) == row["source"]:
            found[row["module"], row["line"], row["change"]] = row
    return found


def settled(row: dict[str, Any] | None, depth: int, is_listed: bool) -> bool:
    """Whether a mutant was noticed, or tried as thoroughly as it is to be."""
    if row is None or (os.environ.get("AGAIN") and row["by"] == "nothing" and not is_listed):
        return False
    return row["by"] != "nothing" or row["depth"] >= depth


def try_module(module: str, every: dict[Key, Mutant], folder: Path) -> None:
    """Try what is to be tried of a module; each outcome is written at once."""
    known, done = listed(), tried()
    tests = not os.environ.get("CHECK_ONLY")
    depths = {key: 2 if tests and (key not in known or os.environ.get("DOUBTED")) else 1 for key in every}
    waiting = [key for key in every if not settled(done.get(key), depths[key], key in known)]
    if not waiting:
        return
    bench, source = Bench(module, folder), crc32(_path(module).read_bytes())
    print(f"{module}: {len(waiting)} mutants, {bench.check_seconds:.2f} s each at most", flush=True)
    for key in waiting:
        by, seconds = bench.noticed(every[key], by_tests=depths[key] == 2)
        row = {"module": module, "line": key[1], "change": key[2], "source": source, "by": by}
        row |= {"depth": depths[key], "seconds": round(seconds, 2)}
        with STATE.open("a") as lines:
            lines.write(json.dumps(row) + "\n")


def table(every: dict[str, dict[Key, Mutant]]) -> int:
    """Print what came of all; return how many mutants are left, or listed in error."""
    known, done = listed(), tried()
    total, wrong = Counter[str](), 0
    print("| module | mutants | by recorded answers | by tests | by time | equivalent | left | not tried |")
    print("|---|---|---|---|---|---|---|---|")
    columns = ("mutants", "check", "tests", "time", "equivalent", "left", "not tried")
    for module, mutants_of in every.items():
        row = Counter[str](mutants=len(mutants_of))
        for key in mutants_of:
            by = done[key]["by"] if key in done else "not tried"
            row[by if by != "nothing" else "equivalent" if key in known else "left"] += 1
        total += row
        print(f"| {module} | " + " | ".join(str(row[column]) for column in columns) + " |")
    print("| all | " + " | ".join(f"{total[column]:,}" for column in columns) + " |")
    for module, line, change in known:
        key, by = (module, line, change), done.get((module, line, change), {}).get("by", "nothing")
        if key not in every[module] or by != "nothing":
            wrong += 1
            what = "noticed" if key in every[module] else "there is no such mutant"
            print(f"listed, but {what}: {key}", file=sys.stderr)
    return wrong + total["left"] + total["not tried"]


def main() -> None:
    """Go on, and print the table."""
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
    every = every_mutant()
    with tempfile.TemporaryDirectory() as name:
        _preload(Path(name))
        for module in sys.argv[1:] or MODULES:
            try_module(module, every[module], Path(name))
    sys.exit(1 if table(every) else 0)


def _preload(folder: Path) -> None:
    """Import what all children need, none of it from dp, and build the one large table, for all to find."""
    import numpy  # noqa: F401
    import pytest  # noqa: F401
    from tests.slow.differential import recorded

    for part in ("black_white", "injured_queen", "overlapping_squares", "wooden_chess", "dots_and_boxes"):
        recorded(part)
        for module in ("formats", "rules", "game"):
            try:
                import_module(f"doublecount.problems.{part}.{module}")
            except ModuleNotFoundError:
                continue
    import doublecount.verify.table  # noqa: F401

    child = os.fork()
    if child == 0:
        os.environ["XDG_CACHE_HOME"] = str(folder / "kept")
        from doublecount.dp.dots_and_boxes import whole_grid

        whole_grid(3, 3)
        os._exit(0)
    os.waitpid(child, 0)
    assert not any(module.startswith("doublecount.dp") for module in sys.modules)
    gc.freeze()


if __name__ == "__main__":
    main()
