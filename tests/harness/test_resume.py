"""Campaigns that are killed or interrupted go on: the end is that of an unbroken run, apart from times."""

import gc
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from contextlib import closing
from dataclasses import replace

import pytest
from click.testing import CliRunner

from doublecount.cli.candidates import candidate_specs
from doublecount.cli.resume import kept
from doublecount.cli.verify import command as verify
from doublecount.problems.record import Status
from doublecount.reports.page import render
from doublecount.verify import catalogue, known
from doublecount.verify.campaign import Options, _Search, run
from doublecount.verify.compare import Verdict
from doublecount.verify.conclude import conclude
from doublecount.verify.finding import Origin
from doublecount.verify.instances import draw
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.present import Exit, environment
from doublecount.verify.results import Campaign, Difference, Kind, PartyInfo, Role, Sandbox, Standing, Tally
from doublecount.verify.store import Reached, Store
from doublecount.verify.summing import nothing
from doublecount.verify.worker import Setup, ShardResult, Tried
from tests.harness.command import PLANTED, doublecount, planted, verify_json
from tests.harness.findings import finding

QUEENS, SQUARES = "injured-queen", "overlapping-squares"
WRONG = {
    "black-white": "last_column_unchecked",
    "injured-queen": "last_row_missed",
    "overlapping-squares": "five_squares",
    "wooden-chess": "last_column_missed",
    "dots-and-boxes": "double_box_once",
}
TRIED = ("--examples", 60, "--max-findings", 6, "--seed", 5, "--candidate", planted(SQUARES, WRONG[SQUARES]))


def started(*words, cwd):
    """Start the command in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        start_new_session=True,
    )


def rows(folder, query):
    """Read from the store in a folder; nothing where there is none yet."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 's'}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()
    except sqlite3.OperationalError:
        return []


DIFFERENCES = "SELECT problem, origin, content, file FROM difference ORDER BY id"
FINDINGS = "SELECT problem, place, id, content FROM finding ORDER BY problem, place"


def page(dossier, folder):
    """The report of the newest campaign, all clocks at zero."""
    summaries = tuple(
        replace(
            one,
            seconds=0.0,
            tallies={name: timeless(tally) for name, tally in one.tallies.items()},
            timings={},
        )
        for one in dossier.campaign.summaries
    )
    campaign = replace(dossier.campaign, started="", finished="", summaries=summaries)
    return render(replace(dossier, campaign=campaign)).replace(str(folder / "s"), "s")


def timeless(tally: Tally):
    return replace(tally, seconds=0.0)


def everything(folder):
    """What a campaign has left in its store, apart from times."""
    dossier = Store(folder / "s").dossier()
    pairs = [one.pairs for one in dossier.campaign.summaries]
    timed = [
        {party: {size: one.count for size, one in sizes.items()} for party, sizes in summary.timings.items()}
        for summary in dossier.campaign.summaries
    ]
    told = dossier.rows, dossier.row_count, pairs, timed
    return page(dossier, folder), rows(folder, DIFFERENCES), rows(folder, FINDINGS), told


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """An unbroken run: its folder, exit code and JSON, and how long it took."""
    folder, began = tmp_path_factory.mktemp("calm"), time.monotonic()
    told = verify_json(SQUARES, *TRIED, "--jobs", 2, "--store", "s", cwd=folder)
    assert told[0] == Exit.DIFFERENCE
    assert told[1]["problems"][SQUARES]["findings"]
    return folder, told, time.monotonic() - began


def killed_at_random(folder, rng, seconds):
    """Begin or go on with a campaign and kill it after so many seconds at most.

    Return what it printed, or None if it was killed.
    """
    begun = rows(folder, "SELECT id FROM campaign")
    words = ("--resume",) if begun else (SQUARES, *TRIED)
    process = started("verify", *words, "--jobs", rng.choice((1, 2)), "--store", "s", "--json", cwd=folder)
    try:
        told, errors = process.communicate(timeout=rng.uniform(0, seconds))
    except subprocess.TimeoutExpired:
        acknowledged = progress(folder)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert_nothing_lost(acknowledged, progress(folder))
        return None
    assert process.returncode == Exit.DIFFERENCE, errors
    return process.returncode, json.loads(told)


def progress(folder):
    """How many instances were counted, and the rows of differences and findings."""
    kept = "(SELECT sum(number) FROM tried)"
    counted = rows(folder, f"SELECT json_extract(summary, '$.checked'), position, {kept} FROM reached")
    return counted, rows(folder, DIFFERENCES), rows(folder, FINDINGS)


def assert_nothing_lost(before, after):
    assert before[0] <= after[0]
    assert [*after[1][: len(before[1])]] == before[1]
    assert {*before[2]} <= {*after[2]}
    assert len({*after[1]}) == len(after[1])
    assert all(checked == position == rows for checked, position, rows in after[0])


def outlast(kills, seed, calm, tmp_path):
    """Kill campaigns so many times, and compare every one that comes to its end with the unbroken one."""
    quiet, told, seconds = calm
    rng, done, ended = random.Random(seed), 0, 0
    while done < kills or not ended:
        folder = tmp_path / str(ended)
        folder.mkdir(exist_ok=True)
        result = killed_at_random(folder, rng, seconds if done < kills else 600)
        if result is None:
            done += 1
            continue
        assert result == told
        assert everything(folder) == everything(quiet)
        ended += 1


def test_killed_at_2_random_moments_it_ends_as_if_nothing_had_happened(calm, tmp_path):
    outlast(2, 1, calm, tmp_path)


@pytest.mark.slow
def test_killed_at_50_random_moments_it_ends_as_if_nothing_had_happened(calm, tmp_path):
    outlast(50, 2, calm, tmp_path)


KEPT_FILES = ("????\n???\n", "?1????\n")


def keep_files(folder):
    """Make a program that notes every run of it, a known finding of it and files to be tried first."""
    folder.mkdir()
    noted = "open('runs', 'a').write('.')\n" + (PLANTED / "injured_queen" / "last_row_missed.py").read_text()
    (folder / "mine.py").write_text(noted)
    known.add(folder / "doublecount-known.jsonl", known.entry(finding(QUEENS, "???\n"), "last row"))
    (folder / "doublecount-regressions").mkdir()
    for number, text in enumerate(KEPT_FILES):
        (folder / "doublecount-regressions" / f"{QUEENS}-{number}.txt").write_text(text)


def killed_when(happened, folder, *words):
    """Kill a command as soon as something has happened."""
    process = started("verify", *words, "--jobs", 1, "--store", "s", cwd=folder)
    while not happened() and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


def ran(folder):
    """How often the program has been run."""
    return (folder / "runs").stat().st_size if (folder / "runs").exists() else 0


@pytest.mark.slow
def test_killed_while_kept_files_are_tried_first_it_loses_nothing_and_counts_none_twice(tmp_path):
    words = (QUEENS, "--examples", 1, "--seed", 5, "--candidate", f"{sys.executable} -S mine.py")
    folder = tmp_path / "mine"
    keep_files(folder)
    calm = verify_json(*words, "--jobs", 2, "--store", "s", cwd=folder), everything(folder)
    for file in (folder / "runs", *folder.glob("s*")):
        file.unlink()
    killed_when(lambda: ran(folder) >= 1, folder, *words)
    most = ran(folder) + 3
    killed_when(lambda: ran(folder) >= most, folder, "--resume")
    assert rows(folder, "SELECT * FROM reached") == [] == rows(folder, DIFFERENCES)
    killed_when(lambda: rows(folder, "SELECT * FROM reached"), folder, "--resume")
    acknowledged, kept = progress(folder), Store(folder / "s").summary(1, QUEENS).kept
    assert len(kept) == len({*kept}) == len(KEPT_FILES) + 1
    told = verify_json("--resume", "--jobs", 1, "--store", "s", cwd=folder)
    assert_nothing_lost(acknowledged, progress(folder))
    assert (told, everything(folder)) == calm


def test_an_ended_campaign_says_so_and_tells_its_result_again(calm):
    folder, told, _ = calm
    before = everything(folder)
    done = doublecount("verify", "--resume", "--store", "s", "--json", cwd=folder)
    assert (done.returncode, json.loads(done.stdout)) == told
    assert done.stderr.startswith("the campaign had ended; this is its result\n")
    assert everything(folder) == before


def test_replay_repeats_every_stored_finding(calm):
    folder, (_, told), _ = calm
    findings = told["problems"][SQUARES]["findings"]
    assert len(findings) >= 2
    for one in findings:
        done = doublecount(*one["replay"].split()[1:], "--json", cwd=folder)
        assert done.returncode == Exit.DIFFERENCE
        assert one["instance"] in done.stdout.encode().decode("unicode_escape")


def test_an_interrupted_campaign_goes_on(calm, tmp_path):
    process = started("verify", SQUARES, *TRIED, "--jobs", 2, "--store", "s", cwd=tmp_path)
    deadline = time.monotonic() + 120
    while not rows(tmp_path, "SELECT 1 FROM reached") and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == Exit.INTERRUPTED
    (command,) = re.findall(r"go on with: doublecount (.*)", errors)
    assert Store(tmp_path / "s").newest().interrupted
    done = doublecount(*command.split(), "--json", cwd=tmp_path)
    assert (done.returncode, json.loads(done.stdout)) == calm[1]
    assert everything(tmp_path) == everything(calm[0])


def assert_same_with_1_and_2_workers(name, tmp_path):
    candidate = ("--candidate", planted(name, WRONG[name]))
    told = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        options = ("--examples", 60, "--max-findings", 6, "--seed", 3, "--jobs", jobs, "--store", "s")
        told.append((*verify_json(name, *options, *candidate, cwd=folder), *everything(folder)))
    assert told[0] == told[1]
    assert told[0][0] == Exit.DIFFERENCE


def test_1_and_2_workers_leave_the_same_store(tmp_path):
    assert_same_with_1_and_2_workers("wooden-chess", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in catalogue.NAMES if name != "wooden-chess"])
def test_1_and_2_workers_leave_the_same_store_on_every_problem(name, tmp_path):
    assert_same_with_1_and_2_workers(name, tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", 6], "--seed 6 contradicts --resume: the campaign was begun with 5"),
        (
            ["wooden-chess"],
            "PROBLEMS wooden-chess contradicts --resume: the campaign was begun with " + SQUARES,
        ),
        (["--examples", 61], "--examples 61 contradicts"),
        (["--seconds", 5], "the campaign was begun with none"),
        (["--max-findings", 3], "--max-findings 3 contradicts"),
        (["--time-limit", 3], "--time-limit 3.0 contradicts"),
        (["--memory-limit", 300], "--memory-limit 300 contradicts"),
        (["--formats"], "--formats True contradicts"),
        (["--beyond-judge"], "--beyond-judge True contradicts"),
        (["--format", "jsonl"], "--format jsonl contradicts"),
        (["--candidate", "cat"], "--candidate cat contradicts"),
    ],
)
def test_an_option_that_contradicts_the_campaign_is_named(words, said, calm):
    done = doublecount("verify", "--resume", "--store", "s", *words, cwd=calm[0])
    assert (done.returncode, done.stdout) == (Exit.BAD_INPUT, "")
    assert said in done.stderr


def test_the_same_options_may_be_said_again(calm):
    folder, told, _ = calm
    assert verify_json(SQUARES, *TRIED, "--jobs", 1, "--resume", "--store", "s", cwd=folder) == told


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--resume"], "--resume needs --store FILE"), (["--resume", "--store", "none"], "none: no such store")],
)
def test_without_a_store_there_is_nothing_to_go_on_with(words, said, tmp_path):
    done = doublecount("verify", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (Exit.BAD_INPUT, "")
    assert said in done.stderr


def unfinished(folder):
    """Interrupt a campaign of a program in a folder."""
    program = folder / "mine.py"
    program.write_text((PLANTED / "overlapping_squares" / "right.py").read_text())
    options = ("--examples", 5000, "--seed", 1, "--candidate", f"{sys.executable} -S mine.py", "--store", "s")
    process = started("verify", SQUARES, *options, cwd=folder)
    while not rows(folder, "SELECT 1 FROM reached") and process.poll() is None:
        time.sleep(0.1)
    process.kill()
    process.communicate()
    return program


def test_another_program_or_another_tool_does_not_go_on_with_a_campaign(tmp_path):
    program = unfinished(tmp_path)
    text = program.read_text()
    program.write_text(text + "\n")
    done = doublecount("verify", "--resume", "--store", "s", cwd=tmp_path)
    assert done.returncode == Exit.BAD_INPUT
    assert f"{program} has changed since the campaign was begun" in done.stderr
    program.unlink()
    done = doublecount("verify", "--resume", "--store", "s", cwd=tmp_path)
    assert done.returncode == Exit.BAD_INPUT
    assert f"a candidate can't be run any more: {program} is gone" in done.stderr
    program.write_text(text)
    with closing(sqlite3.connect(tmp_path / "s")) as database:
        older = "UPDATE campaign SET content = json_set(content, '$.environment.numpy', '1.0')"
        database.execute(older)
        database.commit()
    done = doublecount("verify", "--resume", "--store", "s", cwd=tmp_path)
    assert done.returncode == Exit.BAD_INPUT
    assert "the campaign was begun with numpy 1.0, this is " in done.stderr


@pytest.mark.parametrize("what", ["mine.py:mine", "mine:mine", "inner.mine:mine"])
def test_a_function_whose_file_has_changed_does_not_go_on_with_a_campaign(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / what.partition(":")[0].replace("inner.", "inner/").removesuffix(".py")
    file = file.with_suffix(".py")
    file.parent.mkdir(exist_ok=True)
    file.write_text("def mine(instance): return 0\n")
    specs = candidate_specs(SQUARES, (), (what,), 10.0, 1024, Sandbox.NONE)
    options = Options((SQUARES,), examples=1, candidates=specs)
    Store(tmp_path / "s", create=True).begin(Campaign(0, "", environment(), "", ()), kept(options, {}))
    file.write_text("def mine(instance): return 1\n")
    done = CliRunner().invoke(verify, ["--resume", "--store", "s"])
    assert (done.exit_code, done.stdout) == (Exit.BAD_INPUT, "")
    assert f"{file} has changed since the campaign was begun" in done.stderr
    file.unlink()
    assert f"{file} is gone" in CliRunner().invoke(verify, ["--resume", "--store", "s"]).stderr


def test_the_time_already_spent_counts(tmp_path):
    store = Store(tmp_path / "s", create=True)
    options = Options(problems=(SQUARES, "wooden-chess"), seconds=1000.0)
    number = store.begin(Campaign(0, "", {}, "", ()), options)
    for name, ended in ((SQUARES, True), ("wooden-chess", False)):
        reached = Reached(replace(nothing(name), seconds=600.0), 20, ended)
        store.reach(number, catalogue.problem(name), reached)
    began = time.monotonic()
    summaries = [*run(options, store, number)]
    assert time.monotonic() - began < 60
    assert [one.checked for one in summaries] == [0, 0]
    assert summaries[0].seconds == 600
    assert 600 < summaries[1].seconds < 660


def deadly(name, setup):
    """A panel whose oracles all die of instance 15."""
    seated = panel(catalogue.problem(name))
    fatal = draw(seated.problem, setup.seed, 15, False).instance

    def dying(oracle):
        return replace(oracle, answer=lambda one: os._exit(9) if one == fatal else oracle.answer(one))

    return replace(seated, solver=dying(seated.solver), models=tuple(map(dying, seated.models)))


def test_a_shard_that_kills_every_worker_is_given_up_and_the_others_end(tmp_path, monkeypatch):
    monkeypatch.setattr(Options, "setup", property(lambda self: Setup(self.seed, make_panel=deadly)))
    store = Store(tmp_path / "s", create=True)
    options = Options(problems=("injured-queen",), examples=30, seed=1, jobs=2)
    (summary,) = run(options, store, store.begin(Campaign(1, "", {}, "", ()), options))
    assert summary.checked == 20
    assert any("given up" in failure for failure in summary.failures)
    assert store.reached(1, "injured-queen").position == 30


class Instant:
    """Workers that agree on everything at once."""

    def run(self, next_task):
        while task := next_task():
            said = (Verdict.AGREED, True, True, {"dp": Status.ANSWERED}, {"dp": 0.1}, (), ())
            tried = tuple(Tried(number, "open", *said) for number in range(task.start, task.stop))
            yield task, ShardResult(tried, (PartyInfo("dp", Role.SOLVER, ""),))


def test_what_is_stored_does_not_stay_in_memory(tmp_path):
    store, left = Store(tmp_path / "s", create=True), []
    tracemalloc.start()
    try:
        for examples in (500, 5_000):
            number = store.begin(Campaign(1, "", {}, "", ()), {})
            options, problem = Options(examples=examples), catalogue.problem(SQUARES)
            before = tracemalloc.get_traced_memory()[0]
            search = _Search(
                problem, options, store, number, Instant(), lambda *_: None, Reached(nothing(SQUARES))
            )
            search.explore()
            gc.collect()
            left.append(tracemalloc.get_traced_memory()[0] - before)
            assert search.result().checked == search.result().large == examples
    finally:
        tracemalloc.stop()
    assert left[1] < left[0] + 50_000


def test_shrinking_ends_by_work_and_not_by_the_clock(tmp_path, monkeypatch):
    monkeypatch.setattr("doublecount.verify.shrink.TRIALS_A_SECOND", 20_000)
    hang = tmp_path / "hang.py"
    hang.write_text("import time\ntime.sleep(600)")
    spec = CandidateSpec("mine", f"{sys.executable} -S {hang}", time_limit=0.1)
    seated = panel(catalogue.problem("injured-queen"), (spec,))
    file = tuple(seated.problem.read("?????????8\n", "t"))
    met = Difference(Kind.TIMEOUT, "mine", (), Standing.REFUTED, "", 0, file)
    found = conclude(seated, met, Origin(1, ""), float("inf"))
    assert (found.minimal, found.trials) == (False, 3)
