"""The log of an open page grows to what a page that is opened now shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.safestring import SafeString

from chat.live.batch import one_batch
from chat.live.fragments import Page
from games.engine.dealer import Seeded
from games.models import Match
from games.page.frame import ShownLog
from games.page.match_page import open_match
from games.registry import game_of, games
from tests.games.test_secrecy import begun, some_action
from tests.support.shown_page import ADDED, LOG, Shown

pytestmark = pytest.mark.django_db

IN_STEPS = [name for name in games() if game_of(name).in_steps]


def opened(match: Match, user: Any) -> tuple[Page, Shown]:
    """Open a page for this viewer; return it and its contents."""
    with one_batch():
        page, shown = open_match(user, match.public_id, {}), Shown()
        shown.take(page.whole())
    return page, shown


def update(page: Page) -> str:
    with one_batch():
        return page.news(page.topics)


def log_now(match: Match, user: Any) -> str:
    return opened(match, user)[1].parts()["m-log"]


@pytest.mark.parametrize(
    "game",
    [one if one == "blanks" else pytest.param(one, marks=pytest.mark.deep) for one in IN_STEPS],
)
def test_a_page_with_added_lines_equals_a_new_page(running: Any, person: Any, game: str) -> None:
    match, people = begun(running, game)
    viewers = [people[0], people[1], person("watcher")]
    pages, chance = [opened(match, one) for one in viewers], Seeded("lines")
    added = walked = 0
    for _ in range(15):
        some_action(match, people, chance)
        if match.over:  # spectators are shown the end, and leave
            break
        walked += len(viewers)
        for viewer, (page, shown) in zip(viewers, pages, strict=True):
            sent = update(page)
            added += bool(ADDED.search(sent))
            shown.take(sent)
            assert shown.parts()["m-log"] == log_now(match, viewer)
            assert update(page) == ""
    assert added > walked / 4


def test_only_new_lines_are_sent(running: Any) -> None:
    match, people = begun(running, "interop")
    chance = Seeded("new")
    for _ in range(10):
        some_action(match, people, chance)
    page, shown = opened(match, people[0])
    before = dict(shown.lines)
    while len(shown.lines) == len(before):
        some_action(match, people, chance)
        sent = update(page)
        shown.take(sent)
    assert LOG.search(sent) is None
    assert not [name for name in before if f'id="{name}"' in sent]
    assert [*shown.lines][-len(before) :] == [*before]


def test_a_log_that_drops_lines_is_sent_whole(running: Any) -> None:
    match, people = begun(running, "merchants")
    page, shown = opened(match, people[0])
    chance, gone = Seeded("forgets"), set[str]()
    while not gone:
        assert not match.over
        some_action(match, people, chance)
        before, sent = set(shown.lines), update(page)
        shown.take(sent)
        gone = before - set(shown.lines)
    assert LOG.search(sent)
    assert shown.parts()["m-log"] == log_now(match, people[0])


def test_lines_are_added_only_to_the_previous_ones() -> None:
    before = ShownLog(around=(), size=3, hash=hash("one"), head="")
    assert before.added(SafeString("two one")) == "two "
    assert before.added(SafeString("one")) == ""
    for other in ("two on", "two ons", "on", ""):
        assert before.added(SafeString(other)) is None


def test_added_lines_have_the_revision_of_the_whole_page(running: Any) -> None:
    match, people = begun(running, "merchants")
    page, _shown = opened(match, people[0])
    chance, found = Seeded("revisions"), None
    while found is None:
        some_action(match, people, chance)
        found = ADDED.search(update(page))
    with one_batch():
        whole = open_match(people[0], match.public_id, {}).whole()
    revision = f'data-revision="{match.stream_of(match.seats.get(user=people[0]).index)}"'
    assert revision in found.group()
    log = LOG.search(whole)
    assert log is not None
    assert revision in log.group()
