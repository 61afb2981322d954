"""Tests of the header: it is live, and counts the matches that wait."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import topics
from games.page.match_page import open_match
from games.selectors import waiting_for
from lobby.tables import fragments as tables_parts
from tests.lobby.tables_kit import browser_of, person, running

pytestmark = pytest.mark.django_db


def test_the_header_is_live_on_every_page_for_logged_in_users() -> None:
    ada = person("ada")
    page = tables_parts.house_page(ada, "-", {})
    page.whole()
    running(ada)
    assert 'id="my-matches"' in page.news(frozenset({f"user.{ada.pk}.matches"}))
    html = browser_of(ada).get("/").content.decode()
    assert 'id="my-matches"' in html
    assert 'id="bell"' in html
    assert 'id="my-matches"' not in Client().get("/").content.decode()


def test_the_header_of_a_match_counts_other_waiting_matches() -> None:
    ada = person("ada")
    here = running(ada)
    header = open_match(ada, here.public_id, {})["my-matches"]
    assert "count" not in str(header.html())
    running(ada)
    assert ">1 other match is waiting" in str(header.html())
    assert waiting_for(ada) == 2
    assert waiting_for(ada, here.public_id) == 1


def test_a_waiting_match_is_announced_except_on_its_own_page(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("chat.live.announce._publish_topics", told.extend)
    ada = person("ada")
    with django_capture_on_commit_callbacks(execute=True):
        match = running(ada)
    assert topics.of_person_elsewhere(ada.pk, match.public_id) in told
    assert topics.of_person(ada.pk) not in told
    page = open_match(ada, match.public_id, {})
    assert topics.of_match(match.public_id) in page.topics


def test_the_front_page_shows_first_which_matches_wait() -> None:
    ada = person("ada")
    browser, page = browser_of(ada), tables_parts.front_page(ada, "-", {})
    page.whole()
    match = running(ada, name="The long evening")
    assert "The long evening" in page.news(frozenset({topics.of_person(ada.pk)}))
    shown = browser.get("/").content.decode()
    assert 'class="set-table is-waiting"' in shown
    assert shown.index(f"/m/{match.public_id}/") < shown.index("<h1")
    assert "is-waiting" not in browser_of(person("bea")).get("/").content.decode()
    assert "is-waiting" not in Client().get("/").content.decode()
