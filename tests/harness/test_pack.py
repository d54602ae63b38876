"""``separate --pack``: numbered inputs with right outputs, on which every wrong program fails."""

import subprocess
from dataclasses import replace

import pytest
from click.testing import CliRunner

from doublecount.cli.main import group
from doublecount.problems.injured_queen import PROBLEM, Answer
from doublecount.verify import catalogue
from doublecount.verify.certify import WrongAnswerError
from doublecount.verify.pack import ContradictedError, Ground, pair_of
from doublecount.verify.parties import Panel, panel, solver_oracle
from doublecount.verify.separate import Separation
from tests.harness.command import planted
from tests.harness.findings import QUEENS
from tests.harness.seated import board, oracle

SMALL, LARGE = "1??", "?" * 12
"""The first shows that the last row is missed, the second that counts are kept in 32 bits."""


def separate(monkeypatch, boards, programs, *words, cases_per_file=100):
    """Run the command as if these boards were the set found for these programs."""
    found = Separation(tuple(map(board, boards)), cases_per_file, tuple(programs), (), (), {}, ())
    monkeypatch.setattr("doublecount.cli.separate._separated", lambda _: found)
    candidates = [word for one in programs for word in ("--candidate", f"{one}={planted(QUEENS, one)}")]
    return CliRunner().invoke(group, ["separate", QUEENS, *candidates, "--seed", "1", *map(str, words)])


def contents(folder):
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def seated(solve=None, models=()):
    """A panel with the production solver, or with another."""
    solver = catalogue.solver(QUEENS)
    solver = replace(solver, solve=solve) if solve else solver
    problem = replace(catalogue.problem(QUEENS), load_solver=lambda: solver)
    return Panel(problem, solver_oracle(solver), tuple(models))


def test_every_case_has_a_file_and_its_right_output_beside_it(monkeypatch, tmp_path):
    monkeypatch.setattr("doublecount.cli.separate.panel", lambda record: panel(record, models=["networkx"]))
    folder = tmp_path / "pack"
    programs = ("last_row_missed", "counts_in_32_bits")
    done = separate(monkeypatch, [SMALL, LARGE], programs, "--pack", folder)
    assert (done.exit_code, done.stdout) == (0, ""), done.stderr
    right = [f"{catalogue.solver(QUEENS).solve(board(text)).count}\n" for text in (SMALL, LARGE)]
    expected = {"01.in": f"{SMALL}\n", "01.ans": right[0], "02.in": f"{LARGE}\n", "02.ans": right[1]}
    assert contents(folder) == expected
    assert f"{folder}/01.in and .ans, 1 case: certified 1\n" in done.stderr
    assert f"{folder}/02.in and .ans, 1 case: agreed by models 1\n" in done.stderr
    for name, program in zip(("01", "02"), programs, strict=True):
        told = subprocess.run(
            planted(QUEENS, program).split(), input=expected[f"{name}.in"], capture_output=True, text=True
        )
        assert told.stdout != expected[f"{name}.ans"]


def test_cases_that_only_fail_in_one_file_stay_together(monkeypatch, tmp_path):
    """The program keeps its table from one case to the next, so that any first case is right."""
    boards = ["1??", "???"]
    done = separate(monkeypatch, boards, ["table_kept"], "--pack", tmp_path)
    assert done.exit_code == 0, done.stderr
    assert contents(tmp_path) == {"01.ans": "1\n2\n", "01.in": "1??\n???\n"}
    assert "01.in and .ans, 2 cases: certified 2" in done.stderr


def test_the_numbers_are_as_wide_as_the_largest(monkeypatch, tmp_path):
    boards = [SMALL] * 100
    monkeypatch.setattr("doublecount.cli.separate.case_by_case", lambda _, found: found)
    monkeypatch.setattr("doublecount.cli.separate._pairs", lambda _, found: [pair_of(seated(), [])] * 100)
    assert separate(monkeypatch, boards, ["table_kept"], "--pack", tmp_path).exit_code == 0
    assert len(contents(tmp_path)) == 200
    assert {"001.in", "100.ans"} <= {*contents(tmp_path)}


def test_without_a_set_no_folder_is_made(monkeypatch, tmp_path):
    done = separate(monkeypatch, [], [], "--candidate", planted(QUEENS, "right"), "--pack", tmp_path / "p")
    assert (done.exit_code, [*tmp_path.iterdir()]) == (4, [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pack", "full"], "full: expected a new or empty folder, found files in it"),
        (["--pack", "missing/pack"], "missing/pack: can't be written: there is no folder"),
        (["--pack", "full/file"], "is a file"),
        (["--pack", "new", "-o", "set.in"], "--pack takes the place of --output"),
    ],
)
def test_a_folder_that_cannot_be_filled_is_refused_before_any_work(words, said, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    done = separate(monkeypatch, [SMALL], ["last_row_missed"], *words)
    assert done.exit_code == 2
    assert said in done.stderr.splitlines()[-1]
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


def test_an_answer_that_no_model_gives_rests_on_the_solver_alone():
    silent = oracle("silent", lambda _: None)
    assert pair_of(seated(models=[silent]), [board(LARGE)]).grounds == (Ground.ALONE,)
    agreed = pair_of(seated(models=[silent, oracle("right", catalogue.solver(QUEENS).solve)]), [board(LARGE)])
    assert agreed.grounds == (Ground.AGREED,)


def test_an_output_in_doubt_is_not_written(monkeypatch, tmp_path):
    with pytest.raises(ContradictedError, match="liar has another count than the solver"):
        pair_of(seated(models=[oracle("liar", lambda _: 5)]), [board(LARGE)])
    with pytest.raises(WrongAnswerError):
        pair_of(seated(lambda _: Answer(7)), [board(SMALL)])
    wrong = seated(lambda _: Answer(7))
    monkeypatch.setattr("doublecount.cli.separate.panel", lambda _: wrong)
    done = separate(monkeypatch, [SMALL], ["last_row_missed"], "--pack", tmp_path / "pack")
    assert done.exit_code == 3
    assert "no pack: the right output is in doubt" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "pack").exists()
    assert PROBLEM.name == QUEENS
