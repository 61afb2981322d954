"""Chooses the services that tests run on, before Django reads its settings.

Loaded by `addopts = -p tests.support.services`. There are two lanes, which may run in parallel:

* `pytest` alone: SQLite and everything in one process. Runs all tests but those marked `cluster`.
* `pytest --services=real`: one PostgreSQL for all workers, and one Redis for each, started here.
  Only tests marked `cluster` or `both` run. `both` is for tests of what differs between the
  databases: locks, SQL, transactions, collation, constraints, channel layer, cache.

Everything under tests/cluster counts as marked `cluster`, under tests/browser as `browser`. Long
tests run first, so that workers finish together; no test depends on the order
(`tests.support.clean_state` sees to that).

`make test` runs the tests marked neither `deep` nor `nightly`, `make test-deep` and
`make test-nightly` those that are, and `pytest` alone runs everything.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.migrated_databases import RUN_FOLDER
from tests.support.servers import Databases, Missing, Postgres, Redis

# Variables that a user's shell may have set and that tests must not see.
FOREIGN = (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "EMAIL_HOST",
    "GUESTS",
    "GUESTS_INVITED_PER_ADDRESS",
    "GUESTS_PER_ADDRESS",
    "LOG_FORMAT",
    "METRICS_PORT",
    "METRICS_TOKEN",
    "POSTGRES_PASSWORD",
    "PRODUCTION",
    "REDIS_URL",
    "SEATS_GUEST",
    "SEATS_LARGE",
    "SEATS_MEMBER",
    "SEATS_MODERATOR",
    "SECRET_KEY",
    "SENTRY_DSN",
    "TRUSTED_PROXIES",
)
POSTGRES_PORT = "TESTS_POSTGRES_PORT"
LONG = ("browser", "cluster", "deep", "long", "nightly")
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

_running = pytest.StashKey[ExitStack]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--services",
        choices=("none", "real"),
        default="none",
        help="none: SQLite, in process; real: PostgreSQL and Redis",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Set up the environment and start the services."""
    # Before pytest-django, which reads the settings in this very hook.
    # A shell makes its background jobs ignore SIGINT. Processes started here would inherit that,
    # and some tests interrupt them with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stack = early_config.stash[_running] = ExitStack()
    for name in FOREIGN:
        os.environ.pop(name, None)
    folder = stack.enter_context(_temporary_folder())
    os.environ.setdefault(RUN_FOLDER, str(folder))
    os.environ |= {
        "TESTING": "1",
        "RUN_DIR": str(folder),
        "BOT_DELAY_SCALE": "0",
        "PROCESSOR_PER_PERSON": "0",
        "CONN_MAX_AGE": "0",
        "LOG_LEVEL": "WARNING",
    }
    if early_config.known_args_namespace.services == "real":
        try:
            _start_services(stack)
        except Missing as missing:
            stack.close()
            pytest.exit(str(missing), returncode=1)
    return (yield)


def _start_services(stack: ExitStack) -> None:
    if POSTGRES_PORT not in os.environ:  # workers inherit it from the process that started them
        os.environ[POSTGRES_PORT] = str(stack.enter_context(Postgres(in_memory=True)).port)
    os.environ["DATABASE_URL"] = postgres().url
    os.environ["REDIS_URL"] = stack.enter_context(Redis()).url


def postgres() -> Databases:
    """Return the PostgreSQL of this run, which exists with `--services=real` only."""
    return Databases(int(os.environ[POSTGRES_PORT]))


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_running].close()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without tests for the real services, without importing them."""
    if config.getoption("services") != "real" or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text("utf-8")
    concerned = any(mark in text for mark in ("mark.both", "mark.cluster"))
    return None if concerned or "cluster" in collection_path.parts else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "cluster" in item.path.parts:
            item.add_marker("cluster")
        if "browser" in item.path.parts:
            item.add_marker("browser")
    real = config.getoption("services") == "real"
    chosen = [item for item in items if _belongs(item, real=real)]
    config.hook.pytest_deselected(items=list(set(items) - set(chosen)))
    items[:] = sorted(chosen, key=_turn)


def _turn(item: pytest.Item) -> bool:
    """Return False, which sorts first, for long tests."""
    return not any(item.get_closest_marker(name) for name in LONG)


def _belongs(item: pytest.Item, *, real: bool) -> bool:
    if item.get_closest_marker("both"):
        return True
    return real == (item.get_closest_marker("cluster") is not None)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ridotto-tests-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
