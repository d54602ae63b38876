"""What the fast lanes share, against the same said plainly: integers in, numbered lines out."""

import re
from random import Random

import numpy as np

from doublecount.dp.lanes.text import integers, numbered

from . import same

NUMBER = rb"(?:0|[1-9][0-9]{0,17})"
PLAIN = re.compile(rb"(?:%b(?: %b)*\n)+" % (NUMBER, NUMBER))
WORDS = (b"No", b"Yes")


def check():
    """Random texts of the characters that matter; files on both sides of each thousand."""
    rng = Random(9)
    pieces = [b"0", b"1", b"9", b" ", b"\n", b"10", b"12 7\n"]
    pieces += [b"9" * 17, b"9" * 18, b"1" * 19, b":", b"/", b"\r"]
    for _ in range(600):
        read(b"".join(rng.choices(pieces[: rng.choice((7, 9, 13))], k=rng.randrange(12))))
    for text in (
        b":\n",
        b"5:\n",
        b"5/\n",
        b"",
        b"5",
        b"5\n",
        b"07\n",
        b"0\n",
        b" 5\n",
        b"5 \n",
        b"5\n\n",
        b"\n5\n",
        b"9" * 18 + b"\n",
    ):
        read(text)
    for cases in (0, 1, 9, 10, 11, 99, 100, 999, 1000, 1001, 1999, 2000, 5001):
        words = np.arange(cases) % 3 % 2
        wanted = b"".join(b"Case %d: %b\n" % (case, WORDS[word]) for case, word in enumerate(words, 1))
        same(numbered(b"Case ", WORDS, words), wanted, cases)
    most = numbered(b"Case ", WORDS, np.ones(1_000_000, dtype=np.intp))
    same((most.count(b"\n"), most[:12]), (1_000_000, b"Case 1: Yes\n"))
    same(most[-30:], b"999999: Yes\nCase 1000000: Yes\n")


def read(text):
    found = integers(text)
    if not PLAIN.fullmatch(text):
        same(found, None, text)
        return
    values, ends = found
    lines = [[*map(int, line.split(b" "))] for line in text[:-1].split(b"\n")]
    same(values.tolist(), [number for line in lines for number in line], text)
    same(ends.tolist(), [sum(map(len, lines[: at + 1])) for at in range(len(lines))], text)
