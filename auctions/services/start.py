"""The start of a week: its line-up, instants and accounts.

They are created in the transaction that starts the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Value

from auctions.models import Account, Auction, Lot, Telling, Week
from auctions.rules.lineup import LineUp, lineup_seed, make_lineup
from auctions.rules.options import VeniceOptions
from auctions.rules.record import made_from
from auctions.rules.schedule import daily_instants, fast_instants
from auctions.services.bots import prepare_bots
from auctions.services.notices import reminders_of
from auctions.services.wake_times import set_next
from auctions.zones import zone_of
from games.engine import codec
from games.models import Match
from games.selectors.seats import seated
from games.services.advance import begin_chain
from games.services.bulk import insert_selected

RULES_VERSION = 1


def start_week(*, match: Match, at: datetime) -> None:
    """Create the week of a match that is about to start (rules 5).

    The caller has opened the transaction, locked the match's row and numbered its seats. `at`: the
    time of the start, aware.
    """
    options, seats = codec.build(match.options, VeniceOptions), seated(match)
    players = seats.count()
    seed = lineup_seed(match.secret)
    match.engine_version = RULES_VERSION
    bots = seats.order_by("index").values_list("bot", "program")
    begin_chain(
        match, made_from(options, start=at, bots=[bool(bot) or program for bot, program in bots])
    )
    match.save(update_fields=["engine_version", "head", "shown_head"])
    week = Week.objects.create(match=match, players=players, cap=options.cap, seed=seed)
    lineup = make_lineup(players, seed)
    _store_lineup(match, lineup, instants_of(options, at))
    insert_selected(
        Account,
        ("seat", "match", "number", "loan", "purse", "combination"),
        seats.values_list("pk", "match", "index", Value(0), Value(0), Value("")),
    )
    prepare_bots(week=week, company=options.company, lineup=lineup.auctions)
    set_next(match=match, week=week, at=at)


def instants_of(options: VeniceOptions, start: datetime) -> tuple[datetime, ...]:
    """Return the seven instants in UTC, by the table's options (rules 3)."""
    if options.pace == "fast":
        return fast_instants(start, options.minutes)
    return daily_instants(start, zone_of(options.zone))


def _store_lineup(match: Match, lineup: LineUp, instants: Sequence[datetime]) -> None:
    auctions = Auction.objects.bulk_create(
        Auction(match=match, number=number, instant=instant)
        for number, instant in enumerate(instants)
    )
    Telling.objects.bulk_create(
        Telling(auction=auction, remind_at=at, reminded=at is None)
        for auction, at in zip(auctions, reminders_of(instants), strict=True)
    )
    Lot.objects.bulk_create(
        Lot(auction=auction, place=place, item=lot.item, units=lot.units)
        for auction, lots in zip(auctions, lineup.auctions, strict=True)
        for place, lot in enumerate(lots)
    )
