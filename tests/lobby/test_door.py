"""Who may open the socket of a page, and as whom."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.test import Client

from chat.live import handshake as door
from chat.live.consumer import PageRequest
from lobby.models import User
from lobby.people.services import suspend

OURS = b"http://localhost:8000"
PAGE = "/live/match/abc/"

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def _visit(
    path: str = PAGE, *, origin: bytes | None = OURS, key: str = "", query: bytes = b"", **more: Any
) -> PageRequest | None:
    headers = [(b"host", b"localhost"), (b"cookie", f"csrftoken=x; sessionid={key}".encode())]
    if origin is not None:
        headers.append((b"origin", origin))
    scope = {"type": "websocket", "path": path, "query_string": query, "headers": headers, **more}
    return async_to_sync(door.page_request_of)(scope)


def _admitted(**options: Any) -> PageRequest:
    visit = _visit(**options)
    assert visit is not None
    return visit


def _key(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", password="tarocchi-1638")


FOREIGN = (
    None, b"", b"null", b"http://evil.example", b"http://localhost.evil.example", b"http://[",
    b"\xff",
)  # fmt: skip


def test_a_page_of_another_site_gets_no_socket(ada: User) -> None:
    key = _key(ada)
    assert _visit(key=key) is not None
    assert not [origin for origin in FOREIGN if _visit(origin=origin, key=key) is not None]


NO_PAGES = (
    "", "/", "/live/", "/live/match/", "/live/match/abc", "/live/match/a b/", "/live/match/abc/\n",
    "/live/match/ä/", "/live/match/abc/more/", "/m/match/abc/", "live/match/abc/",
)  # fmt: skip


def test_an_address_that_is_no_pages_gets_no_socket() -> None:
    assert not [path for path in NO_PAGES if _visit(path) is not None]


def test_the_address_says_which_page() -> None:
    visit = _admitted(path="/under/live/match/a_b-3/", root_path="/under", query=b"since=2:7&x=")
    assert (visit.kind, visit.argument, visit.query) == ("match", "a_b-3", {"since": "2:7"})


def test_more_than_any_page_asks_is_not_read() -> None:
    assert _admitted(query=b"&".join(b"a%d=1" % number for number in range(30))).query == {}


def test_a_session_is_its_persons(ada: User) -> None:
    key = _key(ada)
    visit = _admitted(key=key)
    assert (visit.user, visit.session_key) == (ada, key)
    assert len(visit.owners()) == 2


def test_whoever_has_no_session_is_nobody() -> None:
    for key in ("", "short", "x" * 32, '"; drop table', "é" * 40):
        visit = _admitted(key=key)
        assert not visit.user.is_authenticated, key
        assert visit.owners() == (), key


def test_a_session_from_before_the_password_changed_is_ended(ada: User) -> None:
    key = _key(ada)
    ada.set_password("another-1638")
    ada.save()
    assert not _admitted(key=key).user.is_authenticated
    assert not Session.objects.filter(session_key=key).exists()


def test_whoever_may_not_log_in_is_nobody(ada: User) -> None:
    key = _key(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert not _admitted(key=key).user.is_authenticated


def test_a_session_from_before_a_suspension_is_nobodys(ada: User) -> None:
    key = _key(ada)
    boss = User.objects.create_superuser("Boss", password="x")
    suspend(moderator=boss, user=ada, reason="shouting", until=None)
    assert not _admitted(key=key).user.is_authenticated
