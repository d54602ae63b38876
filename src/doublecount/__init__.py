"""Cross-checks dynamic-programming solvers of board problems against independent models.

The five problems are modules: ``from doublecount import black_white``, and so on, each with ``board``,
``solve``, ``models`` and, where solutions are counted, ``count``, ``sample``, ``solutions`` and ``marginals``.
``cross_check`` puts a function on trial in a test suite, ``strategies`` are for Hypothesis.

The parts, in the order in which data flows: ``problems`` (what a problem is), ``dp`` (the production
solvers), ``models`` (the independent oracles), ``verify`` (the harness), ``reports``, ``cli``.
Importing this package imports none of them; what it offers is loaded on first use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublecount import black_white as black_white
    from doublecount import dots_and_boxes as dots_and_boxes
    from doublecount import injured_queen as injured_queen
    from doublecount import overlapping_squares as overlapping_squares
    from doublecount import strategies as strategies
    from doublecount import wooden_chess as wooden_chess
    from doublecount.verify.decorator import cross_check as cross_check

__version__ = "0.1.0"
__all__ = [
    "black_white",
    "cross_check",
    "dots_and_boxes",
    "injured_queen",
    "overlapping_squares",
    "strategies",
    "wooden_chess",
]


def __getattr__(name: str) -> object:
    """Load what is offered under a name."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name != "cross_check":
        return import_module(f"{__name__}.{name}")
    return import_module(f"{__name__}.verify.decorator").cross_check


def __dir__() -> list[str]:
    """Name what is offered, loaded or not."""
    return sorted({*globals(), *__all__})
