"""Finding, measuring and ending what programs leave behind; every process here is one that a test started."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import psutil
import pytest

from doublecount.verify import descendants
from doublecount.verify.descendants import (
    adopt_orphans,
    children,
    end_strays,
    memory,
    own_children,
    strays,
)

ME = os.getpid
MIB = 1 << 20
NOBODY = 1 << 30
"""No process has this number, nor the next."""
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="adopting orphans needs Linux")


LINE = """
import os, sys, time
os.setsid()
held = bytearray(b"x") * (int(sys.argv[2]) << 20)
for _ in range(int(sys.argv[1])):
    if os.fork():
        time.sleep(60)
print(os.getpid(), flush=True)
time.sleep(60)
"""


@contextmanager
def line(length, mib=0):
    """A child and a child of it and so on, all asleep in a session of their own: the first and the last."""
    before = {one.pid for one in psutil.Process().children()}
    command = [sys.executable, "-S", "-c", LINE, str(length - 1), str(mib)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        try:
            yield child.pid, int(child.stdout.readline())
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.stdout.close()
    for orphan in {one.pid for one in psutil.Process().children()} - before:
        with suppress(ChildProcessError):
            os.waitpid(orphan, 0)


@pytest.fixture(params=[True, False], ids=["lists of the system", "all processes looked through"])
def listed(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(descendants, "_listed_by_system", lambda: False)
    return request.param


def test_children_are_those_of_the_process_alone(listed):
    before = children(ME())
    with line(2) as (child, grandchild):
        assert children(ME()) - before == {child}
        assert children(child) == {grandchild}
        assert children(grandchild) == set()
    assert children(ME()) == before


def test_a_process_that_is_gone_has_no_children(listed):
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert children(gone.pid) == set()


def test_no_list_is_read_where_the_system_says_that_there_is_no_child(monkeypatch):
    def none(*_):
        raise ChildProcessError

    with line(1) as (child, _):
        assert child in own_children()
        monkeypatch.setattr(descendants.os, "waitid", none)
        assert own_children() == set()


def test_the_children_of_all_threads_count():
    import threading

    started = []
    release = threading.Event()

    def start():
        started.append(subprocess.Popen(["sleep", "60"]))
        release.wait(10)

    thread = threading.Thread(target=start)
    thread.start()
    while not started:
        time.sleep(0.01)
    assert started[0].pid in children(ME())
    started[0].kill()
    started[0].wait()
    release.set()
    thread.join()


def test_strays_are_all_descendants_but_the_known_and_theirs(listed):
    with line(1) as (known, _):
        assert strays(children(ME()), 99) == set()
        before = children(ME())
        with line(3) as (child, last):
            found = strays(before, 99)
            assert {child, last} < found and len(found) == 3
            assert strays([*before, child], 99) == set()
            assert known not in found


def test_the_search_ends_when_more_than_so_many_are_found():
    before = children(ME())
    with line(4):
        assert [len(strays(before, most)) for most in (0, 1, 2, 3, 4)] == [1, 2, 3, 4, 4]


def test_a_process_that_changes_its_parent_meanwhile_is_looked_at_once(monkeypatch):
    family, looked = {1: {2, 3}, 2: {3}, 3: set()}, []
    monkeypatch.setattr(descendants, "own_children", lambda: {1, 2})
    monkeypatch.setattr(descendants, "children", lambda one: looked.append(one) or family[one])
    assert strays((), 99) == {1, 2, 3}
    assert sorted(looked) == [1, 2, 3]


def test_strays_are_killed_with_all_their_descendants_and_reaped_and_the_known_stay():
    adopt_orphans()
    with line(1) as (known, _):
        before = children(ME())
        with line(3) as (child, last):
            middle = strays(before, 99) - {child, last}
            end_strays(before)
            assert not any(psutil.pid_exists(process) for process in (child, last, *middle))
        assert psutil.Process(known).status() != psutil.STATUS_ZOMBIE
        assert children(ME()) == before


def test_an_orphan_is_adopted_and_ended_too():
    adopt_orphans()
    before = children(ME())
    with line(2) as (child, grandchild):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert children(ME()) - before == {grandchild}
        end_strays(before)
        assert not psutil.pid_exists(grandchild)


def test_adoption_makes_orphans_ones_own():
    code = (
        "import os, time\nfrom doublecount.verify.descendants import adopt_orphans\nadopt_orphans()\n"
        "r, w = os.pipe()\n"
        "if os.fork() == 0:\n if os.fork(): os._exit(0)\n time.sleep(0.2)\n"
        " os.write(w, b'%d' % os.getppid())\n os._exit(0)\n"
        "os.wait()\nprint(int(os.read(r, 20)) == os.getpid())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def scripted(monkeypatch, *found):
    """Let ``strays`` find these in turn, then nothing. Returns what was asked, killed and slept."""
    asked, killed, slept = [], [], []
    left = [set(one) for one in found]
    monkeypatch.setattr(
        descendants, "strays", lambda known, most: asked.append(most) or (left.pop(0) if left else set())
    )
    monkeypatch.setattr(descendants, "children", lambda _: set())
    monkeypatch.setattr(descendants.os, "kill", lambda process, number: killed.append((process, number)))
    monkeypatch.setattr(descendants.time, "sleep", slept.append)
    return asked, killed, slept


def test_it_ends_when_twice_in_a_row_nothing_was_left(monkeypatch):
    asked, killed, slept = scripted(monkeypatch, [], [NOBODY], [])
    end_strays(())
    assert asked == [descendants._AT_ONCE] * 4
    assert killed == [(NOBODY, signal.SIGKILL)]
    assert slept == [0.001]


def test_what_can_not_be_killed_is_not_waited_for(monkeypatch):
    asked, _, _ = scripted(monkeypatch, *[[NOBODY]] * 50)
    clock = iter(
        [0.0, *[descendants._STUBBORN_SECONDS * share for share in (0, 0.5, 0.99, 1, 2)], *[9.0] * 9]
    )
    monkeypatch.setattr(descendants.time, "monotonic", lambda: next(clock))
    end_strays(())
    assert len(asked) == 3


def test_one_that_may_not_be_killed_does_not_keep_the_others(monkeypatch):
    _, killed, _ = scripted(monkeypatch, [NOBODY, NOBODY + 1])

    def kill(process, number):
        killed.append(process)
        raise PermissionError

    monkeypatch.setattr(descendants.os, "kill", kill)
    end_strays(())
    assert sorted(killed) == [NOBODY, NOBODY + 1]


def test_a_signal_handler_ends_everything_and_the_process(monkeypatch):
    ended = []
    monkeypatch.setattr(descendants, "end_strays", lambda known: ended.append([*known]))
    monkeypatch.setattr(descendants.os, "_exit", ended.append)
    descendants.end_everything()
    assert ended == [[], 128 + signal.SIGTERM]


def test_memory_is_summed_and_shared_pages_count_once_where_it_matters(monkeypatch):
    with line(2, mib=64) as both:
        plain = memory(both, 1 << 40)
        assert plain == sum(psutil.Process(one).memory_info().rss for one in both) > 128 * MIB
        assert 64 * MIB <= memory(both, 1) < 0.7 * plain
    assert memory([], 1) == 0
    monkeypatch.setattr(descendants, "resident", lambda _: 10)
    monkeypatch.setattr(descendants, "_share", lambda _: 3)
    assert [memory(iter([1, 2]), enough) for enough in (19, 20, 21)] == [6, 6, 20]


def test_processes_that_are_gone_hold_nothing():
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert memory([gone.pid], 1 << 40) == memory([gone.pid], 0) == 0


def test_memory_is_resident_where_the_system_can_not_say_who_shares_it(monkeypatch):
    monkeypatch.setattr(descendants.Path, "read_text", lambda _: "Rss: 3 kB\n")
    assert memory([ME()], 0) > MIB
    monkeypatch.setattr(descendants.Path, "read_text", lambda _: "Rss: 3 kB\nPss:   5 kB\nPss_Dirty: 1 kB\n")
    assert memory([ME()], 0) == 5 * 1024


def test_where_the_system_has_no_files_about_processes_memory_is_known_all_the_same(monkeypatch):
    def absent(*_):
        raise FileNotFoundError

    monkeypatch.setattr(descendants, "open", absent, raising=False)
    monkeypatch.setattr(descendants.Path, "read_text", absent)
    assert descendants.resident(ME()) > MIB
    assert memory([ME()], 0) > MIB
    assert descendants.written(ME()) is None
