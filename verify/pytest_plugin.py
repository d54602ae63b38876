"""The pytest plugin: the fixture ``doublecount`` and the decorator ``cross_check``.

    from doublecount import cross_check

    @cross_check("black-white", examples=200, seed=1)
    def test_my_solver(instance):
        return my_solver(instance)

Loaded in every run of pytest where doublecount is installed, used or not: it imports nothing before it is.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

Function = TypeVar("Function", bound=Callable[..., Any])


class CrossCheck:
    """What the fixture gives."""

    @staticmethod
    def check(
        function: Callable[[Any], Any],
        problem: str,
        examples: int = 100,
        seed: int = 0,
        beyond_judge: bool = False,
    ) -> int:
        """Put random instances before a function: see ``doublecount.verify.crosscheck.check``."""
        __tracebackhide__ = True
        from doublecount.verify import crosscheck

        return crosscheck.check(function, problem, examples, seed, beyond_judge)


@pytest.fixture(scope="session")
def doublecount() -> CrossCheck:
    """Cross-check functions: ``doublecount.check(function, "black-white", examples=100, seed=0)``."""
    return CrossCheck()
