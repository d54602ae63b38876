"""Files written whole or not at all."""

import os
from pathlib import Path


def write_whole(content: bytes, path: Path) -> None:
    """Write a file; a reader of the path sees the old file or the whole new one.

    Raises:
        OSError: the path can't be written.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # a pipe or a device is written to, never replaced
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".doublecount-{os.getpid()}")
    try:
        draft.write_bytes(content)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
