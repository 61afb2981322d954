"""Times are shown in the time zone of the person who reads them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from chat.core.clock import now
from chat.live.batch import render_batch
from chat.live.fragments import open_page
from chat.models import Mute
from games.models import Match
from lobby.accounts.services import suspend
from lobby.models import User
from tests.lobby.conftest import PASSWORD
from tests.lobby.tables_kit import browser_of, person, running

pytestmark = pytest.mark.django_db

PLACES = ("Asia/Tokyo", "America/New_York")
DIGEST = re.compile(r'id="([\w-]+)"[^>]* data-part="([^"]*)"')


@pytest.fixture
def people() -> list[User]:
    """Return people in different zones, each muted and with a running match."""
    found = [person(place.rpartition("/")[2], time_zone=place) for place in PLACES]
    for one in found:
        running(one)
        Mute.objects.create(user=one, until=_muted_until(), at=now(), by=one, reason="shouting")
    return found


def _muted_until() -> datetime:
    return now().replace(hour=21, minute=36) + timedelta(days=1)


def _local(at: datetime, place: str) -> str:
    return f"{at.astimezone(ZoneInfo(place)):%H:%M}"


@pytest.mark.parametrize(
    ("path", "kind"), [("/lobby/", "lobby"), ("/matches/", "mine"), ("/m/{match}/", "match")]
)
def test_updates_and_pages_show_the_same_times(people: list[User], path: str, kind: str) -> None:
    names = [Match.objects.get(owner=one).public_id if kind == "match" else "all" for one in people]
    sent = _sent(people, kind, names)
    for one, name, html in zip(people, names, sent, strict=True):
        page = browser_of(one).get(path.format(match=name)).text
        assert dict(DIGEST.findall(html)).items() <= dict(DIGEST.findall(page)).items()


def test_a_batch_renders_times_for_each_viewer(people: list[User]) -> None:
    sent = _sent(people, "lobby", ["all", "all"])
    for html, place in zip(sent, PLACES, strict=True):
        assert _local(_muted_until(), place) in html


def _sent(people: list[User], kind: str, names: list[str]) -> list[str]:
    """Return what is sent to these people's new pages, rendered in one batch."""
    pages = [open_page(kind, one, name, {}) for one, name in zip(people, names, strict=True)]
    return [str(sent) for sent in render_batch([(page, page.topics) for page in pages])]


def test_a_login_shows_the_end_of_a_suspension_in_the_persons_zone() -> None:
    moderator, until = person("Procurator", is_superuser=True, is_staff=True), _muted_until()
    user = User.objects.create_user("Ada", password=PASSWORD, time_zone="Asia/Tokyo")
    suspend(moderator=moderator, user=user, reason="shouting", until=until)
    form = {"login": "Ada", "password": PASSWORD}
    assert _local(until, "Asia/Tokyo") in Client().post("/account/login/", form).text


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Rome", "Europe/Rome"), ("new york", "America/New_York"), ("UTC", "UTC"),
        ("asia/tokyo", "Asia/Tokyo"), (" Europe/Rome ", "Europe/Rome"), ("Atlantis", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_city_names_a_time_zone_in_the_settings_and_at_tables(typed: str, zone: str) -> None:
    one = person("Ada", time_zone="Europe/Paris")
    browser = browser_of(one)
    browser.post("/settings/", {"time_zone": typed, "language": "en", "theme": "auto"})
    one.refresh_from_db()
    assert one.time_zone == (zone or "Europe/Paris")
    table = {
        "name": "A week", "access": "open", "least": "2", "most": "4", "option_pace": "daily",
        "option_zone": typed, "option_minutes": "60", "option_cap": "200",
        "option_company": "mixed",
    }  # fmt: skip
    browser.post("/set/venice/", table)
    assert [match.options["zone"] for match in Match.objects.all()] == ([zone] if zone else [])


@pytest.mark.parametrize("path", ["/settings/", "/set/venice/"])
def test_a_time_zone_is_typed_with_suggestions(path: str) -> None:
    page = browser_of(person("Ada", time_zone="Europe/Paris")).get(path).text
    assert '<option value="America/New_York">New York</option>' in page
    assert "<select" not in page.partition("America/New_York")[0].rpartition("<input")[2]
