"""What an audit is asked and what it finds."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublecount.audit.ledger import Ledger

Size = tuple[int, int]
"""Height and width of a board."""


class Kind(Enum):
    """What is wrong."""

    MOVE = "move"
    """A move leads elsewhere, is allowed against the rules, or is missing."""
    STATE = "state"
    """A state is missing, is one too many, or is not numbered or valued as it should be."""
    FUTURES = "futures"
    """Two ways lead to one state, but not to the same futures."""
    MERGED = "merged"
    """States with different futures were merged."""
    SPLIT = "not merged"
    """States with equal futures were not merged."""
    REMOVED = "removed"
    """What can be completed was removed."""
    KEPT = "kept"
    """What can't be completed was kept."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong."""

    kind: Kind
    what: str
    """One line: where, what the solver has, what was rebuilt."""
    path: str
    """What leads there from the start."""
    picture: str
    """Lines of text."""


@dataclass(frozen=True)
class Sampling:
    """How many states to look at, where all are too many, and the seed that chooses them."""

    number: int | None = None
    """As many as the auditor sees fit, if None."""
    seed: int = 0


@dataclass(frozen=True)
class Auditor:
    """How the solver of one problem is audited."""

    full: Size
    """The size looked at when none is named."""
    refuses: Callable[[Size], str | None]
    """None, or why a size can't be audited."""
    look: Callable[[Size, Sampling, "Ledger"], None]
    """Looks at everything, or at a sample, and writes down in the ledger what it saw."""
    samples: bool = False
    """Whether it looks at a sample where all states are too many."""


@dataclass(frozen=True)
class Audit:
    """What an audit came to."""

    problem: str
    size: Size
    states: int
    """So many were looked at."""
    of_states: int
    """So many there are; 0 if the audit ended before that was known."""
    moves: int
    """Moves looked at, the forbidden ones included."""
    merged: int
    """Pairs of states merged with good reason."""
    complete: bool
    """Whether everything was looked at that was to be: the sample, if it is one."""
    faults: tuple[Fault, ...]
    """The first of them."""
    found: int
    """How many there are."""
    notes: tuple[str, ...]
    seconds: float

    @property
    def share(self) -> float:
        """The share of the states that was looked at."""
        return self.states / self.of_states if self.of_states else 0.0
