"""Dots and boxes: what ``solve`` can be asked for besides a file."""

import re
from collections.abc import Iterator
from dataclasses import replace

from doublecount.problems.dots_and_boxes.instance import RULES, Instance
from doublecount.problems.record import InputOption

_SIZES = re.compile(r"([1-9][0-9]{0,6})x([1-9][0-9]{0,6})", re.ASCII)


def _blank(sizes: str, _: Iterator[Instance]) -> Iterator[Instance]:
    match = _SIZES.fullmatch(sizes)
    if not match:
        raise ValueError(f"expected ROWSxCOLUMNS of boxes, at least 1x1, not {sizes!r}")
    return iter([Instance((), int(match[1]), int(match[2]))])


BLANK = InputOption("--blank", "RxC", "Answer the grid of so many boxes with no line drawn.", _blank, True)


def _by_rules(name: str, games: Iterator[Instance]) -> Iterator[Instance]:
    for rules in RULES:
        if rules == name:
            return (replace(game, rules=rules) for game in games)
    raise ValueError(f"expected {' or '.join(RULES)}, not {name!r}")


RULES_OPTION = InputOption(
    "--rules",
    "|".join(RULES),
    "standard: who closes a box draws the next line too; whatever the input says.",
    _by_rules,
)
