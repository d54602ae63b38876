"""The cache of compiled graphs: whatever happens to its folder, answers stay right and nobody notices."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from doublecount.dp import cache

COUNT = 1609039928
ASK = (
    "from doublecount.dp.black_white import count\n"
    "from doublecount.problems.black_white.instance import blank\n"
    "print(count(blank(9, 9)))\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(cache.SWITCH, raising=False)
    cache.forget_all()
    yield tmp_path / "doublecount"
    cache.forget_all()


def ask(before="", **options):
    """Count a board in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", before + ASK], capture_output=True, text=True, check=False, **options
    )


def assert_right(done):
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{COUNT}\n", "")


def squares():
    return {"squares": np.arange(1000) ** 2, "pairs": np.ones((3, 2), dtype=np.int8)}


def nothing():
    raise AssertionError("built again")


def stored_anew(build=squares):
    cache.forget_all()
    return cache.stored("squares-1000", build)


def assert_squares(arrays):
    assert {*arrays} == {"squares", "pairs"}
    for name, expected in squares().items():
        assert arrays[name].dtype == expected.dtype and np.array_equal(arrays[name], expected)


def test_arrays_are_built_once_and_can_be_read_only(folder):
    assert_squares(cache.stored("squares-1000", squares))
    assert_squares(cache.stored("squares-1000", nothing))
    assert [path.name for path in folder.iterdir()] == ["squares-1000.bin"]
    assert_squares(stored_anew(nothing))
    for arrays in (cache.stored("squares-1000", nothing), cache.stored("other", squares)):
        with pytest.raises(ValueError, match="read-only"):
            arrays["pairs"][0] = 2


def test_large_arrays_are_mapped(folder):
    large = {"large": np.arange(1 << 20)}
    cache.stored("large", lambda: large)
    cache.forget_all()
    assert np.array_equal(cache.stored("large", nothing)["large"], large["large"])


def test_a_file_cut_short_anywhere_is_built_again(folder):
    stored_anew()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for length in [*range(60), *range(60, len(whole), 97), len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert_squares(stored_anew())
        assert path.read_bytes() == whole


def test_a_byte_changed_anywhere_is_noticed(folder):
    stored_anew()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for place in [*range(400), *range(400, len(whole), 97)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert_squares(stored_anew())


@pytest.mark.parametrize("text", [b"", b"\0" * 5000, b"{}", cache.MAGIC, cache.MAGIC + b"zz zz\n" * 9])
def test_a_foreign_file_is_replaced(folder, text):
    folder.mkdir()
    (folder / "squares-1000.bin").write_bytes(text)
    assert_squares(stored_anew())
    assert_squares(stored_anew(nothing))


def test_a_whole_file_of_another_name_or_of_other_sources_is_not_trusted(folder, monkeypatch):
    stored_anew()
    (folder / "squares-1000.bin").rename(folder / "cubes.bin")
    assert_squares(cache.stored("cubes", squares))
    with monkeypatch.context() as patch:
        patch.setattr(cache, "_builder", lambda: 1)
        stored_anew()
    with pytest.raises(AssertionError, match="built again"):
        stored_anew(nothing)


def test_a_file_can_not_smuggle_objects_in(folder):
    stored_anew()
    (path,) = folder.iterdir()
    head_length = int(path.read_bytes()[len(cache.MAGIC) + 9 :][:8], 16)
    data = path.read_bytes()[len(cache.MAGIC) + 18 :]
    head = json.loads(data[:head_length])
    head["arrays"]["squares"][0] = "|O"
    body = json.dumps(head).encode().ljust(head_length) + data[head_length:]
    checksum = b"%08x %08x\n" % (cache.crc32(body), head_length)
    path.write_bytes(cache.MAGIC + checksum + body)
    assert_squares(stored_anew())


def test_a_folder_in_place_of_the_file_does_not_matter(folder):
    (folder / "squares-1000.bin").mkdir(parents=True)
    assert_squares(stored_anew())
    assert [path.name for path in folder.iterdir()] == ["squares-1000.bin"]


def test_the_switch_leaves_the_folder_alone(folder, monkeypatch):
    monkeypatch.setenv(cache.SWITCH, "1")
    assert_squares(stored_anew())
    assert not folder.exists()
    monkeypatch.setenv(cache.SWITCH, "0")
    stored_anew()
    assert folder.exists()


def test_memory_is_bounded(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_BYTES_IN_MEMORY", 20_000)
    for number in range(5):
        cache.stored(f"squares-{number}", squares)
    assert [*cache._kept] == ["squares-3", "squares-4"]


def test_a_missing_home_is_no_reason_to_fail():
    home = {"HOME": "/dev/null/nowhere", "XDG_CACHE_HOME": "/dev/null/nowhere"}
    assert_right(ask(env=os.environ | home))


def test_a_folder_that_can_not_be_written_is_no_reason_to_fail(folder):
    folder.mkdir(mode=0o500)
    assert_right(ask())
    folder.chmod(0o700)


def test_a_file_in_place_of_the_folder_is_no_reason_to_fail(folder):
    folder.write_text("")
    assert_right(ask())


def test_a_disk_that_fills_up_is_no_reason_to_fail(folder):
    assert_right(ask(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))))
    assert [*folder.iterdir()] == []


def test_a_full_disk_is_no_reason_to_fail(folder):
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    try:
        assert_right(ask())
        assert [*folder.iterdir()] == []
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_killed_run_leaves_nothing_that_misleads_the_next(folder):
    kill = (
        "import os, pathlib, signal\npathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert ask(kill).returncode == -signal.SIGKILL
    (part,) = folder.iterdir()
    assert part.suffix == ".part"
    assert_right(ask())
    assert {path.suffix for path in folder.iterdir()} == {".part", ".bin"}
    long_ago = time.time() - cache.ABANDONED_SECONDS - 60
    os.utime(part, (long_ago, long_ago))
    stored_anew()
    assert {path.suffix for path in folder.iterdir()} == {".bin"}


def test_an_interrupt_while_a_file_is_written_leaves_nothing(folder):
    interrupt = (
        "import os, signal\nfrom doublecount.dp import cache\n"
        "cache._pieces = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = ask(interrupt)
    assert done.stderr.endswith("KeyboardInterrupt\n")
    assert [*folder.iterdir()] == []
    assert_right(ask())


def test_concurrent_writers_all_answer_and_leave_a_whole_file(folder):
    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(lambda _: ask(), range(8)):
            assert_right(done)
    assert [path.name for path in folder.iterdir()] == ["black-white-9x9.bin"]
    assert_right(ask("from doublecount.dp.black_white import boards\nboards.compile_graph = None\n"))
