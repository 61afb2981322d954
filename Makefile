# Ridotto's commands. `make help` lists them.

# The first of these that is in range. The pins fit each of them; they are compiled with the oldest.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	"$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null \
	&& { echo "$$p"; break; }; done)
NO_PYTHON := Ridotto needs Python 3.11, 3.12, 3.13 or 3.14: install one (Debian and Ubuntu: apt install \
	python3 python3-venv; macOS: brew install python), or name it with PYTHON=/path/to/python3
LACKING := (Debian and Ubuntu; then build a Python of your own again), or name another with PYTHON=
BIN := .venv/bin
HOST ?= localhost
PORT ?= 8000

# A stamp is named after the pins it stands for: when they change, it is missing.
pins = $(shell cat $(1) | cksum | cut -d' ' -f1)
RUN_STAMP := .venv/.run-$(call pins,requirements.txt)
DEV_STAMP := .venv/.dev-$(call pins,requirements.txt requirements-dev.txt)
# Compiled modules are kept, whatever the shell says: a run of the tests starts a hundred processes.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check

# Each worker has a database, services, a site and a browser of its own. Work is stolen test by test:
# neighbours mostly stay together, and what they share is made again where they do not.
CORES := $(shell getconf _NPROCESSORS_ONLN)
pytest = $(BIN)/python -m pytest -q -n $(1) --dist worksteal
# Runs the tests that $(1) selects in both lanes, SQLite with $(2) workers beside PostgreSQL and Redis with $(3).
# Both run, whether or not one passes; the second lane's lines are shown when it is done.
lanes = lines=$$(mktemp); \
	$(call pytest,$(or $(WORKERS),$(3))) -m "$(1)" --services=real >"$$lines" 2>&1 & real=$$!; \
	alone=0; $(call pytest,$(or $(WORKERS),$(2))) -m "$(1)" || alone=$$?; \
	wait $$real; real=$$?; \
	echo "With PostgreSQL and Redis:"; cat "$$lines"; rm -f "$$lines"; \
	test "$$alone$$real" = 00
# What kills processes and measures patience gets half of the cores as workers.
HALF := $(shell expr \( $(CORES) + 1 \) / 2)

# What `check --deploy` looks at: a production environment with made-up values.
PRODUCTION_ENV := PRODUCTION=1 ALLOWED_HOSTS=ridotto.example \
	SECRET_KEY=check-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ

# How texts are found stands in pyproject.toml.
BABEL := PYTHONPATH=.ci $(BIN)/python -m babel.messages.frontend --quiet
LOCALE := config/locale
TEXTS := $(LOCALE)/django.pot

.DEFAULT_GOAL := help
.PHONY: help run test test-deep test-nightly check bench messages migrations lock clean tools

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(RUN_STAMP) ## Open the house on http://localhost:8000 (PORT=8001, HOST=0.0.0.0 to change it)
	@exec $(BIN)/python manage.py house --prepare --host $(HOST) --port $(PORT)

test: tools $(DEV_STAMP) ## Run the tests that matter most, in minutes (TEST_PATIENCE=600 on a slow machine)
	@$(call lanes,not deep and not nightly,$(CORES),$(CORES))

test-deep: tools $(DEV_STAMP) ## Run the deep tests: every browser path, faults, fuzz, killed processes
	@$(call lanes,deep and not nightly,$(CORES),$(HALF))

# Known vulnerabilities are reported and fail nothing: they appear without any change here.
test-nightly: tools $(DEV_STAMP) ## Run soaks, the image, the handbook, long matches: up to an hour
	-@$(BIN)/python .ci/audit.py
	@failed=0; ( export HYPOTHESIS_PROFILE=nightly; $(call lanes,nightly or hypothesis,$(CORES),$(HALF)) ) || failed=1; \
	.ci/versions.sh $(BIN)/python || failed=1; exit $$failed

check: $(DEV_STAMP) ## Format, lint, types, arrows between apps, migrations, deployment
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION_ENV) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: tools $(DEV_STAMP) ## Measure actions and latency beside baselines of this machine
	$(BIN)/python -m tests.bench

messages: $(DEV_STAMP) ## Extract all texts into config/locale/django.pot, and bring catalogues up to it
	@mkdir -p $(LOCALE)
	$(BABEL) extract -F pyproject.toml --sort-by-file -o $(TEXTS) auctions chat config games lobby templates
	@set -- $(LOCALE)/*/LC_MESSAGES/django.po; \
	test ! -e "$$1" || $(BABEL) update -D django -i $(TEXTS) -d $(LOCALE)

# Data stands in migrations of its own, which stay; makemigrations must not see them while those before are missing.
migrations: $(DEV_STAMP) ## Make the initial migrations again, after a change of models (until 1.0)
	@for file in */migrations/0002_*.py; do mv "$$file" "$$file.kept"; done; rm -f */migrations/0001_initial.py; \
	made=0; for app in lobby chat games auctions; do \
		$(BIN)/python manage.py makemigrations --no-header --verbosity 0 $$app || made=1; done; \
	for file in */migrations/0002_*.py.kept; do mv "$$file" "$${file%.kept}"; done; exit $$made

lock: $(DEV_STAMP) ## Compile the pins anew from requirements*.in
	@.ci/lock.sh

clean: ## Remove what the other commands made (the database in .run stays)
	rm -rf .venv .run/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

tools:
	@.ci/ensure.sh

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "$(NO_PYTHON)" >&2; exit 1; }
	@for part in ensurepip:python3-venv sqlite3:libsqlite3-dev ssl:libssl-dev; do \
		$(PYTHON) -c "import $${part%:*}" 2>/dev/null \
		|| { echo "$(PYTHON) lacks $${part%:*}: install $${part#*:} $(LACKING)" >&2; exit 1; }; done
	@echo "Making a virtual environment in .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear .venv

# Not order-only: when the environment is made anew, what stood in the old one is gone.
$(RUN_STAMP): .venv/bin/python
	@echo "Installing what Ridotto needs to run: $$(grep -c == requirements.txt) packages, a minute or two"
	@$(PIP) -r requirements.txt
	@rm -f .venv/.run-* && touch $@

$(DEV_STAMP): $(RUN_STAMP)
	@echo "Installing what tests and checks need: $$(grep -c == requirements-dev.txt) packages, a minute or two"
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@rm -f .venv/.dev-* && touch $@
