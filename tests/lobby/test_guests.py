"""Tests of guest accounts: limits, their binding to a browser, and keeping them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from chat.core.clock import now
from chat.messages.message_list import reader_of, render_lines, seen_by
from chat.messages.services import send_message
from chat.models import Message, Room
from games.models import Match, Seat
from games.registry import games
from games.services.table_access import make_link
from lobby.accounts.guests import UNUSED_DAYS, make_guest, same_person, tidy_guests
from lobby.models import User
from lobby.tasks import tidy
from tests.lobby.conftest import PASSWORD, SETTINGS, SignUp, is_logged_in, person_of
from tests.lobby.tables_kit import form as table_form
from tests.support.log_in import client_for


def _same(user: User) -> set[User]:
    return set(User.objects.filter(same_person(user)))


def _next_guest(browser: Client) -> User:
    """Log out and become another guest in the same browser, with its cookies."""
    browser.post("/account/logout/")
    browser.post("/play-now/")
    return person_of(browser)


def test_play_now_logs_in_a_new_guest_with_a_two_word_name(guest: Client) -> None:
    person = person_of(guest)
    assert is_logged_in(guest)
    assert person.is_guest
    assert len(person.shown_name.split()) == 3
    assert not person.has_usable_password()


@pytest.mark.parametrize("page", ["login", "signup"])
def test_play_now_redirects_only_within_this_site(page: str, db: None) -> None:
    browser = Client()
    for sent in ({"next": "/m/abc/come/xyz/"}, {}):
        text = browser.get(f"/account/{page}/", sent).text
        form = text[text.index('action="/play-now/"') :].partition("</form>")[0]
        assert re.findall('name="next" value="(.*?)"', form) == [*sent.values()]
    assert Client().post("/play-now/", {"next": "/m/abc/"})["location"] == "/m/abc/"
    assert "evil" not in Client().post("/play-now/", {"next": "https://evil.example/"})["location"]


def test_a_logged_in_user_gets_no_second_account(guest: Client) -> None:
    guest.post("/play-now/")
    assert User.objects.count() == 1


def test_a_setting_turns_guests_off(db: None, settings: Settings) -> None:
    settings.GUESTS = False
    answer = Client().post("/play-now/")
    assert answer.status_code == 403
    assert "Sign up" in answer.content.decode()
    assert "Play now" not in Client().get("/account/login/").content.decode()
    assert not User.objects.exists()


def test_guests_are_limited_per_address_and_a_forged_header_does_not_help(
    db: None,
) -> None:
    answers = [Client().post("/play-now/").status_code for _guest in range(11)]
    assert answers == [302] * 10 + [429]
    assert site.ALLAUTH_TRUSTED_PROXY_COUNT == 0
    forged = Client().post("/play-now/", headers={"x-forwarded-for": "192.0.2.9"})
    assert forged.status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").post("/play-now/").status_code == 302


def test_a_kept_account_stays_the_same_row_and_logged_in(
    guest: Client,
) -> None:
    before = person_of(guest)
    answer = guest.post("/keep/", {"username": "Bruno", "password": PASSWORD})
    assert answer.status_code == 302
    after = person_of(guest)
    assert (after.pk, after.is_guest, after.shown_name) == (before.pk, False, "Bruno")
    assert is_logged_in(guest)
    assert not User.objects.filter(names__key__in=[before.username]).exists()
    browser = Client()
    browser.post("/account/login/", {"login": "Bruno", "password": PASSWORD})
    assert is_logged_in(browser)


@pytest.mark.parametrize(
    "form",
    [
        {"username": "\u0430da", "password": PASSWORD},
        {"username": "Bruno", "password": "12345678"},
        {"username": "admin", "password": PASSWORD},
        {"username": "Bruno"},
    ],
)
def test_keeping_an_account_applies_the_rules_for_names_and_passwords(
    sign_up: SignUp, guest: Client, form: dict[str, str]
) -> None:
    sign_up("Ada")
    assert guest.post("/keep/", form).status_code == 200
    assert person_of(guest).is_guest


def test_a_member_cannot_keep_an_account_again(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    browser.post("/keep/", {"username": "Bruno", "password": PASSWORD})
    assert person_of(browser).username == "Ada"


def test_a_guest_is_warned_before_the_account_is_lost(guest: Client) -> None:
    assert guest.get("/account/login/")["location"] == "/account/logout/"
    assert "lose this account" in guest.get("/account/logout/").content.decode()


def test_the_next_guest_of_a_browser_is_the_same_person(guest: Client) -> None:
    first = person_of(guest)
    second = _next_guest(guest)
    assert first.pk != second.pk
    assert _same(first) == _same(second) == {first, second}


def test_a_member_is_linked_to_the_guests_of_the_same_browser(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    ada = person_of(browser)
    later = _next_guest(browser)
    assert _same(later) == {ada, later}
    assert _same(ada) == {ada, later}


def test_two_accounts_on_one_computer_are_two_people(sign_up: SignUp) -> None:
    browser = sign_up("Ada")
    ada = person_of(browser)
    browser.post("/account/logout/")
    form = {"username": "Bruno", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    browser.post("/account/signup/", form)
    assert person_of(browser).device == User.objects.get(pk=ada.pk).device
    assert _same(ada) == {ada}


def test_a_forged_device_cookie_is_ignored(guest: Client) -> None:
    victim = person_of(guest)
    forger = Client()
    forger.cookies["device"] = f"{victim.device}:1:forged"
    forger.post("/play-now/")
    assert person_of(forger).device != victim.device


def test_guests_of_other_browsers_are_other_people(db: None) -> None:
    one = make_guest(device="a" * 32, time_zone="UTC")
    make_guest(device="b" * 32, time_zone="UTC")
    assert _same(one) == {one}


@pytest.mark.both
def test_unused_guests_are_deleted_or_anonymised_if_they_left_traces(db: None) -> None:
    idle, talker, fresh = (make_guest(device=x * 32, time_zone="UTC") for x in "abc")
    room = Room.objects.create(key="lobby")
    Message.objects.create(room=room, author=talker, text="hello", key="1", at=now())
    long_ago = now().date() - timedelta(days=UNUSED_DAYS + 1)
    User.objects.filter(pk__in=[idle.pk, talker.pk]).update(seen_on=long_ago)
    assert tidy_guests() == 2
    assert not User.objects.filter(pk=idle.pk).exists()
    assert User.objects.get(pk=talker.pk).shown_name == "a deleted user"
    assert User.objects.get(pk=fresh.pk).deleted_at is None
    assert Message.objects.get().author_id == talker.pk
    assert tidy_guests() == 0


def test_the_schedule_deletes_expired_sessions(sign_up: SignUp) -> None:
    here, gone = sign_up("Ada"), sign_up("Bruno")
    key = gone.session.session_key
    Session.objects.filter(session_key=key).update(expire_date=now() - timedelta(days=1))
    tidy()
    assert not Session.objects.filter(session_key=key).exists()
    assert [row.user for row in UserSession.objects.all()] == [person_of(here)]


def test_a_visit_counts_as_use(guest: Client) -> None:
    User.objects.update(seen_on=now().date() - timedelta(days=UNUSED_DAYS + 1))
    guest.get("/settings/")
    assert tidy_guests() == 0


# --- A first match


@pytest.mark.parametrize("game", sorted(games()))
def test_a_guests_first_match_has_hints_and_double_time(db: None, game: str) -> None:
    client = Client()
    client.post(f"/play/{game}/", {"key": "first"})
    first = Match.objects.get(game=game)
    title = games()[game].title
    assert first.seats.get(user__isnull=False).guided
    assert first.settings.pace_percent == (100 if title.own_clock else 200)
    assert title.calm.items() <= first.options.items()
    page = client.get(f"/m/{first.public_id}/").content
    assert (b'class="goal"' in page) == (game != "example")  # hints are optional for a game
    client.post(f"/play/{game}/", {"key": "second"})
    second = Match.objects.exclude(pk=first.pk).get(game=game)
    assert not second.seats.get(user__isnull=False).guided
    assert second.settings.pace_percent == 100


def test_a_members_first_match_has_no_hints(db: None) -> None:
    client = client_for(User.objects.create_user("ada"))
    client.post("/play/blanks/", {"key": "first"})
    assert not Match.objects.get().seats.get(user__isnull=False).guided


def _guest(link: str, name: str) -> tuple[Client, Any]:
    browser = Client()
    return browser, browser.post(link, {"name": name})


def _table_with_link(host: Client) -> tuple[Match, str]:
    host.post("/set/blanks/", table_form())
    match = Match.objects.order_by("-pk")[0]
    link = make_link(user=person_of(host), public_id=match.public_id)
    return match, f"/m/{match.public_id}/come/{link.token}/"


@pytest.fixture
def door(sign_up: SignUp) -> tuple[Match, str]:
    """Return a table of a member called Ada, and the address of a link to it."""
    return _table_with_link(sign_up("Ada"))


def test_guests_at_different_tables_may_share_a_name(
    door: tuple[Match, str], sign_up: SignUp
) -> None:
    _match, elsewhere = _table_with_link(sign_up("Bruno"))
    minas = [_guest(link, "Mina")[0] for link in (door[1], elsewhere)]
    seats = Seat.objects.filter(user__is_guest=True)
    assert [seat.shown_name for seat in seats] == ["Mina", "Mina"]
    outside = {person_of(mina).shown_name for mina in minas}
    assert len(outside) == 2
    assert all(re.fullmatch(r"Mina · guest \d+", name) for name in outside)


def test_at_one_table_a_second_guest_is_offered_a_numbered_name(door: tuple[Match, str]) -> None:
    _guest(door[1], "Mina")
    second, answer = _guest(door[1], "M\u0456na")  # a Cyrillic i
    assert not is_logged_in(second)
    assert 'value="M\u0456na 2"' in answer.content.decode()
    assert second.post(door[1], {"name": "M\u0456na 2"}).status_code == 302
    assert Seat.objects.filter(user__display_name="M\u0456na 2").exists()


@pytest.mark.parametrize("name", ["Ada", "4da?", "Bruno", "Bot"])
def test_a_guest_looks_like_no_member(door: tuple[Match, str], sign_up: SignUp, name: str) -> None:
    sign_up("Bruno")
    person, _answer = _guest(door[1], name)
    assert is_logged_in(person) == (name == "4da?")


def test_a_guest_who_sits_down_beside_a_namesake_gets_a_number(
    door: tuple[Match, str], sign_up: SignUp
) -> None:
    _match, elsewhere = _table_with_link(sign_up("Bruno"))
    _guest(door[1], "Mina")
    second, _answer = _guest(elsewhere, "Mina")
    second.post(door[1], {})
    assert person_of(second).display_name == "Mina 2"
    second.post("/settings/", {**SETTINGS, "display_name": "Mina"})
    assert person_of(second).display_name == "Mina 2"


def test_a_member_who_sits_down_keeps_the_name_and_the_guest_gets_a_number(
    door: tuple[Match, str], sign_up: SignUp
) -> None:
    mina, _answer = _guest(door[1], "Mina")
    member = sign_up("Mina")
    member.post(door[1], {})
    assert person_of(member).shown_name == "Mina"
    assert person_of(mina).table_name == "Mina 2"
    form = mina.get("/keep/").content.decode()
    assert 'value="Mina 2"' in form
    kept = mina.post("/keep/", {"username": "Mina", "password": PASSWORD}).content.decode()
    assert "Mina 2, Mina 3" in kept


def test_a_guests_number_is_shown_everywhere_but_at_the_table(door: tuple[Match, str]) -> None:
    match, link = door
    mina, _answer = _guest(link, "Mina")
    number = person_of(mina).username.rpartition("-")[2]
    lines = {}
    for key in ("lobby", f"table-{match.public_id}"):
        said = send_message(
            author=person_of(mina), room_key=key, text="Hello", key=f"said-in-{key}"
        )
        seen = seen_by(person_of(mina), key)
        lines[key[:5]] = render_lines(reader_of(person_of(mina), seen), [said])
    assert f"Mina · guest {number}" in lines["lobby"]
    assert "Mina" in lines["table"]
    assert number not in re.sub(r"<[^>]*>|\d+:\d+", "", lines["table"])


def test_invited_guests_are_limited_apart_and_may_be_more(
    door: tuple[Match, str], settings: Settings
) -> None:
    settings.GUESTS_PER_ADDRESS, settings.GUESTS_INVITED_PER_ADDRESS = 1, 3
    assert [_guest(door[1], "")[1].status_code for _again in range(3)] == [302] * 3
    answers = [Client().post("/play-now/").status_code for _again in range(2)]
    assert answers == [302, 429]
    late = _guest(door[1], "Mina & Co")[1]
    page = late.content.decode()
    assert late.status_code == 429
    assert f'action="{door[1]}"' in page
    assert 'name="name" value="Mina &amp; Co"' in page
    assert f"/account/signup/?next={door[1]}" in page
    assert "in an hour" in page


def test_a_household_is_one_address(db: None, settings: Settings) -> None:
    settings.GUESTS_PER_ADDRESS = 1
    wanted = {"next": "/lobby/?game=blanks"}
    addresses = ("2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:2::1")
    answers = [Client(REMOTE_ADDR=one).post("/play-now/", wanted) for one in addresses]
    assert [answer.status_code for answer in answers] == [302, 429, 302]
    assert 'name="next" value="/lobby/?game=blanks"' in answers[1].content.decode()
