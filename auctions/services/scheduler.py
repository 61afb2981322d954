"""The clock of a week: what is due is done, each thing in its own transaction, in order (3.4).

However many workers come, and however late, an auction is resolved once: the worker that holds the
match's row does the next step, and the others leave it alone.
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
    auctions_to_come,
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
from games.services.failures import note_clock_failure
from games.services.locks import in_turn, let_others_in

log = logging.getLogger(__name__)

BUDGET = 1.0  # seconds in one go; then other tasks have their turn, and the next sweep goes on


def run_week(pk: int) -> None:
    """Does what is due in this match, for at most `BUDGET` seconds. `pk`: of the match.

    A step that fails is noted as a fault of the match, unless the machine is to blame; later ones
    wait.
    """
    until = time.monotonic() + BUDGET
    while (began := time.monotonic()) < until:
        try:
            with in_turn(), transaction.atomic(durable=True):
                if not _do_one(pk):
                    return
            let_others_in(time.monotonic() - began)
        except Exception as error:
            if is_of_machine(error):
                log.warning("match %s: the clock waits: %s", pk, kind_and_place(error))
            else:
                log.error("match %s: the clock failed: %s", pk, kind_and_place(error))
                note_clock_failure(pk=pk, error=error)
            return


def _do_one(pk: int) -> bool:
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
        # That all bots have bid may be what was waited for; it is looked at in a step of its own,
        # since this one has come to the accounts, and the auctions are locked before them.
        all_bid = week.bots_at > auction.number
        set_next(match=match, week=week, at=now(), look=all_bid and frame_of(match).fast)
    else:
        if not _hold_earlier(match):
            set_next(match=match, week=week, at=at)
        return False
    return True


def _hold_earlier(match: Match) -> bool:
    """Looks whether all are done with the coming auction (rules 3.2); whether it was moved."""
    if not frame_of(match).fast:
        return False
    coming = auctions_to_come(match)
    moved = hold_earlier(match=match, auctions=coming, at=now())
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
    # Whether all are done with the next one is looked at in a step of its own: commands about later
    # auctions need not wait for this resolution.
    set_next(match=match, week=week, at=at, look=frame_of(match).fast)
    announce(topics.of_match(match.public_id))


def abort_week(*, match: Match, at: datetime) -> None:
    """Ends it without result: nothing more is resolved, nothing more becomes public.

    The caller holds the match's row. `at`: aware.
    """
    match.status, match.ended_at, match.end_reason = Match.Status.ABORTED, at, "aborted"
    match.deadline = match.due_at = None
    match.version += 1
    match.save(update_fields=["status", "ended_at", "end_reason", "deadline", "due_at", "version"])
    announce(topics.of_match(match.public_id), topics.LOBBY)


# --- Which weeks have something to do. ---


def weeks_due(limit: int = 1000) -> list[int]:
    """Matches with an auction whose instant has come and that is not resolved, oldest first."""
    rows = Auction.objects.filter(
        instant__lte=now(), resolved_at=None, match__status=Match.Status.RUNNING
    )
    found = rows.order_by("instant").values_list("match_id", flat=True)[:limit]
    return list(dict.fromkeys(found))
