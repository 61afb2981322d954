"""A site with something of everything, and a walk through all of its pages.

    house = furnish(say)                # say("message") returns the text of a message
    for page in walk(house): ...        # every page each kind of person can reach, and refusals

The walk follows the links and presses the buttons that the pages contain, so that a new page or
game is included without being named here. The effect of each button is rolled back.
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
# Pages that no other page links to, or only an e-mail does.
UNLINKED = (
    "/no-such-page", "/account/inactive/", "/account/password/reset/done/",
    "/account/password/reset/key/done/", "/account/password/reset/key/1-wrong/",
    "/account/confirm-email/", "/account/confirm-email/wrong/", "/account/reauthenticate/",
    "/account/2fa/reauthenticate/", "/account/logout/", "/account/login/code/",
    "/account/2fa/webauthn/",
)  # fmt: skip
# Addresses that are not pages for people, or that other tests cover.
NO_PAGES = re.compile(r"^/(static|live|health)/|\.(py|json|csv|ics|txt|svg|png)$|^/admin/jsi18n/")
# How many pages of a kind one person visits; more would only repeat them.
ENOUGH = 2
# All pages of these kinds are visited, because their contents depend on the object's state.
EACH = {"games:match", "lobby:come", "packs:pack", "games:rules", "lobby:create"}

Say = Callable[[str], str]
Fields = dict[str, list[str]]


@dataclass
class House:
    """A furnished site with its people, by their role."""

    say: Say
    browsers: dict[str, Client] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """A page that `who` was shown."""

    who: str
    # The address that was opened, or the button that was pressed.
    how: str
    html: str

    def __str__(self) -> str:
        return f"{self.who}: {self.how}"


# --- Contents of the site


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
    # for pages that ask for the password again
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    house.browsers[who], house.people[who] = browser, person


def _packs(house: House) -> None:
    """Create a pack of the owner's in each state; moderators have blocked one."""
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
    """Upload a pack that is big enough for a table, with cards written by `say`."""
    cards = {
        "black": [f"Prompt {number}: ____." for number in range(40)],
        "white": [f"answer {number}" for number in range(160)],
    }
    pack_file = json.dumps({"format": "blanks-pack", "version": 1, "name": "Harbour", **cards})
    file = SimpleUploadedFile("pack.json", pack_file.encode(), "application/json")
    browser = house.browsers[who]
    preview = browser.post("/packs/upload/", {"file": file}, follow=True).context
    taken = {"take": "1", "count": preview["count"], **preview["values"]}
    assert browser.post("/packs/upload/preview/", taken).status_code == 302
    pack = Pack.objects.filter(owner=house.people[who]).latest("pk")
    written = list(pack.cards.all())
    for card in written:  # the clean-up of an upload would take off markup
        ending = ": ____." if card.colour == PackCard.Colour.BLACK else ""
        card.text = f"{house.say(card.colour)} {card.place}{ending}"
    PackCard.objects.bulk_update(written, ["text"])
    return pack


def _tables(house: House, game: str) -> None:
    """Create a table of each status: open, running, finished and aborted."""
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
    """Create the owner's table from the game's unchanged form, and seat the player."""
    path = f"/set/{game}/"
    owner, player = house.browsers["owner"], house.browsers["player"]
    offered = next(f for f in forms_in(owner.get(path).text) if dict(f.fixed).get("access"))
    fixed = [pair for pair in offered.fixed if pair[0] not in {"access", "key", "option_packs"}]
    packs = [pack.slug for pack in Pack.objects.filter(state="approved", owner__isnull=False)]
    chosen = [("option_packs", slug) for slug in packs if "option_packs" in offered.chosen]
    answer = owner.post(path, _fields([*fixed, *chosen, ("access", "open"), ("key", "")]))
    assert answer.status_code == 302, answer.text
    match = Match.objects.latest("pk")
    # Set past the form's validation: pages must escape names without relying on it.
    match.name = house.say("table")
    match.save()
    assert player.post(f"/m/{match.public_id}/join/").status_code == 302
    return match


def _invite(house: House, match: Match) -> None:
    """Invite the watcher."""
    owner, name = house.browsers["owner"], house.people["watcher"].username
    answer = owner.post(f"/m/{match.public_id}/invite/", {"name": name})
    assert answer.status_code == 302


def start(house: House, match: Match) -> None:
    """Fill the table with bots and start the match."""
    owner, there = house.browsers["owner"], f"/m/{match.public_id}/"
    while match.seats.count() < match.settings.least:
        assert owner.post(f"{there}bot/").status_code == 302
    answer = owner.post(f"{there}start/")
    assert answer.status_code == 302, (answer.headers, answer.text)
    match.refresh_from_db()
    assert match.started


def play_out(match: Match) -> None:
    """Play to the end: take any legal actions, and let time pass if there are none."""
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
    """Take an action for a pending seat, and return False if there is none."""
    # In Venice no seat is pending, and bids are optional.
    for seat in match.seats.filter(index__in=match.asked, user__isnull=False):
        offered = engine_of(match).choices(state_of(match), seat.index)
        raw = choices.sample_any(offered, chance)
        assert raw is not None, "who is asked may do something"
        act(user=seat.user, public_id=match.public_id, raw=raw, key="")
        return True
    return False


def _talk(house: House) -> None:
    """Write messages in every room, report one, and create notices of them."""
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
    """Create a row for each list that moderators see."""
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


# --- The walk


def walk(house: House, *people: str) -> Iterator[Page]:
    for who in people or house.browsers:
        yield from Walk(house, who).pages()


class Walk:
    """The walk of one person. `seen` counts pages and buttons of each kind."""

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
        """Submit each form of a page twice, as it is and empty; yield the answers."""
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
        """Return the answer to a post, and roll back its effects."""
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
    """Return the addresses on this site that a page links to."""
    found = (unescape(href) for href in re.findall(r'<a\b[^>]*?\shref="([^"]*)"', html))
    urls = (urlsplit(urljoin(path, href)) for href in found)
    return [url._replace(fragment="").geturl() for url in urls if not url.netloc + url.scheme]


def _fields(pairs: list[tuple[str, str]]) -> Fields:
    fields: Fields = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields
