"""Friends at tables: invitations with one tap, and friendly matches."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from chat.contacts.blocks import block
from chat.models import Notice
from games.models import Invitation, Match, Seat
from games.selectors.friends import suggested
from games.services.seats import join
from games.services.start import start
from games.services.table_access import invite, invite_last
from tests.games.table_kit import page_of
from tests.lobby.tables_kit import person, table
from tests.lobby.test_best import evening
from tests.lobby.test_friends import make_friends
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def invitation_count(user: Any) -> int:
    return Notice.objects.filter(user=user, kind="invitation").count()


def names(people: Any) -> list[str]:
    return sorted(one.username for one in people)


def test_everybody_from_the_last_match_is_invited_once() -> None:
    ann, bob, cid, old = (person(name) for name in ("ann", "bob", "cid", "old"))
    guest, robot = person("wolf", is_guest=True), person("robot", is_bot=True)
    evening(ann, old, days=3)
    match = evening(ann, bob, cid, guest)
    Seat.objects.create(match=match, index=8, user=robot, program=True, joined_at=match.created_at)
    Seat.objects.create(match=match, index=9, bot="house", joined_at=match.created_at)
    new = table(ann, cid)
    assert names(suggested(ann, new).last) == ["bob", "wolf"]
    assert invite_last(user=ann, public_id=new.public_id) == 2
    assert invite_last(user=ann, public_id=new.public_id) == 0
    counts = [invitation_count(user) for user in (bob, guest, old, robot, cid)]
    assert counts == [1, 1, 0, 0, 0]
    assert suggested(ann, new).last == []


def test_guests_are_not_invited_to_tables_without_guests() -> None:
    ann, guest = person("ann"), person("wolf", is_guest=True)
    evening(ann, guest)
    assert invite_last(user=ann, public_id=table(ann, guests=False).public_id) == 0


def test_a_block_in_either_direction_stops_an_invitation() -> None:
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    evening(ann, bob, cid)
    block(blocker=ann, blocked=bob)
    block(blocker=cid, blocked=ann)
    new = table(ann)
    # a person who has blocked somebody is not suggested
    assert names(suggested(ann, new).last) == ["cid"]
    invite_last(user=ann, public_id=new.public_id)
    assert not invitation_count(bob) and not invitation_count(cid)


def test_inviting_everybody_respects_the_limits(settings: Any) -> None:
    settings.INVITATIONS_PER_MEMBER = 1
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    evening(ann, bob, cid)
    new = table(ann)
    assert invite_last(user=ann, public_id=new.public_id) == 1
    assert code_of(invite_last, user=ann, public_id=new.public_id) == "too_many_invitations"
    assert Invitation.objects.filter(match=new).count() == 1


def test_only_the_owner_can_invite_everybody() -> None:
    ann, bob = person("ann"), person("bob")
    evening(ann, bob)
    assert code_of(invite_last, user=bob, public_id=table(ann).public_id) == "not_owner"


def test_friends_at_other_tables_are_listed_first() -> None:
    ann, bob, cid, dan = (person(name) for name in ("ann", "bob", "cid", "dan"))
    for other in (bob, cid, dan):
        make_friends(ann, other)
    new = table(ann, bob)
    invite(user=ann, public_id=new.public_id, name="dan")
    assert names(suggested(ann, new).friends) == ["cid"]
    assert 'value="cid"' in page_of(ann, new).text
    assert 'value="cid"' not in page_of(bob, new).text


def test_an_open_table_is_friendly_while_all_players_are_friends() -> None:
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    make_friends(ann, bob)
    new = table(ann, bob)
    assert "all players are friends" in page_of(ann, new).text
    join(user=cid, public_id=new.public_id)
    assert "all players are friends" not in page_of(ann, new).text
    assert "rated if only members play" in page_of(ann, new).text


@pytest.mark.parametrize(
    ("wish", "third", "rated"),
    [({}, False, False), ({}, True, True), ({"rating": "rated"}, False, True)],
)
def test_rating_among_friends_depends_on_the_table(
    wish: dict[str, str], third: bool, rated: bool
) -> None:
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    make_friends(ann, bob)
    make_friends(bob, cid)
    new = table(ann, bob, *([cid] if third else []), least=2, **wish)
    if not third:
        eve = person("eve")
        for one in (ann, bob):
            make_friends(one, eve)
        join(user=eve, public_id=new.public_id)
    start(user=ann, public_id=new.public_id)
    assert Match.objects.get(pk=new.pk).rated is rated


def test_the_search_for_the_last_match_is_bounded(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, others = person("ann"), [person(f"p{number}") for number in range(4)]
    for number in range(25):
        evening(ann, *others, days=number)
    new = table(ann)
    with django_assert_max_num_queries(9):
        suggested(ann, new)
