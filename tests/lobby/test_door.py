"""Tests of who may open a page's socket, and as whom."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session

from chat.live import consumer as door
from chat.live.consumer import CLOSED_TO_YOU, PageRequest
from config.server import asgi
from lobby.accounts.services import suspend
from lobby.models import User
from tests.support.log_in import client_for
from tests.support.sockets import PageSocket

OURS = b"http://localhost:8000"
PAGE = "/live/match/abc/"

pytestmark = pytest.mark.django_db(transaction=True)


def _visit(
    path: str = PAGE,
    *,
    origin: bytes | None = OURS,
    host: bytes = b"localhost:8000",
    proto: bytes = b"",
    key: str = "",
    query: bytes = b"",
    **more: Any,
) -> PageRequest | None:
    headers = [(b"host", host), (b"cookie", f"csrftoken=x; sessionid={key}".encode())]
    if origin is not None:
        headers.append((b"origin", origin))
    if proto:
        headers.append((b"x-forwarded-proto", proto))
    scope = {"type": "websocket", "path": path, "query_string": query, "headers": headers, **more}
    return async_to_sync(door.page_request_of)(scope)


def _admitted(**options: Any) -> PageRequest:
    visit = _visit(**options)
    assert visit is not None
    return visit


def _key(user: User) -> str:
    browser = client_for(user)
    return browser.cookies["sessionid"].value


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", password="tarocchi-1638")


FOREIGN = (
    None, b"", b"null", b"http://evil.example", b"http://localhost.evil.example", b"http://[",
    b"\xff", b"http://localhost:x", b"http://localhost:99999",
    # The same host, but other origins: another scheme, port or name of the machine.
    b"https://localhost:8000", b"ftp://localhost:8000", b"http://localhost", b"http://localhost:8001",
    b"http://127.0.0.1:8000", b"//localhost:8000",
)  # fmt: skip


def test_a_page_of_another_site_gets_no_socket(ada: User) -> None:
    key = _key(ada)
    assert _visit(key=key) is not None
    assert not [origin for origin in FOREIGN if _visit(origin=origin, key=key) is not None]
    assert _visit(origin=b"http://evil.example", host=b"evil.example") is None


async def test_a_socket_is_accepted_before_its_session_is_read(ada: User, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True
    await sync_to_async(User.objects.update)(is_staff=True)
    cookie = f"sessionid={await sync_to_async(_key)(ada)}".encode()
    headers = [(b"host", b"localhost:8000"), (b"cookie", cookie)]
    foreign = PageSocket(asgi.application, PAGE, [*headers, (b"origin", b"http://evil.example")])
    assert not (await foreign.connect())[0]
    own = PageSocket(asgi.application, PAGE, [*headers, (b"origin", OURS)])
    assert (await own.connect())[0]
    # A browser learns no reason from a refused handshake, and would try again.
    assert await own.receive_output() == {"type": "websocket.close", "code": CLOSED_TO_YOU}


def test_an_omitted_default_port_is_the_same_origin() -> None:
    assert _visit(origin=b"http://localhost", host=b"localhost") is not None
    assert _visit(origin=b"http://localhost", host=b"LOCALHOST:80") is not None
    assert _visit(origin=b"https://localhost", host=b"localhost", scheme="wss") is not None
    assert _visit(origin=b"https://localhost", host=b"localhost:80", scheme="wss") is None


def test_the_proxy_header_decides_whether_a_page_is_https(settings: Any) -> None:
    given: dict[str, Any] = {
        "origin": b"https://localhost",
        "host": b"localhost",
        "proto": b"https",
    }
    assert _visit(**given) is None  # the header is ignored unless a proxy is configured
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert _visit(**given) is not None
    assert _visit(**{**given, "origin": b"http://localhost"}) is None


def test_trusted_origins_get_sockets(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example:8443", "https://*.house.example"]
    for origin in (b"https://ridotto.example:8443", b"https://a.house.example"):
        assert _visit(origin=origin) is not None
    for origin in (b"https://ridotto.example", b"http://a.house.example", b"https://house.example",
                   b"https://ahouse.example", b"https://a.house.example:8443"):  # fmt: skip
        assert _visit(origin=origin) is None


NO_PAGES = (
    "", "/", "/live/", "/live/match/", "/live/match/abc", "/live/match/a b/", "/live/match/abc/\n",
    "/live/match/ä/", "/live/match/abc/more/", "/m/match/abc/", "live/match/abc/",
)  # fmt: skip


def test_an_unknown_path_gets_no_socket() -> None:
    assert not [path for path in NO_PAGES if _visit(path) is not None]


def test_the_path_names_the_page_and_the_query_is_bounded() -> None:
    visit = _admitted(path="/under/live/match/a_b-3/", root_path="/under", query=b"since=2:7&x=")
    assert (visit.kind, visit.argument, visit.query) == ("match", "a_b-3", {"since": "2:7"})
    assert _admitted(query=b"&".join(b"a%d=1" % number for number in range(30))).query == {}


def test_a_session_admits_its_user_while_they_may_log_in(ada: User) -> None:
    key = _key(ada)
    visit = _admitted(key=key)
    assert (visit.user, visit.session_key) == (ada, key)
    assert len(visit.owners()) == 2
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert not _admitted(key=key).user.is_authenticated


def test_a_request_without_a_session_is_anonymous() -> None:
    for key in ("", "short", "x" * 32, '"; drop table', "é" * 40):
        visit = _admitted(key=key)
        assert not visit.user.is_authenticated, key
        assert visit.owners() == (), key


def test_a_session_older_than_the_password_is_rejected(ada: User) -> None:
    key = _key(ada)
    ada.set_password("another-1638")
    ada.save()
    assert not _admitted(key=key).user.is_authenticated
    assert not Session.objects.filter(session_key=key).exists()


def test_a_session_older_than_a_suspension_is_anonymous(ada: User) -> None:
    key = _key(ada)
    boss = User.objects.create_superuser("Boss", password="x")
    suspend(moderator=boss, user=ada, reason="shouting", until=None)
    assert not _admitted(key=key).user.is_authenticated
