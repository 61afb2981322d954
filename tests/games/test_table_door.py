"""Joining and watching a table, and the codes of refusals (Blanks 3, 15, 17)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from chat.contacts.blocks import block
from chat.core import clock
from chat.models import Notice
from games.models import Ban, Invitation, Match
from games.refusals import Refusal
from games.registry import game_of, games
from games.services import moderation, retention, seats, start, table_access, tables
from tests.games.table_kit import invite, join, kick, notices, page_of, watch
from tests.support.log_in import client_for
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


# --- Joining


def test_joining_is_refused_in_order(table: Any, person: Any) -> None:
    match, (ann, bob) = table("ann", "bob", most=2, access="password", password="x")
    cem = person("cem")
    assert join(cem, match) == "wrong_password"
    assert join(cem, match, "x") == "game_full"
    for _ in range(5):
        assert join(cem, match, "y") == "wrong_password"
    assert join(cem, match, "x") == "too_many_tries"
    start.start(user=ann, public_id=match.public_id)
    assert join(cem, match, "x") == "already_started"
    Ban.objects.create(match=match, user=cem, at=clock.now())
    assert join(cem, match, "x") == "banned"
    assert join(bob, match) == "already_joined"
    Match.objects.update(status="finished", ended_at=clock.now())
    assert join(bob, match) == "not_active"


def test_only_admissible_users_learn_that_a_table_takes_nobody_now(table: Any, person: Any) -> None:
    match, _people = table("ann", most=2, access="password", password="x")
    cem = person("cem")
    for change, code in (({"due_at": clock.now()}, "starting"), ({"status": "stalled"}, "stalled")):
        Match.objects.update(late_join=True, **change)
        assert join(cem, match, "y") == "wrong_password"
        assert join(cem, match, "x") == code


def test_a_duplicate_of_a_faster_request_is_not_refused(
    table: Any, person: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _people = table("ann")
    bob, look = person("bob"), seats._gate_before_lock
    again = partial(seats.join, user=bob, public_id=match.public_id, key="k" * 20)

    def meanwhile(*asked: Any) -> Any:
        monkeypatch.setattr(seats, "_gate_before_lock", look)
        again()
        return look(*asked)

    monkeypatch.setattr(seats, "_gate_before_lock", meanwhile)
    again()
    assert match.seats.filter(user=bob).count() == 1


def test_five_wrong_passwords_block_for_ten_minutes_but_not_the_invited(
    table: Any, person: Any
) -> None:
    match, (ann,) = table("ann", access="password", password="x")
    cem, dee = person("cem"), person("dee")
    for user in (cem, dee):
        for _ in range(5):
            join(user, match, "y")
        assert join(user, match, "x") == "too_many_tries"
    invite(ann, match, "cem")
    assert join(cem, match) == ""
    clock.move(10 * 60 + 1)
    assert join(dee, match, "x") == ""


def test_password_attempts_of_a_guest_count_for_the_next_guest_in_the_browser(
    table: Any, person: Any
) -> None:
    match, _people = table("ann", access="password", password="x")
    first = person("mask-1", is_guest=True, device="d1")
    for _ in range(5):
        join(first, match, "y")
    second = person("mask-2", is_guest=True, device="d1")
    assert join(second, match, "x") == "too_many_tries"
    other = person("mask-3", is_guest=True, device="d2")
    assert join(other, match, "x") == ""


def test_guests_are_refused_after_the_checks_for_everybody(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", guests=False)
    guest = person("mask", is_guest=True)
    assert join(guest, match) == "no_guests"
    tables.cancel(user=ann, public_id=match.public_id)
    assert join(guest, match) == "not_active"


# --- Bans and invitations


def test_only_a_new_invitation_lifts_a_kick(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", access="invite")
    bob = person("bob")
    invite(ann, match, "bob")
    link = table_access.make_link(user=ann, public_id=match.public_id)
    table_access.open_link(user=bob, public_id=match.public_id, token=link.token)
    assert join(bob, match) == ""
    assert kick(ann, match, bob) == ""
    assert not Invitation.objects.filter(user=bob).exists()
    assert notices(bob, "invitation") == []
    assert join(bob, match) == "banned"
    table_access.open_link(user=bob, public_id=match.public_id, token=link.token)
    assert join(bob, match) == "banned"
    invite(ann, match, "bob")
    assert len(notices(bob, "invitation")) == 1
    assert join(bob, match) == ""


def test_only_a_moderator_lifts_a_moderators_ban(table: Any, person: Any, moderator: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    moderation.remove_player(
        moderator=moderator, public_id=match.public_id, index=1, reason="threats"
    )
    invite(ann, match, "bob")
    assert join(bob, match) == "banned"
    ban = Ban.objects.get(user=bob)
    moderation.lift_ban(moderator=moderator, ban_pk=ban.pk, reason="was a joke")
    assert join(bob, match) == ""


def test_an_invitation_lifts_the_ban_of_a_guests_browser(table: Any, person: Any) -> None:
    match, (ann,) = table("ann")
    first = person("mask-1", is_guest=True, device="d1")
    join(first, match)
    kick(ann, match, first)
    person("mask-2", is_guest=True, device="d1")
    second = type(first).objects.get(username="mask-2")
    assert join(second, match) == "banned"
    invite(ann, match, "mask-2")
    assert join(second, match) == ""


def test_an_invitation_is_void_for_a_user_who_blocks_the_owner(table: Any, person: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    kick(ann, match, bob)
    block(blocker=bob, blocked=ann)
    assert invite(ann, match, "bob") == ""
    assert notices(bob, "invitation") == []
    assert join(bob, match) == "banned"
    closed = person("cem")
    hers = tables.create_table(
        user=ann, game="blanks", wish=tables.TableWish(name="Hers", most=4, access="invite")
    )
    block(blocker=closed, blocked=ann)
    assert invite(ann, hers, "cem") == ""
    assert join(closed, hers) == "invite_required"


def test_a_named_invitation_is_valid_for_a_return(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", access="invite")
    bob = person("bob")
    invite(ann, match, "bob")
    assert join(bob, match) == ""
    seats.leave(user=bob, public_id=match.public_id)
    assert join(bob, match) == ""


def test_a_revoked_link_is_void_even_if_opened_before(table: Any, person: Any) -> None:
    match, (ann,) = table("ann", access="invite")
    bob = person("bob")
    link = table_access.make_link(user=ann, public_id=match.public_id)
    table_access.open_link(user=bob, public_id=match.public_id, token=link.token)
    assert page_of(bob, match).status_code == 200
    table_access.revoke_links(user=ann, public_id=match.public_id)
    assert join(bob, match) == "invite_required"
    assert page_of(bob, match).status_code == 403


def test_inviting_is_refused_in_order(table: Any, person: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    assert invite(ann, match, "bob") == "already_joined"
    assert invite(ann, match, "nobody") == "no_such_user"
    assert invite(bob, match, "nobody") == "not_owner"
    tables.cancel(user=ann, public_id=match.public_id)
    assert invite(bob, match, "nobody") == "not_active"


def test_kicking_is_refused_in_order(running: Any, person: Any) -> None:
    match, (ann, bob) = running("ann", "bob", kick_in_play=True)
    assert kick(ann, match, person("eve")) == "not_a_player"
    assert kick(ann, match, ann) == "cannot_kick_self"
    Match.objects.update(kick_in_play=False)
    assert kick(ann, match, ann) == "kick_in_play_off"
    assert kick(bob, match, ann) == "not_owner"
    Match.objects.update(status="finished", ended_at=clock.now())
    assert kick(bob, match, ann) == "not_active"


@pytest.mark.parametrize("kicks", [True, False])
def test_players_see_before_the_start_if_the_host_can_remove_them(table: Any, kicks: bool) -> None:
    match, (_ann, bob) = table("ann", "bob", kick_in_play=kicks)
    assert ("host can remove players" in page_of(bob, match).text) == kicks


@pytest.mark.parametrize("setting", ["late_join", "kick_in_play"])
def test_fixed_rosters_refuse_late_joins_and_kicks(table: Any, setting: str) -> None:
    fixed = [slug for slug, game in games().items() if game.title.roster == "fixed"]
    assert {"interop", "merchants", "venice"} <= set(fixed)
    for game in fixed:
        most = game_of(game).title.seats[0] + 1
        wish: dict[str, Any] = {"least": most, "most": most, setting: True}
        with pytest.raises(Refusal, match="bad_option"):
            table(f"host of {game}", game=game, **wish)


def test_seated_players_stay_when_access_changes(table: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    wish = tables.TableWish(name="A table", least=2, most=4, access="invite")
    tables.change_options(user=ann, public_id=match.public_id, wish=wish)
    assert match.seats.filter(user=bob, status="seated").exists()
    assert page_of(bob, match).status_code == 200


def test_a_table_cannot_have_fewer_seats_than_players(table: Any) -> None:
    match, (ann, _bob, _cem) = table("ann", "bob", "cem")
    wish = tables.TableWish(name="A table", least=2, most=2)
    change = partial(tables.change_options, user=ann, public_id=match.public_id, wish=wish)
    assert code_of(change) == "bad_option"


def test_players_are_notified_once_of_changed_options(table: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    for target in (3, 5):
        wish = tables.TableWish(name="A table", least=2, most=4, options={"target_score": target})
        tables.change_options(user=ann, public_id=match.public_id, wish=wish)
    assert len(notices(bob, "options")) == 1
    assert notices(ann, "options") == []
    Notice.objects.all().delete()
    tables.change_options(user=ann, public_id=match.public_id, wish=wish)
    assert notices(bob, "options") == []


def test_a_cancelled_table_withdraws_its_invitations(table: Any, person: Any) -> None:
    match, (ann,) = table("ann")
    bob = person("bob")
    invite(ann, match, "bob")
    assert len(notices(bob, "invitation")) == 1
    tables.cancel(user=ann, public_id=match.public_id)
    assert notices(bob, "invitation") == []


def test_a_table_seven_days_old_is_closed(table: Any) -> None:
    match, _people = table("ann")
    retention.tidy()
    match.refresh_from_db()
    assert match.status == "open"
    clock.move(7 * 24 * 3600)
    retention.tidy()
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("aborted", "expired")


def test_a_table_with_only_bots_is_closed(table: Any) -> None:
    match, (ann,) = table("ann", bots=2)
    seats.leave(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.status == "aborted"


# --- Bots


def test_seating_a_bot_is_refused_in_order(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob", late_join=True, most=3)

    def add(user: Any) -> str:
        return code_of(lambda: tables.add_bot(user=user, public_id=match.public_id))

    assert add(ann) == ""
    assert add(ann) == "game_full"
    Match.objects.update(late_join=False)
    assert add(ann) == "already_started"
    assert add(bob) == "not_owner"
    Match.objects.update(status="finished", ended_at=clock.now())
    assert add(bob) == "not_active"


# --- Watching


def test_watching_is_refused_in_order(running: Any, person: Any) -> None:
    match, _people = running("ann", "bob", access="password", password="x")
    cem = person("cem")
    assert watch(cem, match) == "wrong_password"
    for _ in range(5):
        assert watch(cem, match, "y") == "wrong_password"
    assert watch(cem, match, "x") == "too_many_tries"
    Match.objects.update(spectators=False)
    assert watch(cem, match, "x") == "spectators_off"
    Ban.objects.create(match=match, user=cem, at=clock.now())
    assert watch(cem, match, "x") == "banned"
    Match.objects.update(status="finished", ended_at=clock.now())
    assert watch(cem, match, "x") == "not_playing"


def test_a_spectator_by_password_can_watch_after_later_attempts(running: Any, person: Any) -> None:
    match, _people = running("ann", "bob", access="password", password="x", late_join=True)
    cem = person("cem")
    assert watch(cem, match, "x") == ""
    for _ in range(5):
        join(cem, match, "y")
    assert page_of(cem, match).status_code == 200


def test_kicked_players_cannot_watch_but_see_the_result(running: Any) -> None:
    match, (ann, bob, _cem) = running("ann", "bob", "cem", kick_in_play=True)
    assert kick(ann, match, bob) == ""
    assert page_of(bob, match).status_code == 403
    Match.objects.update(status="finished", ended_at=clock.now())
    assert page_of(bob, match).status_code == 200


def test_an_invitation_table_hides_even_its_name_from_strangers(running: Any, person: Any) -> None:
    match, _people = running("ann", "bob", spectators=False, name="Secret club")
    Match.objects.update(access="invite")
    answer = page_of(person("eve"), match)
    assert answer.status_code == 403
    assert "Secret club" not in answer.content.decode()
    Match.objects.update(status="finished", ended_at=clock.now())
    assert "Secret club" not in page_of(person("eva"), match).content.decode()


@pytest.mark.parametrize("spectators", [True, False])
@pytest.mark.parametrize("way", ["name", "link"])
def test_who_left_before_the_start_sees_what_other_invited_people_see(
    table: Any, person: Any, way: str, *, spectators: bool
) -> None:
    match, (ann, _bob) = table(
        "ann", "bob", access="invite", spectators=spectators, invited=("bob",)
    )
    left, never_came, uninvited = person("left"), person("never_came"), person("uninvited")
    for guest in (left, never_came):
        if way == "name":
            assert invite(ann, match, guest.username) == ""
        else:
            token = table_access.make_link(user=ann, public_id=match.public_id).token
            table_access.open_link(user=guest, public_id=match.public_id, token=token)
    assert join(left, match) == ""
    seats.leave(user=left, public_id=match.public_id)

    def seen() -> list[int]:
        return [page_of(user, match).status_code for user in (left, never_came, uninvited)]

    assert seen() == [200, 200, 403]
    start.start(user=ann, public_id=match.public_id)
    assert seen() == ([200, 200, 403] if spectators else [403, 403, 403])
    Match.objects.update(status="finished", ended_at=clock.now())
    assert seen() == [403, 403, 403]


def test_a_user_who_may_not_watch_can_still_join_late(running: Any, person: Any) -> None:
    match, _people = running("ann", "bob", spectators=False, late_join=True)
    answer = page_of(person("cem"), match)
    assert answer.status_code == 403
    assert f"/m/{match.public_id}/join/" in answer.content.decode()


def test_the_owner_can_fill_seats_during_play_if_late_joining_is_allowed(running: Any) -> None:
    match, (ann, bob) = running("ann", "bob", late_join=True, most=3)
    table_access.make_link(user=ann, public_id=match.public_id)
    page = page_of(ann, match).content.decode()
    for command in ("invite", "link", "unlink", "bot"):
        assert f'action="/m/{match.public_id}/{command}/"' in page
    assert "/invite/" not in page_of(bob, match).content.decode()
    assert "/come/" not in page_of(bob, match).content.decode()
    tables.add_bot(user=ann, public_id=match.public_id)
    assert "/bot/" not in page_of(ann, match).content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_password_is_hashed_outside_transactions_and_only_if_needed(
    table: Any, person: Any, hashed: list[bool], settings: Any
) -> None:
    match, (ann, _bob) = table("ann", "bob", access="password", password="x")
    cem = person("cem")
    assert hashed == [False, False]  # creating the table, and joining it
    # without hashing the password, which would make others wait
    assert join(ann, match, "x") == "already_joined"
    assert watch(cem, match, "x") == "not_playing"
    wish = tables.TableWish(name="x", access="password", password="y")
    change = partial(tables.change_options, public_id=match.public_id, wish=wish)
    assert code_of(change, user=cem) == "not_owner"
    settings.MATCHES_PER_MEMBER = 1
    assert code_of(tables.create_table, user=ann, game="blanks", wish=wish) == "too_many_matches"
    assert hashed == [False, False]
    assert join(cem, match, "wrong") == "wrong_password"
    assert join(cem, match, "x") == ""
    assert hashed == [False] * 4
    start.start(user=ann, public_id=match.public_id)
    assert code_of(change, user=ann) == "already_started"
    assert join(person("dee"), match, "x") == "already_started"
    assert hashed == [False] * 4


def test_a_removed_players_page_asks_to_leave_when_it_polls(table: Any) -> None:
    match, (ann, bob) = table("ann", "bob")
    assert kick(ann, match, bob) == ""
    browser = client_for(bob)
    told = browser.get(f"/m/{match.public_id}/news/").text
    assert "Leave this page" in told
    assert '<section id="m-seat"' in told
    assert "ann" not in told.replace(match.public_id, "")  # the id may contain any letters
    refused = browser.post(f"/m/{match.public_id}/start/", {}, headers={"HX-Request": "true"}).text
    assert refused
    assert "Leave this page" not in refused
