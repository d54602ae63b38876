"""The bank of planted faults: a module a problem, by which ``doublecount selftest`` tries the harness."""
