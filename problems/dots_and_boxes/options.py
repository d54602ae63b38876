"""Dots and boxes: what ``solve`` can be asked for besides a file."""

from collections.abc import Iterator
from dataclasses import replace

from doublecount.problems.dots_and_boxes.instance import RULES, Instance
from doublecount.problems.record import InputOption
from doublecount.problems.text import sides


def _blank(size: str, _: Iterator[Instance]) -> Iterator[Instance]:
    boxes = sides(size, digits=7)
    if boxes is None:
        raise ValueError(f"expected ROWSxCOLUMNS of boxes, at least 1x1, not {size!r}")
    return iter([Instance((), *boxes)])


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
