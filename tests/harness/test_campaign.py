"""Campaigns end to end: reproducible, stored at once, killable, with the right exit code."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import psutil
import pytest

from doublecount.verify import catalogue
from doublecount.verify.campaign import Options, run
from doublecount.verify.instances import draw
from doublecount.verify.parties import CandidateSpec, panel
from doublecount.verify.present import Exit, exit_code
from doublecount.verify.results import Campaign, Summary
from doublecount.verify.store import Store, StoreError
from doublecount.verify.trial import try_file
from tests.harness.command import PLANTED, doublecount, planted, verify_json
from tests.harness.dask_cluster import children, wait_for
from tests.harness.left_behind import running

QUEENS = "injured-queen"
RIGHT = PLANTED / "injured_queen" / "right.py"


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_clean_campaign_agrees_and_ends_with_0(jobs, tmp_path):
    code, told = verify_json(QUEENS, "--examples", 20, "--seed", 1, "--jobs", jobs, "--store", tmp_path / "s")
    assert code == 0
    assert told == {
        "seed": 1,
        "problems": {QUEENS: {"checked": 20, "agreed": 20, "undecided": 0, "findings": []}},
    }


def test_with_seconds_the_instances_are_a_prefix_of_the_sequence(tmp_path):
    started = time.monotonic()
    code, told = verify_json("--seconds", 5, "--seed", 5, "--store", tmp_path / "s")
    assert code == 0
    assert time.monotonic() - started < 13
    assert all(told["problems"][name]["checked"] for name in catalogue.NAMES)


def test_a_campaign_ends_at_max_findings_and_they_are_stored_replayed_and_reported(tmp_path):
    store, page = tmp_path / "s.sqlite", tmp_path / "page.html"
    options = ("--examples", 200, "--seed", 5, "--max-findings", 2, "--store", store)
    code, told = verify_json(QUEENS, *options, "--candidate", planted(QUEENS, "last_row_missed"))
    counts = told["problems"][QUEENS]
    assert counts["checked"] - counts["agreed"] - counts["undecided"] == 2
    (finding,) = counts["findings"]
    assert (code, finding["instance"], finding["status"]) == (1, "???\n", "refuted")
    assert set(finding) == {
        "id", "problem", "kind", "accused", "status", "instance", "original", "answers", "hint", "replay"
    }  # fmt: skip
    assert finding["answers"]["dp"] == {"case": 1, "count": "2", "placement": [1, 3, 1]}
    again = doublecount("replay", finding["id"], "--store", store)
    assert again.returncode == 1, again.stderr
    assert "wrong-answer, candidate is refuted" in again.stdout
    assert finding["replay"] == f"doublecount replay {finding['id']} --store {store}"
    assert doublecount("report", "-o", page, "--store", store).returncode == 0
    assert finding["id"] in page.read_text()


def test_findings_as_json_lines_are_stored_and_replayed_as_such(tmp_path):
    store, candidate = tmp_path / "s.sqlite", ("--candidate", planted(QUEENS, "last_row_missed"))
    options = ("--examples", 60, "--max-findings", 1, "--seed", 5, "--format", "jsonl", "--store", store)
    code, told = verify_json(QUEENS, *options, *candidate)
    (finding,) = told["problems"][QUEENS]["findings"]
    (instance,) = catalogue.problem(QUEENS).read("???\n", "t")
    assert (code, finding["instance"]) == (1, catalogue.problem(QUEENS).write_jsonl([instance]))
    assert len(list(catalogue.problem(QUEENS).read_jsonl(finding["original"], "t"))) == 1
    again = doublecount("replay", finding["id"], "--store", store)
    assert again.returncode == 1, again.stderr
    assert finding["instance"] in again.stdout
    assert doublecount("replay", finding["id"], "--store", store, "--format", "jsonl").returncode == 2


def test_replay_of_json_lines_takes_what_the_judges_text_can_not_express():
    game = '{"rows": 1, "columns": 3, "rules": "standard", "lines": [[1, 2]]}\n'
    words = ("replay", "dots-and-boxes", "--format", "jsonl")
    done = doublecount(*words, data=game)
    assert (done.returncode, done.stdout.partition("\n")[0]) == (0, "case 1: agreed")
    done = doublecount(*words, "--candidate", planted("dots-and-boxes", "right"), data=game)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("reads the judge's text: expected 3 x 3 boxes, not 1 x 3\n")


def test_replay_of_json_lines_takes_other_boards_of_squares():
    picture = '{"rows": [" _ _   ", "|   |_ ", "|_ _| |", "  |_ _|"], "limit": 1}\n'
    words = ("replay", "overlapping-squares", "--format", "jsonl")
    done = doublecount(*words, data=picture)
    assert (done.returncode, done.stdout.partition("\n")[0]) == (0, "case 1: agreed"), done.stderr
    assert done.stdout.count('{"answer": "No", "fewest": 2, "order": null}') == 4
    done = doublecount(*words, "--candidate", planted("overlapping-squares", "right"), data=picture)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("expected a 4 x 4 board and a limit of 6 squares, not 3 x 3 and 1\n")


@pytest.mark.slow
def test_a_mended_program_makes_replay_exit_0(tmp_path):
    program, store = tmp_path / "mine.py", tmp_path / "s.sqlite"
    program.write_text("print(0)")
    command = f"{sys.executable} -S {program}"
    options = ("--examples", 20, "--max-findings", 1, "--seed", 5, "--store", store)
    _, told = verify_json(QUEENS, *options, "--candidate", command)
    name = told["problems"][QUEENS]["findings"][0]["id"]
    assert doublecount("replay", name, "--store", store).returncode == 1
    program.write_text(RIGHT.read_text())
    assert doublecount("replay", name, "--store", store).returncode == 0


def test_replay_of_a_file_puts_it_before_all_parties():
    done = doublecount("replay", QUEENS, data="??????\n43?????\n")
    assert done.returncode == 0
    assert done.stdout.count("agreed") == 2
    done = doublecount("replay", QUEENS, "--candidate", planted(QUEENS, "last_row_missed"), data="???\n")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("raise SystemExit(3)", "crash"),
        ("import os; os.kill(os.getpid(), 11)", "crash"),
        ("import sys; [print(1) for _ in sys.stdin]; sys.exit(3)", "crash"),
        ("import time; time.sleep(60)", "timeout"),
        ("while True: print('x' * 1000)", "output-limit"),
        ("x = []\nwhile True: x.append(bytearray(1 << 20))", "memory-limit"),
        ("pass", "malformed-output"),
        ("print('hello')", "malformed-output"),
        ("import os; os.write(1, bytes([255, 0, 10]))", "malformed-output"),
        ("import os, sys\n[print(len(l) * (os.getpid() % 977)) for l in sys.stdin]", "wrong-answer"),
    ],
)
def test_a_programs_fault_is_named(body, kind, tmp_path):
    program, problem = tmp_path / "mine.py", catalogue.problem(QUEENS)
    program.write_text(body)
    spec = CandidateSpec("mine", f"{sys.executable} -S {program}", time_limit=1, memory_limit=100)
    seated = replace(panel(problem, [spec]), models=())
    found = try_file(seated, tuple(problem.read("????\n???\n", "t"))).differences
    kinds = {one.kind.value for one in found}
    assert {one.accused for one in found} == {"mine"}
    assert kinds == {kind} or (kind == "wrong-answer" and kinds <= {kind, "order-dependent"})


def started(*words, start_new_session=False):
    return subprocess.Popen(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
    )


def test_a_killed_worker_costs_nothing(tmp_path):
    options = ("--examples", 40, "--seed", 1, "--jobs", 2)
    calm = verify_json(QUEENS, *options, "--store", tmp_path / "a")
    process = started("verify", QUEENS, *options, "--json", "--store", tmp_path / "b")
    killed = set()
    while process.poll() is None and len(killed) < 2:
        for worker in at_work(process.pid, killed)[:1]:
            worker.kill()
            killed.add(worker.pid)
        time.sleep(0.1)
    out, errors = process.communicate(timeout=120)
    assert len(killed) == 2
    assert json.loads(out) == calm[1], errors
    assert process.returncode in (Exit.CLEAN, Exit.TOOL_FAILED)


def at_work(pid, but):
    """The workers that have done something since they were loaded."""
    found = [one for one in children(psutil.Process(pid)) if one.pid not in but]
    return [one for one in found if one.cpu_times().user > 1]


def test_an_interrupt_ends_with_130_and_keeps_everything_so_far(tmp_path):
    store = tmp_path / "s"
    process = started("verify", QUEENS, "--examples", 100000, "--seed", 1, "--store", store)
    wait_for(lambda: stored(store, "SELECT position FROM reached"))
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    campaign = Store(store).newest()
    assert campaign.interrupted
    assert campaign.summaries[0].checked > 0


def test_nothing_is_left_running_when_the_command_is_killed(tmp_path):
    hang = tmp_path / "hang.py"
    hang.write_text("import time\ntime.sleep(600)")
    candidate = ("--candidate", f"{sys.executable} -S {hang}", "--time-limit", 100)
    process = started("verify", QUEENS, "--examples", 50, "--seed", 1, *candidate, "--store", tmp_path / "s")
    deadline = time.monotonic() + 30
    while not (strays := running(hang)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert strays
    process.kill()
    process.communicate()
    gone, alive = psutil.wait_procs(strays, timeout=10)
    assert gone and not alive


@pytest.mark.parametrize("how", ["interrupt of the group", "kill of the worker"])
def test_a_candidate_does_not_outlive_its_worker(how, tmp_path):
    hang = tmp_path / "hang.py"
    hang.write_text("import time\ntime.sleep(600)")
    candidate = ("--candidate", f"{sys.executable} -S {hang}", "--time-limit", 100)
    options = ("--examples", 10, "--seed", 1, "--jobs", 1, "--store", tmp_path / "s")
    process = started("verify", QUEENS, *options, *candidate, start_new_session=True)
    deadline = time.monotonic() + 60
    while not (strays := running(hang)) and time.monotonic() < deadline:
        time.sleep(0.1)
    if how == "kill of the worker":
        children(psutil.Process(process.pid))[0].kill()
    else:
        os.killpg(process.pid, signal.SIGINT)
    gone, alive = psutil.wait_procs(strays, timeout=10)
    process.kill()
    process.communicate()
    assert gone
    assert not alive


def test_seconds_hold_with_a_candidate_that_hangs(tmp_path):
    hang = tmp_path / "hang.py"
    hang.write_text("import time\ntime.sleep(600)")
    began = time.monotonic()
    options = ("--seconds", 4, "--seed", 1, "--time-limit", 1.5, "--store", tmp_path / "s")
    code, told = verify_json(QUEENS, *options, "--candidate", f"{sys.executable} -S {hang}")
    assert time.monotonic() - began < 20
    assert code in (Exit.DIFFERENCE, Exit.UNDECIDED)
    assert {one["kind"] for one in told["problems"][QUEENS]["findings"]} <= {"timeout"}


def test_findings_survive_a_kill(tmp_path):
    store = tmp_path / "s"
    candidate = ("--candidate", planted(QUEENS, "last_row_missed"))
    process = started(
        "verify", QUEENS, "--examples", 500, "--max-findings", 400, "--seed", 5, *candidate, "--store", store
    )
    wait_for(lambda: stored(store, "SELECT count(*) FROM difference"))
    process.kill()
    process.communicate()
    assert stored(store, "SELECT count(*) FROM difference")
    assert Store(store).newest().seed == 5


def stored(store, query):
    """The first value of the first row; nothing where there is no store yet."""
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
            return (database.execute(query).fetchone() or (0,))[0]
    except sqlite3.OperationalError:
        return 0


def test_a_store_that_cannot_be_written_is_the_tools_failure(tmp_path):
    (tmp_path / "file").write_text("")
    done = doublecount("verify", QUEENS, "--examples", 1, "--store", tmp_path / "file" / "s")
    assert done.returncode == Exit.TOOL_FAILED
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path):
    other = tmp_path / "other"
    other.write_text("not a database, but somebody's text " * 100)
    for words in (["report", "-o", tmp_path / "r.html"], ["replay", "abc"]):
        done = doublecount(*words, "--store", other)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    assert other.read_text().startswith("not a database")
    with pytest.raises(StoreError, match="no such store"):
        Store(tmp_path / "missing")


def summary(**counts):
    given = {"checked": 10, "agreed": 10, "undecided": 0, "failures": (), **counts}
    empty = {"large": 0, "nontrivial": 0, "strata": {}, "tallies": {}}
    return Summary(problem="p", parties=(), **empty, **given)


@pytest.mark.parametrize(
    ("summaries", "code"),
    [
        ([summary()], Exit.CLEAN),
        ([summary(), summary(agreed=9)], Exit.DIFFERENCE),
        ([summary(agreed=9, failures=("x",))], Exit.DIFFERENCE),
        ([summary(), summary(failures=("x",))], Exit.TOOL_FAILED),
        ([summary(agreed=0, undecided=10)], Exit.UNDECIDED),
        ([summary(), summary(agreed=0, undecided=10)], Exit.CLEAN),
        ([], Exit.UNDECIDED),
    ],
)
def test_exit_codes(summaries, code):
    campaign = Campaign(1, "0", {}, "", tuple(summaries))
    assert exit_code(campaign) is code
    assert exit_code(replace(campaign, interrupted=True)) is Exit.INTERRUPTED


def test_summaries_count_strata_and_tallies(tmp_path):
    store = Store(tmp_path / "s", create=True)
    options = Options(problems=(QUEENS,), examples=25, seed=3)
    number = store.begin(Campaign(3, "0", {}, "", ()), {})
    (one,) = run(options, store, number)
    assert sum(one.strata.values()) == one.checked == 25
    seldom = {party.name for party in panel(catalogue.problem(QUEENS)).parties if party.seldom}
    for party, tally in one.tallies.items():
        asked = tally.answered + tally.out_of_budget + tally.too_large + tally.failed
        assert 0 < asked < 25 if party in seldom else asked == 25
    drawn = [draw(catalogue.problem(QUEENS), 3, index, False) for index in range(25)]
    assert one.large == sum(catalogue.problem(QUEENS).is_large(each.instance) for each in drawn)
    assert {party.name for party in one.parties} == {
        party.name for party in panel(catalogue.problem(QUEENS)).parties
    }
    assert os.path.getsize(tmp_path / "s")
