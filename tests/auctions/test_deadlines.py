"""The private calendar of deadlines, and the page that offers it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from auctions.models import CalendarFeed
from auctions.page.calendar import CalendarEntry, calendar, escaped, folded
from auctions.services.calendar_feed import make_feed, revoke_feed
from auctions.services.scheduler import run_week
from games.models import Match
from lobby.accounts.services import delete_account
from tests.auctions.weeks import FAST, Play, people_called, play
from tests.support.log_in import client_for
from tests.support.matches import begun

pytestmark = pytest.mark.django_db


def _events(text: str) -> list[dict[str, str]]:
    """Parse the feed independently: unfold, split and unescape it."""
    assert text.endswith("END:VCALENDAR\r\n")
    lines = text.replace("\r\n ", "").split("\r\n")
    events: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and name != "END":
            events[-1][name] = re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), value)
    return events


def test_an_empty_feed_is_a_valid_calendar(wednesday: datetime) -> None:
    (ann,) = people_called("ann", 1)
    lines = _feed(ann).text.split("\r\n")
    # RFC 5545, 3.6: at least one component; 3.6.5: a time zone has a part of its own.
    inside = lines[lines.index("BEGIN:VTIMEZONE") : lines.index("END:VTIMEZONE")]
    assert any(line.startswith("TZID:") for line in inside)
    assert inside.count("BEGIN:STANDARD") == inside.count("END:STANDARD") == 1
    for name in ("DTSTART:", "TZOFFSETFROM:", "TZOFFSETTO:"):
        assert any(line.startswith(name) for line in inside)


def test_a_feed_says_how_often_to_read_it_again(week: Play) -> None:
    lines = _feed(week.user(0)).text.split("\r\n")
    assert any(line.startswith("REFRESH-INTERVAL;VALUE=DURATION:PT") for line in lines)


def _feed(user: Any) -> Any:
    return Client().get(f"/deadlines/{make_feed(user=user).token}.ics")


@pytest.fixture
def week(wednesday: datetime) -> Play:
    return play(2, options={"pace": "daily"})


def test_the_feed_holds_the_seven_instants_of_each_match_i_play(week: Play) -> None:
    play(2, options=FAST)  # somebody else's match
    response = _feed(week.user(0))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    events = _events(response.content.decode())
    starts = [instant.strftime("%Y%m%dT%H%M%SZ") for instant in week.frame.instants]
    assert [event["DTSTART"] for event in events] == starts
    assert events[0]["SUMMARY"] == "Venice, the opening auction: A week"
    assert events[3]["URL"] == f"http://testserver/m/{week.id}/?day=3"
    assert len({event["UID"] for event in events}) == 7


def test_the_feed_reveals_no_bids(week: Play) -> None:
    before = _feed(week.user(0)).content
    week.bid(0, 77)
    assert _feed(week.user(0)).content == before


def test_revoked_and_replaced_links_are_not_found(week: Play) -> None:
    old = make_feed(user=week.user(0)).token
    new = make_feed(user=week.user(0)).token
    assert Client().get(f"/deadlines/{old}.ics").status_code == 404
    assert Client().get(f"/deadlines/{new}.ics").status_code == 200
    revoke_feed(user=week.user(0))
    assert Client().get(f"/deadlines/{new}.ics").status_code == 404
    assert Client().get("/deadlines/guess.ics").status_code == 404


def test_the_feed_omits_fast_stopped_and_old_weeks(week: Play) -> None:
    assert _events(_feed(play(2, options=FAST).user(0)).content.decode()) == []
    week.to(6, seconds=1)
    run_week(week.match.pk)
    assert len(_events(_feed(week.user(0)).content.decode())) == 7
    week.to(6, seconds=31 * 86_400)
    assert _events(_feed(week.user(0)).content.decode()) == []
    other = play(2, options={"pace": "daily"})
    Match.objects.filter(pk=other.match.pk).update(
        status="aborted", ended_at=other.frame.instants[0]
    )
    assert _events(_feed(other.user(0)).content.decode()) == []


def test_the_link_is_created_and_revoked_on_the_deadlines_page(wednesday: datetime) -> None:
    (ann,) = people_called("ann", 1)
    browser = client_for(ann)
    assert "Create a link" in browser.get("/deadlines/").content.decode()
    browser.post("/deadlines/link/")
    feed = CalendarFeed.objects.get(user=ann)
    assert f"http://testserver/deadlines/{feed.token}.ics" in (
        browser.get("/deadlines/").content.decode()
    )
    browser.post("/deadlines/revoke/")
    assert feed.token not in browser.get("/deadlines/").content.decode()
    assert Client().get("/deadlines/").status_code == 302


def test_a_deleted_account_has_no_feed_or_preferences(week: Play) -> None:
    token = make_feed(user=week.user(0)).token
    delete_account(user=week.user(0))
    assert Client().get(f"/deadlines/{token}.ics").status_code == 404
    assert not CalendarFeed.objects.exists()


NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")), max_size=200))
def test_any_table_name_survives_the_calendar_format(name: str) -> None:
    text = calendar("Venice", [CalendarEntry("a@b", NOON, NOON, name, "http://x/")])
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75
    assert _events(text)[0]["SUMMARY"] == name
    assert "\n" not in escaped("a\r\nb\nc\rd")
    assert "".join(piece.removeprefix(" ") for piece in folded("x" * 200)) == "x" * 200


def test_slow_moves_are_in_the_calendar_until_made(db: None) -> None:
    ann, bob = people_called("ann", 1)[0], people_called("bob", 1)[0]
    match = begun([ann, bob], "interop", 0, pace="slow", pace_hours=12)
    mover = match.seats.get(index=match.asked[0]).user
    other = bob if mover == ann else ann
    assert _events(_feed(other).content.decode()) == []
    (event,) = _events(_feed(mover).content.decode())
    assert match.deadline is not None
    assert event["DTSTART"] == match.deadline.strftime("%Y%m%dT%H%M%SZ")
    assert event["SUMMARY"] == f"Deadline: your move at {match.name}"
    assert event["URL"] == f"http://testserver/m/{match.public_id}/"
    match.seats.filter(user=mover).update(away=True)
    assert _events(_feed(mover).content.decode()) == []
