"""Push subscriptions name endpoints, which may be any address."""

from __future__ import annotations

import time
from ssl import CERT_REQUIRED, SSLContext
from typing import Any

import pytest
from pytest_django import Settings

from chat.core.refusals import Refusal
from chat.delivery.endpoints import TimedOut, Unreachable, Unsafe, post
from chat.delivery.push import MOST, add_device, devices_of
from lobby.models import User
from tests.chat.conftest import push_device
from tests.support.push_service import PushBrowser, PushService, silent_service

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://ada:pw@push.example/x",
        "https://push.example/" + "x" * 1000,
        "https:///x",
        "ftp://push.example/x",
        "https://push.example:port/x",
        "nonsense",
        "",
    ],
)
def test_only_public_https_addresses_are_accepted(
    ada: User, service: PushService, settings: Settings, endpoint: str
) -> None:
    settings.PUSH_LOOPBACK = False
    with pytest.raises(Refusal, match="bad_device"):
        add_device(user=ada, name="x", **{**service.browser().keys, "endpoint": endpoint})
    assert not devices_of(ada).exists()


@pytest.mark.parametrize("address", ["10.0.0.1", "127.0.0.1", "::1", "fe80::1", "169.254.169.254"])
def test_a_host_name_is_checked_after_resolving(
    ada: User, reached: PushBrowser, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    # Public when it was subscribed, and now an address of the site's own network.
    device = devices_of(ada).get()
    device.endpoint = "https://push.example/x"
    device.save()
    found = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", (address, 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("asyncio.open_connection", lambda *_, **__: pytest.fail("it was asked"))
    with pytest.raises(Unsafe):
        post(device.endpoint, b"", {})


def test_the_connection_goes_to_the_checked_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    async def open_connection(*to: Any, ssl: SSLContext, server_hostname: str) -> Any:
        asked.append((to, server_hostname, ssl.check_hostname, ssl.verify_mode))
        raise OSError

    found = [(2, 1, 6, "", ("93.184.215.14", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("asyncio.open_connection", open_connection)
    with pytest.raises(Unreachable):
        post("https://push.example/x", b"", {})
    assert asked == [(("93.184.215.14", 443), "push.example", True, CERT_REQUIRED)]


@pytest.mark.parametrize("drips", [b"", b"x", b"HTTP/1.1 200 OK\r\nA: b\r\n"])
def test_a_request_ends_in_time_even_if_bytes_arrive(
    service: PushService, monkeypatch: pytest.MonkeyPatch, drips: bytes
) -> None:
    monkeypatch.setattr("chat.delivery.endpoints.SECONDS", 0.5)
    with silent_service(drips=drips) as silent:
        began = time.monotonic()
        with pytest.raises(TimedOut):
            post(f"{silent.origin}/x", b"", {})
        assert time.monotonic() - began < 5


def test_a_secure_request_ends_in_time_during_the_handshake(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.delivery.endpoints.SECONDS", 0.5)
    with silent_service() as silent, pytest.raises(TimedOut):
        post(f"{silent.origin.replace('http:', 'https:')}/x", b"", {})


def test_an_answer_without_an_end_is_refused(service: PushService) -> None:
    with silent_service(drips=b"x" * 100_000) as silent, pytest.raises(Unreachable):
        post(f"{silent.origin}/x", b"", {})


@pytest.mark.parametrize(
    "changed", [{"public_key": "AAAA"}, {"secret": "AAAA"}, {"public_key": "%"}, {"secret": ""}]
)
def test_invalid_encryption_keys_are_refused(
    ada: User, service: PushService, changed: dict[str, str]
) -> None:
    with pytest.raises(Refusal, match="bad_device"):
        add_device(user=ada, name="x", **{**service.browser().keys, **changed})


@pytest.mark.both
def test_a_browser_belongs_to_its_latest_user(ada: User, bruno: User, service: PushService) -> None:
    keys = service.browser().keys
    add_device(user=ada, name="x", **keys)
    add_device(user=bruno, name="x", **keys)
    assert not devices_of(ada).exists()
    assert devices_of(bruno).count() == 1


@pytest.mark.both
def test_devices_are_limited_per_user(ada: User, service: PushService) -> None:
    for _ in range(MOST + 2):
        push_device(ada, service)
    assert devices_of(ada).count() == MOST
