"""Readers keep their promises whatever they read: the documented error in a line, soon, or what was read."""

import json
import random
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doublecount.problems.record import Form
from doublecount.problems.text import InputError, Lines
from doublecount.verify import catalogue
from tests.fuzz import seeds, words
from tests.fuzz.mutations import MOST_BYTES, TOKENS, mutated
from tests.fuzz.run import Figures, attempt, chosen, fuzz, main
from tests.fuzz.targets import FaultError, Target, run_command, targets

LAZY = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
READERS = [one.name for one in targets() if one.name != "store"]
KEYS = ("rows", "columns", "lines", "rules", "limit", "a", "b", "signature", "file", "case", "kind")


def insist(target, data):
    word, why, _ = attempt(target, data)
    assert word != "fault", (target.name, why, data[:300])


def test_some_inputs_of_every_reader_lead_to_no_fault():
    figures = fuzz(Figures(seed=7), 600, targets())
    assert figures.faults == []
    assert len({*figures.read, *figures.refused}) > 30


@pytest.mark.slow
def test_a_hundred_thousand_inputs_lead_to_no_fault():
    figures = fuzz(Figures(seed=1), 100_000, targets())
    assert figures.faults == []
    assert figures.growth_mib < 256


@pytest.mark.parametrize("name", READERS)
@LAZY
@given(data=st.data())
def test_lines_and_tokens_in_any_order_lead_to_no_fault(name, data):
    target = named_once(name)
    pieces = sorted({line for seed in target.seeds() for line in seed.splitlines(keepends=True)})[:200]
    parts = st.sampled_from(pieces) | st.sampled_from(TOKENS) | st.binary(max_size=8)
    insist(target, b"".join(data.draw(st.lists(parts, max_size=8))))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "name", [name for name in READERS if "JSON" in name or name.startswith("answer lines")]
)
@LAZY
@given(value=st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4) | VALUES)
def test_any_json_leads_to_no_fault(name, value):
    insist(named_once(name), json.dumps(value).encode() + b"\n")


TARGETS = {one.name: one for one in targets()}


def named_once(name):
    return TARGETS[name]


@pytest.mark.parametrize("problem", catalogue.NAMES)
@pytest.mark.parametrize("depth", [10, 900, 940, 960, 980, 1000, 100_000])
def test_json_of_any_depth_is_refused_in_a_line(problem, depth):
    for key in ("rows", "a", "lines", "x"):
        text = f'{{"{key}": {"[" * depth}{"]" * depth}}}\n'
        with pytest.raises(InputError) as caught:
            list(catalogue.problem(problem).read_as(Form.JSONL, text, "file"))
        assert len(str(caught.value)) < 300


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from("a \t\r\n"), max_size=30))
def test_lines_are_those_of_the_text(text):
    """Against the plain definition: split at line feeds, blank ones left out, numbered from 1."""
    plain = [(number, line.rstrip(" \t\r")) for number, line in enumerate(text.split("\n"), start=1)]
    lines, found = Lines(text, "f"), []
    while line := lines.peek():
        lines.take("a line")
        found.append((line.number, line.text))
    assert found == [(number, line) for number, line in plain if line]
    with pytest.raises(InputError) as caught:
        lines.take("a line")
    assert caught.value.line == text.count("\n") + (not text.endswith("\n") and text != "") + 1


# The fuzzing itself


def test_the_same_number_is_the_same_input_and_a_second_run_goes_on_with_the_same_figures(tmp_path):
    among = [TARGETS["known findings"], TARGETS["cache"]]
    assert chosen(3, 17, among) == chosen(3, 17, among)
    assert chosen(3, 17, among) != chosen(4, 17, among)
    state = tmp_path / "state"
    fuzz(Figures(seed=3), 40, among, state)
    parts = fuzz(Figures(**json.loads(state.read_text())), 90, among, state)
    whole = fuzz(Figures(seed=3), 90, among)
    assert (parts.done, parts.read, parts.refused) == (90, whole.read, whole.refused)


def test_mutants_stay_small_and_differ():
    rng = random.Random(1)
    made = [mutated(rng, seeds.judge(catalogue.NAMES[0])) for _ in range(300)]
    assert max(map(len, made)) <= MOST_BYTES
    assert len({*made}) > 250


def broken(data):
    if data.startswith(b"1"):
        raise ValueError("one\ntwo")
    if data.startswith(b"2"):
        raise KeyError("not documented")
    if data.startswith(b"3"):
        sum(range(10**6))


@pytest.mark.parametrize(("data", "why"), [(b"1", "not a line"), (b"2", "KeyError"), (b"3", "took")])
def test_a_reader_that_breaks_its_promise_is_found_out(data, why, monkeypatch):
    monkeypatch.setattr("tests.fuzz.run.SECONDS", 0.001)
    word, said, _ = attempt(Target("broken", lambda: [b""], broken, (ValueError,)), data)
    assert (word, why in said) == ("fault", True), said


def test_a_command_that_ends_in_a_traceback_or_the_wrong_code_is_found_out(monkeypatch):
    assert run_command(["problems", "--json"]) == 0
    assert run_command(["solve", "no-such-problem"]) == 2
    with pytest.raises(FaultError, match="exit code 2"):
        run_command(["solve", "no-such-problem"], codes={0})
    monkeypatch.setitem(sys.modules, "doublecount.cli.problems", None)
    with pytest.raises(FaultError, match="exit code 3"):
        run_command(["problems"])


def test_the_runner_says_what_it_did_and_fails_on_faults(capsys, monkeypatch):
    assert main(["--inputs", "5", "--only", "cache"]) == 0
    assert "5 inputs, seed 1: 0 faults" in capsys.readouterr().out
    monkeypatch.setattr("tests.fuzz.run.targets", lambda: [Target("broken", lambda: [b"2"], broken)])
    monkeypatch.setattr("tests.fuzz.run.chosen", lambda *_: (Target("broken", lambda: [b"2"], broken), b"2"))
    assert main(["--inputs", "2"]) == 1
    assert "input 1 of broken: KeyError" in capsys.readouterr().out


# Through the real command line


def through_the_command_line(seed, count, tmp_path):
    """Random command lines and damaged files in processes of their own."""
    rng = random.Random(seed)
    for number in range(count):
        line = words.line(rng)
        while not words.is_light(line):
            line = words.line(rng)
        data = mutated(rng, seeds.judge(rng.choice(catalogue.NAMES)))
        done = subprocess.run(
            [sys.executable, "-m", "doublecount", *(word.encode(errors="surrogateescape") for word in line)],
            input=data,
            capture_output=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
        )
        said = done.stderr.decode(errors="replace")
        assert done.returncode in (0, 2, 3), (number, line, said)
        assert "Traceback" not in said, (number, line, said)
        assert done.returncode != 3 or "Error: " in said, (number, line, said)


def test_some_command_lines_end_in_answers_or_a_line(tmp_path):
    through_the_command_line(1, 8, tmp_path)


@pytest.mark.slow
def test_hundreds_of_command_lines_end_in_answers_or_a_line(tmp_path):
    through_the_command_line(2, 300, tmp_path)
