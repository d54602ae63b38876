"""Campaigns on a Dask cluster: the same result as on this machine, whoever is killed meanwhile."""

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import psutil
import pytest

from doublecount.verify import cluster as client
from doublecount.verify import function, remote
from doublecount.verify.cluster import Cluster
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.supervisor import Lost, NoWorkersError
from doublecount.verify.worker import Setup, Shard, ShardResult, standard_panel
from tests.harness.command import doublecount, planted, verify_json
from tests.harness.dask_cluster import loopback, wait_for

SQUARES = "overlapping-squares"
OPTIONS = (
    "--examples",
    60,
    "--max-findings",
    4,
    "--seed",
    5,
    "--candidate",
    planted(SQUARES, "five_squares"),
)
FOREVER = float("inf")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with loopback(tmp_path_factory.mktemp("cluster")) as both:
        yield both


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "doublecount", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def position(store):
    """How many instances the campaign has taken."""
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
            return database.execute("SELECT max(position) FROM reached").fetchone()[0] or 0
    except sqlite3.OperationalError:
        return 0


def test_the_result_is_that_of_this_machine_though_a_worker_is_killed(cluster, tmp_path):
    code, here = verify_json(SQUARES, *OPTIONS, "--jobs", 2, "--store", tmp_path / "s")
    (tmp_path / "s").unlink()
    where = ("--store", tmp_path / "s", "--cluster", cluster.address)
    process = started("verify", SQUARES, *OPTIONS, "--json", *where)
    wait_for(lambda: position(tmp_path / "s"))
    (task, _) = cluster.tasks()
    task.parent().kill()
    assert position(tmp_path / "s") < 60
    out, errors = process.communicate(timeout=120)
    assert json.loads(out) == here, errors
    assert process.returncode == code == 1
    assert "failed" not in errors
    gone, alive = psutil.wait_procs([task], timeout=10)
    assert gone and not alive
    wait_for(lambda: not cluster.tasks())


def test_a_cluster_is_left_as_it_was_found_by_an_interrupt(cluster, tmp_path):
    options = ("--examples", 100000, "--seed", 1, "--store", tmp_path / "s")
    process = started("verify", SQUARES, *options, "--cluster", cluster.address)
    wait_for(lambda: len(cluster.tasks()) == 2)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "distributed" not in errors
    wait_for(lambda: not cluster.tasks())


def test_a_program_that_the_workers_have_not_got_is_said_at_once(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the workers are elsewhere
    (tmp_path / "mine.py").write_text("print(0)")
    mine = CandidateSpec("mine", f"{sys.executable} mine.py")
    said = r"the worker tcp://127\.0\.0\.1:\d+ can't run the candidate: it has no file mine\.py$"
    with pytest.raises(NoWorkersError, match=said):
        Cluster(Setup(1, (mine,)), cluster.address)


def results(workers, shards):
    tasks = iter(shards)
    return dict(workers.run(lambda: next(tasks, None)))


def shards(number):
    return [Shard(SQUARES, start, start + 2, FOREVER) for start in range(0, 2 * number, 2)]


def ends_its_worker(problem, setup):
    os.kill(os.getppid(), signal.SIGKILL)


def ends_itself(problem, setup):
    seated = standard_panel(problem, setup).watched(lambda party: None)
    seated.solver.watch("")
    os._exit(7)


@pytest.mark.slow
def test_an_oracle_that_dies_takes_no_worker_with_it(cluster):
    before = cluster.workers()
    with Cluster(Setup(1, make_panel=ends_itself), cluster.address) as workers:
        assert workers.jobs == 2
        lost = results(workers, shards(3))
    assert {*lost.values()} == {Lost("", "died (exit status 7)")}
    assert cluster.workers() == before


@pytest.mark.slow
def test_a_frozen_worker_holds_nobody_up(cluster, monkeypatch):
    monkeypatch.setattr(client, "_ANSWER_SECONDS", 5.0)
    with Cluster(Setup(1), cluster.address) as workers:
        workers._longest = 10.0
        results(workers, shards(2))
        frozen = cluster.workers()[0]
        frozen.suspend()
        try:
            done = results(workers, shards(6))
        finally:
            frozen.resume()
    lost = [one for one in done.values() if isinstance(one, Lost)]
    assert {*lost} == {Lost("", "gave no result for 10 s")}
    assert len(done) == 6
    assert 1 <= len(lost) <= client.AHEAD


@pytest.mark.slow
def test_a_frozen_scheduler_is_not_waited_for(cluster, monkeypatch):
    for what, seconds in {"_ANSWER_SECONDS": 2.0, "_CONNECT_SECONDS": 2.0, "PATIENCE_SECONDS": 1.0}.items():
        monkeypatch.setattr(client, what, seconds)
    with Cluster(Setup(1), cluster.address) as workers:
        cluster.scheduler.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(NoWorkersError, match="no worker for 1 s"):
                results(workers, shards(2))
            with pytest.raises(NoWorkersError, match="no Dask scheduler answers there"):
                Cluster(Setup(1), cluster.address)
        finally:
            cluster.scheduler.send_signal(signal.SIGCONT)


@pytest.mark.slow
def test_a_task_on_which_workers_die_is_lost_and_the_cluster_lives(tmp_path):
    with loopback(tmp_path, workers=1, allowed_failures=0) as one:
        with Cluster(Setup(1, make_panel=ends_its_worker), one.address) as workers:
            (lost,) = results(workers, shards(1)).values()
            assert lost == Lost("", "died, and the next ones that the scheduler tried")
        with Cluster(Setup(1), one.address) as workers:
            (done,) = results(workers, shards(1)).values()
            assert isinstance(done, ShardResult)
            assert len(done.tried) == 2


@pytest.mark.slow
def test_without_workers_or_scheduler_a_campaign_ends_and_can_be_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "PATIENCE_SECONDS", 1.0)
    options = ("--examples", 60, "--seed", 1, "--store", tmp_path / "s")
    (tmp_path / "cluster").mkdir()
    with loopback(tmp_path / "cluster", workers=0) as cluster:
        with pytest.raises(NoWorkersError, match="no worker for 1 s"):
            Cluster(Setup(1), cluster.address)
        cluster.start_workers(1)
        process = started("verify", SQUARES, *options, "--cluster", cluster.address, "--json")
        wait_for(cluster.tasks)
        time.sleep(1)
        cluster.scheduler.kill()
        out, errors = process.communicate(timeout=120)
    assert process.returncode == 3, errors
    assert json.loads(out)["problems"][SQUARES]["checked"] < 60
    assert errors.splitlines() == [
        f"Error: {cluster.address}: the scheduler has gone; once that is mended, "
        f"go on with: doublecount verify --resume --store {tmp_path / 's'}"
    ]
    again = doublecount("verify", "--resume", "--store", tmp_path / "s", "--cluster", cluster.address)
    assert again.returncode == 3
    assert again.stderr.startswith(f"Error: {cluster.address}: no Dask scheduler answers there; once ")
    here = verify_json("--resume", "--store", tmp_path / "s")
    assert here == verify_json(SQUARES, *options[:-1], tmp_path / "t")


@pytest.mark.slow
def test_workers_with_several_threads_are_refused(tmp_path):
    with (
        loopback(tmp_path, workers=1, threads=2) as cluster,
        pytest.raises(NoWorkersError, match="has 2 threads: use --nthreads 1"),
    ):
        Cluster(Setup(1), cluster.address)


def test_a_task_let_in_after_its_campaign_is_over_is_not_begun():
    begun = remote.do("first", Setup(1), shards(1)[0])
    assert isinstance(begun, ShardResult)
    remote.release("first")
    assert remote._bench is None
    assert remote.do("first", Setup(1), shards(1)[0]) == Lost("", "was called off")
    assert remote._bench is None
    assert isinstance(remote.do("second, of the same setup", Setup(1), shards(1)[0]), ShardResult)
    remote.release("second, of the same setup")
    assert remote._bench is None


def test_a_campaign_that_ends_while_its_process_is_started_leaves_none(monkeypatch):
    kept = remote._kept

    def slow(campaign, setup):
        bench = kept(campaign, setup)
        remote.release(campaign)
        return bench

    monkeypatch.setattr(remote, "_kept", slow)
    remote.do("ends at once", Setup(1), replace(shards(1)[0], deadline=0.0))
    assert remote._bench is None


def test_a_worker_is_fit_if_it_has_the_same_versions_and_programs(tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("print(0)")
    needed = remote.needs([CandidateSpec("mine", f"{sys.executable} {program}")])
    assert remote.unfit(needed) == ""
    program.write_text("print(1)")
    assert remote.unfit(needed) == f"has another {program} than the campaign"
    program.unlink()
    assert remote.unfit(needed) == f"can't run the candidate: it has no file {program}"
    assert "no program none-such" in remote.unfit(remote.needs([CandidateSpec("mine", "none-such")]))


def test_a_worker_has_the_file_of_a_function_too(tmp_path):
    (tmp_path / "mine.py").write_text("def solve(instance): return 0\n")
    called = shlex.join(function.command(SQUARES, str(tmp_path), "mine:solve"))
    needed = remote.needs([CandidateSpec("mine", called, function=True)])
    (tmp_path / "mine.py").write_text("def solve(instance): return 1\n")
    assert remote.unfit(needed) == f"has another {tmp_path / 'mine.py'} than the campaign"


def test_a_worker_of_another_version_is_not_fit(monkeypatch):
    needed = remote.needs(())
    assert {"doublecount", "python", "ortools"} <= {*needed.versions}
    newer = {**remote.environment(), "doublecount": "99.0"}
    monkeypatch.setattr(remote, "environment", lambda: newer)
    assert remote.unfit(needed) == f"has doublecount 99.0, the campaign {needed.versions['doublecount']}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cluster", "somewhere"], "expected tcp://HOST:PORT, found 'somewhere'"),
        (["--cluster", "tcp://127.0.0.1:9", "--jobs", "2"], "--jobs is for this machine"),
    ],
)
def test_a_wrong_use_is_said(words, said):
    done = doublecount("verify", *words)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize("missing", [False, True])
def test_dask_is_loaded_only_for_a_cluster_and_may_be_missing(missing, tmp_path):
    words = ["doublecount", "verify", SQUARES, "--examples", "2", "--store", str(tmp_path / "s")]
    code = (
        f"import sys\nfrom doublecount.cli import main, verify\nsys.argv = {words!r}\n"
        f"if {missing}:\n"
        "    verify.find_spec = {}.get\n    sys.argv += ['--cluster', 'tcp://127.0.0.1:9']\n"
        "try:\n    main.main()\nexcept SystemExit as end:\n"
        "    print(end.code, 'distributed' in sys.modules, 'dask' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == ("2 False False" if missing else "0 False False"), done.stderr
    assert ("pip install 'doublecount[cluster]'" in done.stderr) == missing
