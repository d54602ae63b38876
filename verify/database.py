"""The SQLite file of a store: made, opened, told apart from other files; its transactions and its errors.

Write-ahead logging: others may read at any time. What a transaction has ended survives a kill of the process.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from doublecount.problems.text import InputError
from doublecount.verify.reading import UnreadableError, insist_on_file

VERSION = 3
APPLICATION = 0x64636E74
"""What marks an SQLite file as a store of ours: "dcnt"."""
SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS campaign (
    id INTEGER PRIMARY KEY, content TEXT NOT NULL, options TEXT NOT NULL, ended INTEGER NOT NULL,
    writer TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS reached (
    campaign INTEGER NOT NULL, problem TEXT NOT NULL, position INTEGER NOT NULL, ended INTEGER NOT NULL,
    summary TEXT NOT NULL, PRIMARY KEY (campaign, problem));
CREATE TABLE IF NOT EXISTS difference (
    id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL, problem TEXT NOT NULL, origin TEXT NOT NULL,
    content TEXT NOT NULL, file TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS finding (
    campaign INTEGER NOT NULL, problem TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL,
    content TEXT NOT NULL, PRIMARY KEY (campaign, problem, place));
CREATE TABLE IF NOT EXISTS tried (
    campaign INTEGER NOT NULL, problem TEXT NOT NULL, first INTEGER NOT NULL, number INTEGER NOT NULL,
    differing INTEGER NOT NULL, rows TEXT NOT NULL, PRIMARY KEY (campaign, problem, first)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS selftest (id INTEGER PRIMARY KEY, content TEXT NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""
_WANTED = f"expected a store of doublecount in format {VERSION}"
CACHE_KIB = 512
"""Of pages, a connection. SQLite's own 2 MiB fill up over some 100,000 instances, which looks like a leak."""
PATIENCE_SECONDS = 10.0
"""How long to wait for another process that holds the file."""


class StoreError(Exception):
    """The store cannot be read or written; the text says which and why."""


class UnusableStoreError(StoreError):
    """There is no store, or nothing in it to do what was asked."""


class ForeignStoreError(StoreError):
    """The file is no store of ours, or of another version; it is left alone."""


class GoneError(StoreError):
    """The store was removed, or another file put in its place, while it was in use."""


class DamagedError(ValueError):
    """A row holds what no campaign writes; the text says what."""


class Database:
    """An open store, as a file: transactions and errors."""

    def __init__(self, path: Path, create: bool) -> None:
        """Open a store; with ``create`` make it when it does not exist."""
        self.path = path
        try:
            insist_on_file(path)
        except UnreadableError as error:
            raise UnusableStoreError(f"{path}: no store: {error}") from error
        if not create and not os.path.isfile(path):
            raise UnusableStoreError(f"{path}: no such store")
        with self._guard():
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connected(path, create)
            self._database.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
            self._place = _place(path)
            try:
                self._insist_on_format(create)
            except BaseException:
                self._database.close()
                raise

    def _insist_on_format(self, create: bool) -> None:
        """Make the tables of an empty file; touch no file that is not ours."""
        if not self._value("SELECT count(*) FROM sqlite_master"):
            if not create:
                raise UnusableStoreError(f"{self.path}: no campaign in this store")
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.executescript(SCHEMA)
        found = self._value("PRAGMA application_id"), self._value("PRAGMA user_version")
        if found != (APPLICATION, VERSION):
            what = f"format {found[1]}" if found[0] == APPLICATION else "another SQLite file, or format 1"
            raise ForeignStoreError(f"{self.path}: {_WANTED}, found {what}")
        if _shape(self._database) != _right_shape():
            raise ForeignStoreError(f"{self.path}: {_WANTED}, found tables of another shape")

    def _value(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (
            sqlite3.Error,
            OSError,
            UnicodeError,
            RecursionError,
            msgspec.MsgspecError,
            DamagedError,
            InputError,
        ) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise ForeignStoreError(f"{self.path}: no store of doublecount ({error})") from error
            raise StoreError(f"{self.path}: {' '.join(str(error).split())}") from error

    @contextmanager
    def _transaction(self, durable: bool = False) -> Iterator[None]:
        """All or nothing; once ended it survives a kill of the process, with ``durable`` a loss of power."""
        self.insist_on_place()
        with self._guard():
            self._database.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            finally:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")

    def insist_on_place(self) -> None:
        """Refuse to go on with a file that nobody will find: SQLite goes on writing to a removed one."""
        if _place(self.path) != self._place:
            raise GoneError(f"{self.path}: was removed or replaced while it was in use")

    def close(self) -> None:
        """Close the store."""
        with self._guard():
            self._database.close()


def _place(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to; None where it leads to none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _shape(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    """What is in a database, as it was made; SQLite's own tables, which hold no content, aside.

    A view or a trigger in the place of a table could make a query endless.
    """
    found = database.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {tuple(" ".join(str(text).split()) for text in row) for row in found}


@cache
def _right_shape() -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript(SCHEMA)
        return _shape(database)


def _connected(path: Path, create: bool) -> sqlite3.Connection:
    """Connect; a store in a folder that can't be written is read as it stands."""
    database = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE_SECONDS)
    try:
        database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        database.close()
        unused = not Path(f"{path}-wal").exists()
        if create or not unused or error.sqlite_errorcode != sqlite3.SQLITE_CANTOPEN:
            raise
        address = f"{path.resolve().as_uri()}?immutable=1"
        return sqlite3.connect(address, uri=True, isolation_level=None)
    return database
