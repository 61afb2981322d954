"""A retry of an applied command announces it again, as its event may be lost.

A commit may succeed while its answer is lost with the connection, or the process may die between
the commit and the event. The player then retries with the same key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection

from auctions.services import commands
from chat.core.refusals import Refusal
from chat.messages.rooms import room, topic
from chat.messages.services import send_message
from chat.models import Message
from games import topics
from games.engine.choices import sample_any
from games.engine.dealer import Seeded
from games.models import LogEntry, Match, Seat
from games.page.snapshot import snapshot_of
from games.registry import games
from games.services import play, seats, start, tables
from games.services.tables import TableWish

pytestmark = pytest.mark.django_db(transaction=True)

AT_A_TABLE = [slug for slug, game in games().items() if hasattr(game.title, "engines")]


class Ear:
    """A channel layer that records the announced topics."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.told.update(message["topics"])


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    listening = Ear()
    monkeypatch.setattr("chat.live.announce.get_channel_layer", lambda: listening)
    return listening


@contextmanager
def answer_of_commit_lost() -> Iterator[None]:
    """Let the next commit succeed, but report a lost connection."""
    commit = connection.commit

    def commit_and_break() -> None:
        patched.stop()
        commit()
        raise OperationalError("server closed the connection unexpectedly")

    patched = mock.patch.object(connection, "commit", commit_and_break)
    patched.start()
    yield


def topics_of_retry(ear: Ear, command: Callable[[], Any]) -> set[str]:
    """Return the topics announced by a retry whose first attempt was not answered."""
    ear.told.clear()
    with answer_of_commit_lost(), pytest.raises((OperationalError, Refusal)) as lost:
        command()
    assert getattr(lost.value, "code", "busy") == "busy"
    assert not ear.told
    command()
    return ear.told


def people(*names: str) -> list[Any]:
    return [get_user_model().objects.create_user(username=name) for name in names]


def wish(least: int = 2, **fields: Any) -> TableWish:
    return TableWish(name="A table", least=least, most=max(4, least), **fields)


def table(game: str, *names: str, **fields: Any) -> tuple[Match, list[Any]]:
    there = people(*names)
    match = tables.create_table(user=there[0], game=game, wish=wish(**fields))
    for user in there[1:]:
        seats.join(user=user, public_id=match.public_id)
    return match, there


def pages_of(match: Match) -> str:
    return topics.of_match(match.public_id)


@pytest.mark.both
@pytest.mark.parametrize("slug", AT_A_TABLE)
def test_a_retry_sends_the_update_of_an_action(ear: Ear, slug: str) -> None:
    least = max(2, games()[slug].title.seats[0])
    match, there = table(slug, "ann", "bob", "cem", least=least)
    start.start(user=there[0], public_id=match.public_id)
    snapshot = snapshot_of(match.public_id)
    assert snapshot is not None
    seat = next(one.index for one in snapshot.present if snapshot.view(one.index).choices)
    user = match.seats.get(index=seat).user
    raw = sample_any(snapshot.view(seat).choices, Seeded(slug))
    assert raw is not None
    act = partial(play.act, user=user, public_id=match.public_id, raw=raw, key="once")
    told = topics_of_retry(ear, act)
    waiting = {topics.of_person(user.pk) for user in there}
    assert told >= {pages_of(match), *waiting}
    assert LogEntry.objects.filter(match=match, seat=seat).count() == 1


@pytest.mark.both
def test_a_retry_sends_the_update_of_a_bid(ear: Ear) -> None:
    match, (ann, _bob) = table("venice", "ann", "bob")
    start.start(user=ann, public_id=match.public_id)
    raw = {"do": "loan", "amount": 20}
    act = {"user": ann, "public_id": match.public_id, "raw": raw, "key": "once"}
    told = topics_of_retry(ear, lambda: commands.act(**act))
    assert told == {topics.of_seat(match.public_id, Seat.objects.get(user=ann).index)}


@pytest.mark.both
def test_a_retry_sends_the_update_of_a_message(ear: Ear) -> None:
    (ann,) = people("ann")
    said = {"author": ann, "room_key": "lobby", "text": "Good evening", "key": "once"}
    here = room("lobby")
    assert topic(here.pk) in topics_of_retry(ear, lambda: send_message(**said))
    assert Message.objects.count() == 1


def test_a_retry_sends_the_update_of_a_new_table(ear: Ear) -> None:
    (ann,) = people("ann")
    made = {"user": ann, "game": "blanks", "wish": wish(), "key": "once"}
    told = topics_of_retry(ear, lambda: tables.create_table(**made))
    assert told >= {topics.LOBBY, pages_of(Match.objects.get()), topics.of_person(ann.pk)}


@pytest.mark.parametrize("what", ["join", "add_bot", "start"])
def test_a_retry_sends_the_update_of_a_changed_table(ear: Ear, what: str) -> None:
    match, (ann, _bob) = table("interop", "ann", "bob")
    who = people("eve")[0] if what == "join" else ann
    commands: dict[str, Callable[..., object]] = {
        "join": seats.join,
        "add_bot": tables.add_bot,
        "start": start.start,
    }
    do = commands[what]
    told = topics_of_retry(ear, lambda: do(user=who, public_id=match.public_id, key="once"))
    assert told >= {topics.LOBBY, pages_of(match), topics.of_person(who.pk)}
    assert match.seats.count() == (2 if what == "start" else 3)


def test_a_retry_sends_the_update_of_a_rematch(ear: Ear) -> None:
    match, (ann, bob) = table("interop", "ann", "bob")
    start.start(user=ann, public_id=match.public_id)
    Match.objects.filter(pk=match.pk).update(status="finished", ended_at=match.created_at)
    again = {"user": ann, "public_id": match.public_id, "key": "once"}
    told = topics_of_retry(ear, lambda: start.rematch(**again))
    assert told >= {topics.LOBBY, pages_of(match), pages_of(Match.objects.get(rematch_of=match))}
    assert f"user.{bob.pk}" in told
