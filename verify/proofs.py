"""Has a clausal proof checked by several checkers that share no code; all must accept it.

They are dratify, our own (``rup.py``), and drat-trim where it is installed.
"""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from doublecount.verify import rup

Clause = Sequence[int]
Checker = Callable[[Sequence[Clause], Sequence[str]], str | None]
"""``checker(formula, proof)``: None, or why it refuses the proof."""


class RefusedError(Exception):
    """A checker does not accept a proof; says which, and why."""


def checked(formula: Sequence[Clause], proof: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the checkers, all of which accept the proof; raises RefusedError.

    ``formula`` is a list of clauses, ``proof`` its refutation step by step, as ``rup.check`` takes them.
    """
    if any(0 in clause for clause in formula):
        raise ValueError("0 is no literal")
    checkers = at_hand()
    for name, checker in checkers.items():
        why = checker(formula, proof)
        if why is not None:
            raise RefusedError(f"{name} refuses the proof: {why}")
    return tuple(checkers)


def at_hand() -> dict[str, Checker]:
    """The checkers there are, by name, our own first: it is the strictest."""
    import dratify

    found: dict[str, Checker] = {"rup": rup.check, f"dratify {dratify.__version__}": _by_dratify}
    program = shutil.which("drat-trim")
    if program:
        found["drat-trim"] = lambda formula, proof: _by_drat_trim(program, formula, proof)
    return found


def _by_dratify(formula: Sequence[Clause], proof: Sequence[str]) -> str | None:
    import dratify

    stated = dratify.CNF()
    for clause in formula:
        stated.add_dimacs(clause)
    try:
        result = dratify.check_proof(stated, "\n".join(proof), check_rat=False, engine="python")
    except ValueError as error:
        return str(error)
    return None if result.ok else result.reason


def _by_drat_trim(program: str, formula: Sequence[Clause], proof: Sequence[str]) -> str | None:
    """Run drat-trim on two files."""
    variables = max((abs(literal) for clause in formula for literal in clause), default=0)
    lines = [f"p cnf {variables} {len(formula)}", *(" ".join(map(str, [*clause, 0])) for clause in formula)]
    with TemporaryDirectory() as folder:
        files = Path(folder, "formula.cnf"), Path(folder, "proof.drup")
        for file, text in zip(files, (lines, proof), strict=True):
            file.write_text("\n".join([*text, ""]))
        done = subprocess.run([program, *files], capture_output=True, errors="replace", check=False)
    told = [line for line in done.stdout.splitlines() if line.startswith("s ")]
    return None if told == ["s VERIFIED"] else " ".join(told) or f"exit status {done.returncode}"
