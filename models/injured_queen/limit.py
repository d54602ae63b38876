"""Injured Queen: where enumerating placements is hopeless, said before the work instead of after."""

from doublecount.problems.injured_queen import Instance

MOST_WAYS = 2_000_000
"""Ways to fill the free columns, attacks not looked at; of these about one in ten is a placement."""


def too_many_ways(instance: Instance) -> str | None:
    """Return None, or why the board is too large to enumerate."""
    ways = instance.n ** len(instance.free)
    return f"more than {MOST_WAYS} ways to fill the free columns" if ways > MOST_WAYS else None
