"""What every test has."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings as hypothesis_settings

pytest_plugins = ["tests.support.clean_state", "tests.support.fixtures"]

# The same examples on every run, so that a red test stays red, and more of them every night;
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

    # A password costs a third of a second to hash in earnest.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # An account is as old as its test: that it is new is tested where it is meant.
    settings.NEW_ACCOUNT_MINUTES = 0


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """How often programs asked and what was told of late is in a cache, the clock's offset and
    which retries were told in this process: each test begins without. (What limits count is in the
    database.)
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
