"""Promoted findings are tried first, and a difference there is a finding like any other."""

import pytest

from doublecount.problems.record import Form
from doublecount.problems.text import InputError
from doublecount.verify import catalogue
from doublecount.verify.causes import signature_of
from doublecount.verify.regressions import fits, promote, read_folder
from tests.harness.command import doublecount, planted
from tests.harness.findings import QUEENS, finding, instances


def test_a_promoted_file_is_read_as_it_was(tmp_path):
    lines = catalogue.problem(QUEENS).write_jsonl(instances(QUEENS, "1??\n"))
    one, other = finding(QUEENS, "???\n"), finding(QUEENS, lines, form=Form.JSONL)
    paths = [promote(each, tmp_path / "kept") for each in (one, other)]
    assert [path.name for path in paths] == [
        f"{QUEENS}-{signature_of(one)}.txt",
        f"{QUEENS}-{signature_of(other)}.jsonl",
    ]
    kept = {file.text: file for file in read_folder(tmp_path / "kept", [QUEENS])}
    assert {*kept} == {"???\n", lines}
    assert kept[lines].cases() == tuple(instances(QUEENS, "1??\n"))
    assert kept["???\n"].origin == f"regression {paths[0].name}"
    assert read_folder(tmp_path / "kept", ["black-white"]) == ()


def test_bad_files_are_named_and_notes_ignored(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    assert read_folder(tmp_path, catalogue.NAMES) == ()
    (tmp_path / f"{QUEENS}-x.txt").write_text("?x?\n")
    with pytest.raises(InputError, match=f"{QUEENS}-x.txt:1:2: "):
        read_folder(tmp_path, catalogue.NAMES)
    (tmp_path / "chess-x.txt").write_text("")
    with pytest.raises(ValueError, match=r"chess-x\.txt: expected a name that begins with a problem's"):
        read_folder(tmp_path, catalogue.NAMES)


def test_files_beyond_the_limits_are_left_out_for_candidates():
    problem = catalogue.problem("dots-and-boxes")
    game = tuple(problem.read_jsonl('{"rows": 1, "columns": 3, "lines": [[1, 2]]}\n', "t"))
    assert fits(problem, game, candidates=False, judge_only=False)
    assert not fits(problem, game, candidates=True, judge_only=False)
    assert not fits(problem, game, candidates=True, judge_only=True)


def test_a_regression_is_found_before_any_random_instance(tmp_path):
    folder = tmp_path / "doublecount-regressions"
    folder.mkdir()
    (folder / f"{QUEENS}-mine.txt").write_text("?????\n")
    words = (QUEENS, "--examples", 1, "--seed", 7, "--jobs", 2, "--store", "s")
    done = doublecount("verify", *words, "--candidate", planted(QUEENS, "last_row_missed"), cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert f"{QUEENS}: tried first: regression {QUEENS}-mine.txt\n" in done.stdout
    assert "smallest file found:\n    ???\n" in done.stdout
    name = done.stdout.partition("replay ")[2].split()[0]
    done = doublecount("promote", name, "--store", "s", cwd=tmp_path)
    assert (tmp_path / done.stdout.strip()).read_text() == "???\n"
    words = ("verify", *words[:-2], "--store", "t", "--candidate", planted(QUEENS, "right"))
    done = doublecount(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout.count("regression ")) == (0, 2), done.stdout + done.stderr
