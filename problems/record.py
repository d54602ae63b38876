"""The record of a problem: all that the harness, the reports and the command line know about it.

Vocabulary: an *instance* is one case of a problem; a *file* is a sequence of instances, what a program
reads in one run; an *answer* is a value plus, where there is one, a *witness*; a *party* is whatever
answers instances: the DP solver, a model, a candidate.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Generic, NoReturn, TypeVar

from doublecount.problems.claim import Claim, Conclusion
from doublecount.problems.game import Game, Worth
from doublecount.problems.picture import Picture

InstanceT = TypeVar("InstanceT")
AnswerT = TypeVar("AnswerT")


class Status(Enum):
    """How a party's attempt at an instance ended; anything but ``ANSWERED`` means *unknown*."""

    ANSWERED = "answered"
    OUT_OF_BUDGET = "out of budget"
    TOO_LARGE = "too large"
    FAILED = "failed"


class Form(Enum):
    """How instances are written down."""

    JUDGE = "judge"
    JSONL = "jsonl"
    """One JSON object a line: what the judge's text can't express."""


@dataclass(frozen=True)
class Outcome(Generic[AnswerT]):
    """What one oracle made of one instance. ``answer`` is set exactly when the status is ``ANSWERED``."""

    status: Status
    answer: AnswerT | None = None
    detail: str = ""
    work: int = 0
    """Units of work spent, in the model's own unit."""

    def __post_init__(self) -> None:
        assert (self.status is Status.ANSWERED) == (self.answer is not None)


@dataclass(frozen=True, kw_only=True)
class Solver(Generic[InstanceT, AnswerT]):
    """The production solver of a problem."""

    solve: Callable[[InstanceT], AnswerT]
    """Value and witness; exact for every instance that fits."""
    fits: Callable[[InstanceT], str | None] = lambda _: None
    """None, or why the instance is too large for this solver."""
    solutions: Callable[[InstanceT], Iterator[Any]] | None = None
    """All witnesses in a stable order, for counting problems."""
    count_many: Callable[[Sequence[InstanceT]], list[int]] | None = None
    """The numbers of solutions alone, for counting problems."""
    count_fits: Callable[[InstanceT], str | None] | None = None
    """As ``fits``, where ``count_many`` takes larger instances than ``solve``."""
    sample: Callable[[InstanceT, int, int], list[Any]] | None = None
    """``sample(instance, number, seed)``: so many witnesses, drawn independently and uniformly; raises
    ValueError if there is none."""
    marginals: Callable[[InstanceT], Any] | None = None
    """For every cell or column, row by row, in how many solutions it has each value: nested lists."""
    count: Callable[[InstanceT, Callable[[int, int], object]], int] | None = None
    """``count(instance, progress)``: as ``count_many`` on one instance, where that may take long;
    ``progress(done, steps)`` is called now and then."""
    solve_many: Callable[[Sequence[InstanceT]], list[AnswerT]] | None = None
    """As ``solve`` on each, faster."""
    values: Callable[[InstanceT], Worth] | None = None
    """For games: what each position is worth that can follow, from the table that ``solve`` reads."""
    answer_text: Callable[[bytes], bytes | None] | None = None
    """The fast lane: from the bytes of a judge's input file to those of its output, exactly as the reader,
    ``solve`` and ``write_answer`` make them; None for a file that is not plainly formed, whose reading is
    then left to them."""


@dataclass(frozen=True)
class Way(Generic[InstanceT, AnswerT]):
    """Another way to ask the same oracle, which must make no difference to its answer."""

    name: str
    """Completes "asked …": "without presolve"."""
    run: Callable[[InstanceT, int], Outcome[AnswerT]]
    """As ``Model.run``."""


@dataclass(frozen=True, kw_only=True)
class Model(Generic[InstanceT, AnswerT]):
    """An independent oracle, written from the statement."""

    name: str
    technique: str
    """One line: how it answers."""
    run: Callable[[InstanceT, int], Outcome[AnswerT]]
    """Answers an instance within so many units of work; the same call always ends the same way."""
    budget: int
    """Units of work for one instance by default."""
    unit: str
    """What a unit of work is: "conflicts", "nodes", …"""
    fits: Callable[[InstanceT], str | None] = lambda _: None
    """None, or why the instance is too large for this model."""
    size_limit: str
    """The size limit, in words."""
    shares: frozenset[str] = frozenset()
    """Parts used that other oracles may use too ("ortools", "pysat", "networkx", …)."""
    claim: Callable[[InstanceT, int], Outcome[Claim]] | None = None
    """Answers within so many units of work with all that is needed to check that it is right: see
    ``Problem.concluded``."""
    ways: tuple[Way[InstanceT, AnswerT], ...] = ()
    """Other ways to ask it. They have no voice of their own: where they differ, it contradicts itself."""
    seldom: bool = False
    """Dear: campaigns ask it about one instance in ten."""
    library: str = ""
    """A module that it needs and that may not be installed."""
    extra: str = ""
    """The extra of this package that installs the library."""


@dataclass(frozen=True)
class Stratum(Generic[InstanceT]):
    """One kind of random instance."""

    name: str
    weight: float
    """Its share, relative to the others'."""
    make: Callable[[Random], InstanceT]
    beyond_judge: bool = False
    """May leave the judge's limits, or stand on a doubtful reading of the statement."""


@dataclass(frozen=True)
class Relation(Generic[InstanceT, AnswerT]):
    """Something that must hold between the answers to an instance and to others derived from it."""

    name: str
    derive: Callable[[InstanceT], tuple[InstanceT, ...]]
    """The derived instances; empty where the relation does not apply."""
    violation: Callable[[InstanceT, AnswerT, Sequence[AnswerT]], str | None]
    """None, or in one line what does not hold, given the answers to the instance and to the derived."""


Solve = Callable[[InstanceT], AnswerT | None]
"""Gives the right answer to an instance, or None where it is too large."""


@dataclass(frozen=True)
class Suspicion(Generic[InstanceT, AnswerT]):
    """A fault that programs are known for, or another reading of the statement, as answers show it."""

    name: str
    """Completes "they agree if …": "squares may be 7 or more"."""
    answer: Callable[[InstanceT, Solve[InstanceT, AnswerT]], AnswerT | None]
    """``answer(instance, solve)``: what a program with this fault answers, None where that is too dear to
    find out. Witnesses in it mean nothing."""


def solved_as(
    derive: Callable[[InstanceT], InstanceT | None],
) -> Callable[[InstanceT, Solve[InstanceT, AnswerT]], AnswerT | None]:
    """The ``answer`` of a suspicion that one instance is taken for another; ``derive`` may give none."""

    def answer(instance: InstanceT, solve: Solve[InstanceT, AnswerT]) -> AnswerT | None:
        other = derive(instance)
        return None if other is None else solve(other)

    return answer


@dataclass(frozen=True)
class Reading(Generic[InstanceT, AnswerT]):
    """How one doubtful place of the statement is read."""

    text: str
    switch: Suspicion[InstanceT, AnswerT] | None = None
    """The other reading, where answers tell the two apart."""


@dataclass(frozen=True)
class Exhausted(Generic[AnswerT]):
    """The answer to a small instance, found by trying everything that the rules allow."""

    answer: AnswerT
    tried: str
    """What was tried: "720 plays"."""


@dataclass(frozen=True)
class InputOption(Generic[InstanceT]):
    """An option of ``solve`` that one problem alone has: it changes the instances, or makes them."""

    flag: str
    """As on the command line: "--rules"."""
    metavar: str
    help: str
    apply: Callable[[str, Iterator[InstanceT]], Iterator[InstanceT]]
    """``apply(value, instances)``: the instances to answer; raises ValueError, at once, for a bad value."""
    replaces_file: bool = False
    """Makes the instances itself: no file is read."""


@dataclass(frozen=True)
class Scope(Generic[InstanceT]):
    """Instances small enough to try them all."""

    name: str
    """As on the command line: "3x3"."""
    what: str
    """The instances in words, after their number: "patterns of givens on 3x3 boards"."""
    instances: Callable[[], Iterable[InstanceT]]
    """All of them, each once, in a fixed order; 100,000 at most: they are held in memory."""
    count: int
    """How many they are."""


@dataclass(frozen=True)
class Limits(Generic[InstanceT]):
    """What the judge promises: an accepted program owes nothing outside."""

    text: str
    allows: Callable[[InstanceT], bool]
    cases_per_file: int
    """Most cases in one file."""


def nothing_loaded() -> NoReturn:
    """Stand in for the solver and the models of a record that is not from the catalogue."""
    raise LookupError("take the record from verify.catalogue: this one has no solver and no models")


def itself(instance: InstanceT) -> tuple[InstanceT, ...]:
    """The ``images`` of an instance without symmetries."""
    return (instance,)


def nothing_decided(_: Any) -> None:
    """The ``decide`` of a problem in which the rules alone decide no instance."""


def nothing_exhausted(_: Any) -> None:
    """The ``exhaust`` of a problem in which nothing is tried out."""


def nothing_refuted(_: Any, __: Any, ___: Any) -> None:
    """The ``refutes`` of a problem in which no witness proves another answer wrong."""


def nothing_drawable(_: Any, __: Any) -> bool:
    """The ``drawable`` of a problem that draws no witness that breaks the rules."""
    return False


@dataclass(frozen=True, kw_only=True)
class Problem(Generic[InstanceT, AnswerT]):
    """One problem. verify/, reports/ and cli/ know problems through this record only."""

    name: str
    """As on the command line: "black-white"."""
    title: str
    judge: str
    """Where it comes from: "UVa 10572"."""
    question: str
    """One sentence: what is asked."""
    readings: tuple[Reading[InstanceT, AnswerT], ...]
    """How doubtful places of the statement are read."""
    suspicions: tuple[Suspicion[InstanceT, AnswerT], ...] = ()
    """Faults that a wrong answer is compared with, for a hint."""
    limits: Limits[InstanceT]

    # Formats
    read: Callable[[str, str], Iterator[InstanceT]]
    """``read(text, file)``: the instances of a judge's input file, one by one; raises ``InputError``."""
    write: Callable[[Sequence[InstanceT]], str]
    """The judge's input file."""
    read_jsonl: Callable[[str, str], Iterator[InstanceT]]
    """``read_jsonl(text, file)``: the instances of a file with one JSON object a line, which can say what the
    judge's text can't; raises ``InputError``."""
    write_jsonl: Callable[[Sequence[InstanceT]], str]
    """A file that ``read_jsonl`` reads; any instance can be written."""
    read_answers: Callable[[str, Sequence[InstanceT]], list[AnswerT]]
    """``read_answers(text, instances)``: a program's output; raises ``InputError`` if it can't be read."""
    write_answer: Callable[[int, AnswerT], str]
    """``write_answer(case, answer)``: the judge's output for one case, counted from 1, with line end."""
    to_json: Callable[[AnswerT], dict[str, Any]]
    """The answer as ``solve --json`` prints it, without the case number."""

    witness_to_json: Callable[[Any], Any] | None = None
    """Where witnesses can be listed: one as ``to_json`` shows it."""
    write_witness: Callable[[Any], str] | None = None
    """The same as text, with line end."""
    options: tuple[InputOption[InstanceT], ...] = ()

    # Rules
    compared: tuple[str, ...]
    """Fields of the answer that must be equal between parties; None in a field means *not stated*."""
    check: Callable[[InstanceT, AnswerT], str | None]
    """None, or which rule the answer's own witness breaks; knows the statement only."""
    decide: Callable[[InstanceT], AnswerT | None] = nothing_decided
    """The answer where the rules alone give it (a complete board, a forced play), else None."""
    exhaust: Callable[[InstanceT], Exhausted[AnswerT] | None] = nothing_exhausted
    """The answer to a small instance by plain exhaustion under the rules, which shares nothing with any
    party; None where that takes more than about 50 ms. Asked only where parties differ."""
    refutes: Callable[[InstanceT, AnswerT, AnswerT], str | None] = nothing_refuted
    """``refutes(instance, one, other)``: why valid witnesses of ``one`` prove ``other`` wrong, or None."""
    concluded: Callable[[InstanceT, Claim], Conclusion[AnswerT]] | None = None
    """The answer that a model's claim comes to if its proof holds; raises ``UnfoundedError`` where the rules
    do not bear out what it states."""
    game: Game[InstanceT, AnswerT] | None = None
    """Of games: positions and moves by the rules, by which a solver's table of values is checked."""
    split: Relation[InstanceT, AnswerT] | None = None
    """The relation along which a difference is followed down: an instance and its parts."""
    relations: tuple[Relation[InstanceT, AnswerT], ...] = ()

    # Random instances and shrinking
    strata: tuple[Stratum[InstanceT], ...]
    is_large: Callable[[InstanceT], bool]
    is_trivial: Callable[[InstanceT, AnswerT], bool]
    size: Callable[[InstanceT], tuple[int, ...]]
    """The order of "simpler": smaller tuples are simpler."""
    simpler: Callable[[InstanceT], Iterator[InstanceT]]
    """The instances one simplifying step away, boldest steps first; each of smaller ``size``."""

    tiny: Callable[[], Iterable[InstanceT]] = tuple
    """Some hundreds of the simplest instances, in the order of ``size``: where no step helps any more, those
    that are simpler are tried one by one."""
    images: Callable[[InstanceT], tuple[InstanceT, ...]] = itself
    """The instance as each symmetry shows it, itself included: as many for every instance, in one order."""
    scopes: tuple[Scope[InstanceT], ...] = ()
    """Small worlds that can be tried from end to end."""
    changed: Callable[[Random, InstanceT], InstanceT] | None = None
    """A small random change, to harder instances as often as to easier ones; may leave the judge's limits."""

    picture: Callable[[InstanceT, AnswerT | None], Picture]
    """The instance, with the answer's witness drawn in when there is one that keeps the rules."""
    drawable: Callable[[InstanceT, AnswerT], bool] = nothing_drawable
    """Whether ``picture`` can draw a witness that breaks the rules, too, and shows all of it."""

    settled: tuple[str, Any] | None = None
    """One case in the judge's format, and the first compared fact of its answer, known from elsewhere: what
    an installation is tried on."""
    answer_type: type[AnswerT] | None = None
    """Of problems from elsewhere: the dataclass of the answers, which functions on trial return."""

    # Filled in by verify/catalogue.py
    load_solver: Callable[[], Solver[InstanceT, AnswerT]] = nothing_loaded
    load_models: Callable[[], tuple[Model[InstanceT, AnswerT], ...]] = nothing_loaded

    def read_as(self, form: Form, text: str, file: str) -> Iterator[InstanceT]:
        """Read instances in one of the forms; raises ``InputError``."""
        return (self.read_jsonl if form is Form.JSONL else self.read)(text, file)

    def write_as(self, form: Form, instances: Sequence[InstanceT]) -> str:
        """Write instances in one of the forms; ValueError where the judge's can't express one."""
        return (self.write_jsonl if form is Form.JSONL else self.write)(instances)


def differing_facts(problem: Problem[InstanceT, AnswerT], one: AnswerT, other: AnswerT) -> tuple[str, ...]:
    """Names of the compared fields that both answers state and in which they differ."""
    pairs = ((name, getattr(one, name), getattr(other, name)) for name in problem.compared)
    return tuple(name for name, x, y in pairs if x is not None and y is not None and x != y)


JsonObject = Mapping[str, Any]
AnyProblem = Problem[Any, Any]
AnyModel = Model[Any, Any]
AnySolver = Solver[Any, Any]
