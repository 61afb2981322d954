"""Limits survive a restart, the loss of Redis and any number of other keys."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from chat.core.limits import address_of, take
from chat.models import LimitEntry
from chat.tasks import tidy
from tests.laws.source import APPS, modules, nothing
from tests.support.writer import writer_taken

pytestmark = pytest.mark.django_db
WRITE = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


def _try(who: str = "ann") -> bool:
    return take("tries", who, most=2, seconds=600)


@pytest.mark.both
def test_each_key_is_counted_separately() -> None:
    assert [_try(), _try(), _try()] == [True, True, False]
    assert _try("bob")


@pytest.mark.both
def test_many_other_keys_do_not_reset_a_limit() -> None:
    assert [_try(), _try()] == [True, True]
    for number in range(400):
        assert _try(f"stranger {number}")
        caches["fleeting"].set(f"page-{number}", number)
    assert not _try()


@pytest.mark.both
def test_limits_survive_an_empty_cache_and_a_new_process() -> None:
    assert [_try(), _try()] == [True, True]
    caches["fleeting"].clear()
    del caches["default"]  # created again, as in a new process
    assert not _try()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_simultaneous_attempts_do_not_exceed_the_limit() -> None:
    def attempt(_number: int) -> bool:
        try:
            return take("tries", "ann", most=3, seconds=600)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(16))) == 3


@pytest.mark.both
def test_a_refused_attempt_writes_nothing() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("several processes share their locks in the database")
    assert [_try(), _try()] == [True, True]
    with CaptureQueriesContext(connection) as asked:
        assert not _try()
    nothing(query["sql"] for query in asked if WRITE.match(query["sql"]))
    assert len(asked) == 1


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_an_attempt_that_cannot_be_counted_is_refused() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("it has more than one writer")
    with writer_taken(), pytest.raises(OperationalError):
        _try()
    assert [_try(), _try(), _try()] == [True, True, False]


def test_expired_entries_are_deleted() -> None:
    assert [_try(), _try()] == [True, True]
    LimitEntry.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert take("tries", "bob", most=1, seconds=600)
    tidy()
    assert LimitEntry.objects.count() == 1
    assert not take("tries", "bob", most=1, seconds=600)
    assert _try()


@pytest.mark.both
def test_only_uploads_share_the_cache_of_limits() -> None:
    # Each key costs a row, and `cache` is easily used without thinking. An uploaded file of cards
    # is one row per person.
    nothing(
        module.name
        for module in modules(*APPS)
        if module.name != "games/blanks/packs/uploads.py"
        and re.search(r"django\.core\.cache import .*\bcache\b|caches\[\"default\"\]", module.text)
    )


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "10.0.0.9"), (1, "198.51.100.7"), (2, "203.0.113.5")]
)
def test_the_client_address_depends_on_the_number_of_proxies(
    settings: Settings, proxies: int, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    said = "192.0.2.1, 203.0.113.5, 198.51.100.7"  # the sender controls what comes first
    request = RequestFactory().get("/", headers={"X-Forwarded-For": said}, REMOTE_ADDR="10.0.0.9")
    assert address_of(request) == address
