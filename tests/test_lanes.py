"""The lanes of the tests are what they say."""

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from chat.core.cache import LastingCache


@pytest.mark.both
@pytest.mark.django_db
def test_each_lane_runs_on_the_services_it_names(pytestconfig: pytest.Config) -> None:
    real = pytestconfig.getoption("services") == "real"
    assert connection.vendor == ("postgresql" if real else "sqlite")
    assert isinstance(caches["fleeting"], RedisCache if real else LocMemCache)
    assert isinstance(caches["default"], LastingCache)
    layer = RedisPubSubChannelLayer if real else InMemoryChannelLayer
    assert isinstance(get_channel_layer(), layer)


@pytest.mark.both
def test_no_test_touches_the_folder_of_the_running_house() -> None:
    assert settings.TESTING
    assert ".run" not in settings.RUN_DIR.parts


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_tests_that_commit_find_what_the_migrations_made(turn: int) -> None:
    assert Group.objects.filter(name="Moderators").exists()
    Group.objects.create(name="Here for one test")
