"""Which states of a layered graph have equal futures, by plain dictionaries, and what may be made of that.

States are numbered layer by layer; choices lead from a state to one of the next layer, or nowhere (``NONE``).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from doublecount.audit.record import Kind

NONE = -1

Signature = tuple[int, ...]
"""For each choice the class that it leads to, or ``NONE``."""


@dataclass
class Classes:
    """The states of one layer by their futures: states are of one class if choices lead to equal classes."""

    of: list[int] = field(default_factory=list)
    """The class of each state; ``NONE`` if it can't be completed."""
    arcs: list[Signature] = field(default_factory=list)
    example: list[int] = field(default_factory=list)
    """A state of each class."""


def classified(arcs: Sequence[Sequence[Signature]], completed: Sequence[bool]) -> list[Classes]:
    """Return the classes of every layer, found from the last one backwards.

    ``arcs[layer][state]`` are the states that choices lead to. All states of the final layer that are
    ``completed`` are of one class.
    """
    layers = [_final(completed)]
    for layer in reversed(arcs):
        after, here, numbers = layers[-1].of, Classes(), dict[Signature, int]()
        for state, targets in enumerate(layer):
            signature = tuple(NONE if target == NONE else after[target] for target in targets)
            if all(target == NONE for target in signature):
                here.of.append(NONE)
                continue
            if signature not in numbers:
                numbers[signature] = len(numbers)
                here.arcs.append(signature)
                here.example.append(state)
            here.of.append(numbers[signature])
        layers.append(here)
    return layers[::-1]


def _final(completed: Sequence[bool]) -> Classes:
    whole = [state for state, good in enumerate(completed) if good]
    return Classes([0 if good else NONE for good in completed], [()] * bool(whole), whole[:1])


@dataclass(frozen=True)
class Mismatch:
    """A merged graph has not what equal futures ask for."""

    kind: Kind
    layer: int
    state: int
    """A class of the layer, or ``NONE`` where no class is meant."""
    what: str


def mismatches(
    layers: Sequence[Classes],
    first: tuple[int, int],
    follow: Callable[[int, int, int], int],
    valid: Sequence[range],
) -> Iterator[Mismatch]:
    """Walk through classes and a merged graph side by side; yield where they do not go the same way.

    ``first`` are the class and the merged state to begin with; ``follow(layer, state, choice)`` is the merged
    state of the next layer or ``NONE``; ``valid`` are the numbers of the merged states of each layer.
    """
    names = dict([first])
    for layer, (here, after) in enumerate(pairwise(layers)):
        reached: dict[int, int] = {}
        for state, name in names.items():
            for choice, wanted in enumerate(here.arcs[state]):
                found = follow(layer, name, choice)
                if found == NONE or found in valid[layer + 1]:
                    yield from _unlike(layer, state, choice, wanted, found, reached)
                else:
                    what = f"choice {choice} leads to state {found}, which there is not"
                    yield Mismatch(Kind.STATE, layer, state, what)
        yield from _shared(layer + 1, reached)
        yield from _left_over(layer + 1, reached.values(), len(valid[layer + 1]), len(after.arcs))
        names = reached


def _unlike(
    layer: int, state: int, choice: int, wanted: int, found: int, reached: dict[int, int]
) -> Iterator[Mismatch]:
    """Hold one arc against what it should be; take down the name of the class that it leads to."""
    if wanted == NONE and found != NONE:
        yield Mismatch(Kind.KEPT, layer, state, f"choice {choice} can't be completed but was kept")
    elif wanted != NONE and found == NONE:
        yield Mismatch(Kind.REMOVED, layer, state, f"choice {choice} can be completed but was removed")
    elif wanted != NONE and reached.setdefault(wanted, found) != found:
        names = f"{reached[wanted]} and {found}"
        yield Mismatch(Kind.SPLIT, layer + 1, wanted, f"equal futures, but two states: {names}")


def _shared(layer: int, names: dict[int, int]) -> Iterator[Mismatch]:
    """Yield the classes that have the name of another."""
    owners: dict[int, int] = {}
    for state, name in names.items():
        if owners.setdefault(name, state) != state:
            yield Mismatch(Kind.MERGED, layer, state, f"different futures, but merged into one state: {name}")


def _left_over(layer: int, names: Collection[int], size: int, classes: int) -> Iterator[Mismatch]:
    """Yield if the merged layer has states besides those that were met."""
    surplus = size - len(set(names))
    if surplus > 0:
        what = f"{size} states were kept, {surplus} of them beside the {classes} that can be completed"
        yield Mismatch(Kind.KEPT, layer, NONE, what)
