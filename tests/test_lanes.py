"""Tests that each lane of the tests runs on the services it names."""

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from chat.core.cache import LastingCache


@pytest.mark.both
@pytest.mark.django_db
def test_each_lane_runs_on_its_services(pytestconfig: pytest.Config) -> None:
    real = pytestconfig.getoption("services") == "real"
    assert connection.vendor == ("postgresql" if real else "sqlite")
    assert isinstance(caches["fleeting"], RedisCache if real else LocMemCache)
    assert isinstance(caches["default"], LastingCache)
    layer = RedisPubSubChannelLayer if real else InMemoryChannelLayer
    assert isinstance(get_channel_layer(), layer)
