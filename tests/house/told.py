"""What commands print, without what may differ from run to run."""

import re

from doublecount.verify import catalogue


def scrubbed(text):
    """Without seconds, the store, versions, and models that may not be installed."""
    extra = "|".join(one.name for name in catalogue.NAMES for one in catalogue.every_model(name) if one.extra)
    text = re.sub(rf", (?:{extra}) \d+|^ +(?:{extra}): .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"--store \S+", "--store …", text)
    text = re.sub(r"(rup and dratify) [\d.]+", r"\1 …", text)
    return re.sub(r" +(\d+\.\d|…)$", " …", text, flags=re.MULTILINE).strip()
