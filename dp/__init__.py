"""The production solvers: dynamic programming, written by hand, exact at every size they accept.

One module a problem with the same entry points: ``solve(instance)`` gives value and witness, ``fits``
says why an instance is too large, and ``SOLVER`` ties them together. Counting problems add ``count_many``,
``solutions``, ``sample`` and ``marginals``. What they share: ``layered`` compiles a graph of states once per
size of the board, ``counting`` evaluates it for one instance or a batch, ``sampling`` and ``marginals`` build
on that; ``forward`` counts without a graph; ``cache`` keeps what was compiled; ``lanes`` lead from the
judge's input straight to the output. Imports ``problems`` and NumPy only; shares nothing with ``models``.
"""
