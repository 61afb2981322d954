"""A table of Blanks in memory: a played match as the page of each of its viewers sees it."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

from django.utils import timezone

from games.engines.blanks.state import State
from games.live.context import context_for
from games.live.moment import Moment, Sitting
from games.live.page import part_html
from games.models import Match as Row
from tests.engines.blanks_play import Match

NAMES = ("Ada", "Bea", "Cyd", "Dov", "Eve", "Fay")
PARTS = ("phase", "board", "players", "seat", "log")


def moment_at(match: Match, state: State | None = None) -> Moment:
    """The match as a moment, in this state (its own unless one is given)."""
    state = state or match.state
    over = match.engine.outcome(state) is not None
    row = Row(
        public_id="abcdefghjk",
        game="blanks",
        name="The green table",
        status="finished" if over else "running",
        started_at=timezone.now(),
        engine_version=1,
        chapter=state.round,
    )
    seats = tuple(_sitting(state, index) for index in range(state.next_seat))
    moment = Moment(match=row, seats=seats)
    vars(moment).update(engine=match.engine, state=state, told=())
    return moment


def _sitting(state: State, index: int) -> Sitting:
    name = NAMES[index]
    seated = any(player.seat == index for player in state.players)
    status = "seated" if seated else "left"
    return Sitting(index, name, 100 + index, name.lower(), False, index, status, False, False)


def viewer(seat: int | None, **wishes: Any) -> Any:
    """The user on this seat; None: one who only watches."""
    pk = 1 if seat is None else 100 + seat
    return SimpleNamespace(pk=pk, is_active=True, has_perm=lambda _perm: False, **wishes)


def html(moment: Moment, part: str, seat: int | None, **wishes: Any) -> str:
    context = context_for(moment, viewer(seat, **wishes))
    return part_html(part, context)


def page(moment: Moment, seat: int | None) -> str:
    """Every part of the page that the game fills, as this viewer gets it."""
    parts = [part for part in PARTS if part != "seat" or not moment.match.over]
    return "\n".join(html(moment, part, seat) for part in parts)


def words(markup: str) -> str:
    """What is to be read in it."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", markup)).split())


def forms(markup: str) -> dict[str, str]:
    """The forms that act in the match, by action."""
    found = re.findall(r"<form.*?</form>", markup, re.S)
    acting = {re.search(r'name="action" value="(\w+)"', form): form for form in found}
    return {match.group(1): form for match, form in acting.items() if match}


def values(form: str, name: str) -> list[str]:
    """The values that fields and buttons of this name offer, in order, without empty ones."""
    pattern = rf'<(?:input|button)[^>]*name="{name}" value="([^"]+)"'
    return re.findall(pattern, form)
