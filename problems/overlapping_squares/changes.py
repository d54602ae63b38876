"""Overlapping Squares: small random changes of a picture, in search of hard ones."""

from random import Random

from doublecount.problems.overlapping_squares.instance import Instance
from doublecount.problems.overlapping_squares.rules import painted


def changed(rng: Random, instance: Instance) -> Instance:
    """Place one more square on top, or draw or erase an edge."""
    if rng.random() < 0.5:
        return painted(instance, rng.choice(instance.squares))
    return instance.flipped(rng.choice(instance.edges))
