"""Fast lanes: from the judge's input to the judge's output, both as bytes, whole files at a time.

A lane answers files that are plainly formed, as judges' files and ``write`` are, and returns None for
anything else, wrong or merely unusual: the strict reader then takes over and has the last word, so a lane
needs no messages. What it does answer is byte for byte what the slow path prints.
"""
