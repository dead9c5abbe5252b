# Everything here sets itself up: `make demo` and `make test` work on a fresh clone
# with Python 3.11 or newer, make and git.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# The first Python that is new enough; `make PYTHON=… test` chooses another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; exit; }; \
	done; echo python3)

BIN := .venv/bin
PY := $(BIN)/python
CODE := $(wildcard entrypoint.py steward tests benchmarks .github/release.py docs/images/render.py)
WORKFLOWS := $(wildcard .github/workflows/*.yml)
EXAMPLES := $(wildcard examples/workflows/*.yml)
ISSUE_FORMS := $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
# Lock files record no address: where packages come from is pip's own setting.
COMPILE := pip-compile --quiet --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

# pytest holds lines and branches together to the limit; this holds the branches alone.
define BRANCHES
import json, sys
totals = json.load(sys.stdin)["totals"]
covered, known = totals["covered_branches"], totals["num_branches"]
print(f"branches covered outside adapters: {covered} of {known}")
sys.exit(covered < 0.95 * known and "fewer than 95 %: the table above names what no test reaches")
endef
export BRANCHES

TYPE := github-markdown-css@5.9.0
IMAGE := steward:test
BASE := python:3.13-slim
# A build inherits no proxy or pip setting of ours; the host's network is all that it may need.
BUILD := docker build --quiet --network host --build-arg BASE=$(BASE) --tag $(IMAGE) $(BUILD_OPTIONS) .

.PHONY: help demo test lint fmt bench image e2e docker pictures requirements clean

help: ## list these commands
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22

demo: .venv/.installed ## run the Action against a stand-in GitHub and show the comment (MODEL=fake: with words)
	@$(PY) -m tests.github.demo $(MODEL)

test: .venv/.installed ## run all tests with branch coverage
	@rm -f .coverage .coverage.*
	$(PY) -m pytest -n 2 --cov
	@$(PY) -m coverage json --quiet -o - | $(PY) -c "$$BRANCHES"

lint: .venv/.installed ## style, types, architecture, workflows
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(CODE)
	$(BIN)/lint-imports --no-logo
	$(BIN)/zizmor --offline --quiet --persona=auditor . $(EXAMPLES)
	$(BIN)/actionlint $(WORKFLOWS) $(EXAMPLES)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions action.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows $(WORKFLOWS) $(EXAMPLES)
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms $(ISSUE_FORMS)
	$(BIN)/hadolint Dockerfile

fmt: .venv/.installed ## rewrite the code in the project's style
	$(PY) -m ruff check --fix --exit-zero .
	$(PY) -m ruff format .

docker:
	@docker info >/dev/null 2>&1 || { \
		echo "make: Docker does not answer; start an engine, or set DOCKER_HOST to one that runs" >&2; exit 2; }

image: .venv/.installed docker ## build the image and run it as the runner does (needs Docker)
	$(BUILD)
	STEWARD_IMAGE=$(IMAGE) $(PY) -m pytest tests/image

e2e: .venv/.installed .venv/.act docker ## run a whole workflow with `uses: ./` (needs Docker)
	STEWARD_BASE=$(BASE) $(PY) -m pytest tests/e2e

.venv/.act: .venv/.installed requirements-docker.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-docker.txt
	@touch $@

bench: .venv/.installed ## measure what the README's figures say (the image's where Docker answers)
	@if docker info >/dev/null 2>&1; then $(BUILD); fi
	@STEWARD_IMAGE=$(IMAGE) STEWARD_BASE=$(BASE) $(PY) -m benchmarks

# GitHub's type comes from npm, the pictures from Chromium; the fonts are the machine's (Noto Sans and its emoji).
pictures: demo ## draw docs/images/*.png from the demo's output (needs npm and Chromium)
	@rm -rf build/pictures && mkdir -p build/pictures
	@cd build/pictures && tar -xzf "$$(npm pack --silent $(TYPE))"
	@$(PY) docs/images/render.py build/pictures/package/github-markdown-light.css

# Compiled with the oldest Python we support, so that the pins hold on all of them.
requirements: ## pin the newest releases (needs Python 3.11)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
		echo "make requirements: the pins are compiled with Python 3.11; say make PYTHON=python3.11 requirements" >&2; exit 2; }
	"$(PYTHON)" -m venv --clear .venv-pins
	.venv-pins/bin/python -m pip install --quiet pip-tools
	.venv-pins/bin/$(COMPILE) --upgrade --output-file requirements.txt requirements.in
	.venv-pins/bin/$(COMPILE) --upgrade --output-file requirements-dev.txt requirements-dev.in
	.venv-pins/bin/$(COMPILE) --upgrade --output-file requirements-docker.txt requirements-docker.in
	rm -rf .venv-pins

clean: ## remove everything that is not in git's keeping
	rm -rf .venv .venv-pins .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Two stamps: new pins make a new environment, a changed pyproject.toml only installs steward again.
.venv/.requirements: requirements.txt requirements-dev.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "steward: '$(PYTHON)' is missing or older than Python 3.11; install one, or say: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "steward: '$(PYTHON)' cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 2; }
	@echo "setting up .venv with $(PYTHON)"
	@"$(PYTHON)" -m venv --clear .venv
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.installed: .venv/.requirements pyproject.toml
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
