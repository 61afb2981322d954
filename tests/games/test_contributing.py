"""Players' contributions to the randomness: committed, revealed, part of the key.

They are committed as players sit down and revealed at the start. The site picks its secret before
any commitment, so nobody determines the key alone.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command

from chat.core import clock
from games.blanks.rules.engine import BlanksEngine
from games.engine.dealer import Contribution as Added, Dealer, mixed, seal_of
from games.models import Contribution, Match, Pack
from games.registry import game_of
from games.services import contributions, moderation, scheduler, seats, start, tables
from games.services.seats import walk_out
from games.services.tables import TableWish, create_table
from games.tasks import put_clocks_right, sweep
from tests.games.contributing_kit import TEXTS, announced, opens, wait_for
from tests.games.table_kit import join, kick, notices
from tests.support.refusals import code_of

pytestmark = pytest.mark.django_db


# --- Key


def test_without_contributions_the_key_is_the_secret(adding: Any) -> None:
    match, (ann, _bob) = adding("ann", "bob", mute=("ann", "bob"))
    start.start(user=ann, public_id=match.public_id)
    before, match = match.secret, Match.objects.get(pk=match.pk)
    assert (match.status, match.secret, match.sealed_secret) == ("running", before, "")


def test_the_key_is_made_of_secret_and_contributions_in_the_order_of_joining() -> None:
    opened = Added(seat=1, commitment="c" * 64, opening="a" * 64)
    texts = [opened, Added(seat=0, commitment="b" * 64)]
    asked = f"{'0' * 64}|{'a' * 64}|{'b' * 64}"
    assert mixed("0" * 64, []) == "0" * 64
    assert mixed("0" * 64, texts) == seal_of(asked)
    assert mixed("0" * 64, texts[::-1]) != seal_of(asked)


@pytest.mark.parametrize("game", ["blanks", "merchants"])
def test_a_match_begins_once_all_commitments_are_opened(starts: Any, game: str) -> None:
    match, (bob, ann, cem) = starts("bob", "ann", "cem", game=game)
    secret = match.secret
    assert (opens(ann, match), match.status) == ("", "open")
    assert (opens(cem, match), match.status) == ("", "open")
    assert opens(bob, match) == ""
    assert match.status == "running"
    wanted = seal_of("|".join([secret, TEXTS["bob"], TEXTS["ann"], TEXTS["cem"]]))
    assert (match.secret, match.sealed_secret) == (wanted, secret)
    assert seal_of(match.sealed_secret) == match.seal
    if game == "merchants":  # seats are shuffled as well
        places = Dealer(match.secret, 0).shuffle("seats", [0, 1, 2])
        joined = [bob, ann, cem]
        sits = [seat.user for seat in match.seats.order_by("index")]
        assert sits == [joined[place] for place in places]
    call_command("replay", match.public_id)


def test_an_unopened_commitment_counts_as_announced(starts: Any) -> None:
    match, (ann, _bob) = starts("ann", "bob")
    secret = match.secret
    opens(ann, match)
    sweep()
    match.refresh_from_db()
    assert match.status == "open"  # its time is not up
    wait_for(match)
    assert match.status == "running"
    assert match.secret == seal_of("|".join([secret, TEXTS["ann"], announced("bob")]))
    assert opens(_bob, match) == "not_starting"


def test_a_start_does_not_wait_for_bots_or_pages_without_script(adding: Any) -> None:
    match, (ann, _bob) = adding("ann", "bob", mute=("bob",), bots=1)
    start.start(user=ann, public_id=match.public_id)
    assert opens(ann, match) == ""
    assert match.status == "running"
    assert [one.seat for one in contributions.contributions_of(match)] == [0]


def test_a_late_joiner_contributes_nothing(starts: Any, person: Any) -> None:
    match, (ann, bob) = starts("ann", "bob", late_join=True)
    opens(ann, match)
    opens(bob, match)
    cem = person("cem")
    seats.join(user=cem, public_id=match.public_id, commitment=announced("cem"))
    assert match.seats.filter(user=cem).exists()
    assert Contribution.objects.filter(match=match).count() == 2


def test_only_the_first_players_of_a_crowd_contribute(
    adding: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contributions, "MOST", 2)
    options = {"pace": "fast", "minutes": 10}
    match, (ann, bob, _cem) = adding("ann", "bob", "cem", game="venice", options=options)
    start.start(user=ann, public_id=match.public_id)
    opens(ann, match)
    opens(bob, match)
    assert match.status == "running"
    assert [one.seat for one in contributions.contributions_of(match)] == [0, 1]


# --- Time to reveal


def test_nobody_can_join_or_change_a_match_that_is_about_to_begin(starts: Any, person: Any) -> None:
    match, (ann, _bob) = starts("ann", "bob", late_join=True, kick_in_play=True)
    where: Any = {"user": ann, "public_id": match.public_id}
    assert join(person("cem"), match) == "starting"
    assert code_of(lambda: tables.add_bot(**where)) == "starting"
    wish = TableWish(name="Another", least=2, most=4)
    for refused in (
        lambda: start.start(**where),
        lambda: tables.cancel(**where),
        lambda: tables.change_options(wish=wish, **where),
    ):
        assert code_of(refused) == "already_started"
    match.refresh_from_db()
    assert match.starting


def test_nobody_can_join_during_the_start_without_late_joining(starts: Any, person: Any) -> None:
    match, _people = starts("ann", "bob")
    assert join(person("cem"), match) == "already_started"


@pytest.mark.both
def test_the_same_start_twice_counts_once(adding: Any) -> None:
    match, (ann, bob) = adding("ann", "bob")
    where: Any = {"user": ann, "public_id": match.public_id, "key": "once"}
    start.start(**where)
    first = Match.objects.get(pk=match.pk).due_at
    clock.move(1)
    start.start(**where)
    assert Match.objects.get(pk=match.pk).due_at == first
    opens(ann, match)
    opens(bob, match)
    start.start(**where)
    assert match.log.count() == 1


def test_only_commitments_are_opened_and_only_during_the_start(adding: Any, person: Any) -> None:
    match, (ann, bob) = adding("ann", "bob")
    assert opens(ann, match) == "not_starting"
    start.start(user=ann, public_id=match.public_id)
    for text in ("x" * 64, "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n"):
        assert opens(ann, match, text) == "malformed"
    assert opens(ann, match, TEXTS["bob"]) == "bad_opening"
    assert opens(person("eve"), match, TEXTS["ann"]) == "not_a_player"
    assert not Contribution.objects.exclude(opening="").exists()
    assert opens(ann, match) == ""
    assert opens(ann, match) == ""  # a repetition changes nothing
    assert match.status == "open"
    assert opens(bob, match) == ""


def test_a_commitment_is_a_hash_or_empty(adding: Any, person: Any) -> None:
    match, _people = adding("ann", "bob")
    cem, wish = person("cem"), TableWish(name="Another", least=2, most=4)
    where: Any = {"user": cem, "commitment": "F" * 64}
    assert code_of(lambda: seats.join(public_id=match.public_id, **where)) == "malformed"
    assert code_of(lambda: create_table(game="blanks", wish=wish, **where)) == "malformed"
    assert not match.seats.filter(user=cem).exists()
    assert Match.objects.count() == 1


def test_leaving_an_open_table_removes_the_commitment(adding: Any) -> None:
    match, (ann, bob, _cem) = adding("ann", "bob", "cem")
    seats.leave(user=bob, public_id=match.public_id)
    start.start(user=ann, public_id=match.public_id)
    assert {row.commitment for row in Contribution.objects.all()} == {
        announced("ann"),
        announced("cem"),
    }


@pytest.mark.parametrize(
    ("game", "left"), [("blanks", "left"), ("merchants", "bot"), ("venice", "there")]
)
def test_leaving_during_the_start_is_leaving_the_match(starts: Any, game: str, left: str) -> None:
    options = {"pace": "fast", "minutes": 10} if game == "venice" else {}
    match, (ann, bob, cem, dan) = starts("ann", "bob", "cem", "dan", game=game, options=options)
    walk_out(user=bob)
    match.refresh_from_db()
    assert match.starting
    wait_for(match)
    seat = match.seats.get(user=bob)
    found = "bot" if seat.stand_in else seat.status.replace("seated", "there")
    assert (match.status, found) == ("running", left)
    assert [one.opening for one in contributions.contributions_of(match)] == [""] * 4
    assert match.seats.filter(user__in=[ann, cem, dan], status="seated").count() == 3
    if game == "blanks":
        kinds = list(match.log.order_by("seq").values_list("kind", "seat"))
        assert kinds == [("begin", None), ("leave", seat.index)]


def test_an_owner_who_leaves_during_the_start_is_replaced(starts: Any) -> None:
    match, (ann, bob, _cem) = starts("ann", "bob", "cem")
    walk_out(user=ann)
    match.refresh_from_db()
    assert (match.owner, match.starting) == (bob, True)
    wait_for(match)
    assert (match.owner, match.status) == (bob, "running")


def test_a_player_removed_during_the_start_cannot_return(starts: Any, moderator: Any) -> None:
    match, (ann, bob, cem) = starts("ann", "bob", "cem", kick_in_play=True)
    assert kick(ann, match, bob) == ""
    index = match.seats.get(user=cem).index
    moderation.remove_player(
        moderator=moderator, public_id=match.public_id, index=index, reason="told"
    )
    wait_for(match)
    told = match.log.filter(kind="leave").order_by("seq").values_list("action", flat=True)
    assert [json.loads(bytes(action))["how"] for action in told] == ["kicked", "removed"]
    assert join(bob, match) == "not_active"  # a single player cannot play on


def test_a_table_that_everybody_leaves_during_the_start_is_closed(starts: Any) -> None:
    match, (ann, bob) = starts("ann", "bob", bots=1)
    walk_out(user=ann)
    walk_out(user=bob)
    wait_for(match)
    assert (match.status, match.started_at, match.due_at) == ("aborted", None, None)


def test_a_moderator_closes_a_table_that_is_about_to_begin(starts: Any, moderator: Any) -> None:
    match, _people = starts("ann", "bob")
    moderation.abort_match(moderator=moderator, public_id=match.public_id, reason="told")
    wait_for(match)
    assert (match.status, match.due_at) == ("aborted", None)


def test_a_player_on_another_page_is_notified_when_the_clock_starts_the_match(starts: Any) -> None:
    match, (ann, bob) = starts("ann", "bob")
    assert notices(bob, "start") == []
    wait_for(match)
    assert [match.seal in text for text in notices(bob, "start")] == [True]
    assert notices(ann, "start") == []


def test_a_match_that_cannot_start_waits_for_players_again(starts: Any) -> None:
    match, (ann, bob, cem) = starts("ann", "bob", "cem")
    opens(ann, match)
    walk_out(user=cem)
    Pack.objects.update(state="withdrawn")
    assert code_of(lambda: game_of("blanks").prepare(match))
    opens(bob, match)
    wait_for(match)
    assert (match.status, match.waiting, match.seats.count()) == ("open", True, 2)
    # Contributions are discarded: some are public now, which might favour the owner of another.
    assert not Contribution.objects.exists()


@pytest.mark.both
def test_a_fault_during_the_start_leaves_the_table_unchanged(
    starts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, _bob) = starts("ann", "bob")

    def broken(*_: Any) -> None:
        raise RuntimeError("the rules fail")

    with monkeypatch.context() as faulty:
        faulty.setattr(BlanksEngine, "begin", broken)
        wait_for(match)
    assert (match.status, match.waiting, match.fault) == ("open", True, "RuntimeError")
    assert match.seats.count() == 2
    start.start(user=ann, public_id=match.public_id)
    match.refresh_from_db()
    assert match.status == "running"


def test_setting_the_clock_back_does_not_delay_a_start(starts: Any) -> None:
    match, _people = starts("ann", "bob")
    clock.move(-3600)
    put_clocks_right()
    wait_for(match)
    assert match.status == "running"


def test_the_sweep_finishes_a_large_start(starts: Any) -> None:
    options = {"pace": "fast", "minutes": 10}
    match, _people = starts("ann", "bob", game="venice", options=options)
    assert scheduler.large_ones_due() == []
    wait_for(match)
    assert match.status == "running"
    assert match.asked_at is None
