"""NAME: say in a sentence what is asked. (This one: how many ways to put stones on a strip of cells?)

A strip has free cells ``.`` and blocked ones ``#``. Stones stand on free cells, no two on neighbours.

    doublecount problems --check FILE.py    tests what this module promises
    doublecount verify FILE.py              cross-checks the solver and the models
    doublecount solve FILE.py boards.txt    answers the cases of a file
"""

from dataclasses import dataclass
from itertools import product
from random import Random

from doublecount.problems import own


@dataclass(frozen=True)
class Instance:
    """One case. Raise ValueError in ``__post_init__`` for what is none."""

    strip: str

    def __post_init__(self) -> None:
        if not self.strip or set(self.strip) - {".", "#"}:
            raise ValueError(f"expected a strip of . and #, found {self.strip!r}")


@dataclass(frozen=True)
class Answer:
    """The first field is what parties are compared by; None in a field means: not stated."""

    count: int | None = None
    stones: str | None = None
    """A witness: ``o`` where a stone stands. Of an answer without one, only the count is checked."""


# The text of a case, as a program on trial reads it. ``lines.take`` complains where a line is missing.
# Without the two functions, a case is one line of JSON: {"strip": "..#"}.


def read_case(lines: own.Lines) -> Instance:
    """Read one case."""
    return Instance(lines.take("a strip").text)


def write_case(instance: Instance) -> str:
    """Write one case, so that ``read_case`` reads it."""
    return f"{instance.strip}\n"


# The rules: is this witness valid? Written from the statement, used by nobody to find one.


def check(instance: Instance, answer: Answer) -> str | None:
    """Return None, or which rule the witness breaks."""
    if answer.stones is None:
        return None
    if len(answer.stones) != len(instance.strip):
        return f"{len(answer.stones)} cells on a strip of {len(instance.strip)}"
    for cell, (stone, there) in enumerate(zip(answer.stones, instance.strip, strict=True), start=1):
        if stone == "o" and there == "#":
            return f"a stone on the blocked cell {cell}"
    return "two stones are neighbours" if "oo" in answer.stones else None


def exhaust(instance: Instance) -> own.Exhausted[Answer] | None:
    """Try everything on a small instance: there the rules refute who is wrong, and nobody is outvoted."""
    if len(instance.strip) > 12:
        return None
    ways = map("".join, product(".o", repeat=len(instance.strip)))
    valid = [way for way in ways if check(instance, Answer(stones=way)) is None]
    return own.Exhausted(Answer(len(valid), valid[0]), "all ways to put stones or not")


def generate(rng: Random) -> Instance:
    """Draw a random case from the given generator and from nothing else: same seed, same case."""
    return Instance("".join(rng.choices(".#", [4, 1], k=rng.randint(1, 12))))


# Whoever answers. The solver is the fast program that you want to trust; each model answers the same
# from the statement in another way, slowly if it must: `fits` then says from which size on it is not asked,
# for nothing else ends it soon. They should share nothing.


def solve(instance: Instance) -> Answer:
    """Count from left to right: ways that end without a stone, and with one."""
    without, with_stone = 1, 0
    for there in instance.strip:
        without, with_stone = without + with_stone, without if there == "." else 0
    return Answer(without + with_stone, "." * len(instance.strip))


def stone_by_stone(instance: Instance) -> Answer:
    """Say where the first stone stands, and go on beyond the cell after it; or put none at all."""

    def count(start: int) -> int:
        free = (cell for cell in range(start, len(instance.strip)) if instance.strip[cell] == ".")
        return 1 + sum(count(cell + 2) for cell in free)

    return Answer(count(0))


PROBLEM = own.problem(
    name="NAME",
    question="How many ways are there to put stones on free cells, no two on neighbours?",
    instance=Instance,
    answer=Answer,
    read_case=read_case,
    write_case=write_case,
    check=check,
    exhaust=exhaust,
    generate=generate,
    solve=solve,
    models=[own.model("by-stones", "puts a stone after the other", stone_by_stone, size_limit="30 cells")],
    # More, where the defaults do not do (see docs/your-own-problem.md): size, simpler, picture, decide,
    # limits=own.Limits("1 to 12 cells", lambda instance: len(instance.strip) <= 12, 100), …
)
