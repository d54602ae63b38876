"""Runs a program in namespaces of its own, by bubblewrap (0.7 or newer; the program ``bwrap``).

There it sees no network and no process but its own, may write to an empty ``/tmp`` only, and reads everything
else, except what other programs keep in ``HIDDEN`` folders.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

HIDDEN = (Path("/tmp"), Path("/var/tmp"), Path("/run"))
"""Folders replaced by empty ones of at most ``MOST_BYTES``. They are in memory."""
MOST_BYTES = 64 << 20


def wrapped(command: Sequence[str]) -> list[str]:
    """The command that runs a command inside; the folders of its files and the current one stay visible."""
    here = Path.cwd()
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
    words += ["--dev", "/dev", "--proc", "/proc", "--setenv", "TMPDIR", "/tmp"]
    for folder in HIDDEN:
        if folder.is_dir() and not folder.is_symlink():
            words += ["--size", str(MOST_BYTES), "--tmpfs", str(folder)]
    for path in _hidden([here, *map(Path, command)]):
        words += ["--ro-bind", str(path), str(path)]
    return [*words, "--chdir", str(here), "--", *command]


def _hidden(paths: Iterable[Path]) -> list[Path]:
    """For paths in hidden folders: what is to be shown there, the uppermost folder (or file) below."""
    shown: dict[Path, None] = {}
    for path in paths:
        if path.is_absolute() and path.exists():
            for real in (Path(os.path.abspath(path)), path.resolve()):
                for folder in HIDDEN:
                    if folder in real.parents:
                        shown[folder / real.relative_to(folder).parts[0]] = None
    return list(shown)


@cache
def unavailable() -> str | None:
    """None, or why there is no sandbox on this machine."""
    if shutil.which("bwrap") is None:
        return "bubblewrap (the program bwrap) is not installed"
    try:
        tried = subprocess.run(wrapped(["/bin/sh", "-c", ":"]), capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not work here: {error}"
    if tried.returncode == 0:
        return None
    said = tried.stderr.decode(errors="backslashreplace").strip().splitlines()
    return f"bwrap can't make namespaces here: {said[-1] if said else f'exit status {tried.returncode}'}"
