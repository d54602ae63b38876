"""Overlapping Squares: which boards a model does not try, said before the work instead of after."""

from collections.abc import Callable

from doublecount.problems.overlapping_squares import Instance


def at_most(most: int) -> Callable[[Instance], str | None]:
    """Return a function that says None, or that a board has more than ``most`` places for a square."""

    def too_many_places(instance: Instance) -> str | None:
        return f"more than {most} places for a square" if instance.places > most else None

    return too_many_places
