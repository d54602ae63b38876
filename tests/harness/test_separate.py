"""``separate``: a hand-in test on which every wrong program fails and every right one passes."""

import subprocess

import pytest

from doublecount.cli.separate import _told
from doublecount.verify import catalogue
from doublecount.verify.campaign import Options
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.separate import Separation, _smallest, separate
from doublecount.verify.store import Store
from doublecount.verify.summing import nothing
from tests.harness.command import PLANTED, doublecount, planted
from tests.harness.findings import QUEENS
from tests.harness.seated import board

SOME = ("--seed", 3, "--examples", 60)


def candidates(problem, *programs):
    return [word for one in programs for word in ("--candidate", f"{one}={planted(problem, one)}")]


def passes(problem, program, text):
    """Whether a program answers a file as the solver does, case by case and by meaning."""
    record = catalogue.problem(problem)
    file = list(record.read(text, "set"))
    done = subprocess.run(
        planted(problem, program).split(), input=text, capture_output=True, text=True, check=False
    )
    right = [record.load_solver().solve(instance) for instance in file]
    told = record.read_answers(done.stdout, file)
    return done.returncode == 0 and all(
        getattr(one, fact) in (None, getattr(other, fact))
        for one, other in zip(told, right, strict=True)
        for fact in record.compared
        if fact != "solutions"
    )


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["injured-queen", "overlapping-squares"])
def test_all_wrong_programs_fail_on_the_set_and_the_right_one_passes(problem, tmp_path):
    wrong = sorted(p.stem for p in (PLANTED / problem.replace("-", "_")).glob("*.py") if p.stem != "right")
    done = doublecount("separate", problem, *candidates(problem, "right", *wrong), *SOME)
    assert done.returncode == 0, done.stderr
    assert passes(problem, "right", done.stdout)
    assert not any(passes(problem, program, done.stdout) for program in wrong)
    assert "right: passes; nothing wrong found on" in done.stderr


@pytest.mark.slow
def test_the_set_does_not_depend_on_the_number_of_workers():
    words = (
        "separate",
        "injured-queen",
        *candidates("injured-queen", "right", "counts_in_32_bits", "table_kept"),
    )
    one, two = (doublecount(*words, *SOME, "--jobs", jobs) for jobs in (1, 2))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout != ""


@pytest.mark.slow
def test_where_the_judge_takes_one_case_a_file_there_are_several_files(tmp_path):
    problem, output = "wooden-chess", tmp_path / "set.in"
    wrong = ("last_column_missed", "sixteen_bit_values")
    done = doublecount("separate", problem, *candidates(problem, *wrong), *SOME, "-o", output)
    assert done.returncode == 0, done.stderr
    texts = [path.read_text() for path in sorted(tmp_path.glob("set.in*"))]
    assert done.stdout == ""
    for program in wrong:
        assert not all(passes(problem, program, text) for text in texts)


def test_without_a_wrong_program_there_is_no_set():
    done = doublecount("separate", "injured-queen", *candidates("injured-queen", "right"), "--examples", 10)
    assert (done.returncode, done.stdout) == (4, "")


def test_it_takes_a_candidate():
    done = doublecount("separate", "injured-queen")
    assert done.returncode == 2
    assert "--candidate" in done.stderr


def test_a_candidate_that_was_not_tried_is_not_said_to_pass(capsys):
    specs = (CandidateSpec("mine", "./mine"), CandidateSpec("candidate-2", "/x/other", typed="./other"))
    separation = Separation((), 100, (), ("mine", "candidate-2"), (), {"mine": 0, "candidate-2": 1}, ())
    assert _told(separation, Options((QUEENS,), seed=4, candidates=specs)) == [
        "mine: not tried: the time was up before its first instance was decided",
        "candidate-2 (./other): passes; nothing wrong found on 1 instance",
        "cases: 0; seed: 4",
    ]


def test_it_says_how_far_it_is_and_with_whom(tmp_path, monkeypatch):
    monkeypatch.setattr("doublecount.verify.separate.run", reported)
    specs = tuple(CandidateSpec(name, planted(QUEENS, "right")) for name in ("one", "two"))
    steps, store = [], Store(tmp_path / "s", create=True)
    separate(Options((QUEENS,), examples=5, candidates=specs), store, lambda *step: steps.append(step))
    assert steps == [
        ("one, injured-queen", 3, 5),
        ("two, injured-queen", 3, 5),
        ("joining what they fail on", 0, None),
    ]
    store.close()


def reported(options, store, number, progress):
    """A campaign that does nothing but say how far it is."""
    progress(QUEENS, 3, options.examples)
    yield nothing(QUEENS)


def test_the_limits_by_default_are_those_of_a_campaign():
    told = " ".join(doublecount("separate", "--help").stdout.split())
    assert "Instances tried for each candidate; 300 if no --seconds." in told
    assert "Worker processes; all processors by default." in told


class Willing:
    """A judge for whom every set separates."""

    problem = catalogue.problem(QUEENS)

    def separates(self, cases):
        return bool(cases)


@pytest.mark.parametrize("order", [1, -1])
def test_of_equally_small_files_the_first_found_is_taken(order):
    """In any other order, the set would depend on where Python keeps its objects."""
    files = [(board("?" * place + "A" + "?" * (9 - place)),) for place in range(10)][::order]
    assert _smallest(Willing(), {"one": files[:5], "two": files[5:]}) == files[0]
