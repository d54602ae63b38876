"""The store of campaigns: one SQLite file; whatever it has acknowledged survives a kill of the process.

How far a problem has come is one row, written in one transaction with the differences met on the way, so
that nothing is lost and nothing counts twice. Write-ahead logging: others may read at any time. A campaign
has one writer, the process named in its row. Findings survive a loss of power, too.
"""

import shlex
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import InputError
from doublecount.verify.finding import Origin
from doublecount.verify.results import Campaign, Difference, Finding, Summary
from doublecount.verify.summing import distinct
from doublecount.verify.writer import still_running, this_process

T = TypeVar("T")

VERSION = 2
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
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""
REACH = """
INSERT INTO reached (campaign, problem, position, ended, summary) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET position = excluded.position, ended = excluded.ended, summary = excluded.summary
"""
MEET = "INSERT INTO difference (campaign, problem, origin, content, file) VALUES (?, ?, ?, ?, ?)"
PATIENCE_SECONDS = 10.0
"""How long to wait for another process that holds the file."""


class StoreError(Exception):
    """The store cannot be read or written; the text says which and why."""


class UnusableStoreError(StoreError):
    """There is no store, not one of ours, or nothing in it to do what was asked."""


@dataclass(frozen=True)
class Reached:
    """How far a campaign has come on one problem."""

    summary: Summary
    """Without findings."""
    position: int = 0
    """The first instance, from 0, that is still to be tried."""
    ended: bool = False


@dataclass(frozen=True)
class Begun:
    """A campaign of the store, and the options it was begun with, as JSON."""

    number: int
    campaign: Campaign
    options: str
    ended: bool


class Store:
    """An open store."""

    def __init__(self, path: Path, create: bool = False) -> None:
        """Open a store; with ``create`` make it when it does not exist."""
        self.path = path
        if not create and not path.is_file():
            raise UnusableStoreError(f"{path}: no such store")
        with self._guard():
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connected(path, create)
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
            wanted = f"expected a store of doublecount in format {VERSION}"
            raise UnusableStoreError(f"{self.path}: {wanted}, found {what}")

    def _value(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeError, msgspec.MsgspecError, InputError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise UnusableStoreError(f"{self.path}: no store of doublecount ({error})") from error
            raise StoreError(f"{self.path}: {error}") from error

    @contextmanager
    def _transaction(self, durable: bool = False) -> Iterator[None]:
        """All or nothing; once ended it survives a kill of the process, with ``durable`` a loss of power."""
        with self._guard():
            self._database.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            finally:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")

    def close(self) -> None:
        """Close the store."""
        with self._guard():
            self._database.close()

    # Writing

    def begin(self, campaign: Campaign, options: object) -> int:
        """Store a campaign that starts; returns its number."""
        with self._transaction():
            row = (_text(campaign), _text(options), this_process())
            query = "INSERT INTO campaign (content, options, ended, writer) VALUES (?, ?, 0, ?)"
            number = self._database.execute(query, row).lastrowid
        assert number is not None
        return number

    def claim(self, number: int) -> None:
        """Become the writer of a campaign whose writer is gone."""
        with self._transaction():
            writer = self._value(f"SELECT writer FROM campaign WHERE id = {number}")
            if process := still_running(writer):
                raise UnusableStoreError(f"{self.path}: the campaign is still running, as process {process}")
            self._database.execute("UPDATE campaign SET writer = ? WHERE id = ?", (this_process(), number))

    def update(self, number: int, campaign: Campaign, ended: bool) -> None:
        """Store what is known of a campaign besides its summaries, which are stored as they grow."""
        with self._transaction():
            row = (_text(replace(campaign, summaries=())), ended, number)
            self._database.execute("UPDATE campaign SET content = ?, ended = ? WHERE id = ?", row)

    def reach(
        self,
        number: int,
        problem: AnyProblem,
        reached: Reached,
        met: Iterable[tuple[Origin, Difference]] = (),
    ) -> None:
        """Store how far a problem has come, with the differences met on the last stretch."""
        with self._transaction():
            summary = _text(replace(reached.summary, findings=()))
            row = (number, problem.name, reached.position, reached.ended, summary)
            self._database.execute(REACH, row)
            for origin, one in met:
                texts = _text(origin), _text(replace(one, file=())), problem.write_jsonl(one.file)
                self._database.execute(MEET, (number, problem.name, *texts))

    def add_finding(self, number: int, place: int, finding: Finding) -> Finding:
        """Store a finding; ``place`` is its number among the differences pursued on its problem.

        Returns it as it will be read.
        """
        with self._transaction(durable=True):
            row = (number, finding.problem, place, finding.id, _text(finding))
            self._database.execute("INSERT INTO finding VALUES (?, ?, ?, ?, ?)", row)
        return self._placed(finding)

    # Reading

    def reached(self, number: int, problem: str) -> Reached | None:
        """Return how far a problem has come; None if it was not begun."""
        query = "SELECT summary, position, ended FROM reached WHERE campaign = ? AND problem = ?"
        with self._guard():
            row = self._database.execute(query, (number, problem)).fetchone()
            return row and Reached(_read(row[0], Summary), row[1], bool(row[2]))

    def differences(self, number: int, problem: AnyProblem) -> list[tuple[Origin, Difference]]:
        """Return the differences met on a problem, in the order in which they were."""
        query = "SELECT origin, content, file FROM difference WHERE campaign = ? AND problem = ? ORDER BY id"
        with self._guard():
            rows = self._database.execute(query, (number, problem.name)).fetchall()
            where = f"{self.path}: difference"
            return [
                (
                    _read(origin, Origin),
                    replace(_read(content, Difference), file=tuple(problem.read_jsonl(file, where))),
                )
                for origin, content, file in rows
            ]

    def findings(self, number: int, problem: str) -> dict[int, Finding]:
        """Return the findings on a problem by their places."""
        query = "SELECT place, content FROM finding WHERE campaign = ? AND problem = ? ORDER BY place"
        with self._guard():
            rows = self._database.execute(query, (number, problem)).fetchall()
            return {place: self._placed(_read(content, Finding)) for place, content in rows}

    def summary(self, number: int, problem: str) -> Summary | None:
        """Return the summary of a problem as far as it has come."""
        reached = self.reached(number, problem)
        found = distinct([*self.findings(number, problem).values()])
        return replace(reached.summary, findings=found) if reached else None

    def newest(self) -> Campaign:
        """Return the newest campaign as far as it has come."""
        return self._first("id DESC").campaign

    def summaries(self, number: int) -> tuple[Summary, ...]:
        """Return the summaries of a campaign, in the order in which its problems were begun."""
        query = "SELECT problem FROM reached WHERE campaign = ? ORDER BY rowid"
        with self._guard():
            names = [name for (name,) in self._database.execute(query, (number,)).fetchall()]
        return tuple(one for name in names if (one := self.summary(number, name)))

    def unfinished(self) -> Begun:
        """Return the newest campaign that has not ended; where all have, the newest."""
        return self._first("ended, id DESC")

    def _first(self, order: str) -> Begun:
        query = f"SELECT id, content, options, ended FROM campaign ORDER BY {order}"
        with self._guard():
            row = self._database.execute(query).fetchone()
            if row is None:
                raise UnusableStoreError(f"{self.path}: no campaign in this store")
        number, content, options, ended = row
        with self._guard():
            campaign = replace(_read(content, Campaign), summaries=self.summaries(number))
        return Begun(number, campaign, options, bool(ended))

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
            return self._placed(_read(self._database.execute(query, ids).fetchone()[0], Finding))

    def _placed(self, finding: Finding) -> Finding:
        return replace(finding, replay=f"{finding.replay} --store {shlex.quote(str(self.path))}")


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


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(text: str, kind: type[T]) -> T:
    return msgspec.json.decode(text, type=kind)
