"""The end of a match: result, ranks, the history of people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from chat.live.announce import announce
from games import topics
from games.engine import codec
from games.engine.base import Outcome
from games.models import Match, Seat
from games.services.bot_plans import forget_plans
from games.services.missing import count_later

ABORT_REASONS = {"aborted"}


def end_match(*, match: Match, outcome: Outcome, seats: Sequence[Seat], at: datetime) -> None:
    """Writes the result into the match (not yet saved) and its seats."""
    aborted = outcome.reason in ABORT_REASONS
    match.status = Match.Status.ABORTED if aborted else Match.Status.FINISHED
    match.ended_at = at
    match.end_reason = outcome.reason
    match.outcome = codec.plain(outcome)
    match.decision_id, match.decision_kind, match.asked = "", "", []
    match.deadline = match.due_at = match.deserted_at = match.tell_at = None
    match.bots_due = {}
    by_index = {seat.index: seat for seat in seats}
    changed = []
    for standing in outcome.standings:
        seat = by_index.get(standing.seat)
        if seat is not None:
            seat.rank, seat.score = standing.rank, standing.score
            seat.winner = standing.winner
            changed.append(seat)
    Seat.objects.bulk_update(changed, ["rank", "score", "winner"])
    if any(seat.bot or seat.stand_in for seat in seats):
        forget_plans(match=match)
    count_later(match=match, at=at)
    announce(topics.of_match(match.public_id), topics.LOBBY)
