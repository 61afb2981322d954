"""Tests of bots that people run.

They are marked wherever their names appear, join only tables that allow them, and do not count as
people.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from auctions.selectors.marks import people_of
from chat.core.clock import now
from games.blanks.tastes import _learnable
from games.models import Match, Seat
from games.registry import game_of
from games.selectors.seats import people_asked, people_in
from games.services.match_engine import engine_of
from games.services.scheduler import run_due
from lobby.accounts.guests import make_guest
from lobby.accounts.tokens import become_bot, make_token
from lobby.models import AccessToken, User
from tests.api.conftest import Bring, Program
from tests.auctions.conftest import _enable_venice, _known_moment
from tests.support.refusals import code_of

__all__ = ["_enable_venice", "_known_moment"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot(program: Bring) -> Program:
    """Return a program of an account that has become a bot's."""
    user = User.objects.create_user("Robotta")
    become_bot(user=user)
    return Program(User.objects.get(username="Robotta"), "play")


def _table(ada: Program, game: str = "interop", **more: Any) -> str:
    wish = {"name": "The masks", "game": game, "most": 4, "bot_accounts": True, **more}
    made = ada.post("tables", wish)
    assert made.status_code == 201, made.content
    return str(made.json()["table"]["id"])


def test_a_bot_joins_only_tables_that_allow_bots(program: Bring, bot: Program) -> None:
    ada = program("Ada")
    closed = _table(ada, bot_accounts=False)
    refused = bot.post(f"tables/{closed}/join")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_bot_accounts")
    assert bot.post(f"tables/{_table(ada)}/join").status_code == 200


def test_a_bot_is_marked_wherever_its_name_is_shown(program: Bring, bot: Program) -> None:
    ada = program("Ada")
    where = _table(ada)
    bot.post(f"tables/{where}/join")
    bot.post(f"rooms/table-{where}/messages", {"text": "Beep"})
    told = ada.get(f"tables/{where}").json()
    assert {one["name"]: one["bot"] for one in told["players"]} == {"Ada": False, "Robotta": True}
    assert (told["table"]["bots"], told["table"]["bot_accounts"]) == (1, True)
    assert ada.get(f"rooms/table-{where}/messages").json()["messages"][0]["bot"]
    assert (bot.get("me").json()["bot"], ada.get("me").json()["bot"]) == (True, False)
    page = ada.client
    page.force_login(ada.user)
    for path in (f"/m/{where}/", "/people/Robotta/"):
        assert ">bot</span>" in page.get(path).text.replace("\n", ""), path
    assert "players' bots allowed" in page.get("/lobby/").text + page.get(f"/m/{where}/").text


def test_a_bot_neither_creates_nor_inherits_a_table(program: Bring, bot: Program) -> None:
    told = bot.post("tables", {"name": "Mine", "game": "interop"})
    assert told.json()["code"] == "bot_owns_nothing"
    ada, cem = program("Ada"), program("Cem")
    where = _table(ada)
    for one in (bot, cem):
        one.post(f"tables/{where}/join")
    ada.post(f"tables/{where}/leave")
    assert Match.objects.get().owner == cem.user
    cem.post(f"tables/{where}/leave")
    assert Match.objects.get().status == Match.Status.ABORTED, "nobody but bots is left"


@pytest.mark.parametrize("game", ["blanks", "interop"])
def test_the_rules_know_a_bot_and_votes_ignore_it(program: Bring, bot: Program, game: str) -> None:
    ada, cem = program("Ada"), program("Cem")
    where = _table(ada, game, least=3)
    for one in (bot, cem):
        assert one.post(f"tables/{where}/join").status_code == 200
    assert ada.post(f"tables/{where}/start").status_code == 200
    match = Match.objects.get()
    its = match.seats.get(user=bot.user)
    assert [one.bot for one in engine_of(match).setup.seats].index(True) == its.index
    assert its.index not in {*people_in(match), *people_asked(match)}
    assert not _learnable(match)
    assert game_of(game).record(match) if match.over else True


def test_a_table_with_only_bots_is_closed(program: Bring, bot: Program) -> None:
    ada = program("Ada")
    where = _table(ada, "merchants", least=3, bots=1)
    bot.post(f"tables/{where}/join")
    ada.post(f"tables/{where}/start")
    ada.post(f"tables/{where}/leave")
    assert Match.objects.get().deserted_at is not None


def test_a_bot_has_deadlines_like_a_player_and_is_notified(program: Bring, bot: Program) -> None:
    ada = program("Ada")
    where = _table(ada, "merchants", least=3, bots=1)
    bot.post(f"tables/{where}/join")
    ada.post(f"tables/{where}/start")
    match = Match.objects.get()
    seat = match.seats.get(user=bot.user).index
    for _decision in range(60):
        run_due(match.pk)
        match.refresh_from_db()
        if seat in match.asked:
            break
        Match.objects.update(deadline=now() - timedelta(seconds=1), due_at=now())
    before = bot.get(f"tables/{where}/stream", wait=0).json()
    assert str(seat) not in match.bots_due, "the house does not play it"
    assert before["seen"]["view"]["mine"]
    Match.objects.update(deadline=now() - timedelta(seconds=1), due_at=now())
    run_due(match.pk)
    after = bot.get(f"tables/{where}/stream", since=before["cursor"], wait=0).json()
    assert after["seen"]["late"] == before["seen"]["late"] + 1


def test_a_week_does_not_wait_for_a_bot_to_be_done(program: Bring, bot: Program) -> None:
    ada = program("Ada")
    where = _table(ada, "venice", options={"pace": "fast", "minutes": 10})
    bot.post(f"tables/{where}/join")
    ada.post(f"tables/{where}/start")
    assert [one.number for one in people_of(Match.objects.get())] == [0]
    week = ada.get(f"weeks/{where}").json()
    assert week["auctions"][0]["people"] == 1
    assert bot.post(f"weeks/{where}/act", {"do": "done", "auction": 0}).status_code == 200


def test_only_unused_member_accounts_become_bots(db: Any, program: Bring) -> None:
    ada = program("Ada")
    _table(ada)
    guest = make_guest(device="", time_zone="UTC")
    staff = User.objects.create_user("Root", is_staff=True)
    for user, code in ((ada.user, "has_played"), (guest, "guest_bot"), (staff, "staff_token")):
        assert code_of(become_bot, user=user) == code
        assert not User.objects.get(pk=user.pk).is_bot


def test_becoming_a_bot_revokes_older_tokens(db: Any) -> None:
    user = User.objects.create_user("Robotta")
    make_token(user=user, name="before", scopes=["play"])
    become_bot(user=user)
    assert not AccessToken.objects.exists()
    token, _text = make_token(user=user, name="after", scopes=["play"])
    assert token.scopes == "read bot"
    assert token.allows("play")
    person, _text = make_token(user=User.objects.create_user("Ada"), name="x", scopes=["bot"])
    assert person.scopes == "read play", "a person's own does not pass for a bot's"


def test_the_page_requires_a_confirmation_to_become_a_bot(db: Any) -> None:
    user, browser = User.objects.create_user("Robotta", password="x"), Client()
    browser.force_login(user)
    asked = browser.post("/settings/tokens/bot/", {"sure": "1"})
    assert "/account/reauthenticate/" in asked.headers["Location"]
    assert not User.objects.get().is_bot
    assert Seat.objects.count() == 0
