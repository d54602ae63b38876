"""The audit of the solvers: every state and move, rebuilt from a plain graph of the board and compared.

One module a problem, of the same name as in ``dp``, with an ``AUDITOR``. Each knows what the solver has
compiled through a small interface of ``dp``, and rebuilds it from the statement with networkx, by nothing
that ``dp`` is made of. ``record`` says what comes out, ``ledger`` keeps count and time, ``futures`` judges
which states may be merged or left out, ``engine`` runs an audit. Imports ``dp`` and ``problems``, not
``models``.
"""
