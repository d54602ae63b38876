"""Cross-checks dynamic-programming solvers of board problems against independent models.

The parts, in the order in which data flows: ``problems`` (what a problem is), ``dp`` (the production
solvers), ``models`` (the independent oracles), ``verify`` (the harness), ``reports``, ``cli``.
Importing this package imports none of them.
"""

__version__ = "0.1.0"
