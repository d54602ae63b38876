"""Overlapping Squares on any board: the smallest set of squares that can be peeled off the picture.

The square placed last is wholly visible. Where it lay anything may have been before, so once it is peeled off
its edges are *open*. A square can be peeled when each of its edges is open or looks as the square draws it;
a set of squares *suffices* if peeling it, as far as it goes, opens every edge that is drawn. Peeling never
hurts, hence the order does not matter and a larger set suffices all the more: if all places together don't,
no stack makes the picture; the lowest stack is the smallest set that does, in the reverse order of peeling.
No square is needed twice.

The smallest set is found by branch and bound over *cuts*. A set that does not suffice is enlarged, square by
square, as long as it does not; then each square left out would complete it, so every set that suffices has
one of these, the cut. Cuts without a square in common, each found with the squares of those before given
away for free, add up to a lower bound. The search branches on the squares of a smallest cut; a cut of one
square is no choice at all, and most are.

Planning with the fewest actions where nothing is ever undone asks the same; cuts are known as landmarks there
(Helmert and Domshlak, ICAPS 2009; Haslum, Slaney and Thiébaux, ICAPS 2012). It is NP-hard in general, so the
number of cuts is bounded.
"""

from collections.abc import Iterable, Sequence

from doublecount.dp.overlapping_squares.edges import moves

MOST_CUTS = 50_000
"""The search gives up after so many."""

Numbers = Sequence[int]
"""Squares by their numbers, row by row from 0."""


class TooHardError(Exception):
    """Raised when a search would need more than ``MOST_CUTS`` cuts: nothing is known then."""


def lowest_stack(picture: int, height: int, width: int) -> tuple[int, ...] | None:
    """Return the numbers of the fewest squares that make a picture, the first placed first; None if none do.

    A cut costs O(places^2) steps on integers with a bit for each edge. Raises ``TooHardError``.
    """
    return Search(picture, height, width).lowest_stack()


class Search:
    """The search for one picture.

    What peeling comes to is a pair: the edges that are open, and the squares of the set that wait.
    """

    def __init__(self, picture: int, height: int, width: int) -> None:
        self.drawn = picture
        self.area = [~kept for kept, _ in moves(height, width)]
        self.unlike = [
            (picture ^ outline) & area
            for area, (_, outline) in zip(self.area, moves(height, width), strict=True)
        ]
        """For each square its edges that do not look as it draws them."""
        self.cuts = 0
        self.best: tuple[int, ...] = ()

    def lowest_stack(self) -> tuple[int, ...] | None:
        """Find the smallest set that suffices, starting from one from which nothing can be left out."""
        order = self.order_of(range(len(self.area)))
        if not self.drawn or not self.suffices(order):
            return None
        self.best = tuple(order)
        for square in reversed(order):
            smaller = tuple(other for other in self.best if other != square)
            if self.suffices(smaller):
                self.best = smaller
        self.improve((), order)
        return tuple(reversed(self.order_of(self.best)))

    def peel(self, opened: int, waiting: Numbers) -> tuple[int, Numbers]:
        """Peel squares off as long as one can be; return the open edges and the squares that still wait."""
        before = -1
        while before != len(waiting):
            before, stuck = len(waiting), []
            for square in waiting:
                if self.unlike[square] & ~opened:
                    stuck.append(square)
                else:
                    opened |= self.area[square]
            waiting = stuck
        return opened, waiting

    def order_of(self, squares: Iterable[int]) -> list[int]:
        """Return the squares that can be peeled, in an order in which they can."""
        opened, order, waiting = 0, list[int](), list(squares)
        while ready := [square for square in waiting if not self.unlike[square] & ~opened]:
            for square in ready:
                opened |= self.area[square]
            order += ready
            waiting = [square for square in waiting if square not in ready]
        return order

    def suffices(self, squares: Numbers) -> bool:
        """Tell whether peeling these squares opens all that is drawn."""
        return not self.drawn & ~self.peel(0, squares)[0]

    def improve(self, chosen: tuple[int, ...], allowed: Numbers) -> None:
        """Look for a set smaller than the best: the chosen squares and some of those allowed."""
        opened, waiting = self.peel(0, chosen)
        if not self.drawn & ~opened:
            self.best = chosen  # smaller: else the bound would have ended the search before
            return
        cut = self.smallest_cut(opened, waiting, allowed, len(self.best) - len(chosen))
        for square in cut:
            if len(chosen) + 1 >= len(self.best):
                return
            allowed = [other for other in allowed if other != square]
            self.improve((*chosen, square), allowed)

    def smallest_cut(self, opened: int, waiting: Numbers, allowed: Numbers, bound: int) -> Numbers:
        """Find cuts with no square in common; return a smallest, or nothing if there are ``bound`` of them.

        Nothing is returned as well if the allowed squares do not suffice.
        """
        smallest: Numbers = ()
        for _ in range(bound):
            if not self.drawn & ~opened:
                return smallest
            cut = self.cut(opened, waiting, allowed)
            if not cut:
                return ()
            if not smallest or len(cut) < len(smallest):
                smallest = cut
            allowed = [square for square in allowed if square not in cut]
            opened, waiting = self.peel(opened, [*waiting, *cut])
        return ()

    def cut(self, opened: int, waiting: Numbers, allowed: Numbers) -> Numbers:
        """Enlarge the set that was peeled while it does not suffice; return the squares left out."""
        self.cuts += 1
        if self.cuts > MOST_CUTS:
            raise TooHardError
        cut = []
        for square in allowed:
            if self.unlike[square] & ~opened:
                waiting = [*waiting, square]
                continue
            larger = self.peel(opened | self.area[square], waiting)
            if self.drawn & ~larger[0]:
                opened, waiting = larger
            else:
                cut.append(square)
        return cut
