"""Workers that are lost: what they ran ends with them, and who was asked is named."""

import subprocess
import sys
import time

import psutil

from doublecount.verify import supervisor
from doublecount.verify.parties import CandidateSpec
from doublecount.verify.supervisor import Lost, Supervisor
from doublecount.verify.worker import Setup, TryFile
from tests.harness.command import PLANTED, doublecount
from tests.harness.findings import QUEENS, instances

ORPHAN = "import os, time\nif not os.fork():\n    os.setsid()\n    time.sleep(60)\n"


def test_what_a_worker_that_had_to_be_killed_was_running_ends_with_the_campaign():
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    with Supervisor(Setup(seed=0), 1) as one:
        subprocess.run([sys.executable, "-S", "-c", ORPHAN], check=True)
        known = {worker.process.pid for worker in one._workers} | before
        orphans = [child for child in psutil.Process().children() if sleeps(child)]
        assert orphans and orphans[0].pid not in known
    assert not psutil.wait_procs(orphans, timeout=5)[1]


def sleeps(process):
    """Whether it is the orphan; a child that just ended has no command line any more."""
    try:
        return "sleep(60)" in "".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


def killing(tmp_path):
    """A right program that first kills whoever started it."""
    right = (PLANTED / "injured_queen" / "right.py").read_text()
    program = tmp_path / "mine.py"
    program.write_text(f"import os\nos.kill(os.getppid(), 9)\n{right}")
    return f"{sys.executable} -S {program}"


def test_a_candidate_that_kills_its_worker_is_named_and_the_campaign_ends(tmp_path):
    options = ("--examples", 100, "--seed", 1, "--jobs", 1, "--model", "networkx", "--store", "s")
    began = time.monotonic()
    done = doublecount("verify", QUEENS, *options, "--candidate", killing(tmp_path), cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stdout + done.stderr
    assert "3 workers were lost while candidate was asked" in done.stderr
    assert done.stderr.endswith("go on with: doublecount verify --resume --store s\n")
    assert time.monotonic() - began < 60


def test_a_worker_that_is_stopped_is_replaced_once_its_candidate_has_had_its_time(monkeypatch, tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("import os, time\nos.kill(os.getppid(), 19)\ntime.sleep(60)\n")
    monkeypatch.setattr(supervisor, "HANG_SECONDS", 0.5)
    spec = CandidateSpec("mine", f"{sys.executable} -S {program}", time_limit=1.0)
    tasks = [TryFile(QUEENS, tuple(instances(QUEENS, "??\n")))]
    with Supervisor(Setup(seed=0, candidates=(spec,), models=("networkx",)), 1) as one:
        ((_, lost),) = one.run(lambda: tasks.pop() if tasks else None)
    assert lost == Lost("mine", "gave no sign for 2 s")
