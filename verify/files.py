"""Into which files a campaign's instances go, as candidates get them, and which are checked more closely.

All of it follows from an instance's number, so that campaigns of any length on any number of workers see
the same files. Small ones come first: short campaigns have several, and what is plainly wrong shows soon.
Then starting a program costs more than most answers, and files are large.
"""

from doublecount.problems.record import AnyProblem

SMALL, LARGE = 10, 100
"""Cases in a file, where the judge allows so many."""
FIRST_LARGE = 100
"""The number of the first instance, from 0, that is in a large file."""
SAMPLED = 10
"""One instance in so many gets the dearer checks."""


def _size(problem: AnyProblem, index: int) -> int:
    return LARGE if index >= FIRST_LARGE and problem.limits.cases_per_file >= LARGE else SMALL


def file_end(problem: AnyProblem, index: int) -> int:
    """Return the number after the last instance of the file that instance ``index`` is in.

    Where the judge allows fewer cases in a file, such a group of instances goes in several.
    """
    size = _size(problem, index)
    return (index // size + 1) * size


def turn(problem: AnyProblem, index: int) -> int:
    """Return the number of the file that instance ``index`` is in."""
    small = min(index, FIRST_LARGE) if _size(problem, index) == LARGE else index
    return small // SMALL + (index - small) // LARGE


def is_sampled(index: int) -> bool:
    """Whether instance ``index`` gets the dearer checks: one in each ten, at a place that moves on."""
    return index % SAMPLED == index // SAMPLED % SAMPLED
