"""Damages bytes as accidents and strangers do; everything is drawn from the generator passed in."""

import json
import random
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

MOST_BYTES = 1 << 17
"""A mutant is cut there: large inputs have tests of their own."""
MOST_CHANGES = 4
TOKENS = (
    *(
        b"\0",
        b"\r\n",
        b"\n\n",
        b"\t",
        b" ",
        b"\x0b",
        b"\xff",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\xc3\xa9",
        b"\x1b[2J",
    ),
    *(
        "\u0661".encode(),
        "\u202e".encode(),
        "\u2028".encode(),
        b"\xed\xa0\x80",
        b"+5",
        b"-0",
        b"007",
        b"1_000",
    ),
    *(
        b"1e999",
        b"NaN",
        b"Infinity",
        b"null",
        b"true",
        b"{}",
        b"[]",
        b'""',
        b'"\\ud800"',
        b"\\u0000",
        b"{" * 500,
    ),
    *(
        b"[" * 1500,
        b"9" * 5000,
        b"9" * 19,
        b"-1",
        b"2147483648",
        b"18446744073709551616",
        b"1000000000",
        b"$(id)",
    ),
)
NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"00",
    b"7",
    b"255",
    b"65536",
    b"1000000",
    b"999999999",
    b"4" * 30,
    b"1.5",
    b"1e5",
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        0,
        -1,
        1.5,
        2**31,
        2**63 - 1,
        10**30,
        "",
        "x",
        "\ud800",
        "\0",
        "\x1b[2J",
        "???\n",
        [],
        {},
        [[]],
    ),
    *(
        {"a": 1},
        [None],
        ["x", 1],
        "a" * 5000,
        [[1, 2]] * 50,
        "black-white",
        "../x",
        "'\"; rm",
        float("1e308"),
    ),
)
"""What stands in place of a JSON value."""

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = _place(rng, data)
    return start, min(len(data), start + rng.choice((1, 1, 2, 8, 64, 1024)))


def _change(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start = _place(rng, data)
    return data[:start] + bytes([rng.randrange(256)]) + data[start + 1 :]


def _flip(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    start = rng.randrange(len(data))
    return data[:start] + bytes([data[start] ^ 1 << rng.randrange(8)]) + data[start + 1 :]


def _insert(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start = _place(rng, data)
    return data[:start] + rng.choice(TOKENS) + data[start:]


def _replace(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _delete(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _repeat(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[start:end] * rng.choice((2, 3, 20, 500)) + data[end:]


def _truncate(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: _place(rng, data)]


def _splice(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def _lines(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return rng.choice((b"\n", b"\n", b"\r\n", b"\n\n")).join(lines)


def _number(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    places = [match.span() for match in re.finditer(rb"-?\d+", data[:MOST_BYTES])]
    if not places:
        return data
    start, end = rng.choice(places)
    return data[:start] + rng.choice(NUMBERS) + data[end:]


def json_value(rng: random.Random, data: bytes, _: Sequence[bytes] = ()) -> bytes:
    """Replace, drop or repeat one value of one line of JSON."""
    lines = data.split(b"\n")
    which = rng.randrange(len(lines))
    try:
        value = json.loads(lines[which])
    except (ValueError, RecursionError):
        return data
    holders = [*_holders(value)]
    if not holders:
        return json.dumps(rng.choice(VALUES)).encode()
    holder, key = rng.choice(holders)
    deed = rng.randrange(4)
    if deed == 0:
        del holder[key]
    elif deed == 1 and isinstance(holder, dict):
        holder[rng.choice(("x", "", key + "\0"))] = holder.pop(key)
    else:
        holder[key] = rng.choice(VALUES)
    lines[which] = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    return b"\n".join(lines)


def _holders(value: Any) -> Any:
    """Yield every container in a value with every key of it."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _holders(value[key])


GENERAL: tuple[Mutation, ...] = (
    *(_change, _flip, _insert, _replace, _delete, _repeat, _truncate, _splice, _lines, _number, _number),
    json_value,
)


def mutated(rng: random.Random, seeds: Sequence[bytes], most: int = MOST_BYTES) -> bytes:
    """One of the seeds, changed a few times; the same generator gives the same bytes."""
    data = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 1, 2, MOST_CHANGES))):
        data = rng.choice(GENERAL)(rng, data, seeds)[:most]
    return data


def mutated_store(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """A store that is damaged byte-wise or cut, or a whole SQLite file with wrong content."""
    data = rng.choice(seeds)
    if rng.random() < 0.4:
        for _ in range(rng.choice((1, 1, 3, 30))):
            data = rng.choice((_flip, _change, _change, _truncate, _replace, _delete))(rng, data, seeds)
        return data
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(data)
        database.execute("PRAGMA journal_mode=MEMORY")
        for _ in range(rng.randint(1, 2)):
            _spoil(rng, database)
        return bytes(database.serialize())


SCHEMAS = (
    "DROP TABLE {table}",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "CREATE VIEW extra AS SELECT 1",
    "PRAGMA user_version = 2",
    "PRAGMA application_id = 7",
    "DELETE FROM {table}",
    "INSERT INTO {table} SELECT * FROM {table}",
    "DROP TABLE {table}; CREATE VIEW {table} AS WITH RECURSIVE endless(id, content) AS"
    " (SELECT 1, '' UNION ALL SELECT id + 1, content FROM endless) SELECT *, '' AS problem, '' AS summary,"
    " 0 AS campaign, 0 AS ended, '' AS options, '' AS writer, 0 AS position, 0 AS number, '' AS rows"
    " FROM endless",
)


def _spoil(rng: random.Random, database: sqlite3.Connection) -> None:
    """Change one value of one row, or the shape of one table."""
    tables = [
        row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    ]
    if not tables:
        return
    table = rng.choice(tables)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    column = rng.choice(columns)
    try:
        if rng.random() < 0.2:
            database.executescript(rng.choice(SCHEMAS).format(table=table, column=column))
            return
        ((value,),) = database.execute(f"SELECT {column} FROM {table} LIMIT 1").fetchall() or [(None,)]
        database.execute(f"UPDATE {table} SET {column} = ?", (_worse(rng, value),))
    except sqlite3.Error:  # this table does not take that: left as it is
        return


def _worse(rng: random.Random, value: Any) -> Any:
    text = value.encode() if isinstance(value, str) else b"{}"
    deed = rng.randrange(6)
    if deed == 0:
        return rng.choice((None, 0, -1, 2**62, 1.5, b"", b"\xff\0", "", "{}", "null", "[]"))
    if deed == 1:
        return mutated(rng, [text])
    spoiled = json_value(rng, text)
    return spoiled if deed == 2 else spoiled.decode(errors="replace")
