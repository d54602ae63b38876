"""The store of a campaign: one SQLite file, one writer, every finding on disk as soon as it is known.

Write-ahead logging: whatever a call acknowledged survives a kill of the process. A store may hold several
campaigns; the newest is what a report shows, findings are looked up by name in all.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from doublecount.verify.results import Campaign, Finding

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS campaign (id INTEGER PRIMARY KEY, content TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS difference (
    campaign INTEGER NOT NULL, problem TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL,
    accused TEXT NOT NULL, why TEXT NOT NULL, file TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS finding (campaign INTEGER NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL);
"""
VERSION = 1


class StoreError(Exception):
    """The store cannot be read or written; the text says which and why."""


class Store:
    """An open store."""

    def __init__(self, path: Path, create: bool = False) -> None:
        """Open a store; with ``create`` make it when it does not exist."""
        self.path = path
        if not create and not path.is_file():
            raise StoreError(f"{path}: no such store")
        with self._guard():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=10)
            self._database.execute("PRAGMA journal_mode=WAL")
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise StoreError(f"{path}: written by another version of doublecount (format {version})")
            self._database.executescript(SCHEMA)
            self._database.execute(f"PRAGMA user_version={VERSION}")

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeError, msgspec.MsgspecError) as error:
            raise StoreError(f"{self.path}: {error}") from error

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def begin(self, campaign: Campaign) -> int:
        """Store a campaign that starts; returns its number."""
        with self._guard():
            cursor = self._database.execute("INSERT INTO campaign (content) VALUES (?)", (_text(campaign),))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def update(self, number: int, campaign: Campaign) -> None:
        """Store a campaign as far as it has come."""
        with self._guard():
            self._database.execute("UPDATE campaign SET content = ? WHERE id = ?", (_text(campaign), number))

    def add_difference(
        self, campaign: int, problem: str, number: int, kind: str, accused: str, why: str, file: str
    ) -> None:
        """Store a difference as it was met, before anything is made of it."""
        row = (campaign, problem, number, kind, accused, why, file)
        with self._guard():
            self._database.execute("INSERT INTO difference VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def add_finding(self, campaign: int, finding: Finding) -> None:
        """Store a finding; it survives a loss of power, too."""
        with self._guard():
            self._database.execute("PRAGMA synchronous=FULL")
            row = (campaign, finding.id, _text(finding))
            self._database.execute("INSERT INTO finding VALUES (?, ?, ?)", row)
            self._database.execute("PRAGMA synchronous=NORMAL")

    def newest(self) -> Campaign:
        """Return the newest campaign."""
        with self._guard():
            row = self._database.execute("SELECT content FROM campaign ORDER BY id DESC").fetchone()
            if row is None:
                raise StoreError(f"{self.path}: no campaign in this store")
            return msgspec.json.decode(row[0], type=Campaign)

    def finding(self, name: str) -> Finding:
        """Return a finding by its id or an unambiguous beginning of it."""
        with self._guard():
            rows = self._database.execute("SELECT DISTINCT id FROM finding ORDER BY id").fetchall()
            ids = [row[0] for row in rows if row[0].startswith(name)]
            if len(ids) != 1 or not name:
                known = ", ".join(row[0] for row in rows[:10]) or "none"
                what = "no finding" if not ids else "more than one finding"
                raise StoreError(f"{self.path}: {what} with the id {name!r}; there are: {known}")
            query = "SELECT content FROM finding WHERE id = ? ORDER BY rowid DESC"
            return msgspec.json.decode(self._database.execute(query, ids).fetchone()[0], type=Finding)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
