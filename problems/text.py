"""Strict reading of text with positions: shared by the readers of all formats.

Accepts what real judge files contain (CRLF, trailing blanks, blank lines between items, no final newline)
and nothing else. Every complaint names file, line, column, what was expected and what was found.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NoReturn

_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_WORD = re.compile(r"[^ \t]+")
_BYTE = re.compile(r"\\udc([89a-f][0-9a-f])")
"""How ``ascii`` shows what ``surrogateescape`` made of a byte."""
_SIDES = re.compile(r"([1-9][0-9]*)x([1-9][0-9]*)", re.ASCII)
_BLANK_LINES = re.compile(r"[ \t\r\n]*\n")


class InputError(ValueError):
    """Text that is not what its format asks for. ``line`` and ``column`` count from 1."""

    def __init__(self, file: str, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"{file}:{line}:{column}: expected {expected}, found {found}")
        self.file, self.line, self.column, self.expected, self.found = file, line, column, expected, found


def shown(text: str) -> str:
    r"""``repr`` of a text, cut to a bearable length, pure ASCII; bytes that are no UTF-8 as ``\xff``."""
    return _BYTE.sub(r"\\x\1", ascii(cut(text, 40)))


def brief(text: str) -> str:
    """A message, in one line, without the endless value that it may quote."""
    return cut(" ".join(text.split()), 400)


def cut(text: str, most: int) -> str:
    """The text, with an end that says so where it has more than so many characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def error_line(error: BaseException) -> str:
    """What kind of error it is and what it says, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


def sides(text: str, digits: int) -> tuple[int, int] | None:
    """Read a size such as ``4x5``, each side of so many digits at most; None for anything else."""
    found = _SIDES.fullmatch(text)
    if found is None or max(map(len, found.groups())) > digits:
        return None
    return int(found[1]), int(found[2])


def encodable(text: str) -> str:
    r"""The text as UTF-8 can encode it: what were bytes of another encoding stand as ``\xff``."""
    return text.encode(errors="surrogateescape").decode(errors="backslashreplace")


@cache
def _digits(number: int) -> int:
    return len(str(number))


_FLOOD = 10**18
"""Bounds beyond only guard against floods of digits; messages leave them out."""


def bounds_text(low: int, high: int, what: str) -> str:
    """Say what an integer must be."""
    if high < _FLOOD:
        return f"{what} from {low} to {high}"
    return f"{what} of at least {low}" if low > -_FLOOD else what


@dataclass(frozen=True)
class Word:
    """A run of non-blank characters and where it starts."""

    text: str
    line: "Line"
    column: int

    def fail(self, expected: str) -> NoReturn:
        """Complain about this word."""
        self.line.fail(self.column, expected, shown(self.text))

    def integer(self, low: int, high: int, what: str) -> int:
        """Read this word as a decimal integer of ``low``..``high``: ASCII, no leading zeros or plus."""
        fit = len(self.text) <= _digits(high) + 1 and _INTEGER.fullmatch(self.text)
        value = int(self.text) if fit else None
        if value is None or not low <= value <= high:
            self.fail(bounds_text(low, high, what))
        return value


@dataclass(frozen=True)
class Line:
    """One line without its end and trailing blanks. ``number`` counts from 1."""

    text: str
    number: int
    file: str

    def fail(self, column: int, expected: str, found: str) -> NoReturn:
        """Complain about this line at a column counted from 1."""
        raise InputError(self.file, self.number, column, expected, found)

    def words(self, most: int | None = None) -> list[Word]:
        """Return the words of the line, the first ``most`` of them."""
        return [Word(m.group(), self, m.start() + 1) for m in islice(_WORD.finditer(self.text), most)]

    def integers(self, bounds: list[tuple[int, int, str]]) -> list[int]:
        """Read the whole line as ``len(bounds)`` integers; each bound is (low, high, what it is)."""
        words = self.words(len(bounds) + 1)
        numbers = [word.integer(*bound) for word, bound in zip(words, bounds, strict=False)]
        if len(words) > len(bounds):
            words[len(bounds)].fail(f"end of line after {len(bounds)} number(s)")
        if len(words) < len(bounds):
            low, high, what = bounds[len(words)]
            self.fail(len(self.text) + 1, bounds_text(low, high, what), "end of line")
        return numbers

    def row(self, length: int, alphabet: str, what: str) -> str:
        """Read the whole line as ``length`` characters of ``alphabet``."""
        expected = f"{what}: {length} characters of {shown(alphabet)}"
        for column, character in enumerate(self.text[:length], start=1):
            if character not in alphabet:
                self.fail(column, expected, shown(character))
        if len(self.text) > length:
            self.fail(length + 1, f"end of line after {length} characters", shown(self.text[length:]))
        if len(self.text) < length:
            self.fail(len(self.text) + 1, expected, f"end of line after {len(self.text)} characters")
        return self.text


class Lines:
    """The lines of a text, taken one by one. Lines end at LF or CRLF only."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._text = text
        self._start = 0
        self._next = 0

    def peek(self) -> Line | None:
        """Return the next line that is not blank without taking it, or None at the end."""
        while self._start < len(self._text):
            text = self._text[self._start : self._end()].rstrip(" \t\r")
            if text:
                return Line(text, self._next + 1, self.file)
            self._pass_blank()
        return None

    def _end(self) -> int:
        """Where the next line ends. Lines are cut off one by one: all at once they take much more memory."""
        end = self._text.find("\n", self._start)
        return len(self._text) if end < 0 else end

    def _pass_blank(self) -> None:
        """Pass all blank lines that follow each other, however many."""
        blank = _BLANK_LINES.match(self._text, self._start)
        end = blank.end() if blank else len(self._text)
        self._next += self._text.count("\n", self._start, end) or 1
        self._start = end

    def _pass(self) -> None:
        self._start = self._end() + 1
        self._next += 1

    def take(self, expected: str) -> Line:
        """Take the next line that is not blank; complain that ``expected`` is missing at the end."""
        line = self.peek()
        if line is None:
            raise InputError(self.file, self._next + 1, 1, expected, "end of file")
        self._pass()
        return line

    def take_raw(self, expected: str) -> Line:
        """Take the very next line, blank or not, without trailing carriage return only."""
        if self._start >= len(self._text):
            raise InputError(self.file, self._next + 1, 1, expected, "end of file")
        text = self._text[self._start : self._end()].removesuffix("\r")
        self._pass()
        return Line(text, self._next, self.file)

    def finish(self, expected: str = "end of file") -> None:
        """Complain if anything but blank lines is left."""
        line = self.peek()
        if line is not None:
            (word,) = line.words(1)
            line.fail(word.column, expected, shown(line.text[word.column - 1 :]))
