"""What the tests of tables do over and over: commands as codes, pages, notices."""

from __future__ import annotations

from typing import Any

from chat.models import Notice
from games.models import Match, Seat
from games.rules import state_of
from games.services import door, seating
from games.services.play import act
from tests.support.logged_in import client_for
from tests.support.refusals import code_of


def join(user: Any, match: Match, password: str | None = None) -> str:
    return code_of(lambda: seating.join(user=user, public_id=match.public_id, password=password))


def watch(user: Any, match: Match, password: str | None = None) -> str:
    return code_of(lambda: door.watch(user=user, public_id=match.public_id, password=password))


def invite(owner: Any, match: Match, name: str) -> str:
    return code_of(lambda: door.invite(user=owner, public_id=match.public_id, name=name))


def kick(owner: Any, match: Match, user: Any) -> str:
    seat = match.seats.filter(user=user, status="seated").first()
    index = 99 if seat is None else seat.index
    return code_of(lambda: seating.kick(user=owner, public_id=match.public_id, index=index))


def page_of(user: Any, match: Match) -> Any:
    browser = client_for(user)
    return browser.get(f"/m/{match.public_id}/")


def notices(user: Any, kind: str) -> list[str]:
    rows = Notice.objects.filter(user=user, kind=kind, seen_at=None)
    return [notice.text for notice in rows]


def put(match: Match, user: Any) -> None:
    """Plays the lowest card of this hand in the example game."""
    match.refresh_from_db()
    seat = match.seats.get(user=user, status=Seat.Status.SEATED).index
    card = state_of(match).players[seat].hand[0]
    raw = {"action": "put", "decision": match.decision_id, "card": card}
    act(user=user, public_id=match.public_id, raw=raw, key="")
