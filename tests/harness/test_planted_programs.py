"""Every planted wrong program is caught, shrunk and, where it counts, refuted; every right one passes."""

from dataclasses import replace

import pytest

from doublecount.verify import catalogue
from doublecount.verify.parties import Candidate, CandidateSpec, panel
from doublecount.verify.results import Difference, Kind, Standing
from doublecount.verify.shrink import size, steps
from doublecount.verify.trial import recur
from tests.harness.command import PLANTED, planted, verify_json

PROGRAMS = [
    (name, path.stem)
    for name in catalogue.NAMES
    for path in sorted((PLANTED / name.replace("-", "_")).glob("*.py"))
]
WRONG = [pair for pair in PROGRAMS if pair[1] != "right"]
COUNTING = {name for name in catalogue.NAMES if "count" in catalogue.problem(name).compared}


def test_there_are_three_wrong_programs_a_problem():
    for name in catalogue.NAMES:
        assert len([pair for pair in WRONG if pair[0] == name]) >= 3
        assert (name, "right") in PROGRAMS


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_right_program_passes(name, tmp_path):
    code, told = verify_json(
        name, "--candidate", planted(name, "right"), "--examples", 20, "--seed", 3, "--store", tmp_path / "s"
    )
    assert told["problems"][name]["findings"] == []
    assert code == 0
    assert told["problems"][name]["agreed"] >= 19


SLOW = {
    ("black-white", "sixteen_bit_counts"),
    ("black-white", "stale_colouring"),
    ("injured-queen", "counts_in_32_bits"),
    ("injured-queen", "table_kept"),
    ("overlapping-squares", "five_squares"),
    ("overlapping-squares", "seen_kept"),
    ("wooden-chess", "sixteen_bit_values"),
    ("dots-and-boxes", "double_box_once"),
    ("dots-and-boxes", "memo_not_cleared"),
}
"""Trying all simpler files one by one, each in a process, takes up to a minute."""


@pytest.mark.parametrize(
    ("name", "program"),
    [pytest.param(*pair, id="/".join(pair), marks=[pytest.mark.slow] * (pair in SLOW)) for pair in WRONG],
)
def test_a_wrong_program_is_caught_on_the_smallest_file(name, program, tmp_path):
    command = planted(name, program)
    code, told = verify_json(
        *(name, "--candidate", f"mine={command}", "--examples", 300, "--seed", 4),
        *("--max-findings", 2, "--time-limit", 60, "--store", tmp_path / "s"),
        seconds=1800,  # both on a busy machine
    )
    findings = told["problems"][name]["findings"]
    assert code == 1
    assert findings
    problem = catalogue.problem(name)
    for finding in findings:
        assert finding["accused"] == "mine"
        assert finding["status"] == "refuted" or name not in COUNTING
        file = tuple(problem.read(finding["instance"], "finding"))
        assert all(problem.limits.allows(instance) for instance in file)
        assert_minimal(problem, command, Kind(finding["kind"]), file)


def assert_minimal(problem, command, kind, file):
    """The difference occurs on the file, and on none that is one simplifying step away."""
    spec = CandidateSpec("mine", command, time_limit=60.0)
    seated = replace(panel(problem), models=(), candidates=(Candidate(spec, problem),), judge_only=True)
    met = None
    for case in range(len(file)):
        against = ("dp",) if kind is Kind.WRONG_ANSWER else ()
        sought = Difference(kind, "mine", against, Standing.REFUTED, "", case, file)
        relations = [one.name for one in problem.relations] if kind is Kind.RELATION_VIOLATED else [None]
        for relation in relations:
            met = met or recur(seated, replace(sought, relation=relation), file)
    assert met, f"{kind} does not occur on {file}"
    for simpler in steps(problem, file):
        allowed = all(problem.limits.allows(instance) for instance in simpler)
        if allowed and size(problem, simpler) < size(problem, file):
            assert recur(seated, met, simpler) is None, f"{simpler} is simpler than {file}"
