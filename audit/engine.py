"""Runs one audit to its end, or until its time is up."""

import time

from doublecount.audit.ledger import Ledger, OutOfTimeError, Progress
from doublecount.audit.record import Audit, Auditor, Sampling, Size


def run(
    auditor: Auditor, problem: str, size: Size, sampling: Sampling, progress: Progress, seconds: float | None
) -> Audit:
    """Audit the solver of a problem on one size of board, which the auditor must not refuse."""
    started = time.monotonic()
    ledger = Ledger(progress, None if seconds is None else started + seconds)
    complete = True
    try:
        auditor.look(size, sampling, ledger)
    except OutOfTimeError:
        complete = False
    return Audit(
        problem=problem,
        size=size,
        states=ledger.states,
        of_states=ledger.of_states,
        moves=ledger.moves,
        merged=ledger.merged,
        complete=complete,
        faults=tuple(ledger.faults),
        found=ledger.found,
        notes=tuple(ledger.notes),
        seconds=time.monotonic() - started,
    )
