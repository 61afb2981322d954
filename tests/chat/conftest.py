"""People who chat, rooms, and the events that open pages receive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from chat.core import clock
from chat.delivery.kinds import ROWS, WAYS
from chat.delivery.preferences import set_choices
from chat.delivery.push import add_device
from chat.live import announce as announcing
from chat.messages import rooms
from chat.messages.services import send_message
from chat.models import Message
from chat.rights import CHAT_RIGHTS, GROUP, grant
from config.operations.file_permissions import new_push_key
from lobby.models import User
from tests.support.log_in import client_for
from tests.support.post_office import PostOffice, post_office
from tests.support.push_service import PushBrowser, PushService, push_service

Say = Callable[..., Message]


@pytest.fixture
def ada(db: Any) -> User:
    return User.objects.create_user("Ada", password="tarocchi-1638")


@pytest.fixture
def bruno(db: Any) -> User:
    return User.objects.create_user("Bruno", password="tarocchi-1638")


@pytest.fixture
def moderator(db: Any) -> User:
    """Return a member of the moderators' group, with the rights the migration grants."""
    grant(apps, CHAT_RIGHTS)
    person = User.objects.create_user("Marco", password="tarocchi-1638", is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    return person


@pytest.fixture
def desk(moderator: User) -> Client:
    """Return the moderator's browser."""
    return client_for(moderator)


@pytest.fixture
def stopped_clock(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that no allowance refills while a busy machine works."""
    # Ada is created first, so that her account is not a new one.
    instant = clock.now()
    monkeypatch.setattr(clock, "_database_now", lambda: instant)


@pytest.fixture
def say(db: Any) -> Say:
    """Return a function that sends a message to the lobby, or to `room_key`."""
    keys = count(1)

    def said(author: User, text: str = "good evening", **other: str) -> Message:
        wanted = {"room_key": rooms.LOBBY, "key": f"k{next(keys)}", **other}
        return send_message(author=author, text=text, **wanted)

    return said


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of announced topics, recorded at once, not after the commit."""
    topics: list[str] = []
    monkeypatch.setattr(transaction, "on_commit", lambda tell, **_options: tell())
    monkeypatch.setattr(announcing, "_publish_topics", topics.extend)
    return topics


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> dict[str, rooms.RoomKind]:
    """Return the registry of room kinds, which a test may change."""
    kept = dict(rooms.kinds)
    monkeypatch.setattr(rooms, "kinds", kept)
    return kept


ADDRESS = "ada@example.org"


@pytest.fixture(scope="package")
def services() -> Iterator[tuple[PostOffice, PushService]]:
    with post_office() as office, push_service() as service:
        yield office, service


@pytest.fixture
def office(services: tuple[PostOffice, PushService], settings: Settings) -> PostOffice:
    """Return a mail server that the site is configured to send to."""
    taken = services[0]
    taken.taken.clear()
    taken.refuses.clear()
    settings.MAIL_CONFIGURED = True
    settings.EMAIL_BACKEND = "config.operations.mail_backends.SmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", taken.port
    settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = False, 30
    settings.DEFAULT_FROM_EMAIL = "Ridotto <house@ridotto.example>"
    settings.CSRF_TRUSTED_ORIGINS = ["https://ridotto.example"]
    return taken


@pytest.fixture
def service(services: tuple[PostOffice, PushService], settings: Settings) -> Iterator[PushService]:
    settings.PUSH_LOOPBACK, settings.PUSH_KEY = True, new_push_key()
    services[1].wrong.clear()
    services[1].asked.clear()
    yield services[1]
    assert services[1].wrong == []


@pytest.fixture
def reached(ada: User, office: PostOffice, service: PushService) -> PushBrowser:
    """Subscribe Ada to every notification by every channel; return her push browser."""
    EmailAddress.objects.create(user=ada, email=ADDRESS, primary=True, verified=True)
    set_choices(user=ada, choices=dict.fromkeys(ROWS, WAYS))
    return push_device(ada, service)


def push_device(person: User, service: PushService) -> PushBrowser:
    browser = service.browser()
    add_device(user=person, name="Firefox on Android", **browser.keys)
    return browser
