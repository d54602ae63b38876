"""The commands that pages show: found, run, and what they print without what may differ from run to run."""

import os
import re
import subprocess
import sys

from doublecount.verify import catalogue

FENCES = re.compile(r"^```([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
"""Language and content of blocks."""


def examples(text):
    """The commands of a page's console blocks, each with the lines shown below it."""
    blocks = [block for language, block in FENCES.findall(text) if language == "console"]
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def performed(command, cwd, state):
    """Run a command of a page in a folder, with this environment's ``doublecount``; state goes to another."""
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "XDG_STATE_HOME": str(state)}
    words = ["bash", "-c", command]
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def scrubbed(text):
    """Without seconds, the store, versions, and models that may not be installed."""
    extra = "|".join(one.name for name in catalogue.NAMES for one in catalogue.every_model(name) if one.extra)
    text = re.sub(rf", (?:{extra}) \d+|^ +(?:{extra}): .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"--store \S+", "--store …", text)
    text = re.sub(r"(rup and dratify) [\d.]+", r"\1 …", text)
    return re.sub(r" +(\d+\.\d|…)$", " …", text, flags=re.MULTILINE).strip()
