"""Mutates a module of the harness and asks its tests: would they notice?

A mutant is the module with one small fault: a comparison shifted or turned round, "and" for "or", a "not"
dropped, an operator or a number changed, a condition turned round, a result or a statement left out. For each
one this process forks; the child puts the mutant in the module's place, in memory only, and runs the
module's tests. Nothing is written to the tree, so tests that run the command line in a process of its own
would meet the module as it is: only tests within the process are selected. Assertions, annotations and texts
are not mutated.

``python -m tests.slow.mutants MODULE [NUMBER]`` prints one JSON object, and each survivor at once
on standard error; NUMBER bounds the mutants tried, drawn by a fixed seed. ``late`` are those that were
noticed only by taking several times as long: endless loops, on a quiet machine.
"""

import ast
import importlib.util
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEED = 1
GRACE = 5.0
"""Seconds that a child may outlive its alarm."""
HARNESS = ROOT / "tests" / "harness"
FRESH = ("doublecount.verify", "doublecount.reports", "doublecount.cli", "tests")
"""What every child imports anew, so that nobody holds on to the module as it was."""
STORE = ["test_store_inside.py", "test_store.py", "test_rows.py"]
WITHIN = "not full_disk and not read_only and not left_alone and not one_writer"
TESTS: dict[str, tuple[list[str], str]] = {
    "compare": (["test_compare.py"], ""),
    "localise": (["test_localise.py"], ""),
    "shrink": (["test_shrink.py"], ""),
    "summing": (["test_summing.py"], ""),
    "store": (STORE, WITHIN),
    "database": (STORE, WITHIN),
    "rows": (["test_rows.py"], ""),
    "agreement": (["test_agreement.py"], ""),
    "timing": (["test_agreement.py"], ""),
    "descendants": (["test_descendants.py"], ""),
    "runner": (["test_runner_inside.py"], ""),
    "rup": (["../quick/test_proofs.py"], ""),
    "proofs": (["../quick/test_proofs.py"], ""),
    "table": (["../quick/test_tables.py"], ""),
    "proven": (
        ["test_proven.py", "../quick/test_tables.py"],
        "proof or proven or dear or many or claim or table",
    ),
}
"""By module the files of tests in ``harness/`` that need no other process of ours, and which of them."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.Pow: ast.Mult,
}
FUNCTIONS = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list", "reversed": "list"}
METHODS = {"any": "all", "all": "any", "min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum"}
"""Those of arrays, and of NumPy."""


@dataclass(frozen=True)
class Mutant:
    """A module with one fault; line and change name it, whatever happens to other lines."""

    line: str
    change: str
    source: str
    node: int
    """Which one of ``_walk``."""
    which: int
    """Of its replacements."""

    @property
    def tree(self) -> ast.Module:
        """The module with the fault; made when asked for, since all of them together are large."""
        mutated = ast.parse(self.source)
        target = next(one for at, one in enumerate(_walk(mutated)) if at == self.node)
        _Put(target, [*_replacements(target)][self.which]).visit(mutated)
        return ast.fix_missing_locations(mutated)


def mutants(source: str) -> list[Mutant]:
    """All mutants of a module, in the order of the text."""
    lines, found, seen = source.splitlines(), [], Counter[tuple[str, str]]()
    for number, node in enumerate(_walk(ast.parse(source))):
        for which, replacement in enumerate(_replacements(node)):
            line = lines[_place(node).lineno - 1].strip()
            change = f"{_said(node)} -> {_said(replacement)}"
            seen[line, change] += 1
            if seen[line, change] > 1:
                change += f" #{seen[line, change]}"
            found.append(Mutant(line, change, source, number, which))
    return found


def _place(node: ast.AST) -> ast.expr | ast.stmt:
    """The node that says in which line a node stands."""
    placed = node.target if isinstance(node, ast.comprehension) else node
    assert isinstance(placed, ast.expr | ast.stmt)
    return placed


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may be mutated: no assertions, no annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":  # an assertion, too
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert):
                yield from _walk(child)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for other in COMPARISONS[type(op)]:
                    ops = [*node.ops[:at], other(), *node.ops[at + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.AugAssign(op=op):
            yield ast.Pass()
            yield ast.AugAssign(node.target, OPERATORS[type(op)](), node.value)
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            yield ast.Constant(node.value + 1)
        case ast.If() | ast.IfExp() if _plain(node.test):
            yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
        case ast.comprehension(ifs=[_, *_]):
            yield ast.comprehension(node.target, node.iter, node.ifs[1:], node.is_async)
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS and not (
            name == "sorted" and node.keywords
        ):
            yield ast.Call(ast.Name(FUNCTIONS[name], ast.Load()), node.args, node.keywords)
        case ast.Attribute(attr=name) if name in METHODS:
            yield ast.Attribute(node.value, METHODS[name], node.ctx)


def _plain(test: ast.expr) -> bool:
    """A condition in which nothing else is mutated to turn it round."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    return " ".join(ast.unparse(node).split())


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is not self.old:
            return self.generic_visit(node)
        if "lineno" in node._attributes:
            ast.copy_location(self.new, node)
        return self.new


class Instead:
    """Finds one module, and gives it the code of a mutant."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        if name == self.name:
            within = [str(self.path.parent)] if self.path.name == "__init__.py" else None
            return importlib.util.spec_from_file_location(
                name, self.path, loader=self, submodule_search_locations=within
            )
        return None

    def create_module(self, spec):  # type: ignore[no-untyped-def]
        return None

    def exec_module(self, module):  # type: ignore[no-untyped-def]
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def _child(name: str, path: Path, tree: ast.Module, arguments: list[str], seconds: float) -> int:
    """Run the tests on a mutant; the exit code is pytest's."""
    import pytest

    signal.alarm(max(1, int(seconds)))
    for loaded in [one for one in sys.modules if one.startswith(FRESH)]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, Instead(name, path, tree))  # type: ignore[arg-type]
    code = int(pytest.main(arguments))
    return code if name in sys.modules else 70


def _tried(name: str, path: Path, tree: ast.Module, arguments: list[str], seconds: float) -> int:
    """The exit code of a child that runs the tests on a mutant, negative for a signal; leaves no process."""
    from doublecount.verify.descendants import adopt_orphans, end_strays

    adopt_orphans()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for handle in (0, 1, 2):
                os.dup2(quiet, handle)
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                code = _child(name, path, tree, arguments, seconds)
        finally:
            os._exit(code)
    status = wait_status(child, time.monotonic() + seconds + GRACE)
    end_strays(())
    return os.waitstatus_to_exitcode(status)


def wait_status(child: int, deadline: float) -> int:
    """How a child ended; one that outlives even its alarm, a stopped one for example, is killed."""
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def preload() -> None:
    """Import what all children need and no mutant changes."""
    import msgspec  # noqa: F401
    import numpy  # noqa: F401
    import psutil  # noqa: F401
    import pytest  # noqa: F401

    from doublecount.verify import catalogue

    for problem in catalogue.NAMES:
        catalogue.problem(problem).load_solver()


def tried(module: str, most: int | None = None) -> dict[str, object]:
    """Try the mutants of a module, or so many of them."""
    name, path = f"doublecount.verify.{module}", ROOT / "verify" / f"{module}.py"
    files, words = TESTS[module]
    source = path.read_text()
    every = mutants(source)
    drawn = range(len(every))
    if most is not None and most < len(every):
        drawn = sorted(random.Random(SEED).sample(drawn, most))
    survivors, late = [], []
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", f"--basetemp={folder}/t"]
        arguments += ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), "-k", words]
        arguments += [str(HARNESS / one) for one in files]
        for _ in range(2):  # the second is quicker, and the measure
            started = time.monotonic()
            code = _tried(name, path, ast.parse(source), arguments, 300)
            if code != 0:
                raise RuntimeError(f"{module}: its tests fail on the module as it is ({code})")
        usual = time.monotonic() - started
        for one in (every[number] for number in drawn):
            code = _tried(name, path, one.tree, arguments, 5 * usual + 10)
            if code in {0, 5, 70}:  # passed; nothing collected and module not met must not pass for killed
                survivors.append([one.line, one.change])
                print(f"{module}\t{one.line}\t{one.change}", file=sys.stderr, flush=True)
            elif code in {-signal.SIGALRM, -signal.SIGKILL}:
                late.append([one.line, one.change])
    return {
        "module": module,
        "all": [[one.line, one.change] for one in every],
        "tried": [[every[number].line, every[number].change] for number in drawn],
        "survivors": survivors,
        "late": late,
        "seconds": usual,
    }


def main() -> None:
    """Print what came of the mutants of a module."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["DOUBLECOUNT_NO_CACHE"] = "1"
    sys.dont_write_bytecode = False
    with tempfile.TemporaryDirectory() as folder:
        sys.pycache_prefix = folder
        preload()
        found = tried(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
