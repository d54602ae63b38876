"""Options that are seconds; apart, since ``solve`` has none and would load the runner for them."""

from typing import Any

import click

from doublecount.verify.runner import MOST_SECONDS


class _Seconds(click.FloatRange):
    """A time that clocks and limits of the system can take."""

    def __init__(self) -> None:
        super().__init__(min=0, max=MOST_SECONDS, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds; what is no number is in every range."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds()
