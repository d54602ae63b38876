"""Right outputs of programs, damaged in ways whose verdict is known by construction."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from doublecount.problems.record import AnyProblem
from doublecount.verify import catalogue
from doublecount.verify.instances import draw
from doublecount.verify.results import Kind

GOOD: frozenset[Kind | None] = frozenset({None})
WRONG: frozenset[Kind | None] = frozenset({Kind.WRONG_ANSWER})
MALFORMED: frozenset[Kind | None] = frozenset({Kind.MALFORMED_OUTPUT})
READABLE: frozenset[Kind | None] = frozenset({Kind.WRONG_ANSWER, Kind.INVALID_WITNESS})
DRAWN = 40
CASES = 4
_NUMBER = re.compile(rb"-?\d+")


@dataclass(frozen=True)
class Damaged:
    """An output and the verdict that it must get."""

    problem: str
    deed: str
    file: tuple[Any, ...]
    output: bytes
    verdicts: frozenset[Kind | None]
    """The kinds one of which must be found, None for no difference."""


@dataclass(frozen=True)
class Right:
    """A file with its right output, a piece of text for each case."""

    problem: AnyProblem
    file: tuple[Any, ...]
    pieces: tuple[bytes, ...]
    answers: tuple[Any, ...]

    @property
    def output(self) -> bytes:
        """The whole output."""
        return b"".join(self.pieces)


@cache
def pool(name: str) -> tuple[tuple[Any, Any], ...]:
    """Small instances of a problem with their right answers."""
    problem = catalogue.problem(name)
    drawn = {draw(problem, 31, index, judge_only=True).instance: None for index in range(3 * DRAWN)}
    small = sorted(drawn, key=lambda one: len(problem.write([one])))[:DRAWN]
    return tuple((one, problem.load_solver().solve(one)) for one in small)


def right(rng: random.Random, name: str) -> Right:
    """A file of some cases, all different, and what a right program writes."""
    problem = catalogue.problem(name)
    chosen = rng.sample(pool(name), rng.randint(2, CASES))
    pieces = (problem.write_answer(case, answer).encode() for case, (_, answer) in enumerate(chosen, 1))
    file, answers = zip(*chosen, strict=True)
    return Right(problem, file, tuple(pieces), answers)


Deed = Callable[[random.Random, Right], "tuple[bytes, frozenset[Kind | None]] | None"]
"""Damages an output; None where this one can't be damaged so."""


def _untouched(_: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    return one.output, GOOD


def _blank_lines(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    """Blank lines, trailing blanks, CRLF, no final newline: a judge accepts them all."""
    end = rng.choice((b"\r\n", b" \t\n", b"\n\n"))
    return one.output.replace(b"\n", end).rstrip(rng.choice((b"", b"\r\n \t"))), GOOD


def _line_dropped(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    lines = [line for line in one.output.split(b"\n") if line]
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines) + b"\n", MALFORMED


def _line_added(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    return one.output + rng.choice((b"0\n", b"x\n", b"Case 9: Yes\n", b".\n", b"\0\n")), MALFORMED


def _trailing_text(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    """Something behind an answer, in its line."""
    lines = one.output.split(b"\n")
    place = rng.choice([number for number, line in enumerate(lines) if line])
    lines[place] += rng.choice((b" ways", b"x", b" 0", b"\x0b", b"\x0c0", "\u00a0".encode(), b" \x1b[0m"))
    return b"\n".join(lines), MALFORMED


def _byte_inside(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    """A NUL, a control character, or bytes that are no UTF-8, in a line that says something."""
    places = [place for place, byte in enumerate(one.output) if byte not in b" \t\r\n"]
    place = rng.choice(places)
    what = rng.choice((b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x07", "\u202e".encode(), b"\xef\xbb\xbf"))
    return one.output[:place] + what + one.output[place:], MALFORMED


def _cut(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]]:
    """The last case is missing, and maybe more."""
    return b"".join(one.pieces[: rng.randrange(len(one.pieces))]), MALFORMED


def _number_written_oddly(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]] | None:
    """The right number as no judge writes it."""
    places = [match.span() for match in _NUMBER.finditer(one.output)]
    if not places:
        return None
    start, end = rng.choice(places)
    digits = one.output[start:end].lstrip(b"-")
    arabic = "".join(chr(0x660 + byte - 48) for byte in digits).encode()
    odd = rng.choice((b"+" + digits, b"0" + digits, b"1_000", arabic, digits + b".0", digits + b"e0", b"0x1"))
    return one.output[:start] + odd + one.output[end:], MALFORMED


def _number_endless(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]] | None:
    places = [match.span() for match in _NUMBER.finditer(one.output)]
    if not places:
        return None
    start, end = rng.choice(places)
    return one.output[:start] + b"7" * rng.choice((5_000, 100_000)) + one.output[end:], MALFORMED


def _fact_changed(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]] | None:
    """A case gets another answer of the same form: wrong, by the fact that it differs from the right one."""
    case = rng.randrange(len(one.pieces))
    head, newline, rest = one.pieces[case].partition(b"\n")
    for pattern, other in ((rb"(?<=: )Yes$", b"No"), (rb"(?<=: )No$", b"Yes"), (b"Tom200$", b"Jerry404"),
                           (b"Jerry404$", b"Tom200")):  # fmt: skip
        if re.search(pattern, head):
            return _with_piece(one, case, re.sub(pattern, other, head) + newline + rest), WRONG
    if not re.fullmatch(rb"-?\d+", head):
        return None
    value = int(head)
    if rest and value == 0:
        return None
    changed = value + rng.choice((1, 7, 2**31, 2**32, 10**17))
    if rest.strip() == b"" and value == 0 and one.problem.write_answer(1, one.answers[case]).count("\n") > 1:
        return None  # a count that is not 0 would need a witness
    return _with_piece(one, case, b"%d" % changed + newline + rest), WRONG


def _witness_changed(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]] | None:
    """A cell of a colouring that the instance gives is painted in the other colour."""
    case = rng.randrange(len(one.pieces))
    rows = one.pieces[case].split(b"\n")
    givens = getattr(one.file[case], "rows", None)
    if len(rows) < 4 or not isinstance(givens, tuple) or not isinstance(givens[0], str):
        return None
    cells = [(r, c) for r, row in enumerate(givens) for c, symbol in enumerate(row) if symbol in "#o"]
    if not cells or not set(b"".join(rows[1:])) <= set(b"#o"):
        return None
    row, column = rng.choice(cells)
    line = bytearray(rows[row + 1])
    line[column] ^= ord("#") ^ ord("o")
    rows[row + 1] = bytes(line)
    return _with_piece(one, case, b"\n".join(rows)), frozenset({Kind.INVALID_WITNESS})


def _with_piece(one: Right, case: int, piece: bytes) -> bytes:
    return b"".join((*one.pieces[:case], piece, *one.pieces[case + 1 :]))


def _answers_of_other_cases(rng: random.Random, one: Right) -> tuple[bytes, frozenset[Kind | None]] | None:
    """The right answers in another order: wrong or malformed, unless they are alike."""
    pieces = list(one.pieces)
    order = rng.sample(range(len(pieces)), len(pieces))
    if [pieces[place] for place in order] == pieces:
        return None
    numbered = [
        re.sub(rb"(Case #?)\d+", rb"\g<1>%d" % case, pieces[place]) for case, place in enumerate(order, 1)
    ]
    if numbered == pieces:
        return None
    return b"".join(numbered), READABLE | MALFORMED


DEEDS: dict[str, Deed] = {
    "nothing": _untouched,
    "what judges accept": _blank_lines,
    "a line dropped": _line_dropped,
    "a line added": _line_added,
    "text behind an answer": _trailing_text,
    "a byte that is no text": _byte_inside,
    "cases missing": _cut,
    "a number written oddly": _number_written_oddly,
    "an endless number": _number_endless,
    "another answer": _fact_changed,
    "another witness": _witness_changed,
    "answers exchanged": _answers_of_other_cases,
}


def damaged(seed: int, count: int, names: Sequence[str] = catalogue.NAMES) -> Iterator[Damaged]:
    """So many damaged outputs; the same seed gives the same ones."""
    number = made = 0
    while made < count:
        rng = random.Random(f"{seed}/{number}")
        number += 1
        one, deed = right(rng, rng.choice(names)), rng.choice([*DEEDS])
        done = DEEDS[deed](rng, one)
        if done is not None:
            made += 1
            yield Damaged(one.problem.name, deed, one.file, *done)
