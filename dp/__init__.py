"""The production solvers: dynamic programming, written by hand, exact at every size they accept.

One module a problem with the same entry points: ``solve(instance)`` gives value and witness, ``fits``
says why an instance is too large, ``solutions`` lists all witnesses (counting problems), and ``SOLVER``
ties them together. Imports ``problems`` and NumPy only; shares nothing with ``models``.
"""
