"""A site with one object of every kind, and one user for each role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.signing import dumps
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.http import int_to_base36

from auctions.services.calendar_feed import make_feed
from chat.contacts.notices import notify
from chat.core.clock import now
from chat.delivery.mail import SALT
from chat.delivery.push import add_device
from chat.delivery.webhooks import set_hook
from chat.messages.services import send_message
from chat.models import Message
from chat.moderation.appeals import appeal
from chat.moderation.reports import report_message
from chat.moderation.services import block_word, mute
from chat.rights import GROUP
from games.models import Match, PackBar, PackCard, TaskFailure
from games.services import table_access
from games.services.seats import join
from games.services.tables import TableWish, create_table
from lobby.accounts.tokens import make_token
from lobby.models import User
from tests.games.blanks.packs.conftest import pack_file, upload
from tests.support.matches import begun
from tests.support.push_service import PushBrowser

PASSWORD = "tarocchi-1638"
ROLES = ("stranger", "guest", "member", "player", "owner", "moderator", "superuser")
OPEN_TABLE = re.compile(
    r"^m/<slug:public_id>/(join|kick|bot|invite|link|unlink|start|cancel|come)"
    r"|^lobby/sit/|^change/|^api/v1/tables/<slug:public_id>/(join|start)"
)
WEEK = re.compile(r"^m/<slug:public_id>/week/|^api/v1/weeks/")
GIVEN = re.compile(r"<\w+:(\w+)>")


@dataclass
class Scene:
    """The owner's objects, and the people who try to reach them.

    Only the player sits with the owner, at a table by invitation.
    """

    people: dict[str, User] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)  # API tokens by role; guests have none
    # Paths of routes that are regular expressions.
    odd: dict[str, str] = field(default_factory=dict)
    usual: dict[str, Any] = field(default_factory=dict)  # values for the converters of a route
    # Other values, by the beginning of the route.
    under: dict[str, dict[str, Any]] = field(default_factory=dict)

    def path(self, route: str) -> str:
        """Return the path of a route, filled with the owner's objects."""
        if route in self.odd:
            return self.odd[route]
        values = dict(self.usual)
        for start, others in self.under.items():
            if route.startswith(start):
                values |= others
        if OPEN_TABLE.match(route):
            values["public_id"] = values["open"]
        if WEEK.match(route):
            values["public_id"] = values["week"]
        return "/" + GIVEN.sub(lambda found: str(values[found[1]]), route)


def routes() -> list[str]:
    """Return all routes of the site, its packages and the admin."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        text = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, text)
        else:
            yield text


def set_scene() -> Scene:
    scene = Scene()
    for role in ROLES:
        scene.browsers[role] = Client()
        if role != "stranger":
            scene.people[role] = _enter(scene, role, scene.browsers[role])
    _own(scene)
    return scene


def _enter(scene: Scene, role: str, browser: Client) -> User:
    if role == "guest":
        browser.post("/play-now/")
        return User.objects.get(is_guest=True)
    user = User.objects.create_user(f"the-{role[:5]}", password=PASSWORD)
    scene.tokens[role] = make_token(user=user, name="program", scopes=["play"])[1]
    user.is_staff = role in ("moderator", "superuser")
    user.is_superuser = role == "superuser"
    user.save()
    if role == "moderator":
        user.groups.add(Group.objects.get(name=GROUP))
    browser.force_login(user)
    return user


def _own(scene: Scene) -> None:
    owner, player, root = (scene.people[role] for role in ("owner", "player", "superuser"))
    closed: dict[str, Any] = {"access": "invite", "invited": (player.username,)}
    played = begun([owner, player], "blanks", 1, **closed)
    week = begun([owner, player], "venice", 3, options={"pace": "fast", "minutes": 60}, **closed)
    opened = _open_table(owner, player)
    pack = upload(owner, pack_file())
    said = send_message(author=owner, room_key="lobby", text="hello", key="1")
    at_table = send_message(
        author=player, room_key=f"table-{opened.public_id}", text="hello", key="2"
    )
    notice = notify(user=owner, kind="test", text="look", url="/lobby/")
    assert notice is not None
    scene.usual = {
        "public_id": played.public_id, "open": opened.public_id, "week": week.public_id,
        "token": table_access.make_link(user=owner, public_id=opened.public_id).token,
        "index": opened.seats.get(user=player).index, "card": "w001",
        "card_pk": PackCard.objects.filter(pack=pack)[0].pk, "pk": _session_of(owner),
        "key": f"table-{opened.public_id}", "username": owner.username,
        "slug": "blanks", "game": "blanks", "rest": "nowhere", "step": 1, "auction": 0,
        "content_type_id": ContentType.objects.get_for_model(User).pk, "object_id": owner.pk,
    }  # fmt: skip
    keys = PushBrowser("https://push.example").keys
    device = add_device(user=owner, name="Firefox", **keys)
    token, _text = make_token(user=owner, name="bot", scopes=["play"])
    set_hook(user=owner, topic=token.topic, name="bot", address="https://bridge.example/")
    _moderate(root, said)
    scene.under = {
        "chat/message/": {"pk": said.pk},
        "chat/message/<int:pk>/remove/": {"pk": at_table.pk},
        "chat/message/<int:pk>/mute/": {"pk": at_table.pk},
        "chat/notices/": {"pk": notice.pk, "token": dumps([owner.pk, "move"], salt=SALT)},
        "settings/notices/devices/": {"pk": device.pk},
        "settings/tokens/": {"pk": token.pk},
        "packs/p/": {"slug": pack.slug},
        "api/v1/docs/": {"name": "README.md"},
        "deadlines/": {"token": make_feed(user=owner).token},
        **{start: {"object_id": pk} for start, pk in _rows()},
    }
    scene.odd = dict(_odd(owner))


def _open_table(owner: User, player: User) -> Match:
    wish = TableWish(name="Behind the arras", least=2, most=4, access="invite")
    match = create_table(user=owner, game="blanks", wish=wish)
    table_access.invite(user=owner, public_id=match.public_id, name=player.username)
    join(user=player, public_id=match.public_id)
    return match


def _session_of(owner: User) -> int:
    """Return the key of the owner's session in another browser."""
    Client().post("/account/login/", {"login": owner.username, "password": PASSWORD})
    return int(UserSession.objects.get(user=owner).pk)


def _moderate(root: User, said: Message) -> None:
    """Create moderators' acts about a person without a role."""
    other = User.objects.create_user("the-other")
    report_message(reporter=other, message_id=said.pk, reason="rude")
    row = mute(moderator=root, user=other, until=now() + timedelta(days=1), reason="rude")
    assert row.act is not None
    appeal(user=other, act=row.act, text="I was not")
    block_word(moderator=root, word="grobian", reason="rude")
    TaskFailure.objects.create(name="games.sweep", kind="ValueError", at=now())
    PackBar.objects.create(user=other, reason="rude", at=now())


def _odd(owner: User) -> Iterator[tuple[str, str]]:
    """Yield paths for routes that are regular expressions."""
    for route in routes():
        if "(?P<app_label>" in route:
            yield route, "/admin/games/"
        elif route == "admin/(?P<url>.*)$":
            yield route, "/admin/nowhere"
        elif "confirm-email/(?P" in route:
            yield route, "/account/confirm-email/abc/"
        elif "reset/key/(?P" in route:
            yield route, f"/account/password/reset/key/{int_to_base36(owner.pk)}-abc/"


def _rows() -> Iterator[tuple[str, Any]]:
    """Yield the first row of each model in the admin."""
    for route in routes():
        if found := re.fullmatch(r"(admin/(\w+)/(\w+)/)add/", route):
            row = apps.get_model(found[2], found[3])._default_manager.order_by("pk").first()
            assert row is not None, found[0]
            yield found[1], row.pk
