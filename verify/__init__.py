"""The harness: run, compare, localise, shrink, store."""
