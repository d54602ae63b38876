"""A problem of one's own through every command: by its path, by ``--problem``, and by its entry point."""

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from doublecount.problems.own import skeleton
from doublecount.verify import catalogue, own
from doublecount.verify.own import OwnProblemError, Source
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.supervisor import Supervisor
from doublecount.verify.worker import Setup, Shard

from .command import doublecount, verify_json

EXAMPLES = Path(__file__).parents[2] / "examples" / "own"
SKELETON = Path(skeleton.__file__)


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    yield
    own.forget()


@pytest.fixture
def strip(tmp_path):
    """A module whose solver lets stones be neighbours across a blocked cell only, which is right."""
    return written(tmp_path, "strip")


def written(folder, name, **changes):
    path = folder / f"{name}.py"
    text = SKELETON.read_text().replace("NAME", name)
    for old, new in changes.get("changes", {}).items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return path


def broken(folder):
    """One whose solver thinks that stones may stand on blocked cells, too."""
    return written(folder, "strip", changes={'without if there == "." else 0': "without"})


def test_a_path_names_a_problem_and_so_does_its_name_from_then_on(strip):
    record = catalogue.problem(str(strip))
    assert record.name == "strip"
    assert catalogue.problem("strip") is record
    assert catalogue.is_problem("strip")
    assert catalogue.argument("strip") == str(strip.resolve())
    assert catalogue.answer_type("strip") is record.answer_type
    assert list(strip.parent.iterdir()) == [strip]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 +\n", "strip.py:1: can't be imported: SyntaxError: "),
        ("import os\n\n1 / 0\n", "strip.py:3: can't be imported: ZeroDivisionError: division by zero"),
        ("raise SystemExit(0)\n", "strip.py:1: can't be imported: SystemExit: 0"),
        ("x = 1\n", "expected PROBLEM, a Problem, found nothing of that name"),
        ("PROBLEM = 1\n", "expected PROBLEM to be a Problem, found a int"),
        (
            "from doublecount.problems.injured_queen import PROBLEM\n",
            "expected a name of its own, found 'injured-queen'",
        ),
        (SKELETON.read_text(), "expected a name like two-words, found 'NAME'"),
        (None, "expected a Python file with a PROBLEM, found no file"),
    ],
)
def test_what_is_no_problem_is_told_in_a_line(tmp_path, text, why):
    path = tmp_path / "strip.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(OwnProblemError) as told:
        catalogue.problem(str(path))
    assert why in str(told.value)
    assert "\n" not in str(told.value)
    done = doublecount("solve", path)
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
    assert why in done.stderr


def test_instances_are_pickled_to_wherever_the_file_is(strip):
    catalogue.problem(str(strip))
    setup = Setup(1, own=catalogue.sources(["strip"]))
    tasks = iter([Shard("strip", 0, 3, float("inf"))])
    with Supervisor(setup, 1) as supervisor:
        ((_, result),) = supervisor.run(lambda: next(tasks, None))
    assert [one.verdict.value for one in result.tried] == ["agreed"] * 3
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    data = pickle.dumps(catalogue.problem("strip").strata[0].make(Random(1)))
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    assert done.stdout.startswith(b"Instance(strip=")


def test_a_campaign_is_found_again_by_its_store_alone(tmp_path):
    path, store = broken(tmp_path), tmp_path / "s.sqlite"
    words = ("--examples", 30, "--seed", 1, "--jobs", 1, "--store", store)
    code, told = verify_json("--problem", path, *words, cwd=tmp_path)
    (finding, *_) = told["problems"]["strip"]["findings"]
    assert (code, finding["accused"], finding["instance"]) == (1, "dp", "#\n")
    for cwd in (tmp_path, "/"):
        assert doublecount("replay", finding["id"], "--store", store, cwd=cwd).returncode == 1
    assert doublecount("verify", "--resume", "--store", store, cwd="/").returncode == 1
    page = tmp_path / "page.html"
    with path.open("a") as module:
        module.write(f"\nopen({str(tmp_path / 'loaded')!r}, 'a').close()\n")
    assert doublecount("report", "--store", store, "-o", page).returncode == 0
    assert not (tmp_path / "loaded").exists()  # a store may be a stranger's
    assert doublecount("report", "--problem", path, "--store", store, "-o", page).returncode == 0
    assert (tmp_path / "loaded").exists()
    assert f"PROBLEM = {str(path)!r}" in re.sub("&#39;|&#x27;", "'", page.read_text())
    for words in (("known", "add", finding["id"], "--reason", "mine"), ("promote", finding["id"])):
        assert doublecount(*words, "--store", store, cwd=tmp_path).returncode == 0
    assert (
        doublecount("verify", path, "--examples", 30, "--seed", 1, "--jobs", 1, cwd=tmp_path).returncode == 0
    )
    assert "strip: wrong-answer of dp: mine" in doublecount("known", "list", cwd=tmp_path).stdout
    path.write_text(SKELETON.read_text().replace("NAME", "strip"))
    done = doublecount("replay", finding["id"], "--store", store)
    assert (done.returncode, done.stderr) == (0, f"{path} has changed since the campaign\n")
    done = doublecount("verify", "injured-queen", "--examples", 1, "--seed", 1, "--jobs", 1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr  # a known finding and a regression of another problem are there


def test_a_campaign_does_not_go_on_with_a_changed_module(tmp_path):
    path, store = written(tmp_path, "strip"), tmp_path / "s.sqlite"
    options = ("--examples", 2000, "--seed", 1, "--jobs", 1, "--store", store)
    process = subprocess.Popen(
        [sys.executable, "-m", "doublecount", "verify", path, *map(str, options)], stderr=subprocess.DEVNULL
    )
    try:
        while not (store.exists() and _shards(store)):
            assert process.poll() is None
    finally:
        process.kill()
        process.wait()
    path.write_text(path.read_text() + "\n")
    done = doublecount("verify", "--resume", "--store", store)
    assert (done.returncode, done.stderr) == (
        2,
        f"Error: {path} has changed since the campaign was begun: begin anew\n",
    )


def _shards(store):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(store)) as database:
        try:
            return database.execute("SELECT count(*) FROM tried").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def test_every_command_takes_the_path(strip, tmp_path):
    boards = doublecount("generate", strip, "--count", 3, "--seed", 1).stdout
    assert boards == doublecount("generate", f"--problem={strip}", "--count", 3, "--seed", 1).stdout
    assert boards.count("\n") == 3
    first = json.loads(doublecount("solve", strip, "--json", data="..#\n").stdout)
    assert first == {"case": 1, "count": "3", "stones": "..."}
    assert doublecount("solve", "--problem", strip, "--solver", "by-stones", data="..#\n").stdout == "3\n"
    assert "<svg" in doublecount("draw", "--problem", strip, "--solve", data="..#\n").stdout
    assert doublecount("replay", strip, data="..#\n").returncode == 0
    assert '"name": "strip"' in doublecount("problems", strip, "--json").stdout
    done = doublecount("problems", "--check", "--problem", strip)
    assert (done.returncode, done.stdout.count(": ok: "), done.stdout.count("\n")) == (0, 15, 15)
    done = doublecount("selftest", strip)
    assert (done.returncode, "has no planted faults" in done.stderr) == (2, True)
    done = doublecount("audit", strip)
    assert (done.returncode, done.stderr) == (2, "Error: strip has no audit\n")
    assert doublecount("solve", "--problem", data="..#\n").returncode == 2


@pytest.mark.parametrize("kind", ["program", "function"])
def test_programs_and_functions_are_put_on_trial(strip, tmp_path, kind):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import sys\n"
        "def count(strip):\n    return 2 ** strip.count('.')\n"
        "def solve(instance):\n    return count(instance.strip)\n"
        "if __name__ == '__main__':\n    print(*map(count, sys.stdin.read().split()), sep='\\n')\n"
    )
    on_trial = {
        "program": ("--candidate", f"{sys.executable} {mine}"),
        "function": ("--candidate-py", f"{mine}:solve"),
    }[kind]
    code, told = verify_json(strip, *on_trial, "--examples", 20, "--seed", 1, "--jobs", 1, cwd=tmp_path)
    (finding,) = told["problems"]["strip"]["findings"]
    assert (code, finding["accused"], finding["instance"]) == (1, "candidate", "..\n")


def test_a_module_that_breaks_its_promises_is_refused_before_anything_is_tried(tmp_path):
    path = written(
        tmp_path, "strip", changes={"    solve=solve,": "    solve=solve,\n    simpler=lambda one: [one],"}
    )
    done = doublecount("verify", path, "--examples", 5)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected a step from Instance(strip=" in done.stderr
    done = doublecount("problems", "--check", path)
    assert (done.returncode, done.stdout.count(": missing: ")) == (1, 1)


def test_an_error_in_the_module_is_the_tools_failure_in_a_line(tmp_path):
    path = written(
        tmp_path, "strip", changes={"    without, with_stone = 1, 0": "    without, with_stone = 1 / 0, 0"}
    )
    done = doublecount("solve", path, data="..\n")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert re.search(r"strip\.py:\d+: ZeroDivisionError: division by zero", done.stderr)


RULE = 'return "two stones are neighbours" if "oo" in answer.stones else None'


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("return 1 / 0", r"strip\.py:\d+: ZeroDivisionError: division by zero"),
        ("return len(answer) and None", r"strip\.py:\d+: TypeError: object of type 'Answer' has no len\(\)"),
    ],
)
def test_rules_that_fail_end_a_campaign_in_a_line(changed, said, tmp_path):
    path = written(tmp_path, "strip", changes={RULE: changed})
    for command in (["verify", path, "--examples", 5], ["replay", path]):
        done = doublecount(*command, data="..\n")
        assert done.returncode == 3
        assert re.search(said, done.stderr)
        assert "Traceback" not in done.stderr


def test_an_installed_package_brings_problems_by_entry_points(tmp_path):
    written(tmp_path, "strip_problem", changes={'name="strip_problem"': 'name="strip"'})
    facts = tmp_path / "strip_problem-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: strip-problem\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(
        "[doublecount.problems]\nstrip = strip_problem:PROBLEM\nother = strip_problem\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(*words, data=""):
        command = [sys.executable, "-m", "doublecount", *words]
        return subprocess.run(
            command, env=environment, input=data, capture_output=True, text=True, check=False
        )

    assert run("solve", "strip", data="..#\n").stdout == "3\n"
    store = str(tmp_path / "s.sqlite")
    assert (
        run("verify", "strip", "--examples", "5", "--seed", "1", "--jobs", "1", "--store", store).returncode
        == 0
    )
    assert run("verify", "--resume", "--store", store).returncode == 0
    done = run("solve", "other", data="..#\n")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected a problem of that name, found 'strip'" in done.stderr
    assert "did you mean 'strip'" in run("solve", "strap", data="..#\n").stderr


def test_a_worker_elsewhere_needs_the_same_module(strip):
    from doublecount.verify import remote

    catalogue.problem(str(strip))
    needed = remote.needs((), catalogue.sources(["strip"]))
    assert remote.unfit(needed) == ""
    strip.write_text(strip.read_text() + "\n")
    assert remote.unfit(needed) == f"has another {strip} than the campaign"


def test_where_a_problem_was_is_no_secret_when_its_file_is_gone(tmp_path):
    catalogue.learn([Source("strip", str(tmp_path / "gone.py"), "")])
    with pytest.raises(
        OwnProblemError, match=r"gone\.py: expected a Python file with a PROBLEM, found no file"
    ):
        catalogue.problem("strip")


def test_the_function_process_gets_the_path(strip):
    catalogue.problem(str(strip))
    from doublecount.verify import function

    assert function.command("strip", "/", "m:f")[-3] == str(strip)
    assert CandidateSpec("a", "b").function is False


def test_rules_that_contradict_the_solver_break_a_promise(strip):
    text = strip.read_text()
    assert RULE in text
    strip.write_text(text.replace(RULE, "return None"))
    done = doublecount("problems", "--check", strip)
    assert done.returncode == 1
    assert "exhaustion under the rules comes to the solver's answers" in done.stdout


def test_what_a_module_prints_is_no_answer(strip):
    strip.write_text(strip.read_text() + "\nprint('hello')\n")
    done = doublecount("solve", strip, data="....\n")
    assert (done.returncode, "hello" in done.stdout, "hello" in done.stderr) == (0, False, True)


@pytest.mark.parametrize("name", ["numpy", "class", "json"])
def test_new_writes_no_module_that_hides_another(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = doublecount("new", name)
    assert (done.returncode, f"found '{name}'" in done.stderr, [*tmp_path.iterdir()]) == (2, True, [])


def test_new_writes_a_module_that_runs(tmp_path):
    done = doublecount("new", "my-stones", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "my_stones.py").is_file()) == (0, True)
    assert doublecount("problems", "--check", "my_stones.py", cwd=tmp_path).returncode == 0
    done = doublecount("verify", "my_stones.py", "--examples", 20, "--jobs", 1, "--seed", 1, cwd=tmp_path)
    assert (done.returncode, "20      20" in done.stdout) == (0, True)
    assert doublecount("new", "my-stones", cwd=tmp_path).returncode == 2
    for name in ("black-white", "My", "a b", ""):
        done = doublecount("new", name, cwd=tmp_path)
        assert (done.returncode, [*tmp_path.iterdir()]) == (2, [tmp_path / "my_stones.py"]), done.stderr


@pytest.mark.parametrize(
    ("name", "smallest", "why"),
    [
        ("dominoes", "2 1\n.\n#\n", "exhausted all ways to lay dominoes: count 0, not count 1"),
        ("take_away", "1 2\n", "exhausted all plays: winner second, not winner first"),
    ],
)
def test_the_examples_are_right_and_the_wrong_ones_are_caught(name, smallest, why, tmp_path):
    options = ("--examples", 60, "--seed", 1, "--jobs", 1)
    assert doublecount("problems", "--check", EXAMPLES / f"{name}.py").returncode == 0
    assert verify_json(EXAMPLES / f"{name}.py", *options, cwd=tmp_path)[0] == 0
    store = tmp_path / "s.sqlite"
    done = doublecount("verify", EXAMPLES / f"{name}_wrong.py", *options, "--store", store, cwd=tmp_path)
    assert (done.returncode, why in done.stdout) == (1, True), done.stdout
    assert "wrong-answer, dp is refuted" in done.stdout
    assert "".join(f"    {line}\n" for line in smallest.splitlines()) in done.stdout
