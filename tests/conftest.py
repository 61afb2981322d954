"""Fixtures and settings of all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings as hypothesis_settings

pytest_plugins = ["tests.support.clean_state", "tests.support.fixtures"]

# Each run has the same examples, so that a failing test keeps failing, and nightly runs have more.
# `HYPOTHESIS_PROFILE=search` looks for new ones.
for profile, examples in (("ci", 25), ("nightly", 60)):
    hypothesis_settings.register_profile(
        profile,
        derandomize=True,
        database=None,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
hypothesis_settings.register_profile("search", max_examples=2000, deadline=None)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure() -> None:
    from django.conf import settings

    # Real hashing would take much of a test's time.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Accounts are as old as their test; tests about new accounts change this setting.
    settings.NEW_ACCOUNT_MINUTES = 0


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Clear caches, the clock's offset and cached announcements before each test.

    Counters of limits are in the database, which is rolled back anyway.
    """
    from django.core.cache import caches

    from chat.core import clock
    from chat.live import announce

    caches["fleeting"].clear()
    clock.reset()
    announce.told.clear()
    yield
    caches["fleeting"].clear()
    clock.reset()
