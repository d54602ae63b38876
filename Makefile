# make verify   sets everything up, cross-checks all five problems (about a minute), writes report.html
# make test     everything the tests need, then the tests
# make bench    the benchmark table (minutes; QUICK=1: one); PEERS='PROBLEM=COMMAND …': beside other programs
PYTHON ?= python3
BIN := .venv/bin
REPORT ?= report.html

.PHONY: help setup verify test test-slow test-mutants mutants-dp long-runs bench bench-harness bench-report lint
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile
	@echo "make test-slow (larger boards, more seeds), make test-mutants (faults in the harness itself): an hour or more"
	@echo "make mutants-dp (faults in the solvers; half an hour or more, resumable)"
	@echo "make long-runs (a million instances and more; hours, resumable)"
	@echo "make bench-harness, make bench-report, make lint, make setup"

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
