"""The independent oracles: several techniques a problem, each written from the statement.

One package a problem, whose ``MODELS`` lists them; one module a technique. Imports ``problems`` and the
solver libraries only; shares nothing with ``dp``. A model answers within a budget of units of work, so
that a run repeats exactly, and "not within the budget" is a status of its own, never an answer.
"""
