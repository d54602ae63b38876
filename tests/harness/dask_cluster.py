"""A Dask scheduler and workers on loopback, as processes, for tests."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
SECONDS = 60


def wait_for(what, seconds=SECONDS):
    """Return what the function returns as soon as that is true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, f"nothing after {seconds} s"
        time.sleep(0.1)
    return found


class Loopback:
    """A scheduler, and workers on demand; everything runs in a folder of its own."""

    def __init__(self, folder, allowed_failures=3):
        self.folder, self.log = folder, (folder / "log").open("w")
        self.processes = []
        settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
        paths = [str(ROOT), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.environment = {**os.environ, **settings, "PYTHONPATH": os.pathsep.join(paths)}
        self.scheduler = self._start("scheduler", "--port", 0, "--scheduler-file", folder / "where")
        self.address = json.loads(wait_for(lambda: self._written(folder / "where")))["address"]

    def _written(self, file):
        return file.exists() and file.read_text()

    def _start(self, *words):
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, words), "--host", "127.0.0.1", "--no-dashboard"],
            cwd=self.folder,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
        )
        self.processes.append(process)
        return process

    def start_workers(self, number=2, threads=1):
        """Start one nanny a worker; returns when all of them have registered."""
        before = self.registered()
        words = ("--nanny", "--nworkers", number, "--nthreads", threads, "--local-directory", self.folder)
        self._start("worker", self.address, *words)
        wait_for(lambda: self.registered() >= before + number)

    def registered(self):
        """How many workers have registered so far."""
        return (self.folder / "log").read_text().count("Registered to")

    def workers(self):
        """The worker processes, which are children of nannies."""
        nannies = [psutil.Process(one.pid) for one in self.processes[1:] if one.poll() is None]
        return [child for nanny in nannies for child in children(nanny)]

    def tasks(self):
        """The processes in which the workers do their tasks."""
        return [child for worker in self.workers() for child in children(worker)]

    def stop(self):
        """End everything."""
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.log.close()


def children(process):
    """Its Python processes, without multiprocessing's own helper."""
    try:
        return [
            child for child in process.children() if any("spawn_main" in word for word in child.cmdline())
        ]
    except psutil.Error:
        return []


@contextmanager
def loopback(folder, workers=2, threads=1, allowed_failures=3):
    """A scheduler with so many workers."""
    cluster = Loopback(folder, allowed_failures)
    try:
        if workers:
            cluster.start_workers(workers, threads)
        yield cluster
    finally:
        cluster.stop()
