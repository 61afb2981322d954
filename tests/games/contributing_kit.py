"""Tables whose people contribute randomness, and what their browsers do."""

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
    """Reveal a person's contribution; return the refusal's code or ""."""
    text = text or TEXTS[user.username]
    where = {"user": user, "public_id": match.public_id}
    code = code_of(lambda: start.open_contribution(opening=text, **where))
    match.refresh_from_db()
    return code


def wait_for(match: Match) -> None:
    """Let the time for revealing pass, and sweep, so that the match starts."""
    clock.move(LASTS)
    sweep()
    match.refresh_from_db()
