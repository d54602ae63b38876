"""Promoted findings are tried first, and a difference there is a finding like any other."""

import sys
from dataclasses import replace

import msgspec
import pytest

from doublecount.cli.resume import Kept, kept
from doublecount.problems.record import Form
from doublecount.problems.text import InputError
from doublecount.verify import catalogue, known
from doublecount.verify.campaign import Options, _Search, run
from doublecount.verify.causes import signature_of
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.regressions import KeptFile, fits, promote, read_folder
from doublecount.verify.results import Campaign, Kind
from doublecount.verify.store import Store
from tests.harness.command import PLANTED, doublecount, planted
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


def test_a_campaign_that_is_resumed_tries_the_files_that_it_began_with(tmp_path):
    promote(finding(QUEENS, "???\n"), tmp_path)
    options = Options((QUEENS,), examples=5, kept=read_folder(tmp_path, [QUEENS]))
    again = msgspec.json.decode(msgspec.json.encode(kept(options, {})), type=Kept)
    assert again.options == options
    assert again.options.kept[0].cases() == tuple(instances(QUEENS, "???\n"))


def test_files_are_tried_once_and_all_that_differ_are_pursued(tmp_path):
    texts = ["???\n", "????\n", "?????\n", "??????\n"]
    files = tuple(KeptFile(QUEENS, f"regression {n}", Form.JUDGE, text) for n, text in enumerate(texts))
    command = CandidateSpec("mine", planted(QUEENS, "last_row_missed"))
    options = Options((QUEENS,), 1, seed=7, max_findings=1, candidates=(command,), kept=files)
    store = Store(tmp_path / "s", create=True)
    campaign = Campaign(7, "", {}, "", ())
    number = store.begin(campaign, {})
    (first,) = run(options, store, number)
    assert first.kept == tuple(file.origin for file in files)
    assert (first.checked, len(store.findings(number, QUEENS))) == (1, len(files) + 1)
    assert [finding.instance for finding in first.findings] == ["???\n"]
    met = first.met
    assert [one.count for one in met] == [len(files) + 1]
    (again,) = run(options, store, number)
    assert (again.met, again.kept) == (met, first.kept)


@pytest.mark.slow
def test_known_findings_do_not_use_up_max_findings(tmp_path):
    program = tmp_path / "mine.py"
    wrong = (PLANTED / "injured_queen" / "last_row_missed.py").read_text()
    crash = "import os, sys\ntext = sys.stdin.read()\nif len(max(text.split(), key=len)) > 9: os.abort()\n"
    program.write_text(f"{crash}import io\nsys.stdin = io.StringIO(text)\n{wrong}")
    command = CandidateSpec("candidate", f"{sys.executable} -S {program}")
    entry = known.entry(finding(QUEENS, "?" * 10 + "\n", kind=Kind.CRASH), "too wide")
    asked = Options((QUEENS,), 12, seed=5, max_findings=1, candidates=(command,))
    store, told = Store(tmp_path / "s", create=True), []
    for options in (asked, replace(asked, known=(entry.sort,))):
        number = store.begin(Campaign(5, "", {}, "", ()), {})
        told += run(options, store, number)
    before, after = ({one.kind: one.count for one in summary.met} for summary in told)
    assert {*before} == {Kind.CRASH}
    assert {*after} == {Kind.CRASH, Kind.WRONG_ANSWER}
    assert (after[Kind.WRONG_ANSWER], {one.kind for one in told[1].findings}) == (1, {*after})
    assert _Search(
        catalogue.problem(QUEENS), options, store, number, None, None, store.reached(number, QUEENS)
    )._enough()


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
