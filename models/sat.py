"""What the SAT models of all problems share: one pool of variables, a metered solver, enumeration.

Board variables are reserved in the pool first: python-sat's encodings take ids above ``pool.top`` only
when they are handed the pool, and an id used twice loses or invents solutions without a word.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pysat.formula import IDPool
from pysat.solvers import Solver

from doublecount.models.outcomes import Meter, OutOfBudgetError
from doublecount.problems.claim import Claim

Clause = Sequence[int]
SOLVER_NAME = "glucose4"
"""One that writes proofs which hold: maplesat numbers variables wrongly, minisat22 and others write none."""
SECOND_SOLVER = "cadical195"
"""Of another family than the first, and with a budget of conflicts, too; its proofs hold as well."""
OTHERWISE = f"with another encoding, by {SECOND_SOLVER}"
EMPTY_CLAUSE = "0"


class MeteredSolver:
    """A SAT solver whose conflicts (plus one unit a call) are taken from a meter."""

    def __init__(
        self,
        clauses: Iterable[Clause],
        meter: Meter,
        with_proof: bool = False,
        solver: str = SOLVER_NAME,
    ) -> None:
        stated = [list(clause) for clause in clauses]
        self._solver = Solver(name=solver, bootstrap_with=stated, with_proof=with_proof)
        self._meter = meter

    def __enter__(self) -> "MeteredSolver":
        return self

    def __exit__(self, *exc: object) -> None:
        self._solver.delete()

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        self._solver.add_clause(list(clause))

    def solve(self, assumptions: Sequence[int] = ()) -> frozenset[int] | None:
        """Return the true literals of a model, or None if there is none; raises OutOfBudgetError."""
        before = self._solver.accum_stats()["conflicts"]
        self._solver.conf_budget(self._meter.left)
        result = self._solver.solve_limited(assumptions=list(assumptions))
        self._meter.spend(1 + self._solver.accum_stats()["conflicts"] - before)
        if result is None:
            raise OutOfBudgetError
        return frozenset(self._solver.get_model()) if result else None

    def proof(self) -> tuple[str, ...]:
        """Return the steps of the solver's proof that there is no model; assumptions are not in it."""
        return tuple(self._solver.get_proof())


def board_models(
    clauses: Iterable[Clause],
    board: Sequence[int],
    meter: Meter,
    cuts: Callable[[frozenset[int]], list[Clause]] = lambda _: [],
    solver: str = SOLVER_NAME,
) -> Iterator[tuple[bool, ...]]:
    """Yield every assignment of the board variables that extends to a model, each once.

    ``cuts(true literals)`` may reject a model by returning clauses that it violates (lazy constraints).
    Blocking clauses are over board variables only, so helper variables never multiply solutions.
    """
    known = [[variable, -variable] for variable in board]  # Else a model may leave out cells free of rules.
    with MeteredSolver([*known, *clauses], meter, solver=solver) as asked:
        while (model := asked.solve()) is not None:
            rejected = cuts(model)
            for clause in rejected:
                asked.add(clause)
            if not rejected:
                asked.add([-variable if variable in model else variable for variable in board])
                yield tuple(variable in model for variable in board)


def refuted(
    witnesses: Iterable[object], stated: Sequence[Clause], rest: Iterable[Clause], meter: Meter
) -> Claim:
    """Claim that what is stated leaves the witnesses only, of which ``rest`` excludes each; prove it.

    The proof is that of a solver of its own, so that it speaks of these clauses alone. Raises
    OutOfBudgetError, and AssertionError if there is something else.
    """
    with MeteredSolver([*stated, *rest], meter, with_proof=True) as solver:
        model = solver.solve()
        assert model is None, f"the clauses leave a model: {sorted(model)}"
        steps = solver.proof()
    if steps[-1:] != (EMPTY_CLAUSE,):
        steps += (EMPTY_CLAUSE,)  # not written where the clauses contradict each other as they are read
    return Claim(tuple(witnesses), tuple(tuple(clause) for clause in stated), steps)


def new_pool(board_variables: int) -> tuple[IDPool, list[int]]:
    """Return a pool in which the ids 1..``board_variables`` are taken, and those ids."""
    return IDPool(start_from=board_variables + 1), list(range(1, board_variables + 1))


def any_of(helper: int, literals: Sequence[int]) -> list[Clause]:
    """State that a helper variable is true exactly if some literal is: it is a function of them."""
    return [[-helper, *literals], *([helper, -literal] for literal in literals)]


def all_of(helper: int, literals: Sequence[int]) -> list[Clause]:
    """State that a helper variable is true exactly if all literals are."""
    return any_of(-helper, [-literal for literal in literals])
