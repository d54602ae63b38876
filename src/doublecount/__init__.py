"""Cross-checks dynamic-programming solvers of board problems against independent models.

The parts, in the order in which data flows: ``problems`` (what a problem is), ``dp`` (the production
solvers), ``models`` (the independent oracles), ``verify`` (the harness), ``reports``, ``cli``.
Importing this package imports none of them; what it offers is loaded on first use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublecount.verify.decorator import cross_check as cross_check

__version__ = "0.1.0"
_OFFERED = {"cross_check": "doublecount.verify.decorator"}
__all__ = ["cross_check"]


def __getattr__(name: str) -> object:
    """Load what is offered under a name."""
    if name not in _OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_OFFERED[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Name what is offered, loaded or not."""
    return sorted({*globals(), *__all__})
