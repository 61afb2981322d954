"""I am done: at the fast pace an auction is held earlier when everybody says so (rules 3.2).

A mark says who is done and never what was bid. It changes nothing about bids.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from auctions.rules.bids import Desk, check_plays
from auctions.rules.refusals import need
from auctions.rules.schedule import AUCTIONS
from games.engine.base import Value

PAUSE = timedelta(seconds=10)  # after the last mark, and after the auction before


class DoneReceipt(Value):
    """The auctions a player is now done with, or (`done` false) is no longer."""

    auctions: tuple[int, ...]
    done: bool


def auctions_meant(desk: Desk, auction: int | None) -> tuple[int, ...]:
    """The auctions a mark is for; None: all that are left.

    Raises `IllegalAction`: `not_started`, `not_a_player`, `not_fast`, `unknown_auction`, `late`.
    """
    check_plays(desk)
    need(desk.fast, "not_fast")
    need(auction is None or 0 <= auction < AUCTIONS, "unknown_auction")
    meant = range(AUCTIONS) if auction is None else (auction,)
    left = [n for n in meant if desk.at < desk.instants[n] and n >= desk.resolved]
    need(bool(left), "late")
    return tuple(left)


def brought_forward(
    instants: Sequence[datetime], auction: int, *, said: datetime, since: datetime, at: datetime
) -> tuple[datetime, ...]:
    """The instants once all are done with the coming auction, and its bots have bid.

    `said`: the last of the marks; `since`: when the auction before was resolved (of the opening:
    the start). `at`: now; an auction is never moved before it, since what was accepted until now
    counts. Later auctions move by as much, and nothing ever moves to a later time.
    """
    agreed = max(said + PAUSE, since + PAUSE, at)
    sooner = instants[auction] - agreed
    if at >= instants[auction] or sooner <= timedelta(0):
        return tuple(instants)
    return tuple(
        instant - sooner if number >= auction else instant
        for number, instant in enumerate(instants)
    )
