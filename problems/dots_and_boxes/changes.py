"""Dots and boxes: small random changes of a game, in search of hard ones."""

from random import Random

from doublecount.problems.dots_and_boxes.instance import Instance


def changed(rng: Random, instance: Instance) -> Instance:
    """Draw one more line, take one back, or exchange two in the order of drawing."""
    lines, what = [*instance.lines], rng.randrange(3)
    if what == 0 and instance.free:
        lines.append(rng.choice(instance.free))
    elif what == 1 and lines:
        lines.remove(rng.choice(lines))
    elif len(lines) > 1:
        one, other = rng.sample(range(len(lines)), 2)
        lines[one], lines[other] = lines[other], lines[one]
    return instance.with_lines(tuple(lines))
