"""The bots of a week: their kinds and loans at the start, then their bids.

Bots know only what their seat may know and follow the same rules as people. Each step is one
transaction of bounded size, so a match full of bots does not hold up the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from auctions.models import Account, Auction, Bid, Week
from auctions.rules.bots.crowd import bids_of, kinds_of, loan_of
from auctions.rules.bots.sight import BotSeat, Stage
from auctions.rules.catalogue import AGENDA
from auctions.rules.lineup import Lots
from auctions.rules.schedule import OPENING
from auctions.selectors.results import Holdings, holdings_in
from auctions.selectors.week_setup import frame_of
from auctions.services.locks import auction_for_command
from chat.core.clock import now
from games.models import Match, Seat
from games.services.bulk import insert_rows, update_rows
from games.services.deadlines import bots_randomness

AT_ONCE = 400  # bots in one step
NOTHING_LEFT = 7


def prepare_bots(*, week: Week, company: str, lineup: tuple[Lots, ...]) -> None:
    """Choose each bot's kind (the table's option `company`) and set its loan.

    The loans are set at the start, so that they do not depend on when a worker comes (rules 13).
    """
    rows = Seat.objects.filter(match=week.match_id).exclude(bot="").order_by("index")
    bots, chance = list(rows.values_list("pk", "bot")), bots_randomness(week.match)
    kinds = kinds_of(company, len(bots), chance)
    drawn = list(zip(bots, kinds, strict=True))
    update_rows(Seat, "id", ("bot",), ((key, kind) for (key, was), kind in drawn if kind != was))
    stage = Stage(OPENING, lineup, week.players, week.cap)
    loans = ((key, loan_of(kind, stage, chance)) for (key, _was), kind in drawn)
    update_rows(Account, "seat", ("loan", "purse"), ((key, loan, loan) for key, loan in loans))
    if not bots:
        week.bots_at = NOTHING_LEFT
        week.save(update_fields=["bots_at"])


def bots_bid(*, match: Match, week: Week, auction: Auction) -> None:
    """Place the bids of the next bots that have not bid in this auction yet.

    A bot that comes after the instant is too late, as a person would be.
    """
    if week.bots_at < auction.number:  # an earlier auction was resolved before its bots bid
        week.bots_at, week.bots_from = auction.number, 0
    held = auction_for_command(auction.pk)
    at = now()
    bots = _bots(match, week) if at < held.instant and held.resolved_at is None else []
    if bots:
        _bid(match, bots, auction.number, at)
    if len(bots) < AT_ONCE:
        week.bots_at, week.bots_from = auction.number + 1, 0
    else:
        week.bots_from = bots[-1].number + 1
    week.save(update_fields=["bots_at", "bots_from"])


def _bots(match: Match, week: Week) -> list[Account]:
    rows = Account.objects.filter(match=match, number__gte=week.bots_from).exclude(seat__bot="")
    return list(rows.select_related("seat").order_by("number")[:AT_ONCE])


def _bid(match: Match, bots: Sequence[Account], auction: int, at: datetime) -> None:
    frame = frame_of(match)
    chance = bots_randomness(match, auction)
    stage = Stage(auction, frame.lineup, frame.players, frame.cap)
    held = holdings_in(frame, [bot.number for bot in bots], resolved=auction)
    lots = frame.lots[auction]
    insert_rows(
        Bid,
        ("lot", "account", "price", "units", "since"),
        (
            (lots[place], bot.pk, price, units, at)
            for bot in bots
            for place, price, units in bids_of(stage, _seat(bot, held[bot.number]), chance)
        ),
    )


def _seat(bot: Account, held: Holdings) -> BotSeat:
    return BotSeat(
        bot.number,
        bot.seat.bot,
        loan=bot.loan,
        purse=bot.purse,
        held={item: units for item, units in held.items.items() if item in AGENDA},
        resources=held.resources,
    )
