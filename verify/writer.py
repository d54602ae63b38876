"""Names the process that writes a campaign, so that no second one goes on with it at the same time."""

import os

import msgspec
import psutil

_SECONDS_APART = 2.0
"""How far two readings of one process's start may lie apart."""


def this_process() -> str:
    """Name this process: machine, number and start."""
    named = (os.uname().nodename, os.getpid(), psutil.Process().create_time())
    return msgspec.json.encode(named).decode()


def still_running(writer: str) -> int | None:
    """Return the number of another process of this machine that has the name and is still there, or None."""
    machine, number, started = msgspec.json.decode(writer, type=tuple[str, int, float])
    if machine != os.uname().nodename or number == os.getpid():
        return None
    try:
        process = psutil.Process(number)
        same = abs(process.create_time() - started) < _SECONDS_APART
        return number if same and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.Error:
        return None
