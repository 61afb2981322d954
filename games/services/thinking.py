"""A bot that searches thinks about one decision: of what its seat sees, and worlds made for it."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any

from games.engine.rollout import Search, Seconds, worlds_of
from games.models import Match, Seat
from games.rules import engine_of, state_of
from games.selectors.titles import title_of
from games.services.bot_plans import budget_of, keep_plan
from games.services.clockwork import SystemRandomness, player_of

log = logging.getLogger(__name__)


def think(*, pk: int, seat: int, decision: str) -> None:
    """Thinks within the budget and keeps the plan. Locks nothing; what comes late is not used."""
    try:
        _think(pk, seat, decision)
    except Exception as error:  # the house's bot plays then
        # Never the message: it may hold what nobody may read.
        log.error("match %s: a search failed (%s)", pk, type(error).__name__)


def _think(pk: int, seat: int, decision: str) -> None:
    match = Match.objects.filter(pk=pk, decision_id=decision, status=Match.Status.RUNNING).first()
    sitting = Seat.objects.filter(match=pk, index=seat, status=Seat.Status.SEATED).first()
    if match is None or sitting is None or seat not in match.asked:
        return
    answer = _thought_out(match, sitting)
    if answer is not None:
        keep_plan(match=match, seat=seat, decision=decision, answer=answer)


def _thought_out(match: Match, seat: Seat) -> Mapping[str, Any] | None:
    searcher = title_of(match).searchers.get(player_of(seat))
    if searcher is None:
        return None
    # The clock counts from here: what it took to load is no thought.
    engine, state, chance = engine_of(match), state_of(match), SystemRandomness()
    answer: Mapping[str, Any] | None = searcher(
        Search(
            engine=engine,
            view=engine.view(state, seat.index),
            worlds=worlds_of(engine, state, seat.index, chance),
            chance=chance,
            budget=Seconds(budget_of(match), time.process_time),
        )
    )
    return answer
