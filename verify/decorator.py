"""``@cross_check``: makes a test of a function that answers an instance."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

INSTANCE = "instance"
"""The parameter that gets the instances; all others are fixtures."""


def cross_check(
    problem: str, *, examples: int = 100, seed: int = 0, beyond_judge: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Make a test of a function: it takes ``instance`` and returns an answer, which is cross-checked.

    The answer is an ``Answer``, its first value alone, or the judge's output. Other parameters are fixtures.
    ``problem`` is the name of one, or the path of the module of one. Called with an instance, the test is the
    function itself: so ``doublecount replay … --candidate-py test_mine.py:test_mine`` works, too.

    Raises:
        TypeError: the function has no parameter ``instance``.
    """

    def decorated(function: Callable[..., Any]) -> Callable[..., None]:
        own = inspect.signature(function)
        if INSTANCE not in own.parameters:
            raise TypeError(f"expected a function with a parameter {INSTANCE!r}, found {own}")

        @wraps(function)
        def test(*instances: Any, **fixtures: Any) -> Any:
            __tracebackhide__ = True
            if instances or INSTANCE in fixtures:
                return function(*instances, **fixtures)
            from doublecount.verify import crosscheck

            def answer(instance: Any) -> Any:
                return function(**{INSTANCE: instance}, **fixtures)

            answer.__wrapped__ = test  # type: ignore[attr-defined]
            crosscheck.check(answer, problem, examples, seed, beyond_judge)
            return None

        others = [one for name, one in own.parameters.items() if name != INSTANCE]
        test.__signature__ = own.replace(parameters=others, return_annotation=None)  # type: ignore[attr-defined]
        return test

    return decorated
