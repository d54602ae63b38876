"""Shapes as SVG path data: what stands in a cell, on an edge, or in a legend. No colours in here."""

from collections.abc import Callable
from dataclasses import dataclass

from doublecount.problems.picture import Paint, Sign


@dataclass(frozen=True)
class Box:
    """A rectangle by its top-left corner and its sides."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


Shape = Callable[[Box], str]
"""Path data of a shape in a box."""


def number(value: float) -> str:
    """Write a coordinate, to a tenth."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")  # + 0: never "-0"


def rectangle(box: Box, inset: float = 0) -> str:
    """The box itself, or one ``inset`` smaller on all sides."""
    across, down = number(box.width - 2 * inset), number(box.height - 2 * inset)
    return f"M{number(box.x + inset)} {number(box.y + inset)}h{across}v{down}h-{across}z"


def disc(x: float, y: float, radius: float) -> str:
    """A circle around (x, y)."""
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z"


def square(x: float, y: float, radius: float) -> str:
    """A square around (x, y)."""
    return rectangle(Box(x - radius, y - radius, 2 * radius, 2 * radius))


def diamond(x: float, y: float, radius: float) -> str:
    """A square on its corner around (x, y)."""
    r = number(radius)
    return f"M{number(x)} {number(y - radius)}l{r} {r}l-{r} {r}l-{r} -{r}z"


def triangle(x: float, y: float, radius: float) -> str:
    """A triangle around (x, y), its tip up."""
    r, tall = number(radius), number(1.8 * radius)
    return f"M{number(x)} {number(y - 1.1 * radius)}l{r} {tall}h-{number(2 * radius)}z"


def tumbled(x: float, y: float, radius: float) -> str:
    """A triangle around (x, y), its tip down."""
    r, tall = number(radius), number(1.8 * radius)
    return f"M{number(x)} {number(y + 1.1 * radius)}l{r} -{tall}h-{number(2 * radius)}z"


def cross(x: float, y: float, radius: float) -> str:
    """Two strokes crossing in (x, y)."""
    d = number(2 * radius)
    left = number(x - radius)
    return f"M{left} {number(y - radius)}l{d} {d}M{left} {number(y + radius)}l{d} -{d}"


def frame(box: Box) -> str:
    """A second frame inside the box."""
    return rectangle(box, 3.5)


def hatch(box: Box) -> str:
    """Three strokes across the top-left corner."""
    strokes = ((number(box.x + 1), number(box.y + step), number(step - 1)) for step in (8, 15, 22))
    return "".join(f"M{x} {y}l{step} -{step}" for x, y, step in strokes)


def brackets(box: Box) -> str:
    """The four corners of a frame."""
    left, top = number(box.x + 2), number(box.y + 2)
    right, bottom = number(box.x + box.width - 2), number(box.y + box.height - 2)
    return (
        f"M{left} {number(box.y + 10)}V{top}H{number(box.x + 10)}"
        f"M{number(box.x + box.width - 10)} {top}H{right}V{number(box.y + 10)}"
        f"M{right} {number(box.y + box.height - 10)}V{bottom}H{number(box.x + box.width - 10)}"
        f"M{number(box.x + 10)} {bottom}H{left}V{number(box.y + box.height - 10)}"
    )


def _crown(box: Box) -> str:
    x, y = box.middle
    points = "l2-13l-5.6 5.5l-4.4-8.5l-4.4 8.5l-5.6-5.5l2 13z"
    return f"M{number(x + 8)} {number(y + 5)}{points}M{number(x - 8)} {number(y + 7)}h16v3h-16z"


def _ray(box: Box) -> str:
    return f"M{number(box.x + box.width / 2)} {number(box.y)}v{number(box.height)}"


SIGNS: dict[Sign, Shape] = {
    Sign.CROSS: lambda box: cross(*box.middle, 6),
    Sign.RING: lambda box: disc(*box.middle, 7),
    Sign.QUEEN: _crown,
    Sign.RAY: _ray,
}
MARKS: dict[Paint, Shape] = {
    Paint.FAINT: hatch,
    Paint.GIVEN: frame,
    Paint.LAST: frame,
    Paint.BEST: lambda box: diamond(*box.middle, 14),
    Paint.FIRST_PLAYER: lambda box: disc(*box.middle, 11.5),
    Paint.SECOND_PLAYER: lambda box: square(*box.middle, 10.5),
}
"""Every paint that matters has a shape of its own, so that no meaning hangs on colour alone."""
