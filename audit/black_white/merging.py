"""Black & White: what the solver merged, left out and stored, beside the futures of the paintings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from doublecount.audit.black_white.compare import Comparison, board_fault
from doublecount.audit.black_white.painting import Board
from doublecount.audit.black_white.walk import Layer
from doublecount.audit.futures import NONE, Classes, Mismatch, mismatches
from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Fault, Kind
from doublecount.dp.layered import DEAD, LayeredGraph
from doublecount.dp.layers import Layer as Stored

FIRST_STORED = 1
"""The state in which counters begin; states are numbered from 1."""
COLOURS = (0, 1)


def judge(compared: Comparison, layers: Sequence[Layer], classes: Sequence[Classes], ledger: Ledger) -> None:
    """Judge the moves forbidden early, the ways to one state, the merged graph and what counters read."""
    _forbidden(compared, layers, classes, ledger)
    _one_future_a_state(compared, layers, classes, ledger)
    start = classes[0].of[0]
    if start == NONE:
        return
    merged, stored = compared.stages.merged, compared.stages.layers
    found = mismatches(classes, (start, 0), _followed(merged), _numbers(merged))
    _report("merged graph", found, compared.board, layers, classes, ledger)
    coloured = [_coloured(layer) for layer in classes]
    valid = [range(FIRST_STORED, layer.size) for layer in stored]
    found = mismatches(coloured, (2 * start, FIRST_STORED), lambda *arc: _stored_arc(stored, *arc), valid)
    _report("stored graph", found, compared.board, layers, [_doubled(layer) for layer in classes], ledger)
    _stored_layers(stored, most_ways(classes), ledger)


def _forbidden(
    compared: Comparison, layers: Sequence[Layer], classes: Sequence[Classes], ledger: Ledger
) -> None:
    """A move forbidden before a rule is broken must lead to nothing that can be completed."""
    for number, place, choice in compared.forbidden:
        target = layers[number].arcs[place][choice]
        if classes[number + 1].of[target] != NONE:
            what = "a move is forbidden that can be completed"
            found = (Kind.MOVE, number, layers[number], place, choice, what, DEAD)
            ledger.fault(partial(compared.fault, *found))


def _one_future_a_state(
    compared: Comparison, layers: Sequence[Layer], classes: Sequence[Classes], ledger: Ledger
) -> None:
    """All paintings that stand for one state must have the same futures; count the pairs merged rightly."""
    for number, reached in enumerate(compared.reached):
        first: dict[int, int] = {}
        futures = classes[number].of
        for place, kind in enumerate(layers[number].kinds):
            if kind.state is None or kind.state not in reached:
                continue
            if futures[first.setdefault(kind.state, place)] != futures[place]:
                what = f"layer {number}: two paintings stand for state {kind.state}, with different futures"
                found = (Kind.FUTURES, compared.board, layers[number], place, what)
                ledger.fault(partial(board_fault, *found))
        ledger.merged += pairs(futures[place] for place in first.values())


def pairs(classes: Iterable[int]) -> int:
    """Return how many pairs of states that can be completed are of one class."""
    numbers = np.bincount([one for one in classes if one != NONE])
    return int((numbers * (numbers - 1) // 2).sum())


def _followed(merged: LayeredGraph) -> Callable[[int, int, int], int]:
    return lambda layer, state, choice: int(merged.arcs[layer][choice, state])


def _numbers(merged: LayeredGraph) -> list[range]:
    """Return the numbers of the states of each layer; all of the final one are one state."""
    return [range(size) for size in (*merged.states, 1)]


def _coloured(layer: Classes) -> Classes:
    """Return the classes with the colour of the last cell told: class 2s + c; choices are colours."""
    arcs = [
        tuple(_with_colour(arc[colour != last], colour) for colour in COLOURS) if arc else ()
        for arc in layer.arcs
        for last in COLOURS
    ]
    return Classes([], arcs, [])


def _with_colour(target: int, colour: int) -> int:
    return NONE if target == NONE else 2 * target + colour


def _doubled(layer: Classes) -> Classes:
    """Return the examples of the coloured classes: the same paintings, as their colours may be exchanged."""
    return Classes([], [], [place for place in layer.example for _ in COLOURS])


def _targets(layer: Stored, state: int) -> list[int]:
    """Return where the arcs of a state lead, in the order of choices; 0 is none."""
    places = [state, *(part.start + state for having, part in layer.others if state < having.stop)]
    return [int(target) for target in layer.arcs[places] if target]


def _stored_arc(stored: Sequence[Stored], number: int, state: int, colour: int) -> int:
    """Return where a colour leads; a state tells by its number which colour came last."""
    targets = _targets(stored[number], state)
    return next((target for target in targets if (target - 1) % len(COLOURS) == colour), NONE)


def _stored_layers(stored: Sequence[Stored], most: Sequence[int], ledger: Ledger) -> None:
    """Every state has an arc or two, black before white; state 0 none; every count has room."""
    for number, (layer, ways) in enumerate(zip(stored, most, strict=True)):
        if not layer.dtype.hasobject and ways > np.iinfo(layer.dtype).max:
            _stored_fault(number, f"up to {ways} ways are counted in {layer.dtype}", ledger)
        if number == len(stored) - 1:
            continue
        for state in range(layer.size):
            colours = [(target - 1) % len(COLOURS) for target in _targets(layer, state)]
            if colours not in ([[]] if state == 0 else [[0], [1], [0, 1]]):
                _stored_fault(number, f"state {state} has arcs to colours {colours}", ledger)


def _stored_fault(number: int, what: str, ledger: Ledger) -> None:
    ledger.fault(lambda: Fault(Kind.STATE, f"layer {number}, stored graph: {what}", "", ""))


def most_ways(classes: Sequence[Classes]) -> list[int]:
    """Return for each layer the greatest number of ways to complete one of its states."""
    ways = [1] * len(classes[-1].arcs)
    most = [max(ways, default=0)]
    for layer in reversed(classes[:-1]):
        ways = [sum(ways[target] for target in arc if target != NONE) for arc in layer.arcs]
        most.append(max(ways, default=0))
    return most[::-1]


def _report(
    where: str,
    found: Iterator[Mismatch],
    board: Board,
    layers: Sequence[Layer],
    classes: Sequence[Classes],
    ledger: Ledger,
) -> None:
    for one in found:
        ledger.fault(partial(_described, where, one, board, layers, classes))


def _described(
    where: str, one: Mismatch, board: Board, layers: Sequence[Layer], classes: Sequence[Classes]
) -> Fault:
    what = f"layer {one.layer}, {where}: {one.what}"
    if one.state == NONE:
        return Fault(one.kind, what, "", "")
    return board_fault(one.kind, board, layers[one.layer], classes[one.layer].example[one.state], what)
