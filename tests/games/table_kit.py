"""Steps that tests of tables share: commands as codes, pages, notices, rounds."""

from __future__ import annotations

from typing import Any

from chat.models import Notice
from games.models import Match, Seat
from games.services import seats, table_access
from games.services.match_engine import engine_of, state_of
from games.services.play import act
from tests.support.log_in import client_for
from tests.support.refusals import code_of


def join(user: Any, match: Match, password: str | None = None) -> str:
    return code_of(lambda: seats.join(user=user, public_id=match.public_id, password=password))


def watch(user: Any, match: Match, password: str | None = None) -> str:
    return code_of(
        lambda: table_access.watch(user=user, public_id=match.public_id, password=password)
    )


def invite(owner: Any, match: Match, name: str) -> str:
    return code_of(lambda: table_access.invite(user=owner, public_id=match.public_id, name=name))


def kick(owner: Any, match: Match, user: Any) -> str:
    seat = match.seats.filter(user=user, status="seated").first()
    index = 99 if seat is None else seat.index
    return code_of(lambda: seats.kick(user=owner, public_id=match.public_id, index=index))


def page_of(user: Any, match: Match) -> Any:
    browser = client_for(user)
    return browser.get(f"/m/{match.public_id}/")


def notices(user: Any, kind: str) -> list[str]:
    rows = Notice.objects.filter(user=user, kind=kind, seen_at=None)
    return [notice.text for notice in rows]


def view_of(match: Match, seat: int | None) -> Any:
    """Return the current view of this seat."""
    match.refresh_from_db()
    return engine_of(match).view(state_of(match), seat)


def first_choice(view: Any) -> dict[str, Any]:
    choice = next(one for one in view.choices if one.action in ("play", "vote"))
    pick = choice.fields[0]
    value = pick.of[0] if pick.single else list(pick.of[: pick.least])
    return {"action": choice.action, **choice.given, pick.name: value}


def decide(match: Match, people: list[Any]) -> None:
    """Let each pending seat play or vote by its first choice; `people` is by seat."""
    match.refresh_from_db()
    for seat in list(match.asked):
        if match.status != "running":
            return
        raw = first_choice(view_of(match, seat))
        act(user=people[seat], public_id=match.public_id, raw=raw, key="")
        match.refresh_from_db()


def play_out(match: Match, people: list[Any]) -> None:
    for _ in range(60):
        decide(match, people)
        if match.status != "running":
            return
    raise AssertionError("it did not end")


def put(match: Match, user: Any) -> None:
    """Play the lowest card of this hand in the example game."""
    match.refresh_from_db()
    seat = match.seats.get(user=user, status=Seat.Status.SEATED).index
    card = state_of(match).players[seat].hand[0]
    raw = {"action": "put", "decision": match.decision_id, "card": card}
    act(user=user, public_id=match.public_id, raw=raw, key="")
