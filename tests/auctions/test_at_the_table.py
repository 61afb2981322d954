"""Tables of Venice: made, joined, started, left, stopped (rules 2, 10, 12)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from auctions.models import Account, Bid
from auctions.services.scheduler import run_week
from chat.messages.services import send_message
from chat.moderation.hosts import close_as_host, mute_as_host, remove_as_host
from games.models import Match, Seat
from games.page.snapshot import Crowd, snapshot_of
from games.services import interruption, moderation, scheduler, seats as seating, start, tables
from games.services.tables import TableWish
from lobby.accounts.services import delete_account
from tests.auctions.weeks import FAST, Play, people_called
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


def _table(people: list[Any], *, bots: int = 0, **wish: Any) -> Match:
    wish = {"name": "A week", "least": 2, "most": 200, "options": FAST, **wish}
    match = tables.create_table(user=people[0], game="venice", wish=TableWish(bots=bots, **wish))
    for user in people[1:]:
        seating.join(user=user, public_id=match.public_id)
    return match


def _started(people: list[Any], **wish: Any) -> Play:
    match = _table(people, **wish)
    start.start(user=people[0], public_id=match.public_id)
    match.refresh_from_db()
    return Play(match, people)


@pytest.fixture
def moderator(db: None) -> Any:
    return get_user_model().objects.create_superuser("moderator")


def test_a_table_is_created_joined_and_started_like_any_other(wednesday: datetime) -> None:
    week = _started(people_called("ann", 3), bots=40)
    assert week.match.status == Match.Status.RUNNING
    numbers = Account.objects.filter(match=week.match).values_list("number", flat=True)
    assert sorted(numbers) == list(range(43))
    assert set(Seat.objects.filter(match=week.match, bot="").values_list("index", flat=True)) == {
        0, 41, 42,
    }  # fmt: skip


def test_the_waiting_table_explains_its_seal(wednesday: datetime) -> None:
    people = people_called("ann", 1)
    match, browser = _table(people), Client()
    browser.force_login(people[0])
    page = browser.get(f"/m/{match.public_id}/").content.decode()
    panel = page.partition('class="seal"')[2].partition("</details>")[0]
    assert match.seal in panel
    assert "seven auctions" in panel
    assert "card" not in panel


def test_seats_left_before_the_start_are_closed_up(wednesday: datetime) -> None:
    people = people_called("ann", 1)
    match = _table(people)
    assert code_of(start.start, user=people[0], public_id=match.public_id) == "too_few_players"
    people += people_called("ann", 4)
    for user in people[1:]:
        seating.join(user=user, public_id=match.public_id)
    for user in (people[1], people[3]):
        seating.leave(user=user, public_id=match.public_id)
    start.start(user=people[0], public_id=match.public_id)
    seats = dict(Seat.objects.filter(match=match).values_list("index", "user"))
    assert seats == {0: people[0].pk, 1: people[2].pk, 2: people[4].pk}
    again = code_of(seating.join, user=people[1], public_id=match.public_id)
    assert again == "already_started"


def test_a_table_needs_a_known_zone_and_nobody_joins_or_is_kicked_later(
    wednesday: datetime,
) -> None:
    (ann,) = people_called("ann", 1)
    for wish in (
        {"options": {"zone": "Mars/Olympus"}},
        {"options": {"zone": "../../etc/passwd"}},
        {"options": {"cap": 19}},
        {"options": {"pace": "fast", "minutes": 0}},
        {"late_join": True},
        {"kick_in_play": True},
    ):
        assert code_of(lambda wish=wish: _table([ann], **wish)) == "bad_option", wish


@pytest.mark.both
def test_the_sweep_finds_due_auctions(wednesday: datetime) -> None:
    week = _started(people_called("ann", 2))
    week.to(0, seconds=1)
    assert week.match.pk in scheduler.large_ones_due()
    scheduler.run_due(week.match.pk)
    assert week.auction(0).resolved_at is not None
    assert week.match.pk not in scheduler.large_ones_due()


def test_a_player_who_leaves_keeps_the_seat_and_may_return(
    wednesday: datetime,
) -> None:
    week = _started(people_called("ann", 3))
    week.borrow(0, 50)
    seating.leave(user=week.user(0), public_id=week.id)
    assert week.fresh().owner == week.user(1)
    assert week.account(0).purse == 50
    week.bid(0, 5)
    week.to(6, seconds=1)
    run_week(week.match.pk)
    assert week.account(0).rank is not None


def test_a_removed_player_keeps_bids_and_rank_and_cannot_act_while_banned(
    wednesday: datetime, moderator: Any
) -> None:
    week = _started(people_called("ann", 3))
    week.borrow(1, 50)
    week.bid(1, 5)
    moderation.remove_player(moderator=moderator, public_id=week.id, index=1, reason="spam")
    assert code_of(week.bid, 1, 5) == "banned"
    moment = snapshot_of(week.id)
    assert isinstance(moment, Crowd)
    assert moment.seat_of(week.user(1)) is None
    week.run(0)
    assert week.account(1).purse == 45
    ban = week.match.bans.get()
    moderation.lift_ban(moderator=moderator, ban_pk=ban.pk, reason="a mistake")
    assert code_of(week.bid, 1, 5, auction=1) == ""
    week.to(6, seconds=1)
    run_week(week.match.pk)
    assert week.account(1).rank is not None


def test_no_seat_is_handed_to_a_bot(wednesday: datetime, moderator: Any) -> None:
    week = _started(people_called("ann", 2))
    seat: dict[str, Any] = {"public_id": week.id, "index": 1, "reason": "gone"}
    assert code_of(moderation.give_to_bot, moderator=moderator, **seat) == "not_playing"
    seating.leave(user=week.user(1), public_id=week.id)
    left = Seat.objects.get(match=week.match, index=1)
    assert (left.bot, left.stand_in, left.user) == ("", "", week.user(1))


def test_an_aborted_week_resolves_nothing_and_accepts_no_commands(
    wednesday: datetime, moderator: Any
) -> None:
    week = _started(people_called("ann", 2))
    week.bid(0, 5)
    stop: dict[str, Any] = {"user": week.user(0), "public_id": week.id, "agrees": True}
    assert code_of(interruption.agree_to_stop, **stop) == "cannot_stop"
    moderation.abort_match(moderator=moderator, public_id=week.id, reason="a test")
    assert code_of(week.bid, 0, 5) == "not_active"
    assert code_of(week.borrow, 0, 1) == "not_active"
    week.to(6, seconds=1)
    scheduler.run_due(week.match.pk)
    assert not any(week.auction(number).resolved_at for number in range(7))
    assert Bid.objects.count() == 1
    assert week.fresh().status == Match.Status.ABORTED


@pytest.mark.parametrize("started", [False, True])
def test_hosts_cannot_moderate_the_chat_of_a_week(wednesday: datetime, started: bool) -> None:
    people = people_called("ann", 3)
    ann, bob, eve = people
    match = _started(people[:2]).match if started else _table(people[:2])
    said = [send_message(author=bob, room_key=f"table-{match.public_id}", text="hello", key="k1")]
    if started:
        room = f"watch-{match.public_id}"
        said.append(send_message(author=eve, room_key=room, text="hello", key="k2"))
    for message in said:
        by: dict[str, Any] = {"host": ann, "message_id": message.pk}
        assert code_of(remove_as_host, **by) == "not_host"
        assert code_of(mute_as_host, minutes=10, **by) == "not_host"
        room = message.room.key
        assert code_of(close_as_host, host=ann, room_key=room, closed=True) == "not_host"
    browser = client_for(ann)
    assert "Host tools" not in browser.get(f"/m/{match.public_id}/").text
    assert browser.get(f"/chat/room/table-{match.public_id}/").status_code == 404


def test_deleted_players_neither_inherit_a_week_nor_keep_it_going(wednesday: datetime) -> None:
    week = _started(people_called("ann", 3))
    delete_account(user=week.user(1))
    seating.leave(user=week.user(0), public_id=week.id)
    assert week.fresh().owner == week.user(2)
    delete_account(user=week.user(0))
    interruption.agree_to_stop(user=week.user(2), public_id=week.id, agrees=True)
    assert week.fresh().status == Match.Status.ABORTED


@pytest.mark.parametrize("spectators", [True, False])
def test_spectators_see_the_results_of_a_week(wednesday: datetime, spectators: bool) -> None:
    week = _started(people_called("ann", 2), spectators=spectators)
    eve = client_for(people_called("eve", 1)[0])
    pages = [f"/m/{week.id}/{name}" for name in ("", "record.json", "replay/", "numbers/")]
    week.to(6, seconds=1)
    run_week(week.match.pk)
    codes = {eve.get(page).status_code for page in pages}
    assert codes == ({200} if spectators else {403, 404})


def test_a_rematch_of_a_crowd_invites_nobody(wednesday: datetime) -> None:
    for count, invited in ((4, 3), (30, 0)):
        week = _started(people_called("ann", count), bots=30)
        week.to(6, seconds=1)
        run_week(week.match.pk)
        again = start.rematch(user=week.user(0), public_id=week.id)
        assert again is not None
        assert again.invitations.count() == invited
        assert again.seats.exclude(bot="").count() == 30
