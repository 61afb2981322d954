"""Tests of the lobby's lists: what they show to whom, and live updates."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from chat.core.clock import now
from chat.live.batch import join_batch, one_batch, render_batch
from chat.live.fragments import Denied, Page
from chat.models import Block
from chat.people import PERSON
from games.models import Invitation, Match, Pack
from games.selectors import waiting_for
from games.selectors.lists import Wanted, load
from games.services.seats import join
from games.services.start import start
from games.services.table_access import invite
from games.services.tables import cancel
from lobby.models import User
from lobby.tables import fragments as tables_parts
from tests.lobby.tables_kit import browser_of, person, running, table

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def lobby(user: User, **query: str) -> Page:
    page = tables_parts.lobby_page(user, "all", query)
    page.whole()
    return page


def shown(user: User, part: str = "lobby-open", **query: str) -> str:
    return str(lobby(user, **query)[part].html())


@pytest.mark.parametrize(
    ("wish", "is_guest", "told", "may_sit"),
    [
        ({"bots": 1}, False, ("by ada", "2 of 4 seats", "1 bot", "live", "Join"), True),
        (
            {"access": "password", "password": "tarot"}, False,
            ("#table-lock", 'href="/m/{match}/">Join with a password'), False,
        ),
        ({"guests": False}, True, ("Guests can't join",), False),
        ({"bots": 3}, False, ("seats are taken",), False),
    ],
    ids=["open", "behind a password", "closed to guests", "full"],
)  # fmt: skip
def test_a_table_is_listed_with_its_seats_and_conditions(
    wish: dict[str, Any], is_guest: bool, told: tuple[str, ...], may_sit: bool
) -> None:
    match = table(person("ada"), **wish)
    html = shown(person("bob", is_guest=is_guest))
    for words in (match.name, *told):
        assert words.format(match=match.public_id) in html
    assert (f"/lobby/sit/{match.public_id}/" in html) is may_sit


@pytest.mark.parametrize(
    ("game", "options", "remark", "chips"),
    [
        ("venice", {"pace": "fast", "minutes": 3}, "every 3 minutes", []),
        ("venice", {"zone": "Asia/Tokyo"}, "a day at 17:15, Asia/Tokyo", []),
        ("venice", {"pace": "fast", "cap": 100}, "every 10 minutes", ["Loan limit: 100"]),
        ("merchants", {"mode": "hard"}, "hard", []),
    ],
)
def test_an_option_in_the_remark_is_not_repeated(
    game: str, options: dict[str, Any], remark: str, chips: list[str]
) -> None:
    table(person("ada"), game=game, options=options, least=3)
    html = shown(person("bob"))
    assert remark in html
    assert re.findall(r'class="chip">([^<]*)<', html) == chips


def test_a_private_table_is_listed_for_its_players_and_invited_people_only() -> None:
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    match = table(ada, access="invite")
    invite(user=ada, public_id=match.public_id, name="bob")
    assert match.name not in shown(eve)
    assert match.name in shown(ada)
    assert "you are at this table" in shown(ada)
    assert "you are invited" in shown(bob)


def test_an_invitation_by_a_blocked_person_is_not_listed() -> None:
    ada, bob = person("ada"), person("bob")
    Block.objects.create(blocker=bob, blocked=ada, at=now())
    match = table(ada, access="invite")
    invite(user=ada, public_id=match.public_id, name="bob")
    assert match.name not in shown(bob)
    assert match.name not in str(tables_parts.mine_page(bob, "all", {})["mine-list"].html())


def test_an_invited_user_needs_no_password() -> None:
    ada, bob = person("ada"), person("bob")
    match = table(ada, access="password", password="tarot")
    invite(user=ada, public_id=match.public_id, name="bob")
    assert f"/lobby/sit/{match.public_id}/" in shown(bob)


def test_running_matches_are_listed_when_they_may_be_watched_or_joined() -> None:
    watched = running(person("ada"), name="Watched")
    late = running(person("bea"), name="Joined late", spectators=False, late_join=True)
    running(person("cid"), name="Behind doors", spectators=False)
    running(person("dan"), name="Among friends", access="invite")
    eve = person("eve")
    html = shown(eve, "lobby-running")
    assert f'href="/m/{watched.public_id}/">Watch' in html
    assert late.public_id not in html
    opened = shown(eve)
    assert f"/lobby/sit/{late.public_id}/" in opened
    assert "in progress" in opened
    assert "No table is open" not in opened
    assert "Behind doors" not in html
    assert "Among friends" not in html


def test_practice_is_folded_below_the_matches_of_people() -> None:
    alone = running(person("ada"), name="Alone", practice=True)
    free = running(person("bea"), name="Come in", practice=True, late_join=True)
    eve = person("eve")
    page = browser_of(eve).get("/lobby/").text
    running_list, fold = page.index('id="lobby-running"'), page.index('id="practice-fold"')
    assert running_list < fold < page.index(alone.public_id)
    assert page.index('id="lobby-open"') < page.index(free.public_id) < running_list
    assert "practice-fold" not in str(shown(eve, "lobby-practice", game="venice"))


def test_a_match_is_practice_until_somebody_else_joins() -> None:
    ada, bob = person("ada"), person("bob")
    match = table(ada, bots=1, late_join=True)
    start(user=ada, public_id=match.public_id)
    assert Match.objects.get(pk=match.pk).practice
    join(user=bob, public_id=match.public_id)
    assert not Match.objects.get(pk=match.pk).practice
    cem = person("cem")
    together = table(cem, person("dan"))
    start(user=cem, public_id=together.public_id)
    together.refresh_from_db()
    assert not together.practice


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ({}, {"Live", "Slow", "Full", "Locked"}),
        ({"free": "1"}, {"Live", "Slow", "Locked"}),
        ({"pace": "slow"}, {"Slow"}),
        ({"pace": "live"}, {"Live", "Full", "Locked"}),
        ({"access": "password"}, {"Locked"}),
        ({"access": "open", "free": "1"}, {"Live", "Slow"}),
        ({"game": "blanks", "pace": "slow"}, {"Slow"}),
        ({"game": "no-such", "pace": "' OR 1=1", "access": "invite", "free": "yes"}, None),
    ],
)
def test_filters_apply_and_unknown_values_are_ignored(
    query: dict[str, str], left: set[str] | None
) -> None:
    names = {"Live", "Slow", "Full", "Locked"}
    table(person("ada"), name="Table Live")
    table(person("bea"), name="Table Slow", pace="slow")
    table(person("cid"), name="Table Full", bots=3)
    table(person("dan"), name="Table Locked", access="password", password="x")
    html = shown(person("eve"), **query)
    assert {name for name in names if f"Table {name}" in html} == (names if left is None else left)


def test_the_page_and_its_socket_filter_alike() -> None:
    table(person("ada"), name="Table Live")
    table(person("bea"), name="Table Slow", pace="slow")
    answer = browser_of(person("eve")).get("/lobby/?pace=slow&free=1&rubbish=1")
    html = answer.content.decode()
    assert 'ws-connect="/live/lobby/all/?free=1&amp;pace=slow"' in html
    assert "Table Slow" in html
    assert "Table Live" not in html


def test_open_lobby_pages_are_updated_when_a_table_is_created_started_or_closed() -> None:
    ada, bob = person("ada"), person("bob")
    page = lobby(bob)
    news = frozenset({"lobby"})
    assert page.news(news) == ""
    match = table(ada, bots=2)
    made = page.news(news)
    assert match.name in made
    assert 'id="lobby-open"' in made  # the list was empty, so it is sent as a whole
    assert page.news(news) == ""
    start(user=ada, public_id=match.public_id)
    started = page.news(news)
    assert 'id="lobby-open"' in started
    assert 'id="lobby-practice"' in started
    closed = table(ada, name="Soon closed")
    page.news(news)
    cancel(user=ada, public_id=closed.public_id)
    assert "Soon closed" not in page.news(news)


def test_only_added_changed_and_removed_tables_are_sent() -> None:
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    first, second = table(ada, name="The first"), table(ada, name="The second")
    page, news = lobby(eve), frozenset({"lobby"})
    third = table(bob, name="The third")
    added = page.news(news)
    assert added.startswith('<ul hx-swap-oob="afterbegin:#lobby-open-entries">')
    assert [name in added for name in ("The first", "The second", "The third")] == [0, 0, 1]
    join(user=bob, public_id=second.public_id)
    changed = page.news(news)
    assert f'<li id="row-open-{second.public_id}" hx-swap-oob="true"' in changed
    assert [name in changed for name in ("The first", "The second", "The third")] == [0, 1, 0]
    assert "2 of 4 seats" in changed
    cancel(user=ada, public_id=second.public_id)
    gone = page.news(news)
    assert gone == f'<li id="row-open-{second.public_id}" hx-swap-oob="delete"></li>'
    assert first.public_id not in gone + changed + added
    assert third.public_id in page.whole()


def test_a_table_that_moves_sends_the_whole_list() -> None:
    ada, eve = person("ada"), person("eve")
    older = table(ada, name="The older")
    table(ada, name="The younger")
    page = lobby(eve)
    invite(user=ada, public_id=older.public_id, name="eve")
    anew = page.news(frozenset({f"user.{eve.pk}.matches"}))
    assert anew.index("The older") < anew.index("The younger")
    assert 'id="lobby-open"' in anew


def test_creating_a_table_announces_it_to_the_lobby(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("chat.live.announce._publish_topics", told.extend)
    with django_capture_on_commit_callbacks(execute=True):
        table(person("ada"))
    assert set(told) & lobby(person("bob")).topics


def test_my_matches_list_pending_ones_first_and_the_header_counts_them() -> None:
    ada = person("ada")
    table(ada, name="Gathering")
    waits = running(ada, name="Waiting for Ada")
    html = str(tables_parts.mine_page(ada, "all", {})["mine-list"].html())
    assert html.index(waits.name) < html.index("Gathering")
    assert "Your turn" in html
    badge = str(tables_parts.mine_part(ada).html())
    assert ">1 match is waiting for you<" in badge
    assert "count" not in str(tables_parts.mine_part(person("bob")).html())


def test_pending_matches_of_a_batch_of_pages_are_read_in_one_query(
    django_assert_num_queries: Any,
) -> None:
    people = [person(name) for name in ("ada", "bob", "cyd", "dan", "eve", "fay")]
    for one in (people[0], people[0], people[5]):
        running(one)
    with django_assert_num_queries(1), one_batch():
        for one in people:
            join_batch(PERSON, one.pk)
        assert [waiting_for(one) for one in people] == [2, 0, 0, 0, 0, 1]


def test_visitors_see_the_tables_without_live_updates() -> None:
    match = table(person("ada"))
    html = Client().get("/lobby/").content.decode()
    assert match.name in html
    assert "Enter as a guest" in html
    assert "ws-connect" not in html
    from django.contrib.auth.models import AnonymousUser

    for opener in (tables_parts.lobby_page, tables_parts.mine_page, tables_parts.house_page):
        with pytest.raises(Denied):
            opener(AnonymousUser(), "all", {})


def test_forms_hold_the_token_of_the_page_wherever_they_are_rendered() -> None:
    table(person("ada"))
    html = browser_of(person("eve")).get("/lobby/").content.decode()
    forms = re.findall(r'<form method="post".*?</form>', html, re.S)
    assert any("/play/blanks/" in form for form in forms)
    assert not [form for form in forms if "csrfmiddlewaretoken" not in form]


def test_an_empty_lobby_invites_to_play() -> None:
    html = browser_of(person("ada")).get("/lobby/").content.decode()
    assert "/play/blanks/" in html
    assert "invitation link" in html


@pytest.mark.both
def test_the_number_of_queries_does_not_grow_with_tables() -> None:
    eve = person("eve")
    browser = browser_of(eve)
    table(person("ada"))
    table(eve)
    browser.get("/lobby/")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get("/lobby/").status_code == 200
        return len(queries)

    few = asked()
    for number in range(12):
        running(person(f"owner-{number}"))
        table(person(f"other-{number}"))
    assert asked() == few
    assert few <= 11


@pytest.mark.both
def test_a_batch_of_pages_makes_as_many_queries_as_one_page() -> None:
    people = [person(f"viewer-{number}") for number in range(4)]
    table(person("ada"), people[0])

    def asked(count: int) -> int:
        pages = [lobby(user) for user in people[:count]]
        table(person(f"owner-{count}"))
        with CaptureQueriesContext(connection) as queries:
            told = render_batch([(page, frozenset({"lobby"})) for page in pages])
        assert all("Table of owner" in str(html) for html in told)
        return len(queries)

    assert asked(4) == asked(1)


def copies(match: Match, count: int) -> None:
    """Create more tables like this one, each a second older than the one before."""
    rows = []
    for number in range(count):
        copy = Match.objects.get(pk=match.pk)
        copy.pk, copy.public_id, copy.name = (
            None,
            f"{match.status[0]}opy{number:06d}",
            f"No {number}.",
        )
        copy.created_at -= timedelta(seconds=1 + number)
        rows.append(copy)
    Match.objects.bulk_create(rows)


def names(html: str) -> list[str]:
    return re.findall(r"<h3><a [^>]*>(.*?)</a>", html)


@pytest.mark.parametrize(("part", "shown_at_once"), [("open", 20), ("running", 10)])
def test_pages_of_a_list_link_to_each_other(part: str, shown_at_once: int) -> None:
    first = table(person("ada")) if part == "open" else running(person("ada"))
    copies(first, 2 * shown_at_once)
    eve = person("eve")
    pages = [shown(eve, f"lobby-{part}", **{part: str(number)}) for number in (1, 2, 3)]
    copied = [f"No {number}." for number in range(2 * shown_at_once)]
    assert [name for page in pages for name in names(page)] == [first.name, *copied]
    links = [re.findall(r'href="/lobby/([^#"]*)#', page) for page in pages]
    second, third = f"?{part}=2", f"?{part}=3"
    assert links == [[second], ["", third], [second]]
    assert "no tables on this page" in shown(eve, f"lobby-{part}", **{part: "4"})
    assert "no tables on this page" not in shown(eve, f"lobby-{part}", **{part: "501"})


@pytest.mark.both
def test_a_batch_renders_what_each_viewer_sees_alone() -> None:
    users = User.objects.bulk_create([User(username=f"person{n}") for n in range(140)])
    for number in range(140):
        match = table(users[number], access="invite" if number % 3 else "open")
        Invitation.objects.create(match=match, user=users[number - 1], at=now())
    together = load([user.pk for user in users], Wanted())
    for user in (*users[:5], *users[-5:]):
        assert load([user.pk], Wanted()) == {user.pk: together[user.pk]}
        assert len(together[user.pk].own) == 2


def test_open_pages_of_a_list_move_with_it() -> None:
    ada = person("ada")
    copies(table(ada), 30)
    Match.objects.update(owner=None)
    page = lobby(person("eve"), open="2")
    table(ada, name="The youngest")
    news = page.news(frozenset({"lobby"}))
    assert names(news) == ["No 18."]
    assert news.count('hx-swap-oob="delete"') == 0  # the page was not full
    assert names(str(page["lobby-open"].html()))[0] == "No 18."


def test_an_invited_user_sees_the_table_first_however_old_it_is() -> None:
    ada, eve = person("ada"), person("eve")
    old = table(ada, name="The old one")
    copies(old, 25)
    Match.objects.filter(pk=old.pk).update(created_at=old.created_at - timedelta(days=1))
    invite(user=ada, public_id=old.public_id, name="eve")
    assert names(shown(eve))[0] == "The old one"
    assert "The old one" not in names(shown(eve, open="2"))
    assert names(shown(eve)) == ["The old one", *names(shown(person("bob")))]


def test_the_age_rating_of_cards_is_shown_before_joining() -> None:
    Pack.objects.filter(slug="house-pack").update(min_age=16)
    match = table(person("ada"), access="password", password="x")
    visitor = browser_of(person("bob"))
    assert "age 16+" in visitor.get("/lobby/").content.decode()
    assert "age 16+" in visitor.get(f"/m/{match.public_id}/").content.decode()
