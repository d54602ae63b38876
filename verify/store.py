"""The store of campaigns: one SQLite file; whatever it has acknowledged survives a kill of the process.

How far a problem has come is one row, written in one transaction with the differences met on the way and a
line for each instance, so that nothing is lost and nothing counts twice. A campaign has one writer, the
process named in its row. Findings survive a loss of power, too.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import msgspec

from doublecount.problems.record import AnyProblem
from doublecount.problems.text import shown
from doublecount.verify import catalogue
from doublecount.verify.causes import file_of
from doublecount.verify.database import (
    DamagedError,
    Database,
    ForeignStoreError,
    GoneError,
    StoreError,
    UnusableStoreError,
)
from doublecount.verify.finding import Origin
from doublecount.verify.results import Campaign, Difference, Dossier, Finding, Planted, Reply, Row, Summary
from doublecount.verify.rows import Stretch, packed, unpacked
from doublecount.verify.runner import MOST_MIB, MOST_SECONDS
from doublecount.verify.shell import quoted, split
from doublecount.verify.summing import distinct
from doublecount.verify.writer import still_running, this_process

__all__ = ["Begun", "ForeignStoreError", "GoneError", "Reached", "Store", "StoreError", "UnusableStoreError"]

T = TypeVar("T")

MOST_ROWS = 100_000
"""Rows of instances in a dossier, of all problems together: about 50 MB."""
REACH = """
INSERT INTO reached (campaign, problem, position, ended, summary) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET position = excluded.position, ended = excluded.ended, summary = excluded.summary
"""
MEET = "INSERT INTO difference (campaign, problem, origin, content, file) VALUES (?, ?, ?, ?, ?)"
TRY = "INSERT INTO tried (campaign, problem, first, number, differing, rows) VALUES (?, ?, ?, ?, ?, ?)"


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


class Store(Database):
    """An open store.

    ``own`` tells where problems from elsewhere are that its campaigns are on. No module is loaded for a
    store's sake: whoever is to run what a store names has the catalogue learn them.
    """

    def __init__(self, path: Path, create: bool = False) -> None:
        super().__init__(path, create)
        query = """SELECT content FROM campaign WHERE content LIKE '%"own":[{%' ORDER BY id"""
        try:
            with self._guard():
                contents = self._database.execute(query).fetchall()
                self.own = tuple(one for (content,) in contents for one in _read(content, Campaign).own)
        except BaseException:
            self._database.close()
            raise

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
        tried: Sequence[Row] = (),
    ) -> None:
        """Store how far a problem has come, with the instances of the last stretch and the differences met.

        ``tried`` are successive instances, and new ones.
        """
        with self._transaction():
            summary = _text(replace(reached.summary, findings=()))
            row = (number, problem.name, reached.position, reached.ended, summary)
            self._database.execute(REACH, row)
            if tried:
                stretch = packed(tried)
                told = stretch.first, len(tried), stretch.differing, _text(stretch)
                self._database.execute(TRY, (number, problem.name, *told))
            for origin, one in met:
                content = replace(one, file=(), reply=one.reply and _packed(one.reply))
                texts = _text(origin), _text(content), problem.write_jsonl(one.file)
                self._database.execute(MEET, (number, problem.name, *texts))

    def add_finding(self, number: int, place: int, finding: Finding) -> Finding:
        """Store a finding; ``place`` is its number among the differences pursued on its problem.

        Returns it as it will be read.
        """
        with self._transaction(durable=True):
            row = (number, finding.problem, place, finding.id, _text(finding))
            self._database.execute("INSERT INTO finding VALUES (?, ?, ?, ?, ?)", row)
        return self._placed(finding)

    def add_selftest(self, outcome: Sequence[Planted]) -> None:
        """Store what came of a self-test."""
        with self._transaction(durable=True):
            self._database.execute("INSERT INTO selftest (content) VALUES (?)", (_text(outcome),))

    # Reading

    def reached(self, number: int, problem: str) -> Reached | None:
        """Return how far a problem has come; None if it was not begun."""
        query = "SELECT summary, position, ended FROM reached WHERE campaign = ? AND problem = ?"
        with self._guard():
            row = self._database.execute(query, (number, problem)).fetchone()
            return row and Reached(_read(row[0], Summary), _number(row[1]), bool(row[2]))

    def differences(self, number: int, problem: AnyProblem) -> list[tuple[Origin, Difference]]:
        """Return the differences met on a problem, in the order in which they were."""
        query = "SELECT origin, content, file FROM difference WHERE campaign = ? AND problem = ? ORDER BY id"
        with self._guard():
            rows = self._database.execute(query, (number, problem.name)).fetchall()
            where = f"{self.path}: difference"
            return [
                (
                    _read(origin, Origin),
                    replace(
                        (one := _read(content, Difference)),
                        file=tuple(problem.read_jsonl(file, where)),
                        reply=one.reply and _unpacked(problem, one.reply),
                    ),
                )
                for origin, content, file in rows
            ]

    def findings(self, number: int, problem: str) -> dict[int, Finding]:
        """Return the findings on a problem by their places."""
        query = "SELECT place, content FROM finding WHERE campaign = ? AND problem = ? ORDER BY place"
        with self._guard():
            rows = self._database.execute(query, (number, problem)).fetchall()
            return {_number(place): self._placed(_read(content, Finding)) for place, content in rows}

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
            names = [_name(name) for (name,) in self._database.execute(query, (number,)).fetchall()]
        return tuple(one for name in names if (one := self.summary(number, name)))

    def dossier(self, known: Mapping[str, str] = MappingProxyType({}), number: int | None = None) -> Dossier:
        """Return all that is known of a campaign, by default the newest; ``known``: reasons by signature.

        Of long campaigns not every instance has a row: ``MOST_ROWS``, shared among the problems.
        """
        begun = self._first("id DESC", number)
        with self._guard():
            counts = self._tried(begun.number)
            rows: dict[str, tuple[Row, ...]] = dict.fromkeys(counts, ())
            left = MOST_ROWS
            for done, problem in enumerate(sorted(counts, key=lambda name: counts[name])):
                share = left // (len(counts) - done)
                rows[problem] = self._rows(begun.number, problem, share)
                left -= len(rows[problem])
            return Dossier(begun.campaign, rows, self._selftest(), dict(known), counts)

    def _tried(self, number: int) -> dict[str, int]:
        """How many instances of each problem have a row, in the order of ``summaries``."""
        query = """SELECT reached.problem, sum(number) FROM reached
            JOIN tried ON tried.campaign = reached.campaign AND tried.problem = reached.problem
            WHERE reached.campaign = ? GROUP BY reached.problem ORDER BY reached.rowid"""
        return {_name(name): _number(count) for name, count in self._database.execute(query, (number,))}

    def _rows(self, number: int, problem: str, most: int) -> tuple[Row, ...]:
        """So many rows at most, in order: first those that differ are kept, then the first others."""

        def some(differing: bool) -> Iterator[Row]:
            query = f"""SELECT rows FROM tried WHERE campaign = ? AND problem = ?
                AND {"differing > 0" if differing else "differing < number"} ORDER BY first"""
            for (text,) in self._database.execute(query, (number, problem)):
                yield from (row for row in unpacked(_read(text, Stretch)) if row.differs == differing)

        kept = islice(chain(some(True), some(False)), most)
        return tuple(sorted(kept, key=lambda row: row.number))

    def _selftest(self) -> tuple[Planted, ...]:
        query = "SELECT content FROM selftest ORDER BY id DESC LIMIT 1"
        row = self._database.execute(query).fetchone()
        return _read(row[0], tuple[Planted, ...]) if row else ()

    def unfinished(self) -> Begun:
        """Return the newest campaign that has not ended; where all have, the newest."""
        return self._first("ended, id DESC")

    def _first(self, order: str, number: int | None = None) -> Begun:
        """Return the first campaign in some order, or the one of that number."""
        which = "WHERE id = :number" if number is not None else ""
        query = f"SELECT id, content, options, ended FROM campaign {which} ORDER BY {order}"
        with self._guard():
            row = self._database.execute(query, {"number": number}).fetchone()
            if row is None:
                raise UnusableStoreError(f"{self.path}: no campaign in this store")
        number, content, options, ended = row
        with self._guard():
            campaign = replace(_read(content, Campaign), summaries=self.summaries(number))
        return Begun(number, campaign, options, bool(ended))

    def finding_ids(self) -> list[str]:
        """Return the ids of all findings, in order."""
        with self._guard():
            rows = self._database.execute("SELECT DISTINCT id FROM finding ORDER BY id").fetchall()
            return [_name(row[0]) for row in rows]

    def finding(self, name: str) -> Finding:
        """Return a finding by its id or an unambiguous beginning of it."""
        with self._guard():
            there = self.finding_ids()
            ids = [one for one in there if one.startswith(name)]
            if len(ids) != 1 or not name:
                known = ", ".join(there[:10]) or "none"
                what = "no finding" if not ids else "more than one finding"
                raise StoreError(f"{self.path}: {what} with the id {name!r}; there are: {known}")
            query = "SELECT content FROM finding WHERE id = ? ORDER BY rowid DESC"
            found = _read(self._database.execute(query, ids).fetchone()[0], Finding)
            _insist_on_sense(found)
            return self._placed(found)

    def _placed(self, finding: Finding) -> Finding:
        return replace(finding, replay=f"{finding.replay} --store {quoted(str(self.path))}")


def _packed(reply: Reply) -> Reply:
    """The same with its answer as a text, in which numbers of any size may stand, and without the time."""
    text = None if reply.answer is None else json.dumps(msgspec.to_builtins(reply.answer))
    return replace(reply, answer=text, seconds=0.0)


def _unpacked(problem: AnyProblem, reply: Reply) -> Reply:
    if reply.answer is None:
        return reply
    return replace(reply, answer=msgspec.json.decode(reply.answer, type=catalogue.answer_type(problem.name)))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(text: object, kind: type[T]) -> T:
    return msgspec.json.decode(_name(text), type=kind)


def _name(value: object) -> str:
    """A value that should be text; SQLite keeps any in any column."""
    if not isinstance(value, str):
        raise DamagedError(f"expected text, found {shown(repr(value))}")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise DamagedError(f"expected an integer, found {shown(repr(value))}")
    return value


def _insist_on_sense(finding: Finding) -> None:
    """Refuse a finding that can't be run again."""
    if not catalogue.is_problem(finding.problem):
        raise DamagedError(f"finding {finding.id!r} is of no problem: {finding.problem!r}")
    cases = len(file_of(finding))
    if not 1 <= finding.case <= cases:
        raise DamagedError(f"finding {finding.id!r} is of case {finding.case} of {cases}")
    if not 0 < finding.time_limit <= MOST_SECONDS or not 0 < finding.memory_limit <= MOST_MIB:
        raise DamagedError(f"finding {finding.id!r} has limits that no program can be run under")
    try:
        split(finding.command or "")
    except ValueError as error:
        raise DamagedError(f"finding {finding.id!r} has a command that is none: {error}") from error
