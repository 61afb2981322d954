"""Counting votes, points, the ranking and the winners (rules 9, 10)."""

from __future__ import annotations

from collections import Counter

from games.blanks.rules.state import Count, Phase, State, live_plays
from games.engine.base import Outcome, Standing

ABORTED = "aborted"


def counts(state: State) -> tuple[Count, ...]:
    """Votes of each live play, by rising seat. Votes for withdrawn plays count for nobody."""
    votes = Counter(ballot.handle for ballot in state.ballots)
    live = sorted(live_plays(state), key=lambda laid: laid.seat)
    # A play that was never shown has no handle, and so no votes.
    return tuple(Count(seat=laid.seat, votes=votes[laid.handle]) for laid in live)


def scorers(tally: tuple[Count, ...]) -> tuple[int, ...]:
    """The seats that get a point: most votes, and at least one."""
    best = max((count.votes for count in tally), default=0)
    return tuple(count.seat for count in tally if best and count.votes == best)


def outcome(state: State) -> Outcome | None:
    """The result of a match that is over; best first, those who left last and without a rank."""
    if state.phase is not Phase.OVER:
        return None
    scores = sorted((player.score for player in state.players), reverse=True)
    best = 0 if state.end_reason == ABORTED else max(scores, default=0)
    ranked = [
        Standing(
            seat=player.seat,
            rank=1 + scores.index(player.score),
            score=player.score,
            winner=best > 0 and player.score == best,
        )
        for player in sorted(state.players, key=lambda player: (-player.score, player.seat))
    ]
    left = [Standing(seat=gone.seat, rank=None, score=0, note=gone.how) for gone in state.gone]
    return Outcome(reason=state.end_reason, standings=(*ranked, *left))
