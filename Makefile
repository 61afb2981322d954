# Ridotto's commands. `make help` lists them.

PYTHON ?= $(shell for p in python3.11 python3; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
BIN := .venv/bin
HOST ?= localhost
PORT ?= 8000

# A stamp is named after the pins it stands for: when they change, it is missing.
pins = $(shell cat $(1) | cksum | cut -d' ' -f1)
RUN_STAMP := .venv/.run-$(call pins,requirements.txt)
DEV_STAMP := .venv/.dev-$(call pins,requirements.txt requirements-dev.txt)
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check

# Each worker has a database, services and a browser of its own; a file's tests stay together.
ON_EVERY_CORE := -n logical --dist loadfile --no-loadscope-reorder

# What `check --deploy` looks at: a production environment with made-up values.
PRODUCTION_ENV := PRODUCTION=1 ALLOWED_HOSTS=ridotto.example \
	SECRET_KEY=check-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ

.DEFAULT_GOAL := help
.PHONY: help run test check bench lock clean tools

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(RUN_STAMP) ## Open the house on http://localhost:8000 (PORT=8001, HOST=0.0.0.0 to change it)
	@exec $(BIN)/python manage.py house --prepare --host $(HOST) --port $(PORT)

test: tools $(DEV_STAMP) ## Run every test: SQLite alone, then PostgreSQL and Redis
	@alone=0; real=0; \
	$(BIN)/python -m pytest -q $(ON_EVERY_CORE) || alone=$$?; \
	$(BIN)/python -m pytest -q $(ON_EVERY_CORE) --services=real || real=$$?; \
	test "$$alone$$real" = 00

check: $(DEV_STAMP) ## Format, lint, types, laws, migrations and the deployment check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file= --strict games/engines auctions/rules
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION_ENV) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: tools $(DEV_STAMP) ## Measure actions and latency beside baselines of this machine
	$(BIN)/python -m tests.bench

lock: $(DEV_STAMP) ## Compile the pins anew from requirements*.in
	@tests/support/lock.sh

clean: ## Remove what the other commands made (the database in .run stays)
	rm -rf .venv .run/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

tools:
	@tests/support/ensure.sh

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Ridotto needs Python 3.11: install it, or name it with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "This Python cannot make virtual environments: install python3-venv (Debian, Ubuntu)." >&2; exit 1; }
	@echo "Making the virtual environment"
	@$(PYTHON) -m venv .venv

$(RUN_STAMP): | .venv/bin/python
	@echo "Installing what Ridotto needs to run"
	@$(PIP) -r requirements.txt
	@rm -f .venv/.run-* && touch $@

$(DEV_STAMP): | $(RUN_STAMP)
	@echo "Installing what the tests and checks need"
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@rm -f .venv/.dev-* && touch $@
