# Two commands are enough: `make serve` plays, `make test` checks everything. `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
# The first of these that runs and is new enough; PYTHON=... overrides.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.14 python3.11; do \
	$$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null \
	&& echo $$name && break; done)
JOBS ?= 2
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := $(INSTALL) --require-hashes --only-binary :all: --requirement
# Newer pips print the build tool's advice on editable installs, a screenful that asks for nothing.
OURS := PYTHONWARNINGS=ignore $(INSTALL) --no-deps --no-build-isolation --editable .
# A lock is made from the public registry, whatever this machine is set up to use.
COMPILE := env -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS \
	-u UV_CONSTRAINT -u UV_OVERRIDE uv pip compile --quiet --no-config --universal --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' --python-version 3.11 \
	--upgrade --constraint requirements/constraints.in --group build pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help serve test audit format lock bench power clean
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve-installed ## play at http://127.0.0.1:8000 with play money (ARGS='--port 9000')
	@$(BIN)/pontoon serve $(ARGS)

test: $(VENV)/.test-installed ## check everything: format, lint, types, tests (ARGS='-k r14')
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --num-workers $(JOBS)
	@# One process more than cores: it goes through the browser, which is waited for most of the time.
	$(BIN)/pytest --numprocesses $$(($(JOBS) + 1)) $(ARGS)

audit: $(VENV)/.test-installed ## install what rtp, simulate, exposure, rng, sts and certify need

format: $(VENV)/.test-installed ## lay out the code, mend what ruff can mend
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/.test-installed ## measure rates, printed with the ratios that count
	@for script in $$(grep -l '^if __name__' tests/benchmarks/*.py); do \
		echo "== $$script"; $(BIN)/python -m tests.benchmarks.$$(basename $$script .py) || exit 1; done

power: $(VENV)/.test-installed ## measure how often certification sees each control (resumable, ARGS='--only modulo')
	@$(BIN)/python -m certification.power --workers $(JOBS) $(ARGS)

lock: ## resolve the dependencies anew into requirements/ (needs uv)
	@command -v uv >/dev/null || { echo 'make lock needs uv; type: python3 -m pip install uv'; exit 1; }
	$(COMPILE) --extra postgresql --extra gunicorn --output-file requirements/serve.txt
	$(COMPILE) --all-extras --constraint requirements/serve.txt --output-file requirements/test.txt

clean: ## remove the environment and what tools left; databases and keys in var/ stay
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find app certification config rng tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: what they stand for is done again only when a lock or pyproject.toml is newer.
$(VENV)/.serve-installed: requirements/serve.txt pyproject.toml | $(BIN)/python
	@echo 'Installing from requirements/serve.txt (once) ...'
	@$(LOCKED) requirements/serve.txt
	@$(OURS)
	@touch $@

# The lock of the tests holds everything of the other, in the same versions.
$(VENV)/.test-installed: requirements/test.txt pyproject.toml | $(BIN)/python
	@echo 'Installing from requirements/test.txt (once, a few hundred megabytes) ...'
	@$(LOCKED) requirements/test.txt
	@$(OURS)
	@touch $(VENV)/.serve-installed $@

$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'Pontoon needs Python 3.11 to 3.14: none was found; type: make $(MAKECMDGOALS) PYTHON=/path/to/python3'; exit 1; }
	@if $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then $(PYTHON) -m venv $(VENV); \
	elif command -v uv >/dev/null; then uv venv --quiet --seed --python $(PYTHON) $(VENV); \
	else echo 'This Python cannot make environments; on Debian type: apt install python3-venv'; exit 1; fi
