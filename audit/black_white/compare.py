"""Black & White: the solver's moves and numbers beside those that were rebuilt, one layer at a time."""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from doublecount.audit.black_white.painting import Board
from doublecount.audit.black_white.picture import drawn, path, rows
from doublecount.audit.black_white.walk import CHOICES, Layer, Outcome, moved
from doublecount.audit.futures import NONE
from doublecount.audit.ledger import Ledger
from doublecount.audit.record import Fault, Kind
from doublecount.dp.black_white.boards import Stages
from doublecount.dp.black_white.curve import START
from doublecount.dp.layered import DEAD


class Forbidden(NamedTuple):
    """A move that the solver forbids though what is painted breaks no rule yet: it must lead nowhere."""

    layer: int
    painting: int
    choice: int


class Comparison:
    """Walks through the solver's graph, layer by layer, beside that of the paintings."""

    def __init__(self, board: Board, stages: Stages, ledger: Ledger) -> None:
        """Begin at the empty board."""
        self.board, self.stages, self.ledger = board, stages, ledger
        self.states = np.array([START], dtype=np.int64)
        """The solver's states of the layer at hand, in ascending order."""
        self.reached: list[frozenset[int]] = []
        """Those of the layers done."""
        self.forbidden: list[Forbidden] = []

    def layer(self, number: int, layer: Layer) -> None:
        """Compare every move of a layer, and how the states of the next one are numbered."""
        targets = np.asarray(self.stages.moves(number, self.states.copy()))
        moves = dict(zip(self.states.tolist(), zip(*targets.tolist(), strict=True), strict=True))
        seen: set[int] = set()
        for place, kind in enumerate(layer.kinds):
            if kind.state is None or kind.state not in moves:
                continue
            if kind.state not in seen:
                seen.add(kind.state)
                self.ledger.look(len(CHOICES))
            self._moves(number, layer, place, moves[kind.state])
        self._unpainted(number, moves.keys() - seen)
        self.reached.append(frozenset(seen))
        following = np.unique(targets[targets != DEAD])
        self._numbers(number, targets, following)
        self.states = following

    def _moves(self, number: int, layer: Layer, place: int, found: tuple[int, ...]) -> None:
        """Compare what becomes of one painting by each choice."""
        for choice, target in enumerate(found):
            outcome = layer.outcomes[place][choice]
            if target != DEAD and target != outcome:
                self._wrong_move(number, layer, place, choice, target)
            if target == DEAD and layer.arcs[place][choice] != NONE:
                self.forbidden.append(Forbidden(number, place, choice))

    def _wrong_move(self, number: int, layer: Layer, place: int, choice: int, target: int) -> None:
        outcome = layer.outcomes[place][choice]
        if isinstance(outcome, int):
            what = f"a move leads to state {target}, the graph of the border to {outcome}"
        else:
            what = f"a move is allowed that makes {outcome}"
        self.ledger.fault(lambda: self.fault(Kind.MOVE, number, layer, place, choice, what, target))

    def fault(
        self, kind: Kind, number: int, layer: Layer, place: int, choice: int, what: str, found: int
    ) -> Fault:
        """Describe a move that is wrong."""
        painting = layer.paintings[place]
        after = moved(painting, choice)
        solver: Outcome = found if found != DEAD else "no such move"
        picture = drawn(self.board, painting, after, layer.outcomes[place][choice], solver)
        return Fault(kind, f"layer {number}: {what}", path(self.board, painting), picture)

    def _unpainted(self, number: int, states: set[int]) -> None:
        """Report the solver's states that no painting stands for."""
        if states:
            what = (
                f"layer {number}: no painting stands for {len(states)} of the states, such as {min(states)}"
            )
            self.ledger.fault(partial(Fault, Kind.STATE, what, "", ""))

    def _numbers(self, number: int, targets: NDArray[np.int64], following: NDArray[np.int64]) -> None:
        """Compare the arcs of the explored graph with the places of the states in ascending order."""
        wanted = np.where(targets == DEAD, DEAD, np.searchsorted(following, targets))
        arcs = self.stages.explored.arcs[number]
        if arcs.shape == wanted.shape and (arcs == wanted).all():
            return
        what = f"layer {number}: the explored graph does not have the arcs that the moves give"
        self.ledger.fault(lambda: Fault(Kind.STATE, what, "", ""))


def board_fault(kind: Kind, board: Board, layer: Layer, place: int, what: str) -> Fault:
    """Describe what is wrong with the state of a painting."""
    painting = layer.paintings[place]
    return Fault(kind, what, path(board, painting), "\n".join(rows(board, painting)))
