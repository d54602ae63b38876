# make verify   sets everything up, cross-checks all five problems (about a minute), writes report.html
# make test     everything the tests need, then the tests
# make docs     the documentation as a site, in build/docs; any dead link ends it
# make bench    the benchmark table (minutes; QUICK=1: one); PEERS='PROBLEM=COMMAND …': beside other programs
PYTHON ?= python3
BIN := .venv/bin
REPORT ?= report.html

.PHONY: help setup setup-locked verify test coverage docs lock test-slow test-mutants mutants-dp long-runs bench
.PHONY: bench-harness bench-report lint
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile
	@echo "make test-slow (larger boards, more seeds), make test-mutants (faults in the harness itself): an hour or more"
	@echo "make mutants-dp (faults in the solvers; an hour or more, resumable)"
	@echo "make coverage (which lines and branches the tests reach: half an hour)"
	@echo "make long-runs (a million instances and more; hours, resumable)"
	@echo "make bench-harness, make bench-report, make lint, make setup"
	@echo "make lock (writes requirements-dev.lock anew), make setup-locked (installs just that)"

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

setup: .venv/installed

verify: .venv/installed
	$(BIN)/doublecount verify --seed 1 --report $(REPORT)

test: .venv/installed-dev
	sh tests/browser/ensure_chromium.sh
	$(BIN)/python -m pytest -m "not slow" --numprocesses 2 --dist worksteal

# The tests, measured, which takes longer: a limit of time may fail that make test keeps. Figures come all the same
coverage: .venv/installed-dev
	sh tests/browser/ensure_chromium.sh
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -m "not slow" --numprocesses 2 --dist worksteal; passed=$$?; \
	$(BIN)/coverage combine --quiet && $(BIN)/python -m tests.covered && exit $$passed

# Nothing is fetched: the theme and its fonts are part of what pip installed
docs: .venv/installed-dev
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs

# One lock for all supported versions of Python. Continuous integration takes what pyproject.toml allows.
lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-annotate \
	  --custom-compile-command 'make lock' --extra dev -o requirements-dev.lock pyproject.toml

setup-locked: .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch .venv/installed .venv/installed-dev

test-slow: .venv/installed-dev
	$(BIN)/python -m pytest -m slow --numprocesses 2 --dist worksteal --ignore-glob 'tests/slow/test_mutants*.py'

# A module after the other, so that the time limits of mutants are those of a quiet machine
test-mutants: .venv/installed-dev
	$(BIN)/python -m pytest -m slow -v tests/slow/test_mutants.py

# MODULES='MODULE …': only these, by their names below dp
mutants-dp: .venv/installed-dev
	$(BIN)/python -m tests.slow.mutants_dp $(MODULES)

long-runs: .venv/installed-dev
	$(BIN)/python benchmarks/long_runs.py

# PEERS, QUICK, LONG, ONLY and RESULTS reach it by the environment: see benchmarks/bench.py
bench: .venv/installed
	$(BIN)/python benchmarks/bench.py

bench-harness: .venv/installed
	$(BIN)/python benchmarks/throughput.py

bench-report: .venv/installed-dev
	$(BIN)/python benchmarks/report_page.py

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
