"""Lessons: each is played to its end by what it says, and leaves no trace."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from chat.core import clock
from games.engine.dealer import Seeded
from games.models import Match
from games.registry import games, title_of
from games.selectors.lists import Wanted, history_of, tables_for, waiting_for
from games.services.scheduler import run_table
from games.services.table_access import is_new_to
from tests.games.table_kit import view_of
from tests.support.log_in import client_for

pytestmark = pytest.mark.django_db

TAUGHT = [slug for slug, game in games().items() if game.title.lesson and game.in_steps]
MOST = 40  # actions of the learner, in any lesson


def start(client: Client, game: str, key: str = "k") -> Match:
    client.post(f"/play/{game}/", {"lesson": "1", "key": key})
    return Match.objects.filter(lesson=True, game=game).latest("pk")


def page_of(client: Client, match: Match) -> str:
    return client.get(f"/m/{match.public_id}/").content.decode()


def let_bots_move(match: Match) -> None:
    run_table(match.pk)
    match.refresh_from_db()


def seat_in(match: Match) -> int:
    return int(match.seats.get(user__isnull=False).index)


def answer(client: Client, match: Match) -> None:
    """Answer the open decision as the lesson says."""
    seat = seat_in(match)
    title = title_of(match)
    raw = title.bots[title.house_bot](view_of(match, seat), Seeded("lesson"))
    assert raw is not None
    done = client.post(f"/m/{match.public_id}/act/", {**raw, "key": f"{match.entries}"})
    assert done.status_code < 400, done.content.decode()


def step_of(page: str) -> int:
    return int(re.findall(r"Lesson: step (\d+) of \d+", page)[0])


@pytest.fixture(autouse=True)
def _no_waiting(settings: Any) -> None:
    settings.BOT_DELAY_SCALE = 0


@pytest.mark.parametrize("game", TAUGHT)
def test_a_visitor_plays_the_lesson_to_its_end(game: str) -> None:
    client = Client()
    match = start(client, game)
    let_bots_move(match)
    steps = [step_of(page := page_of(client, match))]
    for _ in range(MOST):
        if "Play now" in page:
            break
        answer(client, match)
        steps.append(step_of(page_of(client, match)))
        let_bots_move(match)
        steps.append(step_of(page := page_of(client, match)))
    assert "Play now" in page
    assert steps == sorted(steps)
    assert 3 <= steps[-1] <= 6
    assert set(steps) == set(range(1, steps[-1] + 1)), "one thing at a time"
    client.post(f"/play/{game}/", {"guided": "1", "key": "real"})
    match.refresh_from_db()
    assert match.over
    assert Match.objects.get(lesson=False).seats.get(user__isnull=False).guided


def test_the_lesson_of_merchant_kings_has_a_purchase_and_a_seizure() -> None:
    client = Client()
    match = start(client, "merchants")
    let_bots_move(match)
    seat = seat_in(match)
    hands = [view_of(match, seat).own.hand]
    assert "Choose Spice 6 and pay with Silk 2" in page_of(client, match)
    answer(client, match)
    let_bots_move(match)
    hands.append(view_of(match, seat).own.hand)
    assert "Bid Iron 3 and it becomes 7" in page_of(client, match)
    answer(client, match)
    let_bots_move(match)
    hands.append(view_of(match, seat).own.hand)
    assert hands == [("S3", "H2"), ("S3", "D6"), ("C6", "D6")]


def test_a_kit_says_what_it_pays_needs_and_who_wants_it() -> None:
    match = start(client := Client(), "interop")
    let_bots_move(match)
    page = " ".join(page_of(client, match).split())
    assert "pays 2 × 2 users" in page  # FTP: two files on four of ten early cards
    assert "wanted now on 4 of 10 user cards, by up to 2 users each" in page
    assert "needs stream, which every network has" in page


def test_the_lesson_of_interop_has_a_kit_an_adoption_an_application_and_users() -> None:
    client = Client()
    match = start(client, "interop")
    let_bots_move(match)
    told = (
        "Take the kit of FTP",
        "SMTP belongs to",
        "Press Desk Hub",
        "Keep the rest",
        "Choose Desk Hub",
    )
    for words in told:
        assert words in page_of(client, match)
        answer(client, match)
        let_bots_move(match)
    assert "Your users have paid" in page_of(client, match)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_dealt_the_same_way_each_time(game: str) -> None:
    found = []
    for _ in range(2):
        match = start(client := Client(), game)
        let_bots_move(match)
        for _ in range(2):
            answer(client, match)
            let_bots_move(match)
        found.append((seat_in(match), view_of(match, seat_in(match))))
    assert found[0] == found[1]


def test_a_lesson_hurries_nobody_and_ends_when_it_is_abandoned() -> None:
    client = Client()
    match = start(client, "blanks")
    let_bots_move(match)
    assert 'class="clock' not in page_of(client, match)
    clock.move(1800)
    before = view_of(match, seat_in(match))
    let_bots_move(match)
    assert view_of(match, seat_in(match)) == before
    for _ in range(8):
        clock.move(3700)
        let_bots_move(match)
    assert match.over


def test_a_lesson_is_in_no_list_and_counts_for_nothing() -> None:
    ann = get_user_model().objects.create_user("ann")
    match = start(client_for(ann), "blanks")
    let_bots_move(match)
    tables = tables_for(ann, Wanted())
    assert not [*tables.own, *tables.open, *tables.running]
    assert waiting_for(ann) == 0
    assert not match.rated
    Match.objects.filter(pk=match.pk).update(status="finished", ended_at=clock.now())
    assert history_of(ann) == []
    assert match.name not in client_for(ann).get("/people/ann/").content.decode()


def test_a_first_match_after_the_lesson_still_has_hints() -> None:
    client = Client()
    guest = start(client, "blanks").owner
    assert is_new_to(guest, "blanks")


def test_a_person_has_one_lesson_at_a_time() -> None:
    client = Client()
    first = start(client, "blanks")
    assert start(client, "blanks") == first, "the same form"
    second = start(client, "blanks", "another")
    first.refresh_from_db()
    assert first.over
    assert second.running


def test_nobody_else_sees_a_lesson() -> None:
    match = start(Client(), "blanks")
    other = client_for(get_user_model().objects.create_user("bob"))
    assert "Lesson: step" not in other.get(f"/m/{match.public_id}/").content.decode()


@pytest.mark.parametrize("game", TAUGHT)
def test_the_front_page_and_the_rules_lead_to_the_lesson(game: str) -> None:
    for place in ("/", f"/rules/{game}/"):
        page = Client().get(place).content.decode()
        form = re.search(rf'action="/play/{game}/"[^>]*>(?:(?!</form>).)*name="lesson"', page, re.S)
        assert form, place


def test_a_game_without_a_lesson_starts_a_match() -> None:
    client = Client()
    assert not title_of(Match(game="example")).lesson
    client.post("/play/example/", {"lesson": "1", "key": "k"})
    assert not Match.objects.get().lesson
