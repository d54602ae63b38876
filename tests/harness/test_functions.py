"""Python functions on trial: every way to answer, every way to go wrong, from any folder."""

import pytest
from click.testing import CliRunner

from doublecount.cli import candidates
from doublecount.cli.verify import command
from doublecount.problems.record import Status
from doublecount.problems.text import InputError
from doublecount.verify import catalogue, function
from doublecount.verify.parties import Candidate, CandidateSpec
from doublecount.verify.results import Kind
from tests.harness.command import doublecount, verify_json
from tests.harness.left_behind import nothing_goes_on  # noqa: F401 - used by every test

MINE = """
import dataclasses, fractions, os, sys, time
import numpy
import helper
from doublecount.dp import {module} as dp

def whole(instance): return dp.solve(instance)
def first(instance): return getattr(dp.solve(instance), {first!r})
def text(instance):
    from doublecount.problems.{module} import PROBLEM
    return PROBLEM.write_answer(1, dp.solve(instance))
def noisy(instance):
    print("noise")
    os.write(1, b"noise")
    return first(instance)
"""


@pytest.fixture
def mine(tmp_path):
    """A module for a problem, beside a module of its own."""
    (tmp_path / "helper.py").write_text("")

    def write(problem, more=""):
        record = catalogue.problem(problem)
        text = MINE.format(module=problem.replace("-", "_"), first=record.compared[0])
        (tmp_path / "mine.py").write_text(text + more)
        return tmp_path / "mine.py"

    return write


def ask(problem, path, name, cases=3):
    words = function.command(problem, str(path.parent), f"mine:{name}")
    record = catalogue.problem(problem)
    import random
    import shlex

    file = [record.strata[0].make(random.Random(seed)) for seed in range(cases)]
    candidate = Candidate(CandidateSpec("mine", shlex.join(words), 30, function=True), record)
    return file, candidate.ask_file(file)


@pytest.mark.parametrize("problem", catalogue.NAMES)
@pytest.mark.parametrize("name", ["whole", "first", "text", "noisy"])
def test_an_answer_its_first_value_and_the_judges_output_are_read(problem, name, mine):
    file, replies = ask(problem, mine(problem), name)
    for instance, reply in zip(file, replies, strict=True):
        right = catalogue.solver(problem).solve(instance)
        first = catalogue.problem(problem).compared[0]
        assert reply.answer is not None, reply.text
        assert getattr(reply.answer, first) == getattr(right, first)
        if name == "whole":
            assert reply.answer == right


@pytest.mark.parametrize(
    ("returned", "kind", "said"),
    [
        ("None", Kind.MALFORMED_OUTPUT, "found None"),
        ("dp.Answer()", Kind.MALFORMED_OUTPUT, "count is not stated"),
        ("2.0", Kind.MALFORMED_OUTPUT, "found 2.0"),
        ("True", Kind.MALFORMED_OUTPUT, "found True"),
        ("'two'", Kind.MALFORMED_OUTPUT, "'two'"),
        ("'2\\n2\\n'", Kind.MALFORMED_OUTPUT, "2"),
        ("{'count': 2}", Kind.MALFORMED_OUTPUT, "count"),
        ("fractions.Fraction(2)", Kind.MALFORMED_OUTPUT, "Fraction(2, 1)"),
        ("dp.Answer(2, ('a', 'b', 'c'))", Kind.MALFORMED_OUTPUT, "Expected `int`"),
        ("10**5000", Kind.MALFORMED_OUTPUT, "output:1:1"),
        ("instance.nonsense", Kind.CRASH, "AttributeError: 'Instance' object has no attribute 'nonsense'"),
        ("int('line1\\nline2\\n')", Kind.CRASH, "1: ValueError: invalid literal"),
        ("(_ for _ in ()).throw(ValueError('one\\ntwo\\n\\n'))", Kind.CRASH, "status 1: ValueError: one"),
        ("(_ for _ in ()).throw(ExceptionGroup('many', [OSError(1)]))", Kind.CRASH, "ExceptionGroup: many"),
        ("sys.exit(3)", Kind.CRASH, "exit status 3"),
        ("sys.exit(0)", Kind.MALFORMED_OUTPUT, "1 answer(s), found 0 line(s)"),
        ("os.kill(os.getpid(), 11)", Kind.CRASH, "signal 11"),
        ("os._exit(0)", Kind.MALFORMED_OUTPUT, "0 line(s)"),
    ],
)
def test_what_is_no_answer_has_its_kind(returned, kind, said, mine):
    path = mine("injured-queen", f"\ndef bad(instance): return {returned}\n")
    _, (reply,) = ask("injured-queen", path, "bad", cases=1)
    assert (reply.status, reply.fault) == (Status.FAILED, kind), reply
    assert said in reply.text.splitlines()[0]


def test_subclasses_of_int_are_numbers_alone_and_in_an_answer(mine):
    more = "\nclass Sub(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\n"
    more += "def bare(instance): return Sub(first(instance))\n"
    more += "def dressed(instance): return dp.Answer(Sub(first(instance)))\n"
    path = mine("injured-queen", more)
    for name in ("bare", "dressed"):
        file, replies = ask("injured-queen", path, name)
        right = [catalogue.solver("injured-queen").solve(instance).count for instance in file]
        assert [reply.answer and reply.answer.count for reply in replies] == right, replies[0].text


def test_a_function_that_spoils_json_for_everybody_spoils_no_answer(mine):
    more = "\nimport json\ndef spoils(instance):\n    json.dumps = lambda *_, **__: '{}'\n"
    _, (reply,) = ask("injured-queen", mine("injured-queen", more + "    return 7\n"), "spoils", cases=1)
    assert reply.answer and reply.answer.count == 7, reply


def test_an_answer_that_states_nothing_is_malformed_whoever_wrote_the_line():
    problem = catalogue.problem("injured-queen")
    with pytest.raises(InputError, match="count is not stated"):
        function.read_answers(problem, "{}\n", [None])


def test_numpys_numbers_are_numbers(mine):
    path = mine("injured-queen", "\ndef long(instance): return numpy.int64(first(instance))\n")
    _, replies = ask("injured-queen", path, "long")
    assert all(reply.answer is not None for reply in replies), replies[0].text


def test_a_wrong_function_is_caught_and_replayed_from_anywhere(mine, tmp_path):
    more = (
        "\nclass Mine:\n    @staticmethod\n    def solve(given): return whole(given).count + (given.n > 2)\n"
    )
    path, store, other = mine("injured-queen", more), tmp_path / "s", tmp_path / "other"
    other.mkdir()
    tried = ("injured-queen", "--candidate-py", f"my={path.name}:Mine.solve", "--examples", 10, "--seed", 1)
    code, told = verify_json(*tried, "--max-findings", 1, "--store", store, cwd=tmp_path)
    (finding,) = told["problems"]["injured-queen"]["findings"]
    assert (code, finding["accused"], finding["instance"]) == (1, "my", "???\n")
    assert finding["answers"]["my"] == {"case": 1, "count": "3", "placement": None}
    again = doublecount("replay", finding["id"], "--store", store, cwd=other)
    assert again.returncode == 1, again.stdout + again.stderr
    module = ("--candidate-py", "my=mine:Mine.solve")
    again = doublecount("replay", "injured-queen", *module, data="???\n", cwd=tmp_path)
    assert (again.returncode, "my is refuted" in again.stdout) == (1, True), again.stdout + again.stderr


def test_a_witness_of_a_function_is_checked_too(mine, tmp_path):
    more = "\ndef bad(i): return dataclasses.replace(whole(i), placement=(0,) * i.n, solutions=None)\n"
    words = ["replay", "injured-queen", "--candidate-py", f"{mine('injured-queen', more)}:bad"]
    done = doublecount(*words, data="???\n")
    assert done.returncode == 1, done.stderr
    assert "invalid-witness, candidate is refuted" in done.stdout
    assert "Python function" not in done.stderr


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("nowhere:f", "nowhere can't be imported: ModuleNotFoundError"),
        ("gone.py:f", "gone.py can't be imported: FileNotFoundError"),
        ("mine:nothing", "mine has no 'nothing'"),
        ("mine:os.path", "which can't be called"),
        ("mine", "expected MODULE:FUNCTION or FILE.py:FUNCTION, found 'mine'"),
        ("broken:f", "broken can't be imported: SyntaxError"),
        ("quits:f", "quits can't be imported: SystemExit: 0"),
        ("dp=mine:whole", "the name 'dp' is taken"),
        ("sleeps:f", "importing it ended with a timeout"),
    ],
)
def test_a_function_that_can_not_be_loaded_is_bad_usage(what, said, mine, tmp_path, monkeypatch):
    mine("injured-queen")
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "quits.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "sleeps.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(candidates, "LOAD_SECONDS", 2.0 if what == "sleeps:f" else 30.0)
    done = CliRunner().invoke(command, ["injured-queen", "--candidate-py", what, "--time-limit", "1"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
