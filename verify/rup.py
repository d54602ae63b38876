"""Checks clausal proofs by reverse unit propagation; knows neither problems nor solvers.

A proof is a list of steps: a clause that is added, "1 -2 0", or one that is deleted, "d 1 -2 0"; "0" is the
empty clause. A clause may be added if assuming all its literals false leads to a contradiction by unit
propagation alone, in the clauses that are there by then. So every step follows from the formula, and a proof
that adds the empty clause shows that nothing satisfies it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

_STEP = re.compile(r"(d )?((?:-?[1-9][0-9]{0,9} )*)0", re.ASCII)


def check(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> str | None:
    """Return None if the proof refutes the formula, else why it is refused.

    Literals are integers other than 0, negative ones negated. Every step up to the empty clause is checked,
    needed or not.
    """
    formula = _Formula()
    for clause in clauses:
        formula.add(clause)
    for number, text in enumerate(proof, start=1):
        step = _STEP.fullmatch(text)
        if step is None:
            return f"step {number} is no clause: {text[:80]!r}"
        literals = [int(word) for word in step[2].split()]
        if step[1]:
            formula.delete(literals)
        elif not formula.implies(literals):
            return f"step {number} does not follow by unit propagation"
        elif not literals:
            return None
        else:
            formula.add(literals)
    return "it does not come to the empty clause"


class _Formula:
    """Clauses, and the literals that they make true by unit propagation.

    A clause watches its first two literals: as long as neither is false, nothing follows from it. A deleted
    clause is emptied. What followed from it stays true, which is sound: it follows from the formula.
    """

    def __init__(self) -> None:
        self._clauses: defaultdict[tuple[int, ...], list[list[int]]] = defaultdict(list)
        self._watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        self._true: set[int] = set()
        self._trail: list[int] = []
        """The true literals in the order in which they became so."""
        self._refuted = False

    def add(self, literals: Sequence[int]) -> None:
        """Add a clause, and make true what follows from it."""
        name = _name(literals)
        clause = sorted(name, key=lambda literal: -literal in self._true)  # what is false already comes last
        self._clauses[name].append(clause)
        for literal in clause[:2]:
            self._watching[literal].append(clause)
        if len(clause) < 2 or -clause[1] in self._true:
            self._refuted = self._refuted or not clause or not self._assume(clause[:1])

    def delete(self, literals: Sequence[int]) -> None:
        """Delete a clause; one that is not there is no matter."""
        alike = self._clauses.get(_name(literals))
        if alike:
            alike.pop().clear()

    def implies(self, literals: Sequence[int]) -> bool:
        """Tell whether unit propagation refutes the negation of a clause."""
        if self._refuted:
            return True
        before = len(self._trail)
        possible = self._assume([-literal for literal in literals])
        self._true.difference_update(self._trail[before:])
        del self._trail[before:]
        return not possible

    def _assume(self, literals: Iterable[int]) -> bool:
        """Make literals true, and all that follows; return False if that is a contradiction."""
        at = len(self._trail)
        for literal in literals:
            if -literal in self._true:
                return False
            if literal not in self._true:
                self._true.add(literal)
                self._trail.append(literal)
        while at < len(self._trail):
            if not self._propagate(-self._trail[at]):
                return False
            at += 1
        return True

    def _propagate(self, false: int) -> bool:
        """Let the clauses that watch a literal which is false now watch another, or make their last true."""
        true, clauses = self._true, self._watching[false]
        kept: list[list[int]] = []
        for place, clause in enumerate(clauses):
            if not clause:
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            other = clause[0]
            if other not in true:
                if self._watch_another(clause):
                    continue
                if -other in true:
                    clauses[:place] = kept
                    return False
                true.add(other)
                self._trail.append(other)
            kept.append(clause)
        clauses[:] = kept
        return True

    def _watch_another(self, clause: list[int]) -> bool:
        """Put a literal that is not false in the second place; return False if there is none."""
        for place in range(2, len(clause)):
            literal = clause[place]
            if -literal not in self._true:
                clause[1], clause[place] = literal, clause[1]
                self._watching[literal].append(clause)
                return True
        return False


def _name(literals: Sequence[int]) -> tuple[int, ...]:
    """The same for all ways to write a clause."""
    return tuple(sorted(set(literals)))
