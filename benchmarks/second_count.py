"""A second count of the colourings of a blank black-white board, by another route than the solver's.

python benchmarks/second_count.py HEIGHT [WIDTH] [--alone] [--plain]

Prints states, residues and the value, then compares with ``doublecount.dp.black_white``: exit code 1 when
they differ, 2 for bad usage. ``--alone`` leaves the comparison out, ``--plain`` the two lemmas below.

The solver walks along the border between the colours: a path or a cycle through the inner grid points, its
state the pairing of loose ends. This program never asks where that border runs. It paints cell after cell,
and its state is what the rules of the statement speak of: the colours of the last ``width`` cells, and which
of them are connected so far. It has no line in common with the solver, which it imports for the comparison
only; counts are residues instead of big integers, and what the solver knows about loose ends is not used.

A component without a cell among the last ``width`` is closed: its colour must have no other cell there, and
never occurs again. Components do not cross in the plane, so two bits a cell tell which cells are connected:
is there a cell of its component to the left, is there one to the right? Colours may be swapped at any time,
so the leftmost cell is always 0, and the sum is doubled.

Two lemmas remove states that cannot be completed. Two black cells that alternate with two white ones around
a checkerboard of 2 x 2 cells, or around the board's edge, separate these when they are connected. So there is
no checkerboard, and along the edge the colour changes at most twice. ``--plain`` does without.

Each state carries its number of partial colourings modulo 2^64, modulo a prime below 2^58, and as a float:
the residues fix the value modulo about 2^122, the float its size, with a bound on what was rounded.
"""

import argparse
import math
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Mask = NDArray[np.bool_]

WIDEST = 20
LEFT, RIGHT, CORNER, CLOSED, CHANGES = 20, 40, 60, 61, 62
"""Where the parts of a state start, see `Board`."""
PRIME = 2**58 - 27
MOST_MERGED = 63
"""So many residues below PRIME have a sum below 2^64."""
CHUNK = 1 << 17
"""States moved at a time: what is needed for them stays in the processor's cache."""


def bit(keys: Keys, position: int) -> Keys:
    """Return the bit at a position as 0 or 1."""
    return (keys >> np.uint64(position)) & np.uint64(1)


def ones(number: int, position: int = 0) -> np.uint64:
    """Return so many ones, the lowest at a position."""
    return np.uint64(((1 << number) - 1) << position)


class Step(NamedTuple):
    """The cell that is painted next, in a colour; rows and columns from 0."""

    row: int
    column: int
    colour: int


@dataclass(frozen=True)
class Board:
    """A blank board; its states are 64-bit keys.

    Bits from the lowest: the colour of each column's last cell; from LEFT whether its component has a cell
    further left; from RIGHT, further right; CORNER: the colour above the last cell painted, where the next
    one depends on it, else 0; CLOSED: whether a colour is; CHANGES of colour along the edge (2 bits).
    """

    height: int
    width: int
    lemmas: bool = True

    def moved(self, keys: Keys, step: Step) -> tuple[Keys, Mask]:
        """Return the states after a step, and which of the given ones allow it."""
        changes = self._changes(keys, step)
        allowed = self._allowed(keys, step, changes)
        keys = keys[allowed] + (changes[allowed] << np.uint64(CHANGES))
        above = bit(keys, step.column)
        if step.row:
            self._replace(keys, step)
        elif step.colour:
            keys |= ones(1, step.column)
        if step.column:
            self._join(keys, step)
        self._remember(keys, step, above)
        return keys, allowed

    def connected(self, keys: Keys) -> Mask:
        """Are the colours of the last row connected, each within itself, at the board's end?"""
        whites = keys & ones(self.width)
        leftmost = ~(keys >> np.uint64(LEFT)) & ones(self.width)
        components = np.bitwise_count(whites & leftmost), np.bitwise_count(~whites & leftmost)
        alike: Mask = np.maximum(*components) <= 1
        return alike

    def _changes(self, keys: Keys, step: Step) -> Keys:
        """Return how often the colour changes from the neighbours along the board's edge, if that matters."""
        number = np.zeros_like(keys)
        if not self.lemmas or min(self.height, self.width) == 1:
            return number
        if step.column and step.row in (0, self.height - 1):
            number += bit(keys, step.column - 1) ^ np.uint64(step.colour)
        if step.row and step.column in (0, self.width - 1):
            number += bit(keys, step.column) ^ np.uint64(step.colour)
        return number

    def _allowed(self, keys: Keys, step: Step, changes: Keys) -> Mask:
        row, column, colour = step
        allowed = (keys >> np.uint64(CHANGES)) + changes <= 2
        if colour:  # a closed colour is 1: the leftmost cell is 0
            allowed &= bit(keys, CLOSED) == 0
        if row:
            allowed &= ~self._leaves_alone(keys, step) | self._is_last(keys, step)
        if row and column:
            before, above, corner = bit(keys, column - 1), bit(keys, column), bit(keys, CORNER)
            block = (before == above) & (corner == colour)
            allowed &= ~block if self.lemmas else ~(block & (above == colour))
        return allowed

    def _leaves_alone(self, keys: Keys, step: Step) -> Mask:
        """Is the cell above of the other colour, and connected to none of the last cells?"""
        links = ones(1, LEFT + step.column) | ones(1, RIGHT + step.column)
        alone: Mask = (bit(keys, step.column) != step.colour) & (keys & links == 0)
        return alone

    def _is_last(self, keys: Keys, step: Step) -> Mask:
        """Have all the last cells but the one above the colour of the step?"""
        others = ones(self.width) ^ ones(1, step.column)
        last: Mask = keys & others == (others if step.colour else 0)
        return last

    def _replace(self, keys: Keys, step: Step) -> None:
        """Where the colour changes, take the cell above out of its component; a new one takes its place."""
        column = step.column
        to_left, to_right = ones(1, LEFT + column), ones(1, RIGHT + column)
        keys[self._leaves_alone(keys, step)] |= ones(1, CLOSED)
        other = bit(keys, column) != step.colour
        links = keys & (to_left | to_right)
        first, last = (np.flatnonzero(other & (links == link)) for link in (to_right, to_left))
        keys[first] ^= linked(keys[first], column, 1) << np.uint64(LEFT)
        keys[last] ^= linked(keys[last], column, -1) << np.uint64(RIGHT)
        keys[other] = keys[other] & ~(to_left | to_right) ^ ones(1, column)

    def _join(self, keys: Keys, step: Step) -> None:
        """Connect the new cell with the one before where both have one colour.

        Of two components side by side, one may lie within the other: then its outer end gets the link onward.
        """
        before, new = step.column - 1, step.column
        alike = bit(keys, before) == step.colour
        right, left = bit(keys, RIGHT + before) == 1, bit(keys, LEFT + new) == 1
        within, around = np.flatnonzero(alike & right & ~left), np.flatnonzero(alike & left & ~right)
        keys[within] |= linked(keys[within], new, 1, last=True) << np.uint64(RIGHT)
        keys[around] |= linked(keys[around], before, -1, last=True) << np.uint64(LEFT)
        keys[alike] |= ones(1, RIGHT + before) | ones(1, LEFT + new)

    def _remember(self, keys: Keys, step: Step, above: Keys) -> None:
        """Keep the colour above where the next cell depends on it; make the leftmost colour 0."""
        keys &= ~ones(1, CORNER)
        if step.row and step.column + 1 < self.width:
            matters = bit(keys, step.column + 1) == step.colour
            keys |= (above & matters) << np.uint64(CORNER)
            if step.colour and not step.column:
                keys ^= matters.astype(np.uint64) << np.uint64(CORNER)
        if step.colour and not step.column:
            keys ^= ones(self.width)


def linked(keys: Keys, column: int, way: int, last: bool = False) -> Keys:
    """Return the bit of the next or last cell of a column's component, to the right (way 1) or left (-1).

    The links are read like brackets: depth 0 is the column's component. Where it ends here: the column's bit.
    """
    onward, back = (RIGHT, LEFT) if way > 0 else (LEFT, RIGHT)
    found = np.full_like(keys, ones(1, column))
    active = np.flatnonzero(bit(keys, onward + column))
    keys, depth = keys[active], np.ones(len(active), dtype=np.int8)
    while active.size:
        column += way
        depth -= bit(keys, back + column).astype(np.int8)
        links = bit(keys, onward + column).astype(np.int8)
        hit = (depth == 0) & (links == 0) if last else depth == 0
        found[active[hit]] = ones(1, column)
        going = ~hit
        active, keys, depth = active[going], keys[going], (depth + links)[going]
    return found


class Sums(NamedTuple):
    """Numbers of partial colourings, by state."""

    wrapped: NDArray[np.uint64]
    residue: NDArray[np.uint64]
    size: NDArray[np.float64]

    def merged(self, sources: NDArray[np.uint32], starts: NDArray[np.intp]) -> "Sums":
        """Sum what the sources, in this order, have; a new sum starts at each of the given places."""
        return Sums(
            np.add.reduceat(self.wrapped[sources], starts),
            np.add.reduceat(self.residue[sources], starts) % np.uint64(PRIME),
            np.add.reduceat(self.size[sources], starts),
        )


class Count(NamedTuple):
    """The number of colourings as far as it is known, and what it took."""

    wrapped: int
    residue: int
    size: float
    error: float
    """How far ``size`` may be from the number."""
    widest: int
    states: int

    @property
    def value(self) -> int | None:
        """The number itself, None where residues and size leave several.

        ArithmeticError: they leave none.
        """
        modulus = 2**64 * PRIME
        if not 2 * self.error < modulus:
            return None
        lifted = self.wrapped + 2**64 * ((self.residue - self.wrapped) * pow(2**64, -1, PRIME) % PRIME)
        lowest = int(self.size - self.error)
        value = lowest + (lifted - lowest) % modulus
        if value > self.size + self.error:
            raise ArithmeticError(f"no number near {self.size:.17g} has the residues {self[:2]}")
        return value

    def admits(self, number: int) -> bool:
        """Is this the number, as far as is known?"""
        return (number % 2**64, number % PRIME) == self[:2] and self.value in (None, number)


def painted(board: Board, keys: Keys, sums: Sums, row: int, column: int) -> tuple[Keys, Sums]:
    """Return the states after one more cell, sorted, and their sums."""
    reached, sources = [], []
    for colour in (0, 1) if row or column else (0,):
        for first in range(0, len(keys), CHUNK):
            moved, allowed = board.moved(keys[first : first + CHUNK], Step(row, column, colour))
            reached.append(moved)
            sources.append(np.flatnonzero(allowed).astype(np.uint32) + np.uint32(first))
    order = np.argsort(np.concatenate(reached), kind="stable")
    after, origin = np.concatenate(reached)[order], np.concatenate(sources)[order]
    del reached, sources, order  # some of the largest arrays
    starts = np.flatnonzero(np.concatenate(([True], after[1:] != after[:-1])))
    assert np.diff(starts, append=len(after)).max() <= MOST_MERGED
    return after[starts], sums.merged(origin, starts)


def counted(board: Board, progress: TextIO | None = None) -> Count:
    """Count the colourings of a board. Time and memory grow about 3.2- and 2.7-fold a row and column."""
    keys, sums, layers = (
        np.zeros(1, np.uint64),
        Sums(np.ones(1, np.uint64), np.ones(1, np.uint64), np.ones(1)),
        [],
    )
    for row in range(board.height):
        for column in range(board.width):
            keys, sums = painted(board, keys, sums, row, column)
            layers.append(len(keys))
        if progress:
            print(
                f"{time.process_time():8.1f} s: {row + 1} rows, {len(keys)} states", file=progress, flush=True
            )
    wrapped, residue, size = (column[board.connected(keys)].tolist() for column in sums)
    roundings = MOST_MERGED * len(layers) + len(size)
    total = 2 * math.fsum(size)
    return Count(
        2 * sum(wrapped) % 2**64,
        2 * sum(residue) % PRIME,
        total,
        total * roundings * 2.0**-52,
        max(layers),
        sum(layers),
    )


def solvers_count(board: Board) -> int:
    """Return what the solver counts."""
    from doublecount.dp.black_white import count
    from doublecount.problems.black_white.instance import blank

    return count(blank(board.height, board.width))


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return height, width and switches."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("height", type=int)
    parser.add_argument("width", type=int, nargs="?", help="as the height, if not given")
    parser.add_argument("--alone", action="store_true", help="do not compare with the solver")
    parser.add_argument("--plain", action="store_true", help="keep states that the lemmas rule out")
    found = parser.parse_args(words)
    found.width = found.height if found.width is None else found.width
    if found.height < 1 or not 1 <= found.width <= WIDEST:
        parser.error(f"expected at least 1 row and 1 to {WIDEST} columns, not {found.height} x {found.width}")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Count, print, compare."""
    given = arguments(words)
    board = Board(given.height, given.width, lemmas=not given.plain)
    count = counted(board, sys.stderr)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"board           {board.height} x {board.width}")
    print(f"states          {count.widest} in the widest layer, {count.states} in all")
    print(f"took            {time.process_time():.1f} s of processor time, {peak} MiB")
    print(f"modulo 2^64     {count.wrapped}")
    print(f"modulo 2^58-27  {count.residue}")
    print(f"size            {count.size:.15g}")
    print(f"value           {'not determined' if count.value is None else count.value}", flush=True)
    if given.alone:
        return 0
    other = solvers_count(board)
    agrees = count.admits(other)
    print(f"solver          {other}: {'the same' if agrees else 'DIFFERS'}")
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
