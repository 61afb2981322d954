# Ridotto's commands. `make help` lists them.

# The first of these in the supported range. The pins fit each version; they are compiled with the oldest.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	"$$p" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null \
	&& { echo "$$p"; break; }; done)
NO_PYTHON := Ridotto needs Python 3.11, 3.12, 3.13 or 3.14: install one (Debian and Ubuntu: apt install \
	python3 python3-venv; macOS: brew install python), or choose one with PYTHON=/path/to/python3
LACKING := (on Debian and Ubuntu; rebuild Python if you built it yourself), or choose another with PYTHON=
BIN := .venv/bin
HOST ?= localhost
PORT ?= 8000

# A stamp has a checksum of the pins in its name: when they change, the stamp is missing.
pins = $(shell cat $(1) | cksum | cut -d' ' -f1)
RUN_STAMP := .venv/.run-$(call pins,requirements.txt)
DEV_STAMP := .venv/.dev-$(call pins,requirements.txt requirements-dev.txt)
# Cache bytecode even if the shell turns it off: a test run starts a hundred processes.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check

# Each worker has its own database, services, site and browser. With worksteal, neighbouring tests mostly run on the same worker
# and share fixtures.
CORES := $(shell getconf _NPROCESSORS_ONLN)
pytest = $(BIN)/python -m pytest -q -n $(1) --dist worksteal
# Runs the tests selected by $(1) in two lanes at once: SQLite with $(2) workers, PostgreSQL and Redis with $(3).
# Both lanes finish even if one fails. The output of the second is shown at the end.
lanes = lines=$$(mktemp); \
	$(call pytest,$(or $(WORKERS),$(3))) -m "$(1)" --services=real >"$$lines" 2>&1 & real=$$!; \
	alone=0; $(call pytest,$(or $(WORKERS),$(2))) -m "$(1)" || alone=$$?; \
	wait $$real; real=$$?; \
	echo "With PostgreSQL and Redis:"; cat "$$lines"; rm -f "$$lines"; \
	test "$$alone$$real" = 00
# Tests that kill processes and measure delays get half as many workers as cores.
HALF := $(shell expr \( $(CORES) + 1 \) / 2)

# A production environment with made-up values, for `check --deploy`.
PRODUCTION_ENV := PRODUCTION=1 ALLOWED_HOSTS=ridotto.example \
	SECRET_KEY=check-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ

# pyproject.toml configures how texts are extracted.
BABEL := PYTHONPATH=.ci $(BIN)/python -m babel.messages.frontend --quiet
LOCALE := config/locale
TEXTS := $(LOCALE)/django.pot

.DEFAULT_GOAL := help
.PHONY: help run test test-deep test-nightly check bench messages migrations lock clean tools

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(RUN_STAMP) ## Serve the site on http://localhost:8000 (change with PORT=8001, HOST=0.0.0.0)
	@exec $(BIN)/python manage.py house --prepare --host $(HOST) --port $(PORT)

test: tools $(DEV_STAMP) ## Run the tests that matter most, in minutes (TEST_PATIENCE=600 on a slow machine)
	@$(call lanes,not deep and not nightly,$(CORES),$(CORES))

test-deep: tools $(DEV_STAMP) ## Run the deep tests: every browser path, faults, fuzzing, killed processes
	@$(call lanes,deep and not nightly,$(CORES),$(HALF))

# Known vulnerabilities are only reported: new ones appear without a change in this repository.
test-nightly: tools $(DEV_STAMP) ## Run soaks, the container image, operations.md, long matches, WebKit: an hour
	@.ci/ensure.sh nightly
	-@$(BIN)/python .ci/audit.py
	@failed=0; ( export HYPOTHESIS_PROFILE=nightly; $(call lanes,nightly or hypothesis,$(CORES),$(HALF)) ) || failed=1; \
	.ci/versions.sh $(BIN)/python || failed=1; exit $$failed

check: $(DEV_STAMP) ## Check format, lint, types, imports between apps, migrations, deployment
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION_ENV) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: tools $(DEV_STAMP) ## Measure actions and latency, with baselines from the same machine
	$(BIN)/python -m tests.bench

messages: $(DEV_STAMP) ## Extract all texts into config/locale/django.pot and update the catalogues
	@mkdir -p $(LOCALE)
	$(BABEL) extract -F pyproject.toml --sort-by-file -o $(TEXTS) auctions chat config games lobby templates
	@set -- $(LOCALE)/*/LC_MESSAGES/django.po; \
	test ! -e "$$1" || $(BABEL) update -D django -i $(TEXTS) -d $(LOCALE)

# The 0002 migrations hold data and stay. They are moved away because makemigrations fails while those they depend on are missing.
migrations: $(DEV_STAMP) ## Regenerate the initial migrations after a change of models (until 1.0)
	@for file in */migrations/0002_*.py; do mv "$$file" "$$file.kept"; done; rm -f */migrations/0001_initial.py; \
	made=0; for app in lobby chat games auctions; do \
		$(BIN)/python manage.py makemigrations --no-header --verbosity 0 $$app || made=1; done; \
	for file in */migrations/0002_*.py.kept; do mv "$$file" "$${file%.kept}"; done; exit $$made

lock: $(DEV_STAMP) ## Compile the pins from requirements*.in
	@.ci/lock.sh

clean: ## Remove everything the other commands made, except the database in .run
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

# Not order-only: a new virtual environment has none of the packages of the old one.
$(RUN_STAMP): .venv/bin/python
	@echo "Installing the packages that Ridotto needs: $$(grep -c == requirements.txt) of them, a minute or two"
	@$(PIP) -r requirements.txt
	@rm -f .venv/.run-* && touch $@

$(DEV_STAMP): $(RUN_STAMP)
	@echo "Installing the packages that tests and checks need: $$(grep -c == requirements-dev.txt) of them, a minute or two"
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@rm -f .venv/.dev-* && touch $@
