"""Helpers that read the fragments of a page: their texts and controls."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Mapping
from html import unescape
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from chat.live.batch import one_batch
from games.engine.base import Engine
from games.models import Match
from games.page.chance import Chance
from games.page.frame import render_part_uncached
from games.page.snapshot import LoggedEvent, MatchSnapshot, Occupant, SeatPreferences
from games.page.viewer import TableViewing

PARTS = ("phase", "board", "players", "seat", "log")
NAMES = ("Ada", "Bea", "Cyd", "Dov", "Eve", "Fay")


def snapshot_at(
    engine: Engine,
    state: Any,
    seats: int,
    *,
    told: Iterable[LoggedEvent] = (),
    seated: Container[int] = range(len(NAMES)),
    wishes: Mapping[int, SeatPreferences] | None = None,
    **row: Any,
) -> MatchSnapshot:
    """Return a snapshot of a match in this state with this number of seats.

    `row` holds further fields of the match's row.
    """
    over = engine.outcome(state) is not None
    match = Match(
        name="The green table",
        status="finished" if over else "running",
        started_at=timezone.now(),
        engine_version=1,
        chapter=state.round,
        **{"public_id": "abcdefghjk", **row},
    )
    people = tuple(
        Occupant(index, name, 100 + index, name.lower(), False, index,
                 "seated" if index in seated else "left", False, False)
        for index, name in enumerate(NAMES[:seats])
    )  # fmt: skip
    snapshot = MatchSnapshot(match=match, seats=people, wishes=dict(wishes or {}))
    vars(snapshot).update(engine=engine, state=state, told=tuple(told))
    return snapshot


def in_state(snapshot: MatchSnapshot, state: Any) -> MatchSnapshot:
    """Return the same match in another state."""
    other = MatchSnapshot(match=snapshot.match, seats=snapshot.seats)
    vars(other).update(engine=snapshot.engine, state=state, told=snapshot.told)
    return other


def viewer(seat: int | None, **wishes: Any) -> Any:
    """Return a user on this seat, or a spectator if it is None, without a row."""
    pk = 1 if seat is None else 100 + seat
    can = {"is_active": True, "is_authenticated": False, "has_perm": lambda _perm: False}
    return SimpleNamespace(pk=pk, **can, **wishes)


def html(snapshot: MatchSnapshot, part: str, seat: int | None, **wishes: Any) -> str:
    match, user = snapshot.match, viewer(seat, **wishes)
    # There are no rows to read, so the batch gets their contents in advance.
    known: dict[Hashable, Any] = {}
    known["chance", match.public_id, match.version] = nothing_added(match)
    with one_batch(known):
        return render_part_uncached(TableViewing(match.public_id, user, _snapshot=snapshot), part)


def nothing_added(match: Match) -> Chance:
    """Return the randomness of a match to which no browser has contributed."""
    return Chance(
        match_id=match.public_id, seal=match.seal, begun=True, added=(), mute=(), full=False
    )


def page(snapshot: MatchSnapshot, seat: int | None) -> str:
    """Return all fragments that the game fills, as this viewer gets them."""
    parts = [part for part in PARTS if part != "seat" or not snapshot.match.over]
    return "\n".join(html(snapshot, part, seat) for part in parts)


def words(markup: str) -> str:
    """Return the text without markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", markup)).split())


def forms(markup: str) -> dict[str, list[str]]:
    """Return the forms that act in the match, by action."""
    found: dict[str, list[str]] = defaultdict(list)
    for form in re.findall(r"<form.*?</form>", markup, re.S):
        action = re.search(r'name="action" value="(\w+)"', form)
        if action:
            found[action[1]].append(form)
    return dict(found)


def values(form: str, name: str) -> list[str]:
    """Return the non-empty values of fields and buttons of this name, in order."""
    fields = re.findall(rf'<(?:input|button)[^>]*\sname="{name}"[^>]*>', form)
    found = (re.search(r'\svalue="([^"]*)"', field) for field in fields)
    return [value[1] for value in found if value and value[1]]


def chapters(game: str) -> set[str]:
    """Return the chapters of a game's rules page, as hints name them."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return set(re.findall(r'id="(\w+)"', render_to_string(f"rules/{game}.html", {}, request)))
