"""The house rules: one layout for all problems, one-way imports, fast start, sound packaging."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import doublecount
from doublecount.audit.record import Auditor
from doublecount.problems.fault import Bank
from doublecount.problems.record import Model, Problem, Solver
from doublecount.verify import catalogue

ROOT = Path(__file__).parents[2]
FOLDERS = ("problems", "dp", "models", "faults", "audit", "puzzles", "verify", "reports", "cli")
PARTS = ("instance", "formats", "rules", "generate", "simpler", "relations", "picture", "scopes", "changes")
MODULES = [name.replace("-", "_") for name in catalogue.NAMES]


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


@pytest.mark.parametrize("module", MODULES)
def test_every_problem_has_the_same_parts_and_entry_points(module):
    for part in PARTS:
        assert (ROOT / "problems" / module / f"{part}.py").is_file(), part
    problem = import_module(f"doublecount.problems.{module}")
    solver = import_module(f"doublecount.dp.{module}")
    models = import_module(f"doublecount.models.{module}")
    faults = import_module(f"doublecount.faults.{module}")
    assert isinstance(problem.PROBLEM, Problem)
    assert problem.PROBLEM.name.replace("-", "_") == module
    assert {"Answer", "Instance", "PROBLEM"} <= {*problem.__all__}
    assert isinstance(solver.SOLVER, Solver)
    assert solver.SOLVER.solve is solver.solve
    assert solver.SOLVER.fits is solver.fits
    assert all(isinstance(model, Model) for model in models.MODELS)
    audit = import_module(f"doublecount.audit.{module}")
    assert isinstance(audit.AUDITOR, Auditor)
    assert audit.AUDITOR.look is audit.look
    assert audit.AUDITOR.refuses is audit.refuses
    assert isinstance(faults.BANK, Bank)
    assert faults.BANK.faults is faults.FAULTS


def test_only_the_catalogue_names_problems():
    for folder in ("verify", "reports", "cli"):
        for path in (ROOT / folder).iterdir():
            if path.name == "catalogue.py" or path.suffix not in {".py", ".html", ".css"}:
                continue
            strings = [path.read_text()] if path.suffix != ".py" else _code_strings(path)
            for name in (*catalogue.NAMES, *MODULES):
                assert not any(name in text for text in strings), f"{path} names {name}"


def _code_strings(path):
    """The strings and imports of a file, without docstrings and the examples of the help page."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXAMPLES":
            prose.add(id(node.value))
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in prose]
    imports = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return [node.value for node in constants if isinstance(node.value, str)] + imports


def test_imports_run_one_way():
    done = run(Path(sys.executable).parent / "lint-imports", "--no-cache", cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "tool", [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)], ids=" ".join
)
def test_linters_are_content(tool):
    done = run(Path(sys.executable).parent / tool[0], *tool[1:], cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


HEAVY = (
    *("ortools", "pandas", "networkx", "pysat", "graphillion", "pyganak"),
    *("dratify", "distributed", "rich", "hypothesis"),
)
SLOW = ("doublecount.verify.compare", "doublecount.verify.results", "doublecount.problems.fault")
"""Ours, and nothing that help or answers need."""


@pytest.mark.parametrize(
    ("words", "data"),
    [
        (["--help"], ""),
        (["solve", "--help"], ""),
        (["solve", "injured-queen"], "????\n"),
        (["problems", "--help"], ""),
    ]
    + [(["solve", name], None) for name in catalogue.NAMES],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_help_and_solve_load_no_solver_library(words, data):
    if data is None:
        problem = catalogue.problem(words[1])
        from doublecount.verify.instances import draw

        data = problem.write([draw(problem, 1, 0, judge_only=True).instance])
    code = (
        "import sys\nfrom doublecount.cli.main import main\n"
        f"sys.argv = ['doublecount', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n"
        "    print('exit', end.code, file=sys.stderr)\n"
        f"print('loaded', *[name for name in {HEAVY + SLOW!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = run(sys.executable, "-c", code, input=data)
    assert done.stderr.splitlines()[-2:] == ["exit 0", "loaded"], done.stderr


def test_links_resolve_and_every_package_is_listed():
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    found = {"doublecount"}
    for folder in FOLDERS:
        assert (ROOT / "src" / "doublecount" / folder).resolve() == ROOT / folder
        for init in (ROOT / folder).rglob("__init__.py"):
            found.add("doublecount." + ".".join(init.parent.relative_to(ROOT).parts))
    assert listed == found


def test_nothing_is_imported_under_a_bare_name():
    for folder in FOLDERS:
        assert folder not in sys.modules
    for path in [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names = [node.module or ""]
            assert not any(name.split(".")[0] in FOLDERS for name in names), path


def test_a_built_wheel_holds_everything_and_works(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    for folder in FOLDERS:  # as on a clone without symbolic links
        (copy / "src" / "doublecount" / folder).unlink()
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, copy)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    inside = tmp_path / "inside"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(inside)
    sources = {
        path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")
    }
    packed = {
        path.relative_to(inside / "doublecount").as_posix() for path in (inside / "doublecount").rglob("*.py")
    }
    face = {path.name for path in (ROOT / "src" / "doublecount").glob("*.py")}
    assert packed == sources | face
    assert {"__init__.py", "__main__.py", *(f"{module}.py" for module in MODULES)} <= face
    assert (inside / "doublecount" / "py.typed").is_file()
    assert (inside / "doublecount" / "reports" / "report.html").is_file()
    code = (
        f"import sys; sys.path.insert(0, {str(inside)!r})\n"
        "import doublecount; print(doublecount.__file__)\n"
        "sys.argv = ['doublecount', 'solve', 'injured-queen']\n"
        "from doublecount.cli.main import main; main()\n"
    )
    done = run(sys.executable, "-c", code, input="??????\n", cwd=tmp_path)
    assert done.stdout.splitlines() == [str(inside / "doublecount" / "__init__.py"), "2642"], done.stderr


def test_the_version_is_stated_once_and_the_same():
    assert (
        tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == doublecount.__version__
    )


def test_the_lock_has_everything_that_the_project_wants_and_names_no_place():
    text = (ROOT / "requirements-dev.lock").read_text()
    locked = {}
    for line in re.findall(r"^\S+==.*?(?= \\$)", text, re.MULTILINE):
        one = Requirement(line)
        locked.setdefault(one.name.lower(), []).append(one)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [text for name in ("dev", "cluster", "count", "docs", "strategies") for text in extras[name]]
    for one in map(Requirement, project["dependencies"] + wanted):
        for kept in locked[one.name.lower()] if one.name != "doublecount" else ():
            (pinned,) = kept.specifier
            assert one.specifier.contains(pinned.version, prereleases=True), (str(one), str(kept))
    assert not re.search(r"://|/\w+/|file:", re.sub(r"--hash=\S+", "", text))
