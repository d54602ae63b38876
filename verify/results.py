"""What the harness finds out, as data: replies, differences, findings, summaries.

Everything here is frozen, free of functions and handles, and goes to JSON and back, so the store and the
report know these types only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from doublecount.problems.picture import Picture
from doublecount.problems.record import Form, Status
from doublecount.verify.own import Source


class Kind(Enum):
    """What kind of difference was found."""

    WRONG_ANSWER = "wrong-answer"
    INVALID_WITNESS = "invalid-witness"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory-limit"
    OUTPUT_LIMIT = "output-limit"
    MALFORMED_OUTPUT = "malformed-output"
    ORDER_DEPENDENT = "order-dependent"
    FORMAT_SENSITIVE = "format-sensitive"
    RELATION_VIOLATED = "relation-violated"
    FLAKY = "flaky"


class Standing(Enum):
    """How sure it is that the accused is wrong."""

    REFUTED = "refuted"
    """The rules, or a checked proof or table, decide against it, or it contradicts itself."""
    OUTVOTED = "outvoted"
    """Only the other parties' word stands against it."""


class Role(Enum):
    """What a party is."""

    SOLVER = "solver"
    MODEL = "model"
    CANDIDATE = "candidate"


class Sandbox(Enum):
    """What a candidate is run in."""

    NONE = "none"
    BWRAP = "bwrap"
    """Namespaces of its own, by bubblewrap."""


@dataclass(frozen=True)
class Reply:
    """What one party said to one instance."""

    status: Status
    answer: Any = None
    """The problem's answer, exactly when the status is ``ANSWERED``."""
    fault: Kind | None = None
    """How a candidate failed to answer."""
    text: str = ""
    """Why there is no answer, or output that can't be read."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Difference:
    """A difference on one file of cases, before it is localised and shrunk."""

    kind: Kind
    accused: str
    against: tuple[str, ...]
    """Parties that contradict the accused; empty where it fails by itself."""
    standing: Standing
    why: str
    case: int
    """Number of the case in the file, from 0."""
    file: tuple[Any, ...] = field(repr=False)
    """The instances."""
    relation: str | None = None
    """The relation that is violated, the variant of the format that is not understood, or the other way in
    which an oracle says something else."""
    reply: Reply | None = field(default=None, compare=False, repr=False)
    """What the accused said to the case."""


class Certificate(Enum):
    """What backs a party's answer, besides its word."""

    WITNESS = "checked witness"
    """Its witness keeps the rules, and settles the first of the facts compared: Yes, and how."""
    PROOF = "checked proof"
    """A clausal proof that the rules leave nothing else, accepted by checkers that share no code."""
    TABLE = "checked table"
    """The value of a game: at every position that can follow, the rules' moves give what the table says."""
    EXHAUSTED = "exhausted"
    """All that the rules allow was tried, one by one, and gives this answer."""
    REFUTED = "refuted"
    """The rules, a witness, exhaustion, or a checked proof or table decide against this very answer."""
    UNCHECKED = "unchecked"


@dataclass(frozen=True)
class Switch:
    """Another reading of the statement, and whether the accused would be right under it."""

    name: str
    """Completes "they agree if …"."""
    agrees: bool | None
    """None where it was too dear to find out."""


@dataclass(frozen=True)
class Solutions:
    """The complete boards that the accused takes for solutions, beside those that the rules do."""

    boards: int
    """Complete boards, all decided one by one."""
    both: int
    only_accused: int
    only_rules: int
    shown: Mapping[str, tuple[Picture, ...]] = field(default_factory=dict)
    """The first few of "both", "only accused", "only rules", in the order of the boards."""


@dataclass(frozen=True)
class Finding:
    """A difference brought to a verdict, in texts only. Cases count from 1."""

    id: str
    problem: str
    kind: Kind
    accused: str
    status: Standing
    why: str
    against: tuple[str, ...]
    case: int
    instance: str
    """The minimal file, in the form ``form``."""
    original: str
    """The file as it was generated, in the form ``form``."""
    answers: Mapping[str, Any]
    """Per party the JSON form of its answer to the case, or text."""
    hint: str | None
    replay: str
    """The command that runs it again."""
    number: int
    """Which instance of the campaign it was found on, from 1; 0 for one from a file."""
    stratum: str
    evidence: str | None = None
    """The instance by which the accused is refuted, in the form ``form``."""
    evidence_why: str = ""
    """What the rules, or its own answers, say against the accused there."""
    unrefuted: str = ""
    """Where it is outvoted: why nothing refutes it."""
    minimal: bool = True
    """False where shrinking ran out of its budget."""
    trials: int = 0
    """Files tried while shrinking."""
    command: str | None = None
    """The candidate's command."""
    time_limit: float = 10.0
    memory_limit: int = 1024
    sandbox: Sandbox = Sandbox.NONE
    function: bool = False
    """The candidate is a Python function: its command writes no judge's output."""
    beyond_judge: bool = False
    relation: str | None = None
    form: Form = Form.JUDGE
    """Of ``instance``, ``original`` and ``evidence``."""
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    """Of the case: "instance", "original" where it differs, "evidence", and one per party with a witness."""
    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    """Per party that answered."""
    switches: tuple[Switch, ...] = ()
    """The other readings of the statement that answers can tell apart."""
    solutions: Solutions | None = None
    """For counting problems, where there are few enough complete boards."""


@dataclass(frozen=True)
class PartyInfo:
    """A party as the report presents it."""

    name: str
    role: Role
    technique: str
    size_limit: str = ""
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tally:
    """One party's part in a campaign on one problem."""

    answered: int = 0
    out_of_budget: int = 0
    too_large: int = 0
    failed: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Pair:
    """How often two parties answered the same instance, stating the same facts, and how often alike."""

    one: str
    other: str
    both: int = 0
    """Answers without a fact that both state can't be compared and count nowhere."""
    alike: int = 0


@dataclass(frozen=True)
class Asked:
    """How often an oracle answered the same instance as usual and when asked in another way."""

    party: str
    way: str
    """Completes "asked …"."""
    both: int = 0
    alike: int = 0


@dataclass(frozen=True)
class Timing:
    """How long one party took for the instances with sizes in one range that it answered.

    What is answered together, in one file or one call, counts with equal shares of the time; a program's
    time has its start in it.
    """

    count: int
    seconds: Mapping[str, int]
    """How many took less than so many microseconds, and half of that or more: powers of two; 1 from 0 on."""


@dataclass(frozen=True)
class Met:
    """How many differences of one kind and accused were met, pursued or not."""

    kind: Kind
    accused: str
    count: int


@dataclass(frozen=True)
class Generated:
    """What was tried of one stratum."""

    tried: int = 0
    decided: int = 0
    """By at least two parties."""
    agreed: int = 0
    sizes: Mapping[str, int] = field(default_factory=dict)
    """How many instances had a size in each range."""
    answers: Mapping[str, int] = field(default_factory=dict)
    """How many instances had an answer in each range, among those that anybody answered."""


@dataclass(frozen=True)
class Covered:
    """The small world that an exhaustive campaign tries from end to end."""

    what: str
    total: int
    skipped: int
    """Outside the judge's limits."""


@dataclass(frozen=True)
class Summary:
    """What a campaign did on one problem."""

    problem: str
    parties: tuple[PartyInfo, ...]
    checked: int
    agreed: int
    undecided: int
    large: int
    """Large instances among those that at least two parties decided."""
    nontrivial: int
    """Instances with a non-trivial answer among those that at least two parties decided."""
    strata: Mapping[str, int]
    tallies: Mapping[str, Tally]
    findings: tuple[Finding, ...] = ()
    failures: tuple[str, ...] = ()
    """Faults of the tool itself: oracles that crashed or were killed."""
    seconds: float = 0.0
    met: tuple[Met, ...] = ()
    """The differences, counted; most frequent kinds first."""
    offered: Mapping[str, float] = field(default_factory=dict)
    """The share of instances that each stratum of the problem gets in the long run."""
    generated: Mapping[str, Generated] = field(default_factory=dict)
    """By stratum."""
    kept: tuple[str, ...] = ()
    """Names of the files of earlier campaigns that were tried first; they count in ``met`` only."""
    scope: Covered | None = None
    stopped: str = ""
    """When no more instances were tried, in words: "when 10 instances differed"; empty where all were."""
    pairs: tuple[Pair, ...] = ()
    timings: Mapping[str, Mapping[str, Timing]] = field(default_factory=dict)
    """By party and range of sizes."""
    asked: tuple[Asked, ...] = ()
    """What oracles said when asked again in other ways."""


@dataclass(frozen=True)
class Row:
    """One instance of a campaign, in a line."""

    number: int
    """From 1."""
    stratum: str
    size: int
    verdict: str
    """As ``Verdict`` names it: agreed, undecided, differing."""
    answer: str
    """The first compared fact, shortened; empty where nobody answered."""
    differences: tuple[str, ...] = ()
    """Kind and accused of each: "wrong-answer mine"."""

    @property
    def differs(self) -> bool:
        """Whether the parties contradict each other, the rules or themselves there."""
        return self.verdict == "differing"


@dataclass(frozen=True)
class Campaign:
    """A whole run of ``verify``."""

    seed: int
    version: str
    environment: Mapping[str, str]
    command: str
    summaries: tuple[Summary, ...]
    interrupted: bool = False
    started: str = ""
    finished: str = ""
    own: tuple[Source, ...] = ()
    """Where problems from elsewhere are."""


@dataclass(frozen=True)
class Planted:
    """What came of one planted fault in a self-test."""

    problem: str
    fault: str
    wrong: str
    """What is wrong, in words."""
    place: str
    """Where it was planted."""
    seed: int
    instances: int | None
    """How many instances it took; None if it was not caught."""
    smallest: bool
    """Whether it was shrunk to a file as simple as the smallest known."""
    board: str = ""
    """The file it was shrunk to, in the judge's format."""
    error: str = ""
    """Where the tool itself failed: of what, in one line."""


@dataclass(frozen=True)
class Dossier:
    """All that is known of a campaign: what a report is made from."""

    campaign: Campaign
    rows: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    """By problem, in order; of very many instances those that differ and the first others."""
    selftest: tuple[Planted, ...] = ()
    """The newest self-test of the same store."""
    known: Mapping[str, str] = field(default_factory=dict)
    """Reasons of known findings, by the signature of their causes."""
    row_count: Mapping[str, int] = field(default_factory=dict)
    """How many rows there are, by problem; ``rows`` may hold fewer."""
