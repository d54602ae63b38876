"""Which states to look at where all are too many."""

from collections.abc import Sequence
from random import Random

from doublecount.audit.record import Sampling


def chosen(sampling: Sampling, sizes: Sequence[int], most: int) -> list[Sequence[int]]:
    """Return for each layer the states to look at, in order: all of them, or as many of each layer.

    All are looked at if no number is asked for and there are at most ``most``, which is the number taken
    otherwise. Layers with fewer states than their part are taken whole; the rest is shared by the others.
    """
    number = sampling.number or most
    if number >= sum(sizes):
        return [range(size) for size in sizes]
    rng = Random(sampling.seed)
    parts = shares(number, sizes)
    return [sorted(rng.sample(range(size), part)) for size, part in zip(sizes, parts, strict=True)]


def shares(number: int, sizes: Sequence[int]) -> list[int]:
    """Share a number out evenly among layers, none of which gets more than its size."""
    parts, left = [0] * len(sizes), number
    smallest_first = sorted(range(len(sizes)), key=lambda layer: sizes[layer])
    for done, layer in enumerate(smallest_first):
        parts[layer] = min(sizes[layer], -(-left // (len(sizes) - done)))
        left -= parts[layer]
    return parts
