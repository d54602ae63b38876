"""Fuzzes one reader with atheris, guided by the coverage of the package: for a time, in a process of its own.

    python -m tests.fuzz.guided TARGET SECONDS

The exit code is 0 if no input led to a fault; else the input and the fault are printed.
"""

import sys
from collections.abc import Sequence

import atheris

with atheris.instrument_imports(
    include=["doublecount.problems", "doublecount.verify.known", "doublecount.cli"]
):
    from tests.fuzz.run import attempt
    from tests.fuzz.targets import targets

SEED = 1


def main(words: Sequence[str]) -> None:
    """Fuzz until the time is up."""
    name, seconds = words
    target = next(one for one in targets() if one.name == name)
    seeds = target.seeds()

    def one_input(data: bytes) -> None:
        """The first byte says to which seed the rest is joined, if to any."""
        head = seeds[data[0] % len(seeds)] if data and data[0] < 128 else b""
        word, why, _ = attempt(target, head + data[1:])
        if word == "fault":
            print(f"{target.name}: {why}: {head + data[1:]!r}", flush=True)
            raise AssertionError(why)

    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", f"-seed={SEED}", "-verbosity=0"], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
