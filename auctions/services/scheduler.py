"""The scheduler of a week.

It runs what is due in order, each step in a transaction of its own (rules 3.4).

However many workers come, and however late, an auction is resolved once: the worker that holds the
match's lock takes the next step, and the others skip the match.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime

from django.db import transaction

from auctions.models import Auction, Week
from auctions.rules.schedule import CLOSING
from auctions.selectors.week_setup import frame_of
from auctions.services.agreement import hold_earlier
from auctions.services.bots import bots_bid
from auctions.services.locks import (
    auction_to_resolve,
    kind_and_place,
    match_for_clock,
)
from auctions.services.resolution import Accounts, carry_out, close_week
from auctions.services.wake_times import next_auction, set_next
from chat.core.clock import now
from chat.core.machine_faults import is_of_machine
from chat.live.announce import announce
from games import topics
from games.models import Match
from games.services.deadlines import tell_end
from games.services.failures import note_clock_failure
from games.services.locks import in_turn, let_others_in

log = logging.getLogger(__name__)

BUDGET = 1.0  # seconds in one run; then other tasks get their turn, and the next sweep continues


def run_week(pk: int) -> None:
    """Run what is due in the match with key `pk`, for at most `BUDGET` seconds.

    A step that fails is recorded as a fault of the match, unless the machine is to blame. The later
    steps wait.
    """
    until = time.monotonic() + BUDGET
    while (began := time.monotonic()) < until:
        try:
            with in_turn(), transaction.atomic(durable=True):
                if not _run_step(pk):
                    return
            let_others_in(time.monotonic() - began)
        except Exception as error:
            if is_of_machine(error):
                log.warning("match %s: the clock waits: %s", pk, kind_and_place(error))
            else:
                log.error("match %s: the clock failed: %s", pk, kind_and_place(error))
                note_clock_failure(pk=pk, error=error)
            return


def _run_step(pk: int) -> bool:
    match = match_for_clock(pk)
    if match is None or match.status != Match.Status.RUNNING:
        return False
    at = now()
    if match.due_at is None or match.due_at > at:
        return False
    week, auction = Week.objects.get(match=match), next_auction(match)
    if auction is not None and auction.instant <= at:
        _resolve(match, week, auction)
    elif auction is not None and week.bots_at <= auction.number:
        bots_bid(match=match, week=week, auction=auction)
        # The bots' bids may have been the last thing to wait for. That is checked in a step of its
        # own, since this step has locked accounts already, and auctions are locked before accounts.
        all_bid = week.bots_at > auction.number
        set_next(match=match, week=week, at=now(), look=all_bid and frame_of(match).fast)
    else:
        if not _hold_earlier(match):
            set_next(match=match, week=week, at=at)
        return False
    return True


def _hold_earlier(match: Match) -> bool:
    """Hold the next auction earlier if all are done; return True if it moved.

    Rules 3.2.
    """
    if not frame_of(match).fast:
        return False
    moved = hold_earlier(match)
    if moved:
        announce(topics.of_match(match.public_id))
    return moved


def _resolve(match: Match, week: Week, auction: Auction) -> None:
    held = auction_to_resolve(auction)
    accounts, at = Accounts(match), now()
    carry_out(match=match, auction=held, accounts=accounts, at=at)
    match.version += 1
    match.failures = 0
    match.save(update_fields=["version", "failures", "head", "shown_head"])
    if held.number == CLOSING:
        close_week(match=match, accounts=accounts, at=at)
    # A step of its own checks if everybody is done with the next auction, so that commands about
    # later auctions need not wait for this resolution.
    set_next(match=match, week=week, at=at, look=frame_of(match).fast)
    announce(topics.of_match(match.public_id))


def abort_week(*, match: Match, at: datetime) -> None:
    """End the match without a result: nothing more is resolved or made public.

    The caller has locked the match's row. `at`: aware.
    """
    match.status, match.ended_at, match.end_reason = Match.Status.ABORTED, at, "aborted"
    match.deadline = match.due_at = None
    match.version += 1
    match.save(update_fields=["status", "ended_at", "end_reason", "deadline", "due_at", "version"])
    tell_end(match)
    announce(topics.of_match(match.public_id), topics.LOBBY)


# --- Due weeks ---


def weeks_due(limit: int = 1000) -> list[int]:
    """Return the keys of the running matches with an auction due, oldest first."""
    rows = Auction.objects.filter(
        instant__lte=now(), resolved_at=None, match__status=Match.Status.RUNNING
    )
    found = rows.order_by("instant").values_list("match_id", flat=True)[:limit]
    return list(dict.fromkeys(found))
