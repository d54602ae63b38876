"""What Tab offers, asked as shells ask: by the environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from tests.harness.findings import finding

from doublecount.cli.completion import VARIABLE
from doublecount.cli.main import COMMANDS, group
from doublecount.verify import catalogue
from doublecount.verify.results import Campaign
from doublecount.verify.store import Store

BINARY = Path(sys.executable).parent / "doublecount"


@pytest.fixture
def asked(monkeypatch):
    """A function that gives what a shell is told; the last word is the one begun."""

    def ask(shell, *words):
        begun = {"COMP_WORDS": " ".join(["doublecount", *words]), "COMP_CWORD": str(len(words))}
        if shell == "fish":
            begun = {"COMP_WORDS": " ".join(["doublecount", *words[:-1]]), "COMP_CWORD": words[-1]}
        for name, value in begun.items():
            monkeypatch.setenv(name, value)
        return get_completion_class(shell)(group, {}, "doublecount", VARIABLE).complete()

    return ask


@pytest.fixture
def offered(asked):
    """A function that gives the words that bash is offered."""

    def offer(*words):
        lines = asked("bash", *words).splitlines()
        return [line.partition(",")[2] for line in lines if line.startswith("plain,")]

    return offer


def test_commands_are_offered_with_their_descriptions(asked, offered):
    assert offered("") == list(COMMANDS)
    assert offered("re") == ["replay", "report"]
    assert asked("fish", "ver").strip() == f"plain,verify\t{COMMANDS['verify']}"
    assert asked("zsh", "ver").splitlines()[:3] == ["plain", "verify", COMMANDS["verify"]]


@pytest.mark.parametrize("words", [["solve"], ["verify"], ["verify", "black-white"], ["replay"], ["audit"]])
def test_problems_are_offered(offered, words):
    assert offered(*words, "")[: len(catalogue.NAMES)] == [*catalogue.NAMES]
    assert offered(*words, "inj") == ["injured-queen"]


def test_modules_of_ones_own_are_completed_as_files(asked):
    assert asked("bash", "verify", "my_st").split() == ["file,my_st"]
    assert asked("bash", "verify", "--problem", "my_st").split() == ["file,my_st"]


def test_options_of_the_problem_are_offered(offered):
    assert offered("solve", "black-white", "--bl") == ["--blank"]
    assert offered("solve", "injured-queen", "--bl") == []


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_names_of_models_are_known_without_loading_them(name):
    assert catalogue.MODEL_NAMES[name] == tuple(model.name for model in catalogue.every_model(name))


def test_models_and_scopes_of_the_problem_are_offered(offered):
    assert offered("solve", "injured-queen", "--solver", "") == ["dp", "cp-sat", "sat", "networkx", "ganak"]
    assert offered("verify", "wooden-chess", "--model", "g") == ["game-tree"]
    assert offered("verify", "--model", "g") == ["game-tree", "ganak", "graphillion"]
    assert offered("verify", "injured-queen", "--exhaustive", "n") == ["n3", "n4", "n5"]


def test_findings_of_the_store_are_offered(offered, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = Store(tmp_path / "campaign.sqlite", create=True)
    number = store.begin(Campaign(1, "", {}, "", ()), {})
    kept = store.add_finding(number, 0, finding("injured-queen", "?\n", id="12ab34cd56ef"))
    store.close()
    for words in (["replay"], ["known", "add"], ["promote"]):
        ids = offered(*words, "--store", "campaign.sqlite", kept.id[:3])
        assert ids == [kept.id], words


@pytest.mark.parametrize(
    "words",
    [
        ["nothing", ""],
        ["solve", "nothing", "--"],
        ["solve", "missing.py", "--solver", ""],
        ["verify", "missing.py", "--model", ""],
        ["replay", "--store", "missing.sqlite", ""],
        ["replay", "--store", "test.txt", ""],
        ["known", "remove", ""],
        ["verify", "--seed", "x", "--jobs", "-1", ""],
    ],
    ids=" ".join,
)
def test_where_nothing_is_known_nothing_goes_wrong(asked, words, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test.txt").write_text("no store")
    assert all(line.startswith(("plain,", "file,")) for line in asked("bash", *words).splitlines())
    assert capfd.readouterr() == ("", "")


def test_a_module_is_not_run_for_it(asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("open('was-run', 'w')\n")
    for words in (
        ["solve", "mine.py", "--"],
        ["verify", "mine.py", "--model", ""],
        ["replay", "mine.py", ""],
    ):
        asked("bash", *words)
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("words", ["ver", "verify injured-queen --model ", "replay "])
def test_nothing_heavy_is_loaded_for_it(words):
    code = (
        "import sys\nfrom doublecount.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    print('exit', end.code, file=sys.stderr)\n"
        "print('numpy' in sys.modules, 'networkx' in sys.modules, file=sys.stderr)"
    )
    told = {"COMP_WORDS": f"doublecount {words}", "COMP_CWORD": str(len(words.split(" ")))}
    environment = {**os.environ, **told, "_DOUBLECOUNT_COMPLETE": "bash_complete"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines() == ["exit 0", "False False"]
    assert done.stdout.startswith("plain,")


def test_bash_completes_by_the_script_that_is_documented():
    script = (
        'eval "$(_DOUBLECOUNT_COMPLETE=bash_source doublecount)"\n'
        "complete -p doublecount\nCOMP_WORDS=(doublecount solve woo)\nCOMP_CWORD=2\n"
        '_doublecount_completion doublecount\necho "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{BINARY.parent}:{os.environ['PATH']}"}
    bash = shutil.which("bash")
    done = subprocess.run([bash, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "wooden-chess"
    assert "_doublecount_completion" in done.stdout


def test_a_shell_that_is_not_known_is_named():
    environment = {**os.environ, "_DOUBLECOUNT_COMPLETE": "tcsh_source"}
    done = subprocess.run([BINARY], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: expected bash_source, fish_source or zsh_source, found 'tcsh_source'\n"
