"""The command line: thin; reaches problems through the catalogue only."""
