"""The benchmark table: what the production solvers need, measured here and now.

For each problem a file of random instances within the judge's limits: the whole command from start to end
(first row of figures), and in one warm process the median instance and the slowest. Shared machines are
noisy: compare figures of one run only.
"""

import statistics
import subprocess
import sys
import time

from doublecount.verify import catalogue
from doublecount.verify.instances import draw

INSTANCES = 100
RUNS = 5
SEED = 1


def median_seconds(action):
    """Return the median time of a few calls."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def whole_process(*command, data=b""):
    """Return the median time of a command, in seconds."""
    return median_seconds(lambda: subprocess.run(command, input=data, stdout=subprocess.DEVNULL, check=True))


def warm(problem, instances):
    """Return median and slowest time of one instance after a first round, in seconds."""
    solve = problem.load_solver().solve
    times = []
    for warmed in (False, True):
        for instance in instances:
            started = time.perf_counter()
            solve(instance)
            if warmed:
                times.append(time.perf_counter() - started)
    return statistics.median(times), max(times)


def main():
    """Print the table."""
    python = whole_process(sys.executable, "-c", "import numpy")
    print(f"python -c 'import numpy': {1000 * python:.0f} ms, the least that any command below could take")
    print(f"{INSTANCES} random instances a problem, seed {SEED}; milliseconds, medians of {RUNS} runs")
    print(f"{'problem':<20}{'whole command':>15}{'an instance, warm':>19}{'slowest, warm':>15}")
    for name in catalogue.NAMES:
        problem = catalogue.problem(name)
        instances = [draw(problem, SEED, index, judge_only=True).instance for index in range(INSTANCES)]
        data = problem.write(instances).encode()
        command = whole_process(sys.executable, "-m", "doublecount", "solve", name, data=data)
        middle, slowest = warm(problem, instances)
        print(f"{name:<20}{1000 * command:>15.0f}{1000 * middle:>19.3f}{1000 * slowest:>15.3f}")


if __name__ == "__main__":
    main()
