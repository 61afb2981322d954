"""Tests of friend requests, replies and endings, and of blocks and settings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from chat.contacts.blocks import block, unblock
from chat.contacts.friends import all_friends, friends_of, part
from chat.core.clock import now
from chat.core.refusals import Refusal
from chat.live import presence
from chat.models import Friendship, Notice
from games.models import Match, Seat
from lobby.accounts.services import delete_account
from lobby.models import User
from lobby.profiles import friends
from lobby.profiles.friends import AGAIN_AFTER, ask, lists_of
from lobby.profiles.privacy import data_of
from tests.lobby.test_best import evening, member, page
from tests.support.log_in import log_in

pytestmark = pytest.mark.django_db


def make_friends(one: Any, other: Any) -> None:
    ask(user=one, other=other)
    assert ask(user=other, other=one, answers=True)


def refused(user: Any, other: Any, **how: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        ask(user=user, other=other, **how)
    return str(refusal.value.code)


def bell(user: Any) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_an_accepted_request_makes_friends_and_notifies_both_once() -> None:
    ann, bob = member("ann"), member("bob")
    assert not ask(user=ann, other=bob)
    assert not ask(user=ann, other=bob)  # a second click
    assert bell(bob) == ["friend-request"]
    assert "bob" in page("/friends/", ann) and "Friend requests" in page("/friends/", bob)
    assert ask(user=bob, other=ann, answers=True)
    assert ask(user=bob, other=ann, answers=True)
    assert friends_of(ann.pk) == {bob.pk} and friends_of(bob.pk) == {ann.pk}
    assert bell(bob) == [] and bell(ann) == ["friend"]


def test_crossing_requests_make_friends_however_old_the_first_is() -> None:
    ann, bob = member("ann"), member("bob")
    ask(user=ann, other=bob)
    Friendship.objects.update(asked_at=now() - timedelta(days=400))
    assert ask(user=bob, other=ann)
    assert Friendship.objects.count() == 1


def test_a_declined_request_looks_like_a_pending_one() -> None:
    ann, bob, cid = member("ann"), member("bob"), member("cid")
    for other in (bob, cid):
        ask(user=ann, other=other)
    part(user=bob, other=ann)
    told = [page(f"/people/{name}/", ann) for name in ("bob", "cid")]
    assert [one.count("have sent a friend request") for one in told] == [1, 1]
    assert [one.username for one in lists_of(ann).asked] == ["bob", "cid"]
    assert lists_of(bob).asking == [] and bell(bob) == [] and bell(ann) == []
    assert {one["is"] for one in data_of(ann)["friends"]} == {"asked"}
    assert data_of(bob)["friends"] == []
    ask(user=ann, other=bob)  # too early, so nothing happens
    assert bell(bob) == []
    Friendship.objects.update(asked_at=now() - AGAIN_AFTER)
    ask(user=ann, other=bob)
    assert bell(bob) == ["friend-request"]


def test_a_withdrawn_request_cannot_be_repeated_at_once() -> None:
    ann, bob = member("ann"), member("bob")
    ask(user=ann, other=bob)
    part(user=ann, other=bob)
    assert bell(bob) == [] and lists_of(ann).asked == [] and lists_of(bob).asking == []
    assert refused(bob, ann, answers=True) == "not_asked"
    assert refused(ann, bob) == "asked_lately"
    assert not ask(user=bob, other=ann)  # the other person may


def test_either_friend_ends_the_friendship_and_nobody_is_notified() -> None:
    ann, bob, cid = member("ann"), member("bob"), member("cid")
    make_friends(ann, bob)
    make_friends(ann, cid)
    assert {one["with"] for one in data_of(ann)["friends"]} == {"bob", "cid"}
    Notice.objects.all().delete()
    part(user=bob, other=ann)
    part(user=bob, other=ann)
    assert friends_of(ann.pk) == {cid.pk}
    delete_account(user=cid)
    assert not Friendship.objects.exists()
    assert lists_of(ann).friends == [] and bell(ann) == [] == bell(bob)


def test_a_block_ends_a_friendship_and_looks_like_a_pending_request() -> None:
    ann, bob, cid = member("ann"), member("bob"), member("cid")
    make_friends(ann, bob)
    ask(user=ann, other=cid)
    for other in (bob, cid):
        block(blocker=other, blocked=ann)
    assert not friends_of(ann.pk)
    assert not ask(user=ann, other=bob)  # it looks like a request that waits
    assert set(lists_of(ann).asked) == {bob, cid}
    assert lists_of(bob).asking == [] and bell(bob) == [] == bell(cid)
    assert refused(bob, ann) == "unblock_first"
    unblock(blocker=bob, blocked=ann)
    assert lists_of(bob).asking == []
    for other in (bob, cid):
        block(blocker=ann, blocked=other)
    assert not Friendship.objects.exists()


def test_people_choose_who_may_send_them_requests() -> None:
    ann, bob = member("ann"), member("bob")
    User.objects.filter(pk=bob.pk).update(friends_by="nobody")
    bob.refresh_from_db()
    assert refused(ann, bob) == "not_to_be_asked"
    assert "Send a friend request" not in page("/people/bob/", ann)
    User.objects.filter(pk=bob.pk).update(friends_by="played")
    assert refused(ann, bob) == "not_to_be_asked"
    evening(ann, bob)
    assert "Send a friend request" in page("/people/bob/", ann)
    assert not ask(user=ann, other=bob)


def test_the_choice_is_saved_and_guests_have_none(guest: Client) -> None:
    ann, browser = member("ann"), Client()
    browser.force_login(ann)
    form = {"time_zone": "UTC", "language": "en", "theme": "auto", "friends_by": "nobody"}
    assert browser.post("/settings/", form).status_code == 302
    ann.refresh_from_db()
    assert ann.friends_by == "nobody"
    assert browser.post("/settings/", form | {"friends_by": "the cat"}).status_code == 200
    del form["friends_by"]
    assert guest.post("/settings/", form).status_code == 302


def test_guests_and_bots_have_no_friends_and_guests_are_told_to_keep_the_account(
    guest: Client,
) -> None:
    ann = member("ann")
    visitor = User.objects.get(is_guest=True)
    assert refused(ann, visitor) == refused(visitor, ann) == "no_friends"
    assert "Keep this account" in guest.get("/friends/").content.decode()
    User.objects.filter(pk=visitor.pk).update(is_guest=False, is_bot=True)
    visitor.refresh_from_db()
    assert refused(ann, visitor) == "no_friends"


def test_the_number_of_friends_and_requests_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cid = member("ann"), member("bob"), member("cid")
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    make_friends(ann, bob)
    ask(user=cid, other=ann)
    assert refused(ann, cid, answers=True) == "too_many_friends"
    monkeypatch.setattr(friends, "MOST_WAITING", 1)
    assert refused(cid, bob) == "asked_often"
    monkeypatch.setattr(friends, "ASKS_A_DAY", 1)
    assert refused(cid, bob) == "asked_often"


def test_the_database_stores_one_ordered_row_per_pair() -> None:
    ann, bob = member("ann"), member("bob")
    good = {"low": ann, "high": bob, "asked_by": ann, "asked_at": now(), "state": "asked"}
    Friendship.objects.create(**good)
    for bad in ({}, {"low": bob, "high": ann}, {"state": "friends"}, {"asked_by": member("cid")}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Friendship.objects.create(**good | bad)


def table(owner: Any, **how: Any) -> Match:
    match = Match.objects.create(
        game="blanks", name="The green table", seal="s", secret="s", created_at=now(),
        owner=owner, **how,
    )  # fmt: skip
    Seat.objects.create(match=match, index=0, user=owner, name="x", joined_at=now())
    return match


@pytest.mark.parametrize(("access", "is_told"), [("open", True), ("invite", False)])
def test_the_list_shows_who_is_online_and_at_which_open_table(access: str, is_told: bool) -> None:
    ann, bob = member("ann"), member("bob")
    make_friends(ann, bob)
    table(bob, access=access)
    assert "online" not in page("/friends/", ann)
    presence.enter(bob, "lobby", "a-channel")
    told = page("/friends/", ann)
    assert "online" in told and ("The green table" in told) is is_told


def test_recent_players_are_listed_once_without_blocked_ones(guest: Client) -> None:
    ann, bob, cid, dan = (member(name) for name in ("ann", "bob", "cid", "dan"))
    evening(ann, bob, cid, days=2)
    evening(ann, bob)
    block(blocker=dan, blocked=ann)
    evening(ann, dan)
    visitor = User.objects.get(is_guest=True)
    Seat.objects.create(match=Match.objects.earliest("pk"), index=7, user=visitor, joined_at=now())
    met = [one.user.username for one, _is, _offered in lists_of(ann).met]
    assert met == ["bob", "cid", visitor.username]
    assert [offered for _one, _is, offered in lists_of(ann).met] == [True, True, False]
    User.objects.filter(pk=cid.pk).update(friends_by="nobody")
    assert [offered for _one, _is, offered in lists_of(ann).met] == [True, False, False]


def test_the_number_of_queries_does_not_grow_with_matches(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, others = member("ann"), [member(f"p{number}") for number in range(6)]
    for other in others:
        make_friends(ann, other)
    for number in range(30):
        evening(ann, *others, days=number)
    with django_assert_max_num_queries(9):
        lists_of(ann)
    browser = Client()
    log_in(browser, ann)
    with django_assert_max_num_queries(17):
        assert browser.get("/friends/").status_code == 200


def test_the_answer_redirects_only_to_this_site() -> None:
    ann, browser = member("ann"), Client()
    member("bob")
    browser.force_login(ann)
    to = reverse("lobby:befriend", args=["bob"])
    assert browser.post(to, {"next": "https://example.org/"}).headers["Location"] == "/lobby/"
    assert browser.post(to, {"next": "/friends/"}).headers["Location"] == "/friends/"


def test_a_group_are_friends_only_if_every_pair_is() -> None:
    ann, bob, cid = member("ann"), member("bob"), member("cid")
    make_friends(ann, bob)
    make_friends(bob, cid)
    assert all_friends([ann.pk, bob.pk])
    assert not all_friends([ann.pk, bob.pk, cid.pk]) and not all_friends([ann.pk])
    make_friends(ann, cid)
    assert all_friends([ann.pk, bob.pk, cid.pk])
