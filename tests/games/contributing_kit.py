"""Tables whose people add to chance, and what their browsers do at the start."""

from __future__ import annotations

from typing import Any

from chat.core import clock
from games.engine.dealer import seal_of
from games.models import Match
from games.services import start
from games.tasks import sweep
from tests.support.refusals import code_of

TEXTS = {name: f"{number:x}" * 64 for number, name in enumerate(("ann", "bob", "cem", "dan"), 10)}
LASTS = start.OPENS_FOR.total_seconds() + 1


def announced(name: str) -> str:
    return seal_of(TEXTS[name])


def opens(user: Any, match: Match, text: str = "") -> str:
    """The code its opening is refused with."""
    text = text or TEXTS[user.username]
    where = {"user": user, "public_id": match.public_id}
    code = code_of(lambda: start.open_contribution(opening=text, **where))
    match.refresh_from_db()
    return code


def wait_for(match: Match) -> None:
    """Until the clock begins it, by the sweep that comes all the time."""
    clock.move(LASTS)
    sweep()
    match.refresh_from_db()
