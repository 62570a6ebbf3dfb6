# Everything runs in a virtual environment of its own; the only things needed beforehand are Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Where bytecode is not written, every process that a test starts compiles the whole package first.
export PYTHONDONTWRITEBYTECODE :=

# Coverage more than doubles the running time, so `make test` does not measure it. `make coverage` leaves out what takes long
# and reaches hardly any further branch: random programs, whole examples, the documentation; and tests that only start
# commands in processes of their own, which it does not see.
COVERED := $(addprefix tests/,approximation cli contracts dependence evolve exploration expr frontend harness ir machine \
	jobs options postcondition project provided report solver store suite workers test_api.py)

.PHONY: setup demo test test-slow test-browser test-cluster coverage lint format bench bench-suite clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

demo: $(STAMP)
	$(BIN)/secateur explore examples/dgse.c:test --out secateur-out/demo || test $$? -eq 1
	$(BIN)/secateur replay secateur-out/demo

test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal

test-slow: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

# Needs a browser on PATH: Chromium or Chrome. SCREENSHOTS=1 writes the pictures in docs/img anew.
test-browser: $(STAMP)
	$(BIN)/python -m pytest -m browser tests/browser

# Needs Ray: .venv/bin/pip install -e '.[cluster]'
test-cluster: $(STAMP)
	$(BIN)/python -m pytest -m cluster tests/workers

coverage: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term -k "not random and not generated and not slices" $(COVERED) \
		--ignore=tests/cli/docs $(addprefix --ignore=tests/cli/test_,encodings.py interrupt.py no_fence.py)

lint: $(STAMP)
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks

bench: $(STAMP)
	$(BIN)/python benchmarks/run.py --json bench.json
	$(BIN)/python benchmarks/dependences.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/techniques.py
	$(BIN)/python benchmarks/parsers.py
	$(BIN)/python benchmarks/automatic.py
	$(BIN)/python benchmarks/orders.py
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/forks.py
	$(BIN)/python benchmarks/postconditions.py
	$(BIN)/python benchmarks/allocations.py
	$(BIN)/python benchmarks/outputs.py
	$(BIN)/python benchmarks/debugging.py
	$(BIN)/python benchmarks/mutants.py
	$(BIN)/python benchmarks/kill_rates.py
	$(BIN)/python benchmarks/augmentation.py
	$(BIN)/python benchmarks/path_families.py

# Subjects of your own, or of a paper: a folder with a suite.toml (see benchmarks/subject_suite.py).
bench-suite: $(STAMP)
	$(BIN)/python benchmarks/subject_suite.py $(SUITE)

clean:
	rm -rf $(VENV) secateur-out bench.json .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
