"""A house in which there is something of everything, and a walk through all of its pages.

    house = furnish(say)                # say("message") is what somebody writes as a message
    for page in walk(house): ...        # every page each kind of person can reach, and refusals

The walk follows links and presses buttons as they stand in the pages, so that a new page or game
joins without being named here. What is pressed is taken back.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urljoin, urlsplit

from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from chat.core import clock
from chat.models import Appeal, BlockedWord, Message, ModeratorAct, Mute, Notice, Report
from games.engine import choices
from games.engine.dealer import Seeded
from games.models import Ban, InviteLink, Match, Pack, PackBar, PackCard, TaskFailure
from games.registry import games
from games.services.match_engine import engine_of, state_of
from games.services.moderation import abort_match
from games.services.play import act
from games.services.scheduler import run_due
from lobby.models import User
from tests.fuzz.forms import forms_in
from tests.support.rollback import undone

PASSWORD = "tarocchi-1638"
# Kinds of text that people write.
KINDS = ("name", "table", "message", "reason", "pack", "black", "white", "line", "word")
# Pages that nothing links to, or only a mail does.
UNLINKED = (
    "/no-such-page", "/account/inactive/", "/account/password/reset/done/",
    "/account/password/reset/key/done/", "/account/password/reset/key/1-wrong/",
    "/account/confirm-email/", "/account/confirm-email/wrong/", "/account/reauthenticate/",
    "/account/2fa/reauthenticate/", "/account/logout/", "/account/login/code/",
    "/account/2fa/webauthn/",
)  # fmt: skip
# Addresses that are no pages for people, or belong to others.
NO_PAGES = re.compile(r"^/(static|live|health)/|\.(py|json|csv|ics|txt|svg|png)$|^/admin/jsi18n/")
# So many pages of one kind are looked at by one person; more would only be the same again.
ENOUGH = 2
# Each of these is looked at: what they show depends on the state of the thing.
EACH = {"games:match", "lobby:come", "packs:pack", "games:rules", "lobby:create"}

Say = Callable[[str], str]
Fields = dict[str, list[str]]


@dataclass
class House:
    """People by the part they have in it."""

    say: Say
    browsers: dict[str, Client] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """What `who` was shown; `how`: by opening it, or by pressing which button."""

    who: str
    how: str
    html: str

    def __str__(self) -> str:
        return f"{self.who}: {self.how}"


# --- what is in it ---


def furnish(say: Say, *, language: str = "en") -> House:
    house = House(say)
    house.browsers["stranger"] = Client(HTTP_ACCEPT_LANGUAGE=language)
    for who in ("owner", "player", "watcher", "moderator"):
        _enter(house, who, language)
    _packs(house)
    for game in games():
        _tables(house, game)
    _talk(house)
    _moderate(house)
    house.browsers["stranger"].post("/account/password/reset/", {"email": "owner@example.org"})
    return house


def _enter(house: House, who: str, language: str) -> None:
    browser = Client(HTTP_ACCEPT_LANGUAGE=language)
    person = User.objects.create_user(
        f"x{len(house.people)}x", password=PASSWORD, language=language
    )
    person.display_name = house.say("name")
    person.is_staff = person.is_superuser = who == "moderator"
    person.save()
    EmailAddress.objects.create(
        user=person, email=f"{who}@example.org", verified=True, primary=True
    )
    browser.post("/account/login/", {"login": person.username, "password": PASSWORD})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})  # for what asks again
    house.browsers[who], house.people[who] = browser, person


def _packs(house: House) -> None:
    """A pack of the owner's in each state; one is of the house's moderators, and barred."""
    for state in Pack.State.values:
        pack = upload(house, "owner")
        pack.state = state
        pack.state_reason = house.say("reason") if state in {"rejected", "retired"} else ""
        pack.blocked = state == "rejected"
        pack.submitted_at = pack.changed_at if state == "submitted" else None
        pack.name, pack.description = house.say("pack"), house.say("line")
        pack.author_line, pack.licence = house.say("line"), house.say("line")
        pack.save()
        PackCard.objects.filter(pack=pack, place=1).update(hidden=True)


def upload(house: House, who: str) -> Pack:
    """A pack that suffices for a table; its cards are what people write on cards."""
    cards = {
        "black": [{"text": f"{house.say('black')} {number}: ____."} for number in range(40)],
        "white": [{"text": f"{house.say('white')} {number}"} for number in range(160)],
    }
    pack = {"format": "blanks-pack", "version": 1, "name": "Harbour", **cards}
    file = SimpleUploadedFile("pack.json", json.dumps(pack).encode(), "application/json")
    answer = house.browsers[who].post("/packs/upload/", {"file": file})
    assert answer.status_code == 302, answer.text
    return Pack.objects.latest("pk")


def _tables(house: House, game: str) -> None:
    """A table that waits, one that is played at, one played out, one closed by a moderator."""
    for status in ("open", "running", "finished", "aborted"):
        match = _set(house, game)
        if status == "open":
            _invite(house, match)
        else:
            start(house, match)
        if status == "finished":
            play_out(match)
        if status == "aborted":
            moderator, why = house.people["moderator"], house.say("reason")
            abort_match(moderator=moderator, public_id=match.public_id, reason=why)
        house.matches.append(match)
        if status != "aborted":
            link = InviteLink.objects.create(match=match, at=timezone.now())
            house.links.append(f"/m/{match.public_id}/come/{link.token}/")


def _set(house: House, game: str) -> Match:
    """A table of the owner's, set by the game's own form as it stands, with the player at it."""
    path = f"/set/{game}/"
    owner, player = house.browsers["owner"], house.browsers["player"]
    offered = next(f for f in forms_in(owner.get(path).text) if dict(f.fixed).get("access"))
    fixed = [pair for pair in offered.fixed if pair[0] not in {"access", "key", "option_packs"}]
    packs = [pack.slug for pack in Pack.objects.filter(state="approved", owner__isnull=False)]
    chosen = [("option_packs", slug) for slug in packs if "option_packs" in offered.chosen]
    answer = owner.post(path, _fields([*fixed, *chosen, ("access", "open"), ("key", "")]))
    assert answer.status_code == 302, answer.text
    match = Match.objects.latest("pk")
    # Whatever checks names stands before the rows: what is drawn must not lean on it.
    match.name = house.say("table")
    match.save()
    assert player.post(f"/m/{match.public_id}/join/").status_code == 302
    return match


def _invite(house: House, match: Match) -> None:
    """The watcher, who may be invited so many times a day."""
    owner, name = house.browsers["owner"], house.people["watcher"].username
    answer = owner.post(f"/m/{match.public_id}/invite/", {"name": name})
    assert answer.status_code == 302


def start(house: House, match: Match) -> None:
    """Bots sit down until there are enough, and it begins."""
    owner, there = house.browsers["owner"], f"/m/{match.public_id}/"
    while match.seats.count() < match.settings.least:
        assert owner.post(f"{there}bot/").status_code == 302
    answer = owner.post(f"{there}start/")
    assert answer.status_code == 302, (answer.headers, answer.text)
    match.refresh_from_db()
    assert match.started


def play_out(match: Match) -> None:
    """To its end: people take any action they may, and where nobody has one the clock goes on."""
    chance = Seeded(match.game)
    for _ in range(5_000):
        if match.over:
            break
        if not _somebody_acts(match, chance):
            assert match.due_at, "nobody is asked, and nothing is due"
            clock.move(max((match.due_at - clock.now()).total_seconds(), 0) + 1)
            run_due(match.pk)
        match.refresh_from_db()
    clock.reset()
    assert match.status == "finished", match.status


def _somebody_acts(match: Match, chance: Seeded) -> bool:
    """In Venice nobody is asked, and bids are not needed."""
    for seat in match.seats.filter(index__in=match.asked, user__isnull=False):
        offered = engine_of(match).choices(state_of(match), seat.index)
        raw = choices.sample_any(offered, chance)
        assert raw is not None, "who is asked may do something"
        act(user=seat.user, public_id=match.public_id, raw=raw, key="")
        return True
    return False


def _talk(house: House) -> None:
    """Messages in every room, one of them reported, and notices of them."""
    say, rooms = house.say, ["lobby", *(f"table-{match.public_id}" for match in house.matches)]
    for number, room in enumerate(rooms):
        for who in ("owner", "player"):
            _forget_limits()
            message = {"room": room, "text": say("message"), "key": f"{who}{number}"}
            house.browsers[who].post("/chat/send/", message)
    assert Message.objects.exists()
    said = Message.objects.filter(author=house.people["player"]).earliest("pk")
    path = f"/chat/message/{said.pk}/report/"
    house.browsers["owner"].post(path, {"reason": say("reason")})
    assert Report.objects.exists()
    for person in house.people.values():
        Notice.objects.create(
            user=person, kind="x", text=say("message"), url="/lobby/", at=timezone.now()
        )


def _moderate(house: House) -> None:
    """What moderators have done, as rows of their lists."""
    say, people, at = house.say, house.people, timezone.now()
    moderator, match = people["moderator"], house.matches[0]
    until = at + timedelta(days=2)
    Mute.objects.create(
        user=people["watcher"], until=until, reason=say("reason"), by=moderator, at=at
    )
    BlockedWord.objects.create(word=say("word"), key="blocked")
    Ban.objects.create(match=match, user=people["watcher"], by_moderator=True, at=at)
    PackBar.objects.create(user=people["player"], reason=say("reason"), at=at)
    TaskFailure.objects.create(name="games.tasks.sweep", kind="ValueError", at=at)
    act = ModeratorAct.objects.create(
        moderator=moderator, act="suspend", target_kind="user", target_id="1",
        target_label=say("name"), reason=say("reason"), at=at,
    )  # fmt: skip
    Appeal.objects.create(act=act, user=people["watcher"], text=say("message"), at=at)
    house.browsers["owner"].post(f"/people/{people['watcher'].username}/block/")
    User.objects.create_user("gone", suspended_until=until, suspended_for=say("reason"))


def _forget_limits() -> None:
    caches["default"].clear()


# --- the walk ---


def walk(house: House, *people: str) -> Iterator[Page]:
    for who in people or house.browsers:
        yield from Walk(house, who).pages()


class Walk:
    """One person's. `seen` counts pages and buttons of one kind."""

    def __init__(self, house: House, who: str) -> None:
        self.house, self.who, self.browser = house, who, house.browsers[who]
        self.seen = Counter[str]()

    def pages(self) -> Iterator[Page]:
        matches = [f"/m/{match.public_id}/" for match in self.house.matches]
        waiting = ["/", *UNLINKED, *matches, *self.house.links]
        if self.who == "moderator":
            waiting.append("/admin/")
        known = set(waiting)
        while waiting:
            path = waiting.pop(0)
            if not self._wanted(path):
                continue
            _forget_limits()
            answer = self.browser.get(path)
            found = [answer["Location"]] if answer.has_header("Location") else []
            if _is_html(answer):
                yield Page(self.who, path, answer.text)
                yield from self._pressed(path, answer.text)
                found += links_in(answer.text, path)
            waiting += [link for link in dict.fromkeys(found) if link not in known]
            known.update(found)

    def _wanted(self, path: str) -> bool:
        place = urlsplit(path).path
        return not NO_PAGES.search(place) and self._is_new(_kind_of(place, "GET"))

    def _is_new(self, kind: str) -> bool:
        self.seen[kind] += 1
        return self.seen[kind] <= ENOUGH

    def _pressed(self, path: str, html: str) -> Iterator[Page]:
        """What each form answers, sent as it stands and sent without what it should hold."""
        for form in forms_in(html):
            action = urljoin(path, unescape(form.action)) if form.action else path
            named = sorted({name for name, _value in [*form.fixed, *form.buttons]})
            if not self._is_new(f"{_kind_of(urlsplit(action).path, 'POST')} {named}"):
                continue
            for sent in (form.fixed + form.buttons[:1], []):
                answer = self._posted(action, _fields(sent))
                if _is_html(answer):
                    yield Page(self.who, f"{path}, {action} with {sent}", answer.text)

    def _posted(self, action: str, fields: Fields) -> Any:
        """The answer; what was done is undone."""
        _forget_limits()
        cookies = self.browser.cookies.copy()
        with undone():
            answer: Any = self.browser.post(action, fields)
        self.browser.cookies = SimpleCookie(cookies)
        return answer


def _kind_of(path: str, method: str) -> str:
    try:
        match = resolve(path)
    except Resolver404:
        return path
    return f"{method} {match.view_name} {match.kwargs if match.view_name in EACH else ''}"


def _is_html(answer: Any) -> bool:
    return not answer.has_header("Location") and "html" in answer.headers.get("Content-Type", "")


def links_in(html: str, path: str) -> list[str]:
    """Where a page of this site leads to on this site."""
    found = (unescape(href) for href in re.findall(r'<a\b[^>]*?\shref="([^"]*)"', html))
    urls = (urlsplit(urljoin(path, href)) for href in found)
    return [url._replace(fragment="").geturl() for url in urls if not url.netloc + url.scheme]


def _fields(pairs: list[tuple[str, str]]) -> Fields:
    fields: Fields = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields
