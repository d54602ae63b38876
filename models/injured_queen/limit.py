"""Injured Queen: where enumerating placements is hopeless, said before the work instead of after."""

from doublecount.problems.injured_queen import Instance

MOST_WAYS = 2_000_000
"""Ways to fill the free columns, attacks not looked at; of these about one in ten is a placement."""

_MOST_FREE = MOST_WAYS.bit_length()
"""With more free columns there are more ways, whatever the board; computing their number would take long."""


def too_many_ways(instance: Instance) -> str | None:
    """Return None, or why the board is too large to enumerate."""
    free = len(instance.free)
    if instance.n == 1 or (free <= _MOST_FREE and instance.n**free <= MOST_WAYS):
        return None
    return f"more than {MOST_WAYS} ways to fill the free columns"
